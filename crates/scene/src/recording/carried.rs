//! Where a contact is expected when its bodies have moved.
//!
//! A point on the line between the centres of mass with a normal along it is
//! that of two balls: it stays on that line, and the gap grows as the line does. Any other contact
//! goes along with the body that moves, or with the mean of both, and its gap
//! grows by how far they move apart along the normal:
//!
//! ```text
//! balls:   n′ = ±d′/|d′|,  p′ = c₁′ + ((p − c₁)·n) n′,  g′ = g + |d′| − |d|,   d = c₂ − c₁
//! others:  n′ = n,         p′ = p + m,                  g′ = g + (m₂ − m₁)·n,  mᵢ = cᵢ′ − cᵢ
//! ```
//!
//! Nothing but additions, products, quotients and square roots is used, which
//! are the same on every machine.

use glam::DVec3;

/// What is so near to the line between two centres, for its length, lies on
/// it: points and normals are rounded to 2⁻¹⁷.
const NEAR: f64 = 1e-4;

/// Where a contact is: a point, a unit normal and a gap (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    pub point: DVec3,
    pub normal: DVec3,
    pub gap: f64,
}

impl Carried {
    /// The same contact when the centres of its bodies have come from `before`
    /// to `now`.
    pub fn along(self, before: [DVec3; 2], now: [DVec3; 2]) -> Self {
        let Self { point, normal, gap } = self;
        let (line, new) = (before[1] - before[0], now[1] - now[0]);
        let (length, grown) = (line.length(), new.length());
        let side = normal.dot(line).signum();
        let along = (point - before[0]).dot(normal);
        let aside = point - before[0] - along * normal;
        let is_radial = (normal - side / length * line).length() < NEAR;
        if length > 0.0 && grown > 0.0 && is_radial && aside.length() < NEAR * length {
            let turned = side / grown * new;
            let point = now[0] + along * turned;
            return Self { point, normal: turned, gap: gap + side * (grown - length) };
        }
        let [one, two] = [now[0] - before[0], now[1] - before[1]];
        let way = match (one == DVec3::ZERO, two == DVec3::ZERO) {
            (true, _) => two,
            (_, true) => one,
            _ => 0.5 * (one + two),
        };
        Self { point: point + way, normal, gap: gap + (two - one).dot(normal) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two balls of radii 1 and 2 roll about each other and apart; the contact
    /// is in the middle of the gap.
    #[test]
    fn contacts_of_balls_are_where_the_balls_are() {
        let contact = |centres: [DVec3; 2]| {
            let line = centres[1] - centres[0];
            let (normal, gap) = (line.normalize(), line.length() - 3.0);
            Carried { point: centres[0] + (1.0 + 0.5 * gap) * normal, normal, gap }
        };
        let before = [DVec3::new(0.1, 0.2, 0.3), DVec3::new(2.1, 2.2, 1.4)];
        let now = [DVec3::new(0.15, 0.1, 0.3), DVec3::new(2.0, 2.3, 1.5)];
        let (found, there) = (contact(before).along(before, now), contact(now));
        assert!(found.normal.distance(there.normal) < 1e-12);
        assert!((found.gap - there.gap).abs() < 1e-12);
        // The middle of a gap that has grown is farther out by half of that.
        let grown = 0.5 * (there.gap - contact(before).gap);
        assert!((found.point + grown * there.normal).distance(there.point) < 1e-12);
    }

    /// A ball on the ground goes along it.
    #[test]
    fn other_contacts_go_along_with_what_moves() {
        let before = [DVec3::ZERO, DVec3::new(1.0, 0.5, 0.0)];
        let now = [DVec3::ZERO, DVec3::new(1.25, 0.625, 0.0)];
        let contact = Carried { point: DVec3::X, normal: DVec3::Y, gap: 0.0 };
        let there = Carried { point: DVec3::new(1.25, 0.125, 0.0), normal: DVec3::Y, gap: 0.125 };
        assert_eq!(contact.along(before, now), there);
        // A corner of a box on a box: the normal is along the line, the point is not on it.
        let corner = Carried { point: DVec3::new(1.0, 0.5, 1.0), normal: DVec3::Y, gap: 0.0 };
        let moved = corner.along([DVec3::ZERO, DVec3::Y], [DVec3::ZERO, DVec3::new(0.5, 1.0, 0.0)]);
        assert_eq!(moved, Carried { point: DVec3::new(1.5, 0.5, 1.0), ..corner });
    }

    /// Both move: the point goes half of the way of each, and the gap opens by
    /// what the second moves away from the first.
    #[test]
    fn contacts_go_along_with_both_bodies() {
        let before = [DVec3::ZERO, DVec3::new(4.0, 1.0, 0.0)];
        let now = [DVec3::new(0.5, 0.25, 0.0), DVec3::new(4.0, 2.0, 1.0)];
        let contact = Carried { point: DVec3::new(1.0, 0.5, 1.0), normal: DVec3::Y, gap: 0.125 };
        let there = Carried { point: DVec3::new(1.25, 1.125, 1.5), gap: 0.875, ..contact };
        assert_eq!(contact.along(before, now), there);
    }

    /// A ball beside the middle of a table: the point lies below its centre,
    /// but the normal is not along the line to the centre of the table.
    #[test]
    fn a_ball_on_a_table_does_not_turn_the_normal() {
        let before = [DVec3::new(2.0, 1.0, 0.0), DVec3::ZERO];
        let now = [DVec3::new(2.5, 1.0, 0.0), DVec3::ZERO];
        let contact = Carried { point: DVec3::new(2.0, 0.0, 0.0), normal: -DVec3::Y, gap: 0.0 };
        let there = Carried { point: DVec3::new(2.5, 0.0, 0.0), ..contact };
        assert_eq!(contact.along(before, now), there);
    }

    /// Without a line between the centres there is no direction to turn to.
    #[test]
    fn balls_in_each_other_keep_their_normal() {
        let contact = Carried { point: DVec3::X, normal: DVec3::X, gap: 0.0 };
        let found = contact.along([DVec3::ZERO, 2.0 * DVec3::X], [DVec3::ZERO, DVec3::ZERO]);
        assert_eq!(found, Carried { point: -DVec3::X, normal: DVec3::X, gap: -2.0 });
    }
}
