//! What a contact on a face answers to a motion of its bodies.
//!
//! With π the landing, Π its derivative, z = y − r u and u = c y + …, Newton's
//! equation of y = π(z) is E Δy + Q v = −F with E = 1 − Π (1 − r c), Q = r Π
//! and v the motion of the bodies along the rows. Here are E⁻¹ b and
//! G = E⁻¹ Q, written out face by face: for nearly rigid rows r c is so small
//! that eliminating E would lose all digits.

use std::ops::Range;

use super::contact_set::Landing;
use super::face::Face;

impl<const N: usize> Landing<N> {
    /// E⁻¹ b, `soft` being r c of each row.
    pub fn divide(&self, soft: &[f64; N], b: &[f64; N]) -> [f64; N] {
        let normal = if self.closed { b[0] / soft[0] } else { b[0] };
        let load = std::array::from_fn(|row| b[row] + self.grow[row] * (1.0 - soft[0]) * normal);
        let mut found = self.divide_tangents(soft, &load);
        found[0] = normal;
        found
    }

    /// G = E⁻¹ Q: the impulses per motion along each row.
    pub fn response(&self, r: &[f64; N], soft: &[f64; N]) -> [[f64; N]; N] {
        let mut matrix = [[0.0; N]; N];
        if self.closed {
            // E⁻¹ (grow r + grow (1 − r c)/c) = E⁻¹ grow/c.
            let mut column = self.divide_tangents(soft, &self.grow);
            column[0] = 1.0;
            for row in 0..N {
                matrix[row][0] = r[0] * column[row] / soft[0];
            }
        }
        for &(first, end, face) in self.faces.iter().flatten() {
            for at in first..end {
                let mut unit = [0.0; N];
                unit[at] = r[at];
                let column = divide(first..end, &face, soft, &face.move_with(&unit));
                for row in first..end {
                    matrix[row][at] = column[row];
                }
            }
        }
        matrix
    }

    /// Q = r Π itself.
    pub fn follow(&self, r: &[f64; N]) -> [[f64; N]; N] {
        let mut matrix = [[0.0; N]; N];
        for at in 0..N {
            let mut unit = [0.0; N];
            unit[at] = r[at];
            let column = self.move_with(&unit);
            for row in 0..N {
                matrix[row][at] = column[row];
            }
        }
        matrix
    }

    /// The tangents of E⁻¹ b for a b without a normal.
    fn divide_tangents(&self, soft: &[f64; N], b: &[f64; N]) -> [f64; N] {
        let mut found = [0.0; N];
        for (first, end, face) in self.faces.iter().flatten() {
            let part = divide(*first..*end, face, soft, b);
            found[*first..*end].copy_from_slice(&part[*first..*end]);
        }
        found
    }
}

/// E⁻¹ b over the rows of one part.
fn divide<const N: usize>(
    rows: Range<usize>,
    face: &Face<N>,
    soft: &[f64; N],
    b: &[f64; N],
) -> [f64; N] {
    match face {
        Face::Held { .. } => *b,
        Face::Free => by_row(rows, |row| b[row] / soft[row]),
        Face::Sides { sides } => {
            by_row(rows, |row| if sides[row] == 0 { b[row] / soft[row] } else { b[row] })
        }
        Face::Along { edge: [t, s], .. } => {
            // E = n nᵀ + e gᵀ with g = r C e: the part across is that of b,
            // and g·y = e·b gives the one along.
            let across = t * b[2] - s * b[1];
            let g = [soft[1] * t, soft[2] * s];
            let rest = t * b[1] + s * b[2] - across * (g[1] * t - g[0] * s);
            let along = rest / (g[0] * t + g[1] * s);
            let mut found = [0.0; N];
            (found[1], found[2]) = (along * t - across * s, along * s + across * t);
            found
        }
        Face::Turn { direction, share } => divide_turning(rows, direction, *share, soft, b),
    }
}

