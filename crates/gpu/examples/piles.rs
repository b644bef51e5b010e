//! `cargo xtask bench gpu`: piles on a graphics card.
//!
//! Arguments are runs `KIND:BODIES:SUBSTEPS[:STEPS[:HEAVY[:TIMED]]]` with the kinds `spheres`,
//! `columns` (of boxes), `heap` (boxes at random), `capsules`, `stones` (hulls of twelve corners),
//! `hills` (spheres on a height field), `chains` (25 spheres each, joined by balls) and `crawlers`
//! (copies of a machine of nine bodies and eight driven hinges: BODIES counts all bodies);
//! HEAVY: one body in so many has 1000 times
//! the mass; TIMED: steps, with commas, in which every kernel runs by itself and is timed. Without arguments, the table of `docs/measured.md`. A run that is given twice shows whether
//! its checksums are the same.

use std::error::Error;
use std::time::Instant;

use stickslip_gpu::{
    Body, BodyState, Drive, GpuError, Hull, Joint, JointKind, Mesh, Partner, Scene, Shape, Surface,
    Times, Wall, WallShape, World,
};

/// Radius, or half an edge (m).
const R: f64 = 0.1;
const LAYERS: usize = 25;

fn chance(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 40) as f64 / (1_u64 << 24) as f64
}

fn orientation(kind: &str, seed: &mut u64) -> [f64; 4] {
    let q = match kind {
        "spheres" | "hills" | "chains" => return [0.0, 0.0, 0.0, 1.0],
        "columns" => [0.3 * (chance(seed) - 0.5), 0.3 * (chance(seed) - 0.5), 0.0, 1.0],
        _ => loop {
            let q = [0.0; 4].map(|_: f64| 2.0 * chance(seed) - 1.0);
            let square: f64 = q.iter().map(|x| x * x).sum();
            if square > 0.01 && square < 1.0 {
                break q;
            }
        },
    };
    let length = q.iter().map(|x: &f64| x * x).sum::<f64>().sqrt();
    q.map(|x| x / length)
}

/// Bodies above each other in 25 layers, in a pit that they nearly fill.
fn pile(kind: &str, count: usize, substeps: usize, heavy: usize) -> Result<Scene, GpuError> {
    let mut seed = 7;
    let side = (count as f64 / LAYERS as f64).sqrt().ceil() as usize;
    let ball = 0.4 * R * R;
    let (shape, pitch, unit) = match kind {
        "columns" => (Shape::Box { half: [R; 3] }, 2.6 * R, [2.0 / 3.0 * R * R; 3]),
        "heap" => (Shape::Box { half: [R; 3] }, 3.5 * R, [2.0 / 3.0 * R * R; 3]),
        "capsules" => {
            let shape = Shape::Capsule { radius: 0.6 * R, half_length: 0.8 * R };
            (shape, 2.9 * R, [0.45 * R * R, 0.17 * R * R, 0.45 * R * R])
        }
        "stones" => (Shape::Hull(0), 2.1 * R, [0.9 * ball; 3]),
        _ => (Shape::Sphere { radius: R }, 2.1 * R, [ball; 3]),
    };
    let bodies = (0..count).map(|at| {
        let mut place =
            |k: usize, base: f64| (k as f64 + base) * pitch + 0.02 * R * (chance(&mut seed) - 0.5);
        let position =
            [place(at % side, 0.5), place(at / side % side, 0.5), place(at / side / side, 0.6)];
        let mass = if heavy > 0 && at % heavy == heavy / 2 { 1000.0 } else { 1.0 };
        let orientation = orientation(kind, &mut seed);
        let state = BodyState { position, orientation, velocity: [0.0; 3], spin: [0.0; 3] };
        Body { shape, mass, inertia: unit.map(|unit| unit * mass), material: 0, state }
    });
    let width = side as f64 * pitch;
    let wall = |normal: [f64; 3], position: [f64; 3]| Wall {
        shape: WallShape::HalfSpace { normal },
        position,
        orientation: [0.0, 0.0, 0.0, 1.0],
        material: 0,
    };
    let (mut floor, mut meshes) = (wall([0.0, 0.0, 1.0], [0.0; 3]), Vec::new());
    if kind == "hills" {
        meshes.push(hills(width)?);
        floor.shape = WallShape::Mesh(0);
        // Its y axis leads up.
        floor.orientation = [0.5_f64.sqrt(), 0.0, 0.0, 0.5_f64.sqrt()];
    }
    let chained = if kind == "chains" { count.saturating_sub(side * side) } else { 0 };
    Ok(Scene {
        bodies: bodies.collect(),
        walls: vec![
            floor,
            wall([1.0, 0.0, 0.0], [0.0; 3]),
            wall([0.0, 1.0, 0.0], [0.0; 3]),
            wall([-1.0, 0.0, 0.0], [width, 0.0, 0.0]),
            wall([0.0, -1.0, 0.0], [0.0, width, 0.0]),
        ],
        hulls: if kind == "stones" { vec![stone()?] } else { Vec::new() },
        meshes,
        joints: (0..chained).map(|at| link(at, at + side * side, pitch)).collect(),
        apart: (0..chained).map(|at| (at, Partner::Body(at + side * side))).collect(),
        copies: 1,
        materials: 1,
        surfaces: vec![Surface { friction: 0.5, restitution: 0.0 }],
        gravity: [0.0, 0.0, -9.81],
        step: 1.0 / 60.0,
        substeps,
        restitution_threshold: 0.1,
    })
}

