//! What host and kernels share, declared once: each structure here is also written as C text.

/// A structure of 32-bit numbers in Rust and in C.
macro_rules! shared {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $kind:ident,)* }) => {
        $(#[$about])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub(crate) struct $name { $($(#[$doc])* pub(crate) $field: $kind,)* }

        impl $name {
            pub(crate) const TEXT: &'static str = concat!(
                "struct ", stringify!($name), " {\n",
                $("  ", stringify!($kind), " ", stringify!($field), ";\n",)* "};\n"
            );
        }
    };
}

shared! {
    /// Numbers that a step is made with.
    Params {
        bodies: u32,
        walls: u32,
        materials: u32,
        /// Bodies of a copy, copies in a row, and cells from one to the next.
        home: u32,
        row: u32,
        span: u32,
        bucket_mask: u32,
        most_pairs: u32,
        /// Size of a cell (m).
        cell: f32,
        /// Length of the step and of a sub-step (s).
        step: f32,
        h: f32,
        gravity_x: f32,
        gravity_y: f32,
        gravity_z: f32,
        /// β and s of soft contacts; fastest speed that removes overlap (m/s).
        bias_rate: f32,
        share: f32,
        push_speed: f32,
        /// Normal speeds above this, which is negative, do not bounce (m/s).
        bounce_speed: f32,
        /// Pairs are listed within `margin`, `lead` times the speed of either body and what their
        /// relative speed adds, at most `most_margin` (m, s).
        margin: f32,
        lead: f32,
        most_margin: f32,
        /// Points are kept within this and what speed adds (m).
        point_margin: f32,
        /// A pair is looked at again after it has moved by this (m).
        look_again: f32,
        /// Part of what bodies may leave their paths by, after which the grid is sorted again.
        leave: f32,
        /// An edge axis is better than a face by at least this (m).
        edge_gain: f32,
        /// An axis changes for a gain of this (m).
        hysteresis: f32,
        /// A point is taken for its depth alone where it is deeper by this (m).
        deeper: f32,
    }
}

shared! {
    /// What kernels count. Floats are kept as their bits.
    Stat {
        pairs: u32,
        pairs_needed: u32,
        colours: u32,
        rest: u32,
        halted: u32,
        /// Sub-steps since the grid was sorted, and of all steps.
        since: u32,
        done: u32,
        /// Time that pairs are foreseen for (s).
        horizon: u32,
        left_path: u32,
        /// Manifolds that are built next, and all of those in sub-steps; bodies whose manifolds
        /// have changed.
        to_build: u32,
        looked: u32,
        to_gather: u32,
        points: u32,
        touching: u32,
        deepest: u32,
        /// Farthest that a joint is off (m).
        joint_error: u32,
        fast: u32,
        wrong: u32,
        checksum: u32,
        /// Kinetic energy (J), in double precision.
        energy_low: u32,
        energy_high: u32,
    }
}

/// What every kernel gets by value: `World` in C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Arguments {
    pub(crate) arrays: Arrays,
    pub(crate) params: Params,
}

/// How many elements an array has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Length {
    Fixed(usize),
    Bodies(usize),
    Buckets,
    Pairs,
    /// For every point of every pair.
    Points,
    Walls,
    /// As many as the tables of shapes hold.
    Table(fn(&Tables) -> usize),
}

/// Sizes of all arrays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    pub(crate) bodies: usize,
    pub(crate) buckets: usize,
    pub(crate) pairs: usize,
    pub(crate) points: usize,
    pub(crate) walls: usize,
    pub(crate) tables: Tables,
}

/// Sizes of the tables of hulls and meshes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) hulls: usize,
    pub(crate) hull_corners: usize,
    pub(crate) hull_faces: usize,
    pub(crate) hull_loops: usize,
    pub(crate) hull_edges: usize,
    pub(crate) triangles: usize,
    pub(crate) nodes: usize,
    pub(crate) mesh_corners: usize,
    pub(crate) joined: usize,
    pub(crate) joints: usize,
    pub(crate) joint_colours: usize,
    pub(crate) apart: usize,
}

impl Length {
    fn elements(self, sizes: &Sizes) -> usize {
        match self {
            Self::Fixed(count) => count,
            Self::Bodies(times) => times * sizes.bodies + 1,
            Self::Buckets => sizes.buckets.max(sizes.bodies) + 1,
            Self::Pairs => sizes.pairs,
            Self::Points => sizes.pairs * sizes.points,
            Self::Walls => sizes.walls.max(1),
            Self::Table(count) => count(&sizes.tables).max(1),
        }
    }
}

/// The arrays on the device: their addresses in Rust, their types in C.
macro_rules! arrays {
    ($($field:ident: $kind:literal $length:expr,)*) => {
        /// Addresses on the device.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default)]
        pub(crate) struct Arrays { $(pub(crate) $field: u64,)* }

        impl Arrays {
            pub(crate) const TEXT: &'static str = concat!(
                "struct World {\n", $("  ", $kind, "* ", stringify!($field), ";\n",)* "  Params p;\n};\n"
            );

            /// Bytes that each array takes.
            pub(crate) fn bytes(sizes: &Sizes) -> Vec<usize> {
                vec![$($length.elements(sizes) * size_of_kind($kind),)*]
            }

            /// From addresses in the same order.
            pub(crate) fn at(addresses: &[u64]) -> Self {
                let mut next = addresses.iter().copied();
                Self { $($field: next.next().unwrap_or_default(),)* }
            }
        }
    };
}

fn size_of_kind(kind: &str) -> usize {
    match kind {
        "Stat" => size_of::<Stat>(),
        "float4" | "int4" => 16,
        "float2" | "uint2" | "u64" | "double" => 8,
        _ => 4,
    }
}

