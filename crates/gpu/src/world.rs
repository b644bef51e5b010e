//! Bodies on a device.

use std::f64::consts::TAU;

use crate::bytes::{bytes_of, values_from};
use crate::describe::{Body, BodyState, Scene, WallShape};
use crate::device::Device;
use crate::error::GpuError;
use crate::hull::{Hull, HullTables};
use crate::joints::JointTables;
use crate::layout::{Arrays, Params, Sizes, Stat, Tables};
use crate::mesh::{Mesh, MeshTables};
use crate::report::{Report, Times};

/// Pairs that there is room for, for each body, by the points of a manifold.
const PAIRS_OF_SPHERES: usize = 9;
const PAIRS_OF_BOXES: usize = 16;
/// Pairs are numbered in 26 bits.
const MAX_PAIRS: usize = (1 << 26) - 1;
/// Margins as parts of the smallest half extent.
const MARGIN: f64 = 0.1;
/// Part of a step's way that a body may stray by.
const LEAD: f64 = 0.2;
const MAX_MARGIN: f64 = 0.8;
const POINT_MARGIN: f64 = 0.05;
const LOOK_AGAIN: f64 = 0.01;
const EDGE_GAIN: f64 = 0.002;
const HYSTERESIS: f64 = 0.01;
const DEEPER: f64 = 0.01;
/// Most cells from one copy to the next.
const MAX_SPAN: u32 = 1 << 14;
/// Fastest speed that removes overlap (m/s).
const PUSH_SPEED: f64 = 3.0;

/// A world whose state lives on a device.
pub struct World {
    pub(crate) device: Box<dyn Device>,
    pub(crate) arrays: Arrays,
    pub(crate) sizes: Sizes,
    pub(crate) params: Params,
    pub(crate) scene: Scene,
    pub(crate) bounces: bool,
    /// Whether the grid is sorted before the next sub-step.
    pub(crate) must_sort: bool,
    /// Colours with a launch of their own; all others share one.
    pub(crate) wide_colours: usize,
    /// Pairs that launches are made for.
    pub(crate) expected_pairs: usize,
    /// Sub-steps that the last lists of pairs have held.
    pub(crate) held: usize,
    /// What kernels had counted over all steps after the last one.
    pub(crate) counted: Stat,
    /// Whether stages are timed.
    pub(crate) is_timed: bool,
    /// How many joints each of their colours has.
    pub(crate) joint_colours: Vec<usize>,
}

impl World {
    /// On graphics card `number`.
    pub fn on_card(scene: Scene, number: usize) -> Result<Self, GpuError> {
        scene.check()?;
        let device = Box::new(crate::cuda::Cuda::new(number, scene.variant())?);
        Self::on(scene, device)
    }

    /// On the processor, one thread: for tests.
    #[cfg(feature = "twin")]
    pub fn on_twin(scene: Scene) -> Result<Self, GpuError> {
        scene.check()?;
        let device = Box::new(crate::twin::Twin::new(scene.variant(), false)?);
        Self::on(scene, device)
    }

    /// The same with its loops backwards: as if threads ran in another order.
    #[cfg(feature = "twin")]
    pub fn on_twin_backwards(scene: Scene) -> Result<Self, GpuError> {
        scene.check()?;
        let device = Box::new(crate::twin::Twin::new(scene.variant(), true)?);
        Self::on(scene, device)
    }

