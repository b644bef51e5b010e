//! What points of a manifold carry from look to look.

use glam::DVec3;
use stickslip_contact::Contact;

use super::group::POINTS;

/// What a point carries: normal impulse, friction and moment as vectors, approach.
#[derive(Clone, Copy, Debug, Default)]
pub struct Carried {
    /// Names its features.
    pub feature: u64,
    /// Normal impulse (N·s).
    pub normal: f64,
    /// Friction (N·s).
    pub friction: DVec3,
    /// Moment against spinning and rolling (N·m·s).
    pub moment: DVec3,
    /// Normal speed with which it came (m/s).
    pub approach: f64,
    /// Where it was, from both centres of mass, if that is known.
    pub arms: Option<[DVec3; 2]>,
    /// Whether a point has inherited it.
    pub is_taken: bool,
}

/// What the points of a manifold inherit: what their own features carried; else what the
/// nearest point carried that was at most `near` away on either body (clipped corners change
/// their names while they stay where they are); and those that touch share equally what is then
/// left. Everything is inherited once.
pub fn inherit(
    carried: &mut [Carried],
    contacts: &[Contact],
    centres: [DVec3; 2],
    near: f64,
) -> [Carried; POINTS] {
    let mut points = [Carried::default(); POINTS];
    for (point, contact) in points.iter_mut().zip(contacts) {
        let mut all = carried.iter_mut();
        if let Some(own) = all.find(|own| own.feature == contact.feature && !own.is_taken) {
            own.is_taken = true;
            *point = *own;
        }
    }
    let mut heirs = 0;
    for (point, contact) in points.iter_mut().zip(contacts).filter(|(own, _)| !own.is_taken) {
        let mut nearest = (near, None);
        for own in carried.iter_mut().filter(|own| !own.is_taken) {
            let Some(arms) = own.arms else { continue };
            let away = |side: usize| (contact.point - centres[side]).distance(arms[side]);
            let distance = away(0).min(away(1));
            if distance < nearest.0 {
                nearest = (distance, Some(own));
            }
        }
        match nearest.1 {
            Some(own) => {
                own.is_taken = true;
                *point = *own;
            }
            None => heirs += usize::from(contact.gap <= 0.0),
        }
    }
    if heirs > 0 {
        let mut sum = Carried::default();
        for own in carried.iter_mut().filter(|own| !own.is_taken) {
            sum.normal += own.normal / heirs as f64;
            sum.friction += own.friction / heirs as f64;
            sum.moment += own.moment / heirs as f64;
            sum.approach = sum.approach.min(own.approach);
            own.is_taken = true;
        }
        let new = points.iter_mut().zip(contacts).filter(|(own, _)| !own.is_taken);
        new.filter(|(_, contact)| contact.gap <= 0.0).for_each(|(own, _)| *own = sum);
    }
    points
}

#[cfg(test)]
mod tests {
    use stickslip_contact::Site;

    use super::*;

    fn contact(feature: u64, x: f64, gap: f64) -> Contact {
        let sites = [0, 1].map(|collider| Site { collider });
        Contact { sites, feature, point: x * DVec3::X, normal: DVec3::Y, gap }
    }

    fn carried(feature: u64, x: f64, normal: f64) -> Carried {
        let arms = Some([x * DVec3::X, x * DVec3::X - DVec3::Y]);
        Carried { feature, normal, arms, ..Carried::default() }
    }

    fn normals(carried: &mut [Carried], contacts: &[Contact]) -> Vec<f64> {
        let points = inherit(carried, contacts, [DVec3::ZERO, DVec3::Y], 0.1);
        points[..contacts.len()].iter().map(|own| own.normal).collect()
    }

    /// Its own feature first, however far; then the nearest within reach, open or not; what is
    /// left goes to those that touch, in equal parts; and nothing comes twice.
    #[test]
    fn points_inherit_by_name_then_by_place_then_in_equal_parts() {
        let old = &mut [carried(1, 0.0, 1.0), carried(2, 1.0, 2.0), carried(3, 2.0, 4.0)];
        let new = [contact(9, 1.01, 1e-3), contact(1, 5.0, 0.0), contact(8, 3.0, 0.0)];
        assert_eq!(normals(old, &new), [2.0, 1.0, 4.0]);
        let old = &mut [carried(1, 0.0, 6.0)];
        let new = [contact(5, 1.0, -1e-3), contact(6, 2.0, 0.0), contact(7, 3.0, 1e-3)];
        assert_eq!(normals(old, &new), [3.0, 3.0, 0.0]);
    }

    /// Without places, as in a state, names and equal parts are all there is.
    #[test]
    fn points_of_a_state_inherit_without_places() {
        let old = &mut [Carried { arms: None, ..carried(1, 0.0, 6.0) }];
        assert_eq!(normals(old, &[contact(2, 0.0, 1e-3)]), [0.0]);
        assert_eq!(normals(old, &[contact(2, 0.0, 0.0)]), [6.0]);
    }
}