fn by_row<const N: usize>(rows: Range<usize>, value: impl Fn(usize) -> f64) -> [f64; N] {
    let mut found = [0.0; N];
    for row in rows {
        found[row] = value(row);
    }
    found
}

/// E = d dᵀ + (1 − d dᵀ)(1 − σ + σ r C), C a diagonal.
fn divide_turning<const N: usize>(
    rows: Range<usize>,
    d: &[f64; N],
    share: f64,
    soft: &[f64; N],
    b: &[f64; N],
) -> [f64; N] {
    // With k = 1 − σ + σ r C and a = b − d (d·b): y = k⁻¹ (a + d τ), and τ
    // follows from d·y = d·b.
    let inverse = |row: usize| 1.0 / (1.0 - share + share * soft[row]);
    let dot = |b: &[f64; N]| rows.clone().map(|row| d[row] * b[row]).sum::<f64>();
    let outward = dot(b);
    let first = by_row(rows.clone(), |row| inverse(row) * (b[row] - outward * d[row]));
    let second = by_row(rows.clone(), |row| inverse(row) * d[row]);
    let tau = (outward - dot(&first)) / dot(&second);
    by_row(rows.clone(), |row| first[row] + tau * second[row])
}

#[cfg(test)]
mod tests {
    use super::super::contact_set::ContactSet;
    use crate::problem::{FrictionContact, Section, SectionShape};
    use crate::sets::Directions;

    /// E and Q put together from finite differences of the landing give
    /// E (E⁻¹ b) = b and E G = Q.
    #[test]
    fn dividing_undoes_the_equation() {
        let shapes = [
            SectionShape::Disc,
            SectionShape::Square,
            SectionShape::Polygon(Directions::new(6).expect("even")),
            SectionShape::Ellipse(vec![0.7, 2.0]),
        ];
        let (r, soft) = (0.8, [0.3, 0.05, 0.4]);
        let points = [
            [0.9, 0.2, 0.1],
            [1.0, 2.0, 0.4],
            [1.3, -0.45, 3.0],
            [-0.5, 0.4, 0.6],
            [1.0, 0.1, 1.0],
        ];
        for shape in shapes {
            for radius in [None, Some(0.5)] {
                let contact = FrictionContact {
                    normal: 0,
                    tangents: vec![1, 2],
                    mu: 0.6,
                    section: Section { shape: shape.clone(), radius, rolling: None },
                };
                let set = ContactSet::<3>::new(&contact).expect("three rows");
                for z in points {
                    let landing = set.land(&z);
                    let slope = |at: usize| -> [f64; 3] {
                        let h = 1e-6;
                        let moved = |step: f64| {
                            let mut z = z;
                            z[at] += step;
                            set.land(&z).point
                        };
                        let (ahead, back) = (moved(h), moved(-h));
                        std::array::from_fn(|row| (ahead[row] - back[row]) / (2.0 * h))
                    };
                    let slopes = [slope(0), slope(1), slope(2)];
                    // E v = v − Π (1 − r c) v.
                    let apply = |v: [f64; 3]| -> [f64; 3] {
                        std::array::from_fn(|row| {
                            v[row]
                                - (0..3)
                                    .map(|at| slopes[at][row] * (1.0 - soft[at]) * v[at])
                                    .sum::<f64>()
                        })
                    };
                    let b = [0.7, -1.1, 0.4];
                    let back = apply(landing.divide(&soft, &b));
                    let response = landing.response(&[r; 3], &soft);
                    for row in 0..3 {
                        assert!((back[row] - b[row]).abs() < 1e-6, "{shape:?} {radius:?} {z:?}");
                    }
                    for at in 0..3 {
                        let column = apply(std::array::from_fn(|row| response[row][at]));
                        for row in 0..3 {
                            let gap = column[row] - r * slopes[at][row];
                            assert!(gap.abs() < 1e-6, "{shape:?} {radius:?} {z:?} {row} {at}");
                        }
                    }
                }
            }
        }
    }
}