    fn on(scene: Scene, mut device: Box<dyn Device>) -> Result<Self, GpuError> {
        let scene = scene.with_all_copies();
        let bodies = scene.bodies.len();
        let points = scene.variant().points;
        let per_body = if points == 1 { PAIRS_OF_SPHERES } else { PAIRS_OF_BOXES };
        let pairs = bodies * (per_body + scene.walls.len().min(4)) + 1024;
        let pairs = (pairs + triangle_pairs(&scene)).min(MAX_PAIRS);
        let buckets = (2 * bodies).next_power_of_two().max(64);
        let (hulls, meshes) = tables(&scene);
        let joints = JointTables::new(&scene);
        let sizes = Sizes {
            bodies,
            buckets,
            pairs,
            points,
            walls: scene.walls.len(),
            tables: Tables {
                hulls: hulls.hulls.len(),
                hull_corners: hulls.corners.len(),
                hull_faces: hulls.faces.len(),
                hull_loops: hulls.loops.len(),
                hull_edges: hulls.edges.len(),
                triangles: meshes.triangles.len(),
                nodes: meshes.nodes.len(),
                mesh_corners: meshes.corners.len(),
                joined: meshes.joined.len(),
                joints: scene.joints.len(),
                joint_colours: joints.colours.len(),
                apart: joints.apart.len(),
            },
        };
        let bytes = Arrays::bytes(&sizes);
        let needed: usize = bytes.iter().sum();
        if let Some(free) = device.free_bytes().filter(|free| *free < needed) {
            return Err(GpuError::OutOfMemory {
                bodies,
                needed_mib: needed >> 20,
                free_mib: free >> 20,
                fits: (bodies as f64 * free as f64 / needed as f64) as usize,
            });
        }
        let mut addresses = Vec::with_capacity(bytes.len());
        for count in bytes {
            addresses.push(device.allocate(count)?);
        }
        let arrays = Arrays::at(&addresses);
        let bounces = scene.surfaces.iter().any(|surface| surface.restitution > 0.0);
        let mut world = Self {
            device,
            arrays,
            params: Params::default(),
            bounces,
            must_sort: true,
            wide_colours: 16,
            expected_pairs: 4 * bodies,
            held: 0,
            counted: Stat::default(),
            is_timed: false,
            joint_colours: joints
                .colours
                .windows(2)
                .map(|two| (two[1] - two[0]) as usize)
                .collect(),
            sizes,
            scene,
        };
        world.set_params();
        world.write_walls(&meshes)?;
        world.write_shapes(&hulls, &meshes)?;
        world.write_joints(&joints)?;
        let states: Vec<BodyState> = world.scene.bodies.iter().map(|body| body.state).collect();
        world.set_states(&states)?;
        Ok(world)
    }

    /// What runs the kernels, in words.
    pub fn device_name(&self) -> &str {
        self.device.name()
    }

    /// Whether the time of each stage is measured from now on.
    pub fn time_stages(&mut self, wanted: bool) {
        self.is_timed = wanted;
    }

    /// Numbers that follow from the scene.
    pub(crate) fn set_params(&mut self) {
        let scene = &self.scene;
        let bodies = || scene.bodies.iter().map(|body| &body.shape);
        let size = bodies().map(|shape| scene.least(shape)).fold(f64::INFINITY, f64::min);
        let reach = bodies().map(|shape| scene.reach(shape)).fold(0.0, f64::max);
        let most_margin = MAX_MARGIN * size;
        let cell = (2.0 * reach + most_margin) * 1.0001;
        let copies = scene.copies.max(1);
        let places = || scene.bodies.iter().map(|body| body.state.position);
        let wide = [0, 2].map(|k| {
            let far = |least: f64, own: [f64; 3]| least.max(own[k].abs());
            2.0 * places().fold(0.0, far)
        });
        let wide = wide[0].max(wide[1]);
        let h = scene.step / scene.substeps as f64;
        let part = |of: f64| (of * size) as f32;
        let [gx, gy, gz] = scene.gravity.map(|g| g as f32);
        let gravity = scene.gravity.iter().map(|g| g * g).sum::<f64>().sqrt();
        // A soft contact of a quarter of a period per sub-step, critically damped: see
        // `small_steps/softness.rs` of the dynamics.
        let angle = TAU * 0.25;
        let a = angle * (2.0 + angle);
        self.params = Params {
            bodies: self.sizes.bodies as u32,
            walls: scene.walls.len() as u32,
            materials: scene.materials as u32,
            home: (self.sizes.bodies / copies) as u32,
            row: (copies as f64).sqrt().ceil() as u32,
            span: ((wide / cell).ceil() as u32).saturating_add(4).min(MAX_SPAN) | 1,
            bucket_mask: self.sizes.buckets as u32 - 1,
            most_pairs: self.sizes.pairs as u32,
            cell: cell as f32,
            step: scene.step as f32,
            h: h as f32,
            gravity_x: gx,
            gravity_y: gy,
            gravity_z: gz,
            bias_rate: (angle / h / (2.0 + angle)) as f32,
            share: (a / (1.0 + a)) as f32,
            push_speed: PUSH_SPEED as f32,
            bounce_speed: -scene.restitution_threshold.max(2.0 * gravity * h) as f32,
            margin: part(MARGIN),
            lead: (LEAD * scene.step) as f32,
            most_margin: most_margin as f32,
            point_margin: part(POINT_MARGIN),
            look_again: part(LOOK_AGAIN),
            leave: 1.0,
            edge_gain: part(EDGE_GAIN),
            hysteresis: part(HYSTERESIS),
            deeper: part(DEEPER),
        };
    }