/// Copies of a trunk on four legs of two links each, which springs hold bent, above the ground.
fn crawlers(copies: usize, substeps: usize) -> Scene {
    let s = 0.5_f64.sqrt();
    // Links hang along z; hinges turn about y.
    let (down, about) = ([s, 0.0, 0.0, s], [0.0, 0.0, s, s]);
    let (radius, half_length) = (0.02, 0.08);
    let part = |shape: Shape, position: [f64; 3], orientation: [f64; 4], mass, inertia| {
        let state = BodyState { position, orientation, velocity: [0.0; 3], spin: [0.0; 3] };
        Body { shape, mass, inertia, material: 0, state }
    };
    let half = [0.2, 0.1, 0.05];
    let still = [0.0, 0.0, 0.0, 1.0];
    let mut bodies =
        vec![part(Shape::Box { half }, [0.0, 0.0, 0.45], still, 8.0, [0.033, 0.113, 0.133])];
    let mut joints = Vec::new();
    for (x, y) in [(0.2, 0.13), (0.2, -0.13), (-0.2, 0.13), (-0.2, -0.13)] {
        let shape = Shape::Capsule { radius, half_length };
        for link in 0..2 {
            let z = 0.35 - 0.2 * f64::from(link);
            bodies.push(part(shape, [x, y, z], down, 0.4, [1.1e-3, 1e-4, 1.1e-3]));
            let (second, is_thigh) = (bodies.len() - 1, link == 0);
            // From the axes of a link, whose y axis leads along it, to those of the hinge.
            let turned = [-0.5, 0.5, 0.5, 0.5];
            joints.push(Joint {
                first: Some(if is_thigh { 0 } else { second - 1 }),
                second,
                kind: JointKind::Hinge,
                anchors: [if is_thigh { [x, y, 0.0] } else { [0.0, -0.1, 0.0] }, [0.0, 0.1, 0.0]],
                frames: [if is_thigh { about } else { turned }, turned],
                reference: 0.0,
                stops: Some([-1.5, 1.5]),
                drive: Some(Drive {
                    stiffness: 60.0,
                    damping: 2.0,
                    rest: if is_thigh { 0.6 } else { -1.1 },
                    speed: 0.0,
                    most: 30.0,
                }),
            });
        }
    }
    let apart = joints.iter().filter_map(|own| Some((own.first?, Partner::Body(own.second))));
    let shape = WallShape::HalfSpace { normal: [0.0, 0.0, 1.0] };
    Scene {
        apart: apart.collect(),
        bodies,
        walls: vec![Wall { shape, position: [0.0; 3], orientation: still, material: 0 }],
        joints,
        copies,
        materials: 1,
        surfaces: vec![Surface { friction: 0.8, restitution: 0.0 }],
        gravity: [0.0, 0.0, -9.81],
        step: 0.01,
        substeps,
        restitution_threshold: 0.1,
        ..Scene::default()
    }
}

