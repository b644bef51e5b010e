//! The velocities of the liquid carried on into air and walls, as far as
//! particles may come in a step.

use crate::description::Walls;
use crate::press::WetDomain;
use crate::transfer::Faces;

/// Layers of faces beyond the liquid.
const LAYERS: usize = 5;

/// Layer by layer, an unknown face gets the mean of its known neighbours. A
/// wall then takes what would go into it; with equality, all that it faces.
pub fn extend(
    place: WetDomain<'_>,
    walls: Walls,
    velocities: &mut Faces,
    known: &mut [Vec<bool>; 3],
) {
    let WetDomain { grid, cut, wet } = place;
    for axis in 0..grid.axes() {
        let counts = grid.face_cells(axis);
        let strides = [1, counts[0], counts[0] * counts[1]];
        let (velocity, known) = (&mut velocities[axis], &mut known[axis]);
        known.clear();
        known.resize(velocity.len(), false);
        for &cell in &wet.cells {
            for up in [false, true] {
                let face = grid.face(cell as usize, axis, up);
                known[face] = cut.open[axis][face] > 0.0;
            }
        }
        let around = |face: usize, each: &mut dyn FnMut(usize)| {
            let at = grid.face_place(axis, face);
            for along in 0..grid.axes() {
                if at[along] > 0 {
                    each(face - strides[along]);
                }
                if at[along] + 1 < counts[along] {
                    each(face + strides[along]);
                }
            }
        };
        let mut front: Vec<usize> = (0..velocity.len()).filter(|&face| known[face]).collect();
        for _ in 0..LAYERS {
            let mut next = Vec::new();
            for &face in &front {
                around(face, &mut |other| {
                    if !known[other] {
                        next.push(other);
                    }
                });
            }
            next.sort_unstable();
            next.dedup();
            let means: Vec<f64> = next
                .iter()
                .map(|&face| {
                    let (mut sum, mut count) = (0.0, 0.0);
                    around(face, &mut |other| {
                        if known[other] {
                            sum += velocity[other];
                            count += 1.0;
                        }
                    });
                    sum / count
                })
                .collect();
            for (&face, mean) in next.iter().zip(means) {
                velocity[face] = mean;
                known[face] = true;
            }
            front = next;
        }
        for face in 0..velocity.len() {
            if !known[face] {
                velocity[face] = 0.0;
            }
            if cut.open[axis][face] > 0.0 {
                continue;
            }
            let wall = cut.wall[axis][face];
            let solid = grid.beside(axis, face).map(|cell| cut.is_solid(cell));
            velocity[face] = match (solid, walls) {
                ([true, true], _) => velocity[face],
                ([false, false], _) | (_, Walls::Equality) => wall,
                ([true, false], _) => velocity[face].max(wall),
                ([false, true], _) => velocity[face].min(wall),
            };
        }
    }
}