    /// Cells from the first copy to that of a body.
    fn origin_of(&self, body: usize) -> [i32; 3] {
        let Params { home, row, span, .. } = self.params;
        let copy = body as u32 / home;
        [(copy % row * span) as i32, 0, (copy / row * span) as i32]
    }

    /// Cell and offset of a position, of the copy of a body.
    fn cell_at_home(&self, position: [f64; 3], body: usize) -> ([i32; 3], [f32; 3]) {
        let (cell, offset) = self.cell_of(position);
        let origin = self.origin_of(body);
        ([0, 1, 2].map(|k| cell[k] + origin[k]), offset)
    }

    /// Cell and offset of a position.
    fn cell_of(&self, position: [f64; 3]) -> ([i32; 3], [f32; 3]) {
        let size = f64::from(self.params.cell);
        let cell = position.map(|x| (x / size).floor().clamp(-1e9, 1e9));
        let offset = [0, 1, 2].map(|k| (position[k] - cell[k] * size) as f32);
        (cell.map(|c| c as i32), offset)
    }

    pub(crate) fn put<T: Copy>(&mut self, address: u64, values: &[T]) -> Result<(), GpuError> {
        if values.is_empty() {
            return Ok(());
        }
        self.device.write(address, &bytes_of(values))
    }

    fn write_joints(&mut self, joints: &JointTables) -> Result<(), GpuError> {
        let arrays = self.arrays;
        let (mut cells, mut rows) = (Vec::new(), joints.rows.clone());
        for (row, world) in rows.chunks_mut(8).zip(&joints.worlds) {
            let second = row[0][1].to_bits() as usize;
            let (cell, [x, y, z]) = self.cell_at_home(*world, second);
            cells.push([cell[0], cell[1], cell[2], 0]);
            if row[0][0].to_bits() == u32::MAX {
                row[1] = [x, y, z, 0.0];
            }
        }
        self.put(arrays.joint, &rows)?;
        self.put(arrays.joint_cell, &cells)?;
        self.put(arrays.joint_colour, &joints.colours)?;
        self.put(arrays.apart_end, &joints.apart_end)?;
        self.put(arrays.apart_from, &joints.apart)
    }

    fn write_shapes(&mut self, hulls: &HullTables, meshes: &MeshTables) -> Result<(), GpuError> {
        let arrays = self.arrays;
        self.put(arrays.hull, &hulls.hulls)?;
        self.put(arrays.hull_corner, &hulls.corners)?;
        self.put(arrays.hull_face, &hulls.faces)?;
        self.put(arrays.hull_loop, &hulls.loops)?;
        self.put(arrays.hull_edge, &hulls.edges)?;
        self.put(arrays.triangle, &meshes.triangles)?;
        self.put(arrays.node, &meshes.nodes)?;
        self.put(arrays.mesh_corner, &meshes.corners)?;
        self.put(arrays.joined_start, &meshes.joined_start)?;
        self.put(arrays.joined, &meshes.joined)
    }