/// An icosahedron in a ball.
fn stone() -> Result<Hull, GpuError> {
    let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
    let long = R / (1.0 + golden * golden).sqrt();
    let mut corners = Vec::new();
    for (one, two) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
        let (a, b) = (one * long, two * golden * long);
        corners.extend([[0.0, a, b], [a, b, 0.0], [b, 0.0, a]]);
    }
    let near = |a: usize, b: usize| {
        let d: f64 = (0..3).map(|k| (corners[a][k] - corners[b][k]).powi(2)).sum();
        a != b && d < 4.1 * long * long
    };
    let mut triangles = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in (b + 1..12).filter(|c| near(a, b) && near(b, *c) && near(a, *c)) {
                let [p, q, r] = [a, b, c].map(|at| corners[at]);
                let turn = p[0] * (q[1] * r[2] - q[2] * r[1])
                    + p[1] * (q[2] * r[0] - q[0] * r[2])
                    + p[2] * (q[0] * r[1] - q[1] * r[0]);
                let [b, c] = if turn > 0.0 { [b, c] } else { [c, b] };
                triangles.push([a as u32, b as u32, c as u32]);
            }
        }
    }
    Hull::new(&corners, &triangles)
}

/// A height field under the pit: hills of a radius, in triangles of four.
fn hills(width: f64) -> Result<Mesh, GpuError> {
    let parts = (width / (4.0 * R)).ceil() as usize + 2;
    let mut corners = Vec::new();
    for at in 0..(parts + 1) * (parts + 1) {
        let (x, z) = (at % (parts + 1), at / (parts + 1));
        let height = R * ((0.7 * x as f64).sin() * (0.9 * z as f64).sin() - 1.0);
        corners.push([4.0 * R * (x as f64 - 1.0), height, -4.0 * R * (z as f64 - 1.0)]);
    }
    let mut triangles = Vec::new();
    for at in 0..parts * parts {
        let a = (at / parts * (parts + 1) + at % parts) as u32;
        let row = parts as u32 + 1;
        triangles.extend([[a, a + 1, a + row + 1], [a, a + row + 1, a + row]]);
    }
    Mesh::new(&corners, &triangles, true)
}

/// Joins a sphere to the one above it, halfway.
fn link(below: usize, above: usize, pitch: f64) -> Joint {
    Joint {
        first: Some(below),
        second: above,
        kind: JointKind::Ball,
        anchors: [[0.0, 0.0, 0.5 * pitch], [0.0, 0.0, -0.5 * pitch]],
        frames: [[0.0, 0.0, 0.0, 1.0]; 2],
        reference: 0.0,
        stops: None,
        drive: None,
    }
}

/// A step with the time of every kernel that takes a part of it.
fn show_kernels(world: &mut World, words: &str, step: usize) -> Result<(), Box<dyn Error>> {
    let (report, times) = world.time_kernels()?;
    let sum: f64 = times.iter().map(|time| time.ms).sum();
    println!("{words} step {step}: {sum:.2} ms; {report:?}");
    let mut sizes = world.colour_sizes()?;
    while sizes.last() == Some(&0) {
        sizes.pop();
    }
    println!("  colours {sizes:?}");
    for time in times.iter().filter(|time| time.ms > 0.004 * sum) {
        println!(
            "  {:20} {:5} runs {:9.3} ms {:9.1} us",
            time.kernel,
            time.runs,
            time.ms,
            1e3 * time.ms / time.runs as f64
        );
    }
    Ok(())
}

