//! Contacts as they are on the device, and those that a state goes on with.

use std::collections::BTreeMap;

use stickslip_dynamics::glam::DVec3;

use crate::error::GpuError;
use crate::layout::Stat;
use crate::world::World;

/// Partners from here on are walls, and those from there on triangles of meshes.
pub(crate) const WALL: u32 = 0x8000_0000;
const TRIANGLES: u32 = WALL + 64;
/// A manifold of balls that are far apart has this gap.
const FAR: f32 = 1e30;
/// A manifold that was seen from so far is built at once.
const UNSEEN: f32 = -1e30;

/// What a body touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Partner {
    /// A body, by its number.
    Body(usize),
    /// A wall, by its number; of a mesh one of its triangles.
    Wall(usize),
}

/// A point of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The first body.
    pub first: usize,
    /// What it touches.
    pub second: Partner,
    /// Names the point within the pair, as long as the same features meet.
    pub feature: u64,
    /// Where (m).
    pub point: [f64; 3],
    /// Unit normal from the first to the second.
    pub normal: [f64; 3],
    /// Negative where they overlap (m).
    pub gap: f64,
    /// What acted on the second during the step, had all its sub-steps been as the last (N·s).
    pub impulse: [f64; 3],
}

/// Two tangents as kernels choose them.
fn tangents(n: DVec3) -> (DVec3, DVec3) {
    let across = if (n.x as f32).abs() < 0.6 { DVec3::X } else { DVec3::Y };
    let one = n.cross(across).normalize();
    (one, n.cross(one))
}

/// Two tangents as states keep impulses along them.
fn tangents_of_states(n: DVec3) -> (DVec3, DVec3) {
    let across = if n.x.abs() < 0.9 { DVec3::X } else { DVec3::Z };
    let one = n.cross(across).normalize();
    (one, n.cross(one))
}

fn three(v: [f32; 4]) -> DVec3 {
    DVec3::new(v[0].into(), v[1].into(), v[2].into())
}

impl Contact {
    /// Its impulse along the normal and the two tangents that states use.
    pub(crate) fn rows(&self) -> [f64; 3] {
        let (n, impulse) = (DVec3::from_array(self.normal), DVec3::from_array(self.impulse));
        let (t, b) = tangents_of_states(n);
        [impulse.dot(n), impulse.dot(t), impulse.dot(b)]
    }
}

/// What a state keeps of a point: see [`Contact`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Kept {
    pub(crate) first: usize,
    pub(crate) second: Partner,
    pub(crate) feature: u64,
    /// As [`Contact::rows`] gives them.
    pub(crate) rows: [f64; 3],
}

impl World {
    /// All points of contact that carry an impulse or overlap, by their bodies.
    pub fn contacts(&mut self) -> Result<Vec<Contact>, GpuError> {
        let arrays = self.arrays;
        let (bodies, most) = (self.sizes.bodies, self.sizes.pairs as u64);
        let pairs = self.counted.pairs as usize;
        let is_flat = self.sizes.points == 1;
        self.read_out()?;
        let ids: Vec<u32> = self.get(arrays.id, bodies)?;
        let places: Vec<[f64; 3]> = self.get(arrays.poses, bodies)?;
        let sides: Vec<[u32; 2]> = self.get(arrays.sides, pairs)?;
        let normals: Vec<[f32; 4]> = self.get(arrays.normal, pairs)?;
        let wall_of = self.wall_of_triangles()?;
        let scale = self.scene.substeps as f64;
        let mut found = Vec::new();
        for point in 0..self.sizes.points as u64 {
            let at = |array: u64, size: u64| array + point * most * size;
            let arms: Vec<[f32; 4]> = self.get(at(arrays.arm, 16), pairs)?;
            let pushes: Vec<f32> = self.get(at(arrays.push, 4), pairs)?;
            let drags: Vec<[f32; 2]> = self.get(at(arrays.drag, 8), pairs)?;
            let features: Vec<u32> = self.get(at(arrays.feature, 4), pairs)?;
            for k in 0..pairs {
                let [a, b] = sides[k];
                let count = match is_flat {
                    true => u64::from(normals[k][3] < FAR),
                    false => u64::from(normals[k][3].to_bits()),
                };
                let gap = if is_flat { normals[k][3] } else { arms[k][3] };
                if point >= count || !(pushes[k] > 0.0 || gap < 0.0) {
                    continue;
                }
                let first = ids[a as usize] as usize;
                let (second, part) = match b {
                    TRIANGLES.. => {
                        let triangle = b - TRIANGLES;
                        (Partner::Wall(wall_of[triangle as usize]), u64::from(triangle) + 1)
                    }
                    WALL.. => (Partner::Wall((b - WALL) as usize), 0),
                    _ => (Partner::Body(ids[b as usize] as usize), 0),
                };
                let n = three(normals[k]);
                let arm = if is_flat { f64::from(arms[k][0]) * n } else { three(arms[k]) };
                let (t, u) = tangents(n);
                let [x, y] = drags[k].map(f64::from);
                let impulse = f64::from(pushes[k]) * n + x * t + y * u;
                found.push(Contact {
                    first,
                    second,
                    feature: part << 32 | u64::from(features[k]),
                    point: (DVec3::from_array(places[first]) + arm).to_array(),
                    normal: n.to_array(),
                    gap: gap.into(),
                    impulse: (scale * impulse).to_array(),
                });
            }
        }
        found.sort_by_key(|own| (own.first, own.second, own.feature));
        Ok(found)
    }