    fn write_walls(&mut self, meshes: &MeshTables) -> Result<(), GpuError> {
        let arrays = self.arrays;
        let mut ranges = meshes.ranges.iter();
        let (mut cells, mut positions) = (Vec::new(), Vec::new());
        let (mut orientations, mut extents) = (Vec::new(), Vec::new());
        for wall in &self.scene.walls {
            let ([x, y, z], [a, b, c]) = self.cell_of(wall.position);
            let (kind, own) = match &wall.shape {
                WallShape::HalfSpace { normal: [p, q, r] } => {
                    (2, [*p as f32, *q as f32, *r as f32, 0.0])
                }
                WallShape::Solid(shape) => (shape.kind(), self.scene.extents_of(shape)),
                WallShape::Mesh(_) => {
                    let [first, end] = ranges.next().copied().unwrap_or_default();
                    (5, [f32::from_bits(first), f32::from_bits(end), 0.0, 0.0])
                }
            };
            cells.push([x, y, z, (256 * wall.material as u32 + kind) as i32]);
            positions.push([a, b, c, 0.0]);
            orientations.push(wall.orientation.map(|q| q as f32));
            extents.push(own);
        }
        let surfaces: Vec<[f32; 2]> = { self.scene.surfaces.iter() }
            .map(|surface| [surface.friction as f32, surface.restitution as f32])
            .collect();
        self.put(arrays.wall_cell, &cells)?;
        self.put(arrays.wall_position, &positions)?;
        self.put(arrays.wall_orientation, &orientations)?;
        self.put(arrays.wall_extents, &extents)?;
        self.put(arrays.surfaces, &surfaces)
    }

    /// Puts every body elsewhere. Contacts are forgotten: impulses begin from zero.
    pub fn set_states(&mut self, states: &[BodyState]) -> Result<(), GpuError> {
        let arrays = self.arrays;
        let bodies = self.scene.bodies.len();
        if states.len() != bodies {
            let reason = format!("{} states for {bodies} bodies", states.len());
            return Err(GpuError::Refused { reason });
        }
        let (mut cells, mut positions, mut orientations) = (Vec::new(), Vec::new(), Vec::new());
        let (mut motions, mut velocities, mut spins) = (Vec::new(), Vec::new(), Vec::new());
        let (mut extents, mut inertias) = (Vec::new(), Vec::new());
        for (at, (body, state)) in self.scene.bodies.iter().zip(states).enumerate() {
            let ([x, y, z], [a, b, c]) = self.cell_at_home(state.position, at);
            cells.push([x, y, z, (256 * body.material as u32 + body.shape.kind()) as i32]);
            positions.push([a, b, c, self.scene.reach(&body.shape) as f32]);
            orientations.push(state.orientation.map(|q| q as f32));
            let [vx, vy, vz] = state.velocity.map(|v| v as f32);
            velocities.push([vx, vy, vz, (1.0 / body.mass) as f32]);
            let [ix, iy, iz] = body.inertia;
            let [wx, wy, wz] = state.spin.map(|w| w as f32);
            extents.push(self.scene.extents_of(&body.shape));
            let is_round = (ix - iy).abs().max((ix - iz).abs()) <= 1e-6 * ix;
            let inverse = (1.0 / ix) as f32;
            spins.push([wx, wy, wz, if is_round { inverse } else { -1.0 }]);
            let round = f32::from(u8::from(is_round));
            motions.extend([velocities[velocities.len() - 1], spins[spins.len() - 1]]);
            inertias.push([inverse, (1.0 / iy) as f32, (1.0 / iz) as f32, round]);
        }
        self.put(arrays.cell, &cells)?;
        self.put(arrays.position, &positions)?;
        self.put(arrays.orientation, &orientations)?;
        self.put(arrays.motion, &motions)?;
        self.put(arrays.free_velocity, &velocities)?;
        self.put(arrays.free_spin, &spins)?;
        self.put(arrays.extents, &extents)?;
        self.put(arrays.inertia, &inertias)?;
        self.put(arrays.id, &(0..bodies as u32).collect::<Vec<_>>())?;
        self.put(arrays.delta, &vec![[0_f32; 4]; 2 * bodies])?;
        self.put(arrays.joint_impulse, &vec![[0_f32; 4]; 3 * self.scene.joints.len()])?;
        // No pairs of before.
        self.put(arrays.stat, &[Stat::default()])?;
        self.put(arrays.pair_start, &vec![0_u32; bodies + 1])?;
        (self.must_sort, self.held, self.counted) = (true, 0, Stat::default());
        Ok(())
    }