fn run(words: &str) -> Result<(), Box<dyn Error>> {
    let parts: Vec<&str> = words.split(':').collect();
    let [kind, count, substeps, rest @ ..] = parts.as_slice() else {
        return Err(format!("{words:?} is not KIND:BODIES:SUBSTEPS[:STEPS[:HEAVY[:TIMED]]]").into());
    };
    let (count, substeps): (usize, usize) = (count.parse()?, substeps.parse()?);
    let steps: usize = rest.first().map_or(Ok(300), |word| word.parse())?;
    let heavy: usize = rest.get(1).map_or(Ok(0), |word| word.parse())?;
    let timed: Vec<usize> = match rest.get(2) {
        Some(list) => list.split(',').map(str::parse).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let clock = Instant::now();
    let scene = match *kind {
        "crawlers" => crawlers((count / 9).max(1), substeps),
        _ => pile(kind, count, substeps, heavy)?,
    };
    let mut world = World::on_card(scene, 0)?;
    let set_up = clock.elapsed().as_secs_f64();
    let late = steps * 5 / 6;
    let (mut spent, mut slowest) = (0.0, 0.0_f64);
    let (mut rest_depth, mut most_depth, mut sorts) = (0.0_f64, 0.0_f64, [0_usize; 2]);
    let mut last = None;
    for step in 0..steps {
        if timed.contains(&step) {
            show_kernels(&mut world, words, step)?;
        }
        let clock = Instant::now();
        let report = world.step().map_err(|error| format!("step {step}: {error}"))?;
        let ms = clock.elapsed().as_secs_f64() * 1e3;
        // The first steps make graphs.
        if step > 1 {
            slowest = slowest.max(ms);
        }
        if step >= 15 {
            most_depth = most_depth.max(report.deepest);
        }
        sorts[usize::from(step >= late)] += report.sorts;
        if step >= late {
            spent += ms;
            rest_depth = rest_depth.max(report.deepest);
        }
        last = Some(report);
    }
    let checksum = world.checksum()?;
    world.time_stages(true);
    let mut times = Times::default();
    for _ in 0..10 {
        let own = world.step()?.times;
        times.sort_ms += own.sort_ms / 10.0;
        times.solve_ms += own.solve_ms / 10.0;
        times.measure_ms += own.measure_ms / 10.0;
    }
    let report = last.ok_or("no steps")?;
    println!(
        "{words:28} ms {:7.3} worst {:7.2}  r: rest {:.4} most {:.4}  ½v² {:.1e} fast {:3}  contacts {} colours {} ones {} looked {:.3} sorts {:.2}/{:.2}  {checksum:08x}  sort {:.3} solve {:.3} measure {:.3}  set up {set_up:.1} s",
        spent / (steps - late) as f64,
        slowest,
        rest_depth / R,
        most_depth / R,
        report.kinetic_energy / count as f64,
        report.fast,
        report.contacts,
        report.colours,
        report.one_by_one,
        report.looked_again as f64 / (report.pairs * report.substeps).max(1) as f64,
        sorts[0] as f64 / late.max(1) as f64,
        sorts[1] as f64 / (steps - late) as f64,
        times.sort_ms,
        times.solve_ms,
        times.measure_ms,
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let runs: Vec<String> = std::env::args().skip(1).collect();
    let table = [("spheres", 16), ("columns", 16), ("heap", 24)];
    let usual = table.iter().flat_map(|(kind, substeps)| {
        ["100000", "500000", "1000000"].map(|count| format!("{kind}:{count}:{substeps}"))
    });
    let runs = if runs.is_empty() { usual.collect() } else { runs };
    runs.iter().try_for_each(|words| run(words))
}