    /// The wall of every triangle.
    fn wall_of_triangles(&mut self) -> Result<Vec<usize>, GpuError> {
        let rows = self.sizes.tables.triangles;
        if rows == 0 {
            return Ok(Vec::new());
        }
        let all: Vec<[f32; 4]> = self.get(self.arrays.triangle, rows)?;
        Ok(all.chunks(8).map(|row| row[7][0].to_bits() as usize).collect())
    }

    /// Impulses that points of the states that were just set begin with: as pairs of before,
    /// whose manifolds are built anew and find theirs by their features.
    pub(crate) fn set_contacts(&mut self, kept: &[Kept]) -> Result<(), GpuError> {
        let (bodies, most, points) = (self.sizes.bodies, self.sizes.pairs, self.sizes.points);
        let mut pairs: BTreeMap<(usize, u32), Vec<&Kept>> = BTreeMap::new();
        for own in kept {
            let second = match (own.second, (own.feature >> 32) as u32) {
                (Partner::Body(body), _) => body as u32,
                (Partner::Wall(wall), 0) => WALL + wall as u32,
                (Partner::Wall(_), triangle) => TRIANGLES + triangle - 1,
            };
            let all = pairs.entry((own.first, second)).or_default();
            if all.len() < points {
                all.push(own);
            }
        }
        let count = pairs.len();
        if count == 0 || count > most {
            return Ok(());
        }
        let scale = 1.0 / self.scene.substeps as f64;
        let mut starts = vec![0_u32; bodies + 1];
        let mut normals = vec![[0_f32; 4]; count];
        let mut pushes = vec![vec![0_f32; count]; points];
        let mut drags = vec![vec![[0_f32; 2]; count]; points];
        let mut features = vec![vec![0_u32; count]; points];
        for (k, ((first, _), all)) in pairs.iter().enumerate() {
            starts[first + 1] += 1;
            normals[k][3] = if points == 1 { 0.0 } else { f32::from_bits(all.len() as u32) };
            for (j, own) in all.iter().enumerate() {
                let [push, x, y] = own.rows.map(|row| (scale * row) as f32);
                pushes[j][k] = push;
                drags[j][k] = [x, y];
                features[j][k] = own.feature as u32;
            }
        }
        for at in 0..bodies {
            starts[at + 1] += starts[at];
        }
        let arrays = self.arrays;
        let sides: Vec<[u32; 2]> = pairs.keys().map(|(one, two)| [*one as u32, *two]).collect();
        self.put(arrays.stat, &[Stat { pairs: count as u32, ..Stat::default() }])?;
        self.put(arrays.pair, &sides)?;
        self.put(arrays.pair_start, &starts)?;
        self.put(arrays.slot, &Vec::from_iter(0..count as u32))?;
        self.put(arrays.colour, &vec![0xFF_u32; count])?;
        self.put(arrays.normal, &normals)?;
        self.put(arrays.apart, &vec![[0_f32; 4]; count])?;
        self.put(arrays.seen_way, &vec![[0.0, 0.0, 0.0, UNSEEN]; count])?;
        self.put(arrays.seen_turn, &vec![[0_f32; 4]; count])?;
        for point in 0..points {
            let at = |array: u64, size: usize| array + (point * most * size) as u64;
            self.put(at(arrays.arm, 16), &vec![[0_f32; 4]; count])?;
            self.put(at(arrays.push, 4), &pushes[point])?;
            self.put(at(arrays.drag, 8), &drags[point])?;
            self.put(at(arrays.feature, 4), &features[point])?;
            self.put(at(arrays.approach, 4), &vec![0_f32; count])?;
        }
        Ok(())
    }
}