    /// Every body where it is now.
    pub fn states(&mut self) -> Result<Vec<BodyState>, GpuError> {
        let bodies = self.sizes.bodies;
        self.read_out()?;
        let positions: Vec<[f64; 3]> = self.get(self.arrays.poses, bodies)?;
        let orientations: Vec<[f32; 4]> = self.get(self.arrays.read_orientation, bodies)?;
        let velocities: Vec<[f32; 4]> = self.get(self.arrays.read_velocity, bodies)?;
        let spins: Vec<[f32; 4]> = self.get(self.arrays.read_spin, bodies)?;
        let three = |v: [f32; 4]| [f64::from(v[0]), f64::from(v[1]), f64::from(v[2])];
        let state = |at: usize| BodyState {
            position: positions[at],
            orientation: orientations[at].map(f64::from),
            velocity: three(velocities[at]),
            spin: three(spins[at]),
        };
        Ok((0..bodies).map(state).collect())
    }

    /// A checksum of the bits of all poses and velocities.
    pub fn checksum(&mut self) -> Result<u32, GpuError> {
        self.read_out()?;
        self.run_checksum()?;
        Ok(self.stat()?.checksum)
    }

    pub(crate) fn get<T: Copy + Default>(
        &mut self,
        address: u64,
        count: usize,
    ) -> Result<Vec<T>, GpuError> {
        let mut bytes = vec![0; count * size_of::<T>()];
        self.device.read(address, &mut bytes)?;
        Ok(values_from(&bytes))
    }

    pub(crate) fn stat(&mut self) -> Result<Stat, GpuError> {
        Ok(self.get(self.arrays.stat, 1)?[0])
    }

    /// What a step tells, and counts begin anew.
    pub(crate) fn report(&mut self, stat: &Stat, sorts: usize, times: Times) -> Report {
        let before = std::mem::replace(&mut self.counted, *stat);
        Report {
            substeps: stat.done.wrapping_sub(before.done) as usize,
            sorts,
            pairs: stat.pairs as usize,
            points: stat.points as usize,
            contacts: stat.touching as usize,
            colours: stat.colours as usize,
            one_by_one: stat.rest as usize,
            looked_again: stat.looked.wrapping_sub(before.looked) as usize,
            deepest: f64::from(f32::from_bits(stat.deepest)),
            joint_error: f64::from(f32::from_bits(stat.joint_error)),
            kinetic_energy: f64::from_bits(
                u64::from(stat.energy_high) << 32 | u64::from(stat.energy_low),
            ),
            fast: stat.fast as usize,
            times,
        }
    }
}

/// Hulls, of which the first is the box of all boxes, and meshes in the order of their walls.
fn tables(scene: &Scene) -> (HullTables, MeshTables) {
    let cube = Hull::cube();
    let hulls = HullTables::new(std::iter::once(&cube).chain(&scene.hulls));
    let meshes = scene.walls.iter().enumerate().filter_map(|(at, wall)| match wall.shape {
        WallShape::Mesh(number) => Some((at, &scene.meshes[number])),
        _ => None,
    });
    (hulls, MeshTables::new(meshes))
}

/// Triangles that all bodies together may be near, by the area that they cover.
fn triangle_pairs(scene: &Scene) -> usize {
    if scene.meshes.is_empty() {
        return 0;
    }
    let area = scene.meshes.iter().map(Mesh::mean_area).fold(f64::INFINITY, f64::min);
    let near = |body: &Body| (16.0 * scene.reach(&body.shape).powi(2) / area).clamp(8.0, 1024.0);
    scene.bodies.iter().map(near).sum::<f64>() as usize
}