use Length::{Bodies, Buckets, Fixed, Pairs, Points, Table, Walls};

arrays! {
    stat: "Stat" Fixed(1),
    bounds: "i32" Fixed(6),
    // Bodies in the order of the grid; the fourth number of `cell` is 256 · material + shape.
    cell: "int4" Bodies(1),
    position: "float4" Bodies(1),
    orientation: "float4" Bodies(1),
    // Velocity and inverse mass; spin and inverse inertia where it is the same about all axes, else −1.
    motion: "float4" Bodies(2),
    extents: "float4" Bodies(1),
    inertia: "float4" Bodies(1),
    id: "u32" Bodies(1),
    other_cell: "int4" Bodies(1),
    other_position: "float4" Bodies(1),
    other_orientation: "float4" Bodies(1),
    other_velocity: "float4" Bodies(1),
    other_spin: "float4" Bodies(1),
    other_extents: "float4" Bodies(1),
    other_inertia: "float4" Bodies(1),
    other_free_velocity: "float4" Bodies(1),
    other_free_spin: "float4" Bodies(1),
    other_id: "u32" Bodies(1),
    // Way and reach; turn; since the grid was sorted.
    delta: "float4" Bodies(2),
    foreseen: "float4" Bodies(1),
    free_velocity: "float4" Bodies(1),
    free_spin: "float4" Bodies(1),
    inverse_inertia: "float4" Bodies(2),
    bounds_half: "float4" Bodies(1),
    changed: "u32" Bodies(1),
    bucket: "u32" Bodies(1),
    bucket_count: "u32" Buckets,
    bucket_start: "u32" Buckets,
    bucket_fill: "u32" Buckets,
    block_sums: "u32" Buckets,
    order: "u32" Bodies(1),
    pair_count: "u32" Bodies(1),
    pair_start: "u32" Bodies(1),
    pair: "uint2" Pairs,
    second_count: "u32" Bodies(1),
    second_start: "u32" Bodies(1),
    second_fill: "u32" Bodies(1),
    second: "u32" Pairs,
    used: "u64" Bodies(1),
    claims: "u32" Bodies(64),
    colour: "u32" Pairs,
    list_a: "u32" Pairs,
    list_b: "u32" Pairs,
    left: "u32" Fixed(64),
    colour_count: "u32" Fixed(66),
    colour_start: "u32" Fixed(66),
    colour_fill: "u32" Fixed(66),
    slot: "u32" Pairs,
    // Manifolds, in the order of their colours: see `manifolds.h`.
    sides: "uint2" Pairs,
    normal: "float4" Pairs,
    apart: "float4" Pairs,
    seen_way: "float4" Pairs,
    seen_turn: "float4" Pairs,
    arm: "float4" Points,
    gap: "f32" Points,
    mass: "f32" Points,
    grip: "f32" Points,
    push: "f32" Points,
    drag: "float2" Points,
    approach: "f32" Points,
    feature: "u32" Points,
    // Manifolds of before, in the order of their colours; pairs of before, by numbers of bodies.
    kept_at: "u32" Pairs,
    kept_start: "u32" Bodies(1),
    kept_end: "u32" Bodies(1),
    kept_other: "u32" Pairs,
    kept_colour: "u32" Pairs,
    kept_slot: "u32" Pairs,
    kept_normal: "float4" Pairs,
    kept_apart: "float4" Pairs,
    kept_seen_way: "float4" Pairs,
    kept_seen_turn: "float4" Pairs,
    kept_arm: "float4" Points,
    kept_mass: "f32" Points,
    kept_grip: "f32" Points,
    kept_push: "f32" Points,
    kept_drag: "float2" Points,
    kept_approach: "f32" Points,
    kept_feature: "u32" Points,
    wall_cell: "int4" Walls,
    wall_position: "float4" Walls,
    wall_orientation: "float4" Walls,
    wall_extents: "float4" Walls,
    // Hulls: where corners and faces begin and how many; edges. Faces end in where their loop of
    // corners begins, times 64, and how many these are.
    hull: "int4" Table(|own| own.hulls),
    hull_corner: "float4" Table(|own| own.hull_corners),
    hull_face: "float4" Table(|own| own.hull_faces),
    hull_loop: "u32" Table(|own| own.hull_loops),
    hull_edge: "int4" Table(|own| own.hull_edges),
    // Meshes: see `meshes.h`; corners that an edge joins to each corner.
    triangle: "float4" Table(|own| own.triangles),
    node: "float4" Table(|own| own.nodes),
    mesh_corner: "float4" Table(|own| own.mesh_corners),
    joined_start: "u32" Table(|own| own.mesh_corners + 1),
    joined: "u32" Table(|own| own.joined),
    // Joints: see `joints.cu`; where anchors in the world are; impulses; where each colour
    // begins. What each body never touches, by numbers; where bodies are in the grid's order.
    joint: "float4" Table(|own| 8 * own.joints),
    joint_cell: "int4" Table(|own| own.joints),
    joint_impulse: "float4" Table(|own| 3 * own.joints),
    joint_colour: "u32" Table(|own| own.joint_colours + 1),
    apart_end: "u32" Bodies(1),
    apart_from: "u32" Table(|own| own.apart),
    place: "u32" Bodies(1),
    surfaces: "float2" Fixed(256 * 256),
    energy: "double" Buckets,
    poses: "double" Bodies(3),
    read_orientation: "float4" Bodies(1),
    read_velocity: "float4" Bodies(1),
    read_spin: "float4" Bodies(1),
}
