//! The nearest point of a section, and how it moves with the point and with
//! the size of the section.

use crate::sets::{Directions, Polygon, Spot, interval};

/// A face of a section; vectors have the normal row in front, which is zero.
#[derive(Clone, Copy, Debug)]
pub enum Face<const N: usize> {
    /// Inside: the landing point is the trial point.
    Free,
    /// At a corner: it moves with the size only.
    Held {
        /// Which corner.
        at: usize,
    },
    /// On an edge: it moves along it.
    Along {
        /// Unit vector along the edge.
        edge: [f64; 2],
        /// Which edge.
        at: usize,
    },
    /// On the rim of a ball: it turns with the trial point.
    Turn {
        /// Unit vector from the centre.
        direction: [f64; N],
        /// Size over the distance of the trial point.
        share: f64,
    },
    /// On a side of a square: some rows are free and the others held.
    Sides {
        /// −1 or 1 where a row is held, else 0.
        sides: [i8; N],
    },
}

impl<const N: usize> Face<N> {
    /// A number of its own for every flat face; the same linear equation holds all
    /// over it.
    pub fn number(&self) -> Option<usize> {
        match self {
            Self::Free => Some(0),
            Self::Held { at } => Some(1 + 2 * at),
            Self::Along { at, .. } => Some(2 + 2 * at),
            Self::Sides { sides } => {
                Some(sides.iter().fold(0, |sum, side| 3 * sum + (side + 1) as usize))
            }
            Self::Turn { .. } => None,
        }
    }

    /// D v, D being the derivative of the landing point by the trial point.
    pub fn move_with(&self, v: &[f64; N]) -> [f64; N] {
        match self {
            Self::Free => *v,
            Self::Held { .. } => [0.0; N],
            Self::Along { edge: [t, s], .. } => {
                let length = t * v[1] + s * v[2];
                let mut moved = [0.0; N];
                (moved[1], moved[2]) = (length * t, length * s);
                moved
            }
            Self::Turn { direction, share } => {
                let outward: f64 = direction.iter().zip(v).map(|(d, v)| d * v).sum();
                std::array::from_fn(|row| share * (v[row] - outward * direction[row]))
            }
            Self::Sides { sides } => {
                std::array::from_fn(|row| if sides[row] == 0 { v[row] } else { 0.0 })
            }
        }
    }
}

/// Point, its change by the size, and the face.
type Found<const N: usize> = ([f64; N], [f64; N], Face<N>);

/// ‖y‖ ≤ size.
pub fn ball<const N: usize>(z: &[f64; N], size: f64) -> Found<N> {
    let length = z.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length <= size {
        return (*z, [0.0; N], Face::Free);
    }
    let direction = z.map(|value| value / length);
    (direction.map(|value| size * value), direction, Face::Turn { direction, share: size / length })
}

/// |yᵢ| ≤ size.
pub fn square<const N: usize>(z: &[f64; N], rows: (usize, usize), size: f64) -> Found<N> {
    let (mut point, mut sides) = (*z, [0_i8; N]);
    let mut grow = [0.0; N];
    for row in rows.0..rows.1 {
        if z[row].abs() > size {
            grow[row] = 1.0_f64.copysign(z[row]);
            sides[row] = if z[row] > 0.0 { 1 } else { -1 };
            point[row] = size * grow[row];
        }
    }
    (point, grow, Face::Sides { sides })
}

/// Rows 1 and 2 in the hull of the directions times `size`.
pub fn polygon<const N: usize>(directions: &Directions, z: &[f64; N], size: f64) -> Found<N> {
    let facing = directions.facing([z[1], z[2]]);
    let (apothem, half_edge) = (directions.apothem(), directions.half_edge());
    if facing.x <= size * apothem {
        return (*z, [0.0; N], Face::Free);
    }
    let (mut point, mut grow) = ([0.0; N], [0.0; N]);
    let along = interval::project(facing.y, -size * half_edge, size * half_edge);
    [point[1], point[2]] = facing.tangent(size * apothem, along);
    if along == facing.y {
        // Outward with the size, and along the edge with the trial point.
        [grow[1], grow[2]] = facing.tangent(apothem, 0.0);
        (point, grow, Face::Along { edge: facing.tangent(0.0, 1.0), at: facing.sector })
    } else {
        [grow[1], grow[2]] = facing.tangent(apothem, half_edge.copysign(along));
        let at = (facing.sector + usize::from(along > 0.0)) % directions.count();
        (point, grow, Face::Held { at: 1 + at })
    }
}

/// Rows 1 and 2 in a polygon times `size`. On an edge the landing point is
/// size·c + e (e·(z − size·c)) with its corner c and direction e.
pub fn hull<const N: usize>(polygon: &Polygon, z: &[f64; N], size: f64) -> Found<N> {
    let (nearest, spot) = polygon.find([z[1] / size, z[2] / size]);
    let (mut point, mut grow) = ([0.0; N], [0.0; N]);
    [point[1], point[2]] = nearest.map(|value| size * value);
    match spot {
        Spot::Inside => (*z, grow, Face::Free),
        Spot::Vertex(at) => {
            [grow[1], grow[2]] = polygon.corner(at).0;
            (point, grow, Face::Held { at: 1 + at })
        }
        Spot::Edge(at) => {
            let (corner, edge) = polygon.corner(at);
            let along = corner[0] * edge[0] + corner[1] * edge[1];
            [grow[1], grow[2]] = [0, 1].map(|i| corner[i] - along * edge[i]);
            (point, grow, Face::Along { edge, at })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against small changes of the trial point and of the size.
    #[test]
    fn every_face_moves_as_it_says() {
        let octagon = Directions::new(8).expect("even");
        type Land = fn(&Directions, &[f64; 3], f64) -> Found<3>;
        let forms: [(&str, Land); 4] = [
            ("ball", |_, z, size| ball(z, size)),
            ("square", |_, z, size| square(z, (1, 3), size)),
            ("polygon", |directions, z, size| polygon(directions, z, size)),
            ("hull", |_, z, size| {
                let corners = [[1.0, 0.4], [-0.6, 0.4], [-0.6, -0.9], [1.0, -0.9]];
                hull(&Polygon::hull(&corners).expect("corners"), z, size)
            }),
        ];
        let (h, size) = (1e-6, 0.7);
        for (name, land) in forms {
            let mut faces = std::collections::BTreeSet::new();
            for step in 0..40 {
                let angle = f64::from(step) * 0.17;
                for length in [0.3, 0.66, 0.8, 3.0] {
                    let z = [0.0, length * angle.cos(), length * angle.sin()];
                    let (point, grow, face) = land(&octagon, &z, size);
                    faces.insert(format!("{:?}", std::mem::discriminant(&face)));
                    for row in 1..3 {
                        let mut unit = [0.0; 3];
                        unit[row] = 1.0;
                        let ahead =
                            land(&octagon, &std::array::from_fn(|i| z[i] + h * unit[i]), size).0;
                        let moved = face.move_with(&unit);
                        for i in 0..3 {
                            let slope = (ahead[i] - point[i]) / h;
                            assert!((slope - moved[i]).abs() < 1e-5, "{name} {z:?} {row} {i}");
                        }
                    }
                    let larger = land(&octagon, &z, size + h).0;
                    for i in 0..3 {
                        let slope = (larger[i] - point[i]) / h;
                        assert!((slope - grow[i]).abs() < 1e-5, "{name} {z:?} {i}");
                    }
                }
            }
            assert!(faces.len() >= if name == "square" { 1 } else { 2 }, "{name}");
        }
    }
}
