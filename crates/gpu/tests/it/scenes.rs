//! Small scenes.

use stickslip_gpu::{Body, BodyState, Scene, Shape, Surface, Wall, WallShape};

/// A body at rest, of the density of water.
pub fn body(shape: Shape, position: [f64; 3]) -> Body {
    let (mass, inertia) = match shape {
        Shape::Sphere { radius } => {
            let mass = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3) * 1000.0;
            (mass, [0.4 * mass * radius * radius; 3])
        }
        Shape::Box { half: [x, y, z] } => {
            let mass = 8000.0 * x * y * z;
            let k = mass / 3.0;
            (mass, [k * (y * y + z * z), k * (x * x + z * z), k * (x * x + y * y)])
        }
        // Those of other shapes are said by whoever makes them.
        Shape::Capsule { .. } | Shape::Hull(_) => (1.0, [1.0; 3]),
    };
    let state = BodyState {
        position,
        orientation: [0.0, 0.0, 0.0, 1.0],
        velocity: [0.0; 3],
        spin: [0.0; 3],
    };
    Body { shape, mass, inertia, material: 0, state }
}

/// A half-space below z = 0.
pub fn ground() -> Wall {
    Wall {
        shape: WallShape::HalfSpace { normal: [0.0, 0.0, 1.0] },
        position: [0.0; 3],
        orientation: [0.0, 0.0, 0.0, 1.0],
        material: 0,
    }
}

/// Bodies above the ground, in 16 sub-steps of 1/60 s.
pub fn scene(bodies: Vec<Body>, friction: f64, restitution: f64) -> Scene {
    Scene {
        bodies,
        walls: vec![ground()],
        hulls: Vec::new(),
        meshes: Vec::new(),
        joints: Vec::new(),
        apart: Vec::new(),
        copies: 1,
        materials: 1,
        surfaces: vec![Surface { friction, restitution }],
        gravity: [0.0, 0.0, -9.81],
        step: 1.0 / 60.0,
        substeps: 16,
        restitution_threshold: 0.05,
    }
}

/// A number in [0, 1) by its place.
pub fn chance(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 40) as f64 / (1_u64 << 24) as f64
}

/// Four walls around a square of `side` by `side`.
pub fn pit(side: f64) -> Vec<Wall> {
    let wall = |normal: [f64; 3], position: [f64; 3]| Wall {
        shape: WallShape::HalfSpace { normal },
        position,
        ..ground()
    };
    vec![
        ground(),
        wall([1.0, 0.0, 0.0], [0.0; 3]),
        wall([0.0, 1.0, 0.0], [0.0; 3]),
        wall([-1.0, 0.0, 0.0], [side, side, 0.0]),
        wall([0.0, -1.0, 0.0], [side, side, 0.0]),
    ]
}

/// A pile in a pit: spheres, boxes and both by turns.
pub fn pile(across: usize, layers: usize, shapes: &[Shape], seed: u64) -> Scene {
    let mut seed = seed;
    let pitch = 2.1 * shapes.iter().map(reach).fold(0.0, f64::max);
    let mut bodies = Vec::new();
    for at in 0..across * across * layers {
        let (x, y, z) = (at % across, at / across % across, at / across / across);
        let place =
            |k: usize, seed: &mut u64| (k as f64 + 0.5 + 0.02 * (chance(seed) - 0.5)) * pitch;
        let position = [place(x, &mut seed), place(y, &mut seed), place(z, &mut seed)];
        let mut own = body(shapes[at % shapes.len()], position);
        let mut q = [0.0; 4].map(|_: f64| chance(&mut seed) - 0.5);
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q = q.map(|x| x / length);
        own.state.orientation = q;
        bodies.push(own);
    }
    Scene { walls: pit(across as f64 * pitch), ..scene(bodies, 0.5, 0.0) }
}

fn reach(shape: &Shape) -> f64 {
    match *shape {
        Shape::Sphere { radius } => radius,
        Shape::Box { half: [x, y, z] } => (x * x + y * y + z * z).sqrt(),
        Shape::Capsule { radius, half_length } => radius + half_length,
        Shape::Hull(_) => 0.0,
    }
}

pub const BALL: Shape = Shape::Sphere { radius: 0.1 };
pub const CUBE: Shape = Shape::Box { half: [0.1; 3] };
pub const SLAB: Shape = Shape::Box { half: [0.15, 0.1, 0.08] };
