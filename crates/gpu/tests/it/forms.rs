//! Capsules, hulls, meshes and height fields: closed forms and piles.

use stickslip_gpu::{Body, BodyState, Hull, Mesh, Scene, Shape, Wall, WallShape, World};

use crate::scenes::{BALL, body, ground, pile, scene};

type Outcome = Result<(), Box<dyn std::error::Error>>;
type Found<T> = Result<T, Box<dyn std::error::Error>>;

const PILL: Shape = Shape::Capsule { radius: 0.08, half_length: 0.1 };

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found}, not {expected} ± {within}");
}

/// A cube as a hull.
fn cube(half: f64) -> Found<Hull> {
    let sign = |bit: usize, at: usize| if at >> bit & 1 == 1 { half } else { -half };
    let corners: Vec<[f64; 3]> = (0..8).map(|at| [0, 1, 2].map(|bit| sign(bit, at))).collect();
    let quads =
        [[1, 3, 7, 5], [2, 6, 7, 3], [4, 5, 7, 6], [0, 4, 6, 2], [0, 1, 5, 4], [0, 2, 3, 1]];
    let halves = |q: [u32; 4]| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]];
    let triangles: Vec<[u32; 3]> = quads.into_iter().flat_map(halves).collect();
    Ok(Hull::new(&corners, &triangles)?)
}

/// A flat floor of triangles at z = 0, from −side to side.
fn floor(side: f64, parts: usize) -> Found<Mesh> {
    let mut corners = Vec::new();
    let mut triangles = Vec::new();
    let at = |k: usize| side * (2.0 * k as f64 / parts as f64 - 1.0);
    for k in 0..(parts + 1) * (parts + 1) {
        corners.push([at(k % (parts + 1)), at(k / (parts + 1)), 0.0]);
    }
    for k in 0..parts * parts {
        let a = (k / parts * (parts + 1) + k % parts) as u32;
        let row = parts as u32 + 1;
        triangles.push([a, a + 1, a + row + 1]);
        triangles.push([a, a + row + 1, a + row]);
    }
    Ok(Mesh::new(&corners, &triangles, false)?)
}

fn on_floor(mut own: Scene, parts: usize) -> Found<Scene> {
    own.meshes = vec![floor(3.0, parts)?];
    own.walls = vec![Wall { shape: WallShape::Mesh(0), ..ground() }];
    Ok(own)
}

fn run(scene: Scene, steps: usize) -> Found<Vec<BodyState>> {
    let mut world = World::on_twin(scene)?;
    for _ in 0..steps {
        world.step()?;
    }
    Ok(world.states()?)
}

/// A solid capsule of the density of water.
fn pill(position: [f64; 3]) -> Body {
    let Shape::Capsule { radius: r, half_length: l } = PILL else { unreachable!() };
    let pi = std::f64::consts::PI;
    let (straight, caps) = (2000.0 * pi * r * r * l, 4000.0 / 3.0 * pi * r.powi(3));
    let along = straight * r * r / 2.0 + caps * 0.4 * r * r;
    let across =
        straight * (r * r / 4.0 + l * l / 3.0) + caps * (0.4 * r * r + l * l + 0.75 * l * r);
    let mut own = body(BALL, position);
    (own.shape, own.mass, own.inertia) = (PILL, straight + caps, [across, along, across]);
    own
}

fn hull(position: [f64; 3]) -> Body {
    Body { shape: Shape::Hull(0), ..body(Shape::Box { half: [0.1; 3] }, position) }
}

/// How deep a weight that two or four points share equally sinks: g/ω² on its own mass each.
fn depth() -> f64 {
    9.81 / (std::f64::consts::FRAC_PI_2 * 960.0).powi(2)
}

#[test]
fn what_lies_sinks_as_deep_as_softness_lets_it() -> Outcome {
    for (own, height) in [(pill([0.01, 0.02, 0.0801]), 0.08), (hull([0.01, 0.02, 0.1001]), 0.1)] {
        let mut plane = scene(vec![own], 0.5, 0.0);
        plane.hulls = vec![cube(0.1)?];
        for parts in [0, 1, 7] {
            let own = if parts > 0 { on_floor(plane.clone(), parts)? } else { plane.clone() };
            let end = run(own, 120)?;
            // Points of several triangles share a weight unevenly.
            near(height - end[0].position[2], depth(), depth());
            near(end[0].velocity[2], 0.0, 1e-5);
        }
    }
    Ok(())
}

#[test]
fn what_slides_comes_to_rest_after_its_way() -> Outcome {
    // v²/(2 μ g): a capsule along its axis, a hull askew, over edges of triangles too.
    let expected = 4.0 / (2.0 * 0.4 * 9.81);
    for mut own in [pill([-0.21, -0.2, 0.08]), hull([-0.21, -0.2, 0.1])] {
        own.state.velocity = if own.shape == PILL { [0.0, 2.0, 0.0] } else { [1.2, 1.6, 0.0] };
        let mut plane = scene(vec![own], 0.4, 0.0);
        plane.hulls = vec![cube(0.1)?];
        for parts in [0, 5] {
            let own = if parts > 0 { on_floor(plane.clone(), parts)? } else { plane.clone() };
            let end = run(own, 90)?[0];
            let way = (end.position[0] + 0.21).hypot(end.position[1] + 0.2);
            near(way, expected, 0.01);
            near(end.velocity[0].hypot(end.velocity[1]), 0.0, 1e-4);
        }
    }
    Ok(())
}

#[test]
fn a_ball_rolls_over_edges_of_triangles_as_over_a_plane() -> Outcome {
    // 5/7 v of a ball that begins sliding; nothing catches on edges. Alone it has kernels of one
    // point, beside a capsule those of four.
    for others in [0, 1] {
        let mut own = body(BALL, [-0.9, -0.31, 0.1]);
        own.state.velocity = [1.6, 0.24, 0.0];
        let mut bodies = vec![own];
        bodies.extend((0..others).map(|_| pill([-2.0, 2.0, 0.081])));
        let end = run(on_floor(scene(bodies, 0.3, 0.0), 11)?, 90)?;
        near(end[0].velocity[0], 1.6 * 5.0 / 7.0, 3e-3);
        near(end[0].velocity[1], 0.24 * 5.0 / 7.0, 3e-3);
        near(end[0].position[2], 0.1, 1e-4);
    }
    Ok(())
}

#[test]
fn a_ball_on_the_edge_of_a_table_tips_over_it() -> Outcome {
    // The corner of a block of a mesh: what is beside it falls, what is above rests, and what
    // falls on the edge from outside of the top is held by the edge.
    let mut block = cube_mesh(0.5)?;
    block.meshes.truncate(1);
    let at = |x: f64, y: f64, z: f64| body(BALL, [x, y, z]);
    block.bodies =
        vec![at(0.3, 0.0, 0.6), at(0.58, 0.0, 0.7), at(-0.75, 0.0, 0.7), at(0.45, 0.3, 1.2)];
    let end = run(block, 60)?;
    near(end[0].position[2], 0.6, 1e-3);
    assert!(end[1].position[0] > 0.6 && end[1].position[2] < 0.0, "{:?}", end[1]);
    near(end[2].position[0], -0.75, 1e-6);
    assert!(end[2].position[2] < -3.0, "{:?}", end[2]);
    near(end[3].position[2], 0.6, 5e-3);
    Ok(())
}

/// A block as a mesh about the origin, and nothing else.
fn cube_mesh(half: f64) -> Found<Scene> {
    let sign = |bit: usize, at: usize| if at >> bit & 1 == 1 { half } else { -half };
    let corners: Vec<[f64; 3]> = (0..8).map(|at| [0, 1, 2].map(|bit| sign(bit, at))).collect();
    let quads =
        [[1, 3, 7, 5], [2, 6, 7, 3], [4, 5, 7, 6], [0, 4, 6, 2], [0, 1, 5, 4], [0, 2, 3, 1]];
    let halves = |q: [u32; 4]| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]];
    let triangles: Vec<[u32; 3]> = quads.into_iter().flat_map(halves).collect();
    let mut own = scene(Vec::new(), 0.5, 0.0);
    own.meshes = vec![Mesh::new(&corners, &triangles, false)?];
    own.walls = vec![Wall { shape: WallShape::Mesh(0), ..ground() }];
    Ok(own)
}

#[test]
fn copies_of_a_scene_end_where_one_ends() -> Outcome {
    // A ball that rolls, a cube that lies and a capsule that falls on the rim of a mesh.
    let mut one = on_floor(scene(Vec::new(), 0.3, 0.0), 5)?;
    one.hulls = vec![cube(0.1)?];
    one.bodies =
        vec![body(BALL, [-0.9, -0.31, 0.1]), hull([0.5, 0.5, 0.1]), pill([2.95, 0.0, 0.2])];
    one.bodies[0].state.velocity = [1.6, 0.24, 0.0];
    let alone = run(one.clone(), 45)?;
    one.copies = 7;
    let mut world = World::on_twin(one.clone())?;
    for _ in 0..45 {
        world.step()?;
    }
    let all = world.states()?;
    assert_eq!(all.len(), 21);
    for copy in all.chunks(3) {
        for (found, expected) in copy.iter().zip(&alone) {
            for k in 0..3 {
                near(found.position[k], expected.position[k], 2e-4);
                near(found.velocity[k], expected.velocity[k], 2e-3);
            }
        }
    }
    let mut backwards = World::on_twin_backwards(one)?;
    for _ in 0..45 {
        backwards.step()?;
    }
    assert_eq!(world.checksum()?, backwards.checksum()?);
    Ok(())
}

#[test]
fn piles_of_all_shapes_settle() -> Outcome {
    let mut own = pile(3, 5, &[BALL, Shape::Box { half: [0.12, 0.1, 0.08] }], 5);
    own.hulls = vec![cube(0.1)?];
    for (at, one) in own.bodies.iter_mut().enumerate() {
        let place = one.state;
        match at % 4 {
            2 => *one = Body { state: place, ..pill([0.0; 3]) },
            3 => *one = Body { state: place, ..hull([0.0; 3]) },
            _ => {}
        }
    }
    own.meshes = vec![floor(6.0, 40)?];
    own.walls[0] = Wall { shape: WallShape::Mesh(0), ..ground() };
    let mut world = World::on_twin(own.clone())?;
    let mut report = world.step()?;
    for _ in 0..239 {
        report = world.step()?;
    }
    assert!(report.deepest < 0.01 && report.fast == 0, "{report:?}");
    for state in world.states()? {
        assert!(state.position[2] > 0.05, "{state:?}");
    }
    let mut backwards = World::on_twin_backwards(own)?;
    for _ in 0..240 {
        backwards.step()?;
    }
    assert_eq!(world.checksum()?, backwards.checksum()?, "threads in another order");
    Ok(())
}
