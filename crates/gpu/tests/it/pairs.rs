//! Two shapes at random places: depths beside those of the contacts of the processor, which are
//! found by other means and in double precision.

use stickslip_contact::PairDetector;
use stickslip_dynamics::glam::{DQuat, DVec2, DVec3};
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Model, Pose, Settings, Shape, ShapeKind, Simulation,
    StepperKind,
};
use stickslip_gpu::Card;

use crate::scenes::chance;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Deeper than this (m), shapes are half inside each other.
const DEEP: f64 = 0.05;

fn draw(seed: &mut u64) -> DVec3 {
    DVec3::from_array([0.0; 3].map(|_: f64| 2.0 * chance(seed) - 1.0))
}

fn turn(seed: &mut u64) -> DQuat {
    let v = draw(seed);
    DQuat::from_xyzw(v.x, v.y, v.z, 2.0 * chance(seed) - 1.0).normalize()
}

/// A stone: the hull of points near a ball.
fn stone(seed: &mut u64, points: usize) -> Result<Shape, Box<dyn std::error::Error>> {
    let size = DVec3::new(0.14, 0.1, 0.12);
    let points: Vec<DVec3> = (0..points).map(|_| draw(seed).normalize() * size).collect();
    Ok(Shape::convex_hull(&points)?)
}

/// Every two of some shapes at places where they overlap a little or are a little apart: how deep
/// device and processor find them, and how their normals agree.
fn compare(
    shapes: &[Shape],
    wall: Option<&Shape>,
    reach: impl Fn(&mut u64) -> DVec3,
    tolerance: f64,
) -> Outcome {
    let mut seed = 17;
    let mut model = Model::default();
    let mut pairs = Vec::new();
    let count = 240;
    for at in 0..count {
        let origin = DVec3::new(4.0 * f64::from(at % 16), 0.0, 4.0 * f64::from(at / 16));
        let one = &shapes[at as usize % shapes.len()];
        let two = wall.unwrap_or(&shapes[at as usize / shapes.len() % shapes.len()]);
        let place = |own: DVec3, turn: DQuat| Pose::new(origin + own, turn);
        let first = place(reach(&mut seed), turn(&mut seed));
        let orientation = if wall.is_some() { DQuat::IDENTITY } else { turn(&mut seed) };
        let second = place(DVec3::ZERO, orientation);
        let of = |shape: &Shape| vec![ColliderDescription::new(shape.clone())];
        let a = model.add_body(BodyDescription::dynamic(format!("a {at}"), first, of(one)))?;
        let name = format!("b {at}");
        if wall.is_none() {
            let b = model.add_body(BodyDescription::dynamic(name, second, of(two)))?;
            pairs.push((a.0, b.0, one, first, two, second));
        } else {
            pairs.push((a.0, 0, one, first, two, second));
        }
    }
    if let Some(wall) = wall {
        // One wall below all, at every origin in turn: walls are few.
        return compare_walls(wall, &pairs, tolerance);
    }
    let contacts = told(model)?;
    let mut beside = Beside::default();
    for (a, b, one, first, two, second) in &pairs {
        let own = contacts.iter().filter(|own| (own.0, own.1) == (*a, *b)).map(|own| own.2);
        beside.add(own.fold(f64::INFINITY, f64::min), (one, first), (two, second), tolerance);
    }
    beside.check()
}

/// Contacts, as bodies and gaps.
type Told = Vec<(usize, usize, f64)>;

/// The contacts of a model.
fn told(model: Model) -> Result<Told, Box<dyn std::error::Error>> {
    let settings = Settings {
        stepper: StepperKind::SmallSteps,
        substeps: 2,
        time_step: 1e-7,
        gravity: DVec3::ZERO,
        ..Settings::default()
    };
    let card = Card::twin(&model, &settings)?;
    let mut device = Simulation::with_engine(model, settings, Box::new(card))?;
    device.step()?;
    Ok(device.contacts().iter().map(|own| (own.first, own.second, own.gap)).collect())
}

type PlacedPair<'a> = (usize, usize, &'a Shape, Pose, &'a Shape, Pose);

fn compare_walls(wall: &Shape, pairs: &[PlacedPair<'_>], tolerance: f64) -> Outcome {
    let mut beside = Beside::default();
    let mut model = Model::default();
    let own = vec![ColliderDescription::new(wall.clone())];
    let ground = model.add_body(BodyDescription::fixed("wall", Pose::IDENTITY, own))?;
    let mut bodies = Vec::new();
    for (at, (_, _, one, first, _, second)) in pairs.iter().enumerate() {
        // Side by side over the one wall: bodies are apart by more than the wall's features.
        let place = Pose::new(first.position - second.position, first.orientation);
        let own = vec![ColliderDescription::new((*one).clone())];
        let body = model.add_body(BodyDescription::dynamic(format!("{at}"), place, own))?;
        bodies.push((body.0, *one, place));
    }
    // All at once would touch each other: one model for each.
    for (at, one, place) in bodies {
        let mut alone = Model::default();
        for body in [ground.0, at] {
            alone.add_body(model.bodies()[body].description.clone())?;
        }
        let gaps = told(alone)?;
        let gap = gaps.iter().map(|own| own.2).fold(f64::INFINITY, f64::min);
        beside.add(gap, (one, &place), (wall, &Pose::IDENTITY), tolerance);
    }
    beside.check()
}

fn name(shape: &Shape) -> String {
    match shape.kind() {
        ShapeKind::ConvexHull { vertices, .. } => format!("hull of {}", vertices.len()),
        ShapeKind::Terrain { .. } => "terrain".into(),
        other => format!("{other:?}"),
    }
}

#[derive(Default)]
struct Beside {
    touching: usize,
    wrong: Vec<String>,
    /// Differences where half of a shape is inside, and ways out are several.
    deep: usize,
}

impl Beside {
    /// Compares the deepest gap of the device with that of the processor.
    fn add(&mut self, gap: f64, one: (&Shape, &Pose), two: (&Shape, &Pose), tolerance: f64) {
        let mut contacts = Vec::new();
        PairDetector::default().collide([one, two], [0, 1], 1e-3, &mut contacts);
        let deepest = contacts.iter().map(|own| own.gap).fold(f64::INFINITY, f64::min);
        let expected = deepest.min(0.0);
        self.touching += usize::from(expected < 0.0);
        if (gap.min(0.0) - expected).abs() > tolerance {
            if gap.min(expected) < -DEEP {
                self.deep += 1;
                return;
            }
            let kinds = (name(one.0), name(two.0));
            self.wrong.push(format!("{kinds:?} {:?}: {gap}, not {deepest}", one.1));
        }
    }

    fn check(self) -> Outcome {
        assert!(
            self.wrong.is_empty(),
            "{} of {}: {:#?}",
            self.wrong.len(),
            self.touching,
            self.wrong
        );
        assert!(20 * self.deep <= self.touching, "{} of {}", self.deep, self.touching);
        assert!(self.touching > 40, "{}", self.touching);
        Ok(())
    }
}

#[test]
fn shapes_that_move_are_as_deep_as_on_the_processor() -> Outcome {
    let mut seed = 3;
    let shapes = [
        Shape::sphere(0.1)?,
        Shape::capsule(0.06, 0.1)?,
        Shape::cuboid(DVec3::new(0.12, 0.08, 0.1))?,
        stone(&mut seed, 12)?,
        stone(&mut seed, 30)?,
    ];
    let reach = |seed: &mut u64| {
        let far = 0.12 + 0.12 * chance(seed);
        far * draw(seed).normalize()
    };
    // Edges of boxes are taken where they are better than a face by 0.002 of 0.06 m.
    compare(&shapes, None, reach, 2e-4)
}

/// A height field of hills, as such or as a mesh.
fn hills(is_field: bool) -> Result<Shape, Box<dyn std::error::Error>> {
    let height = |x: usize, z: usize| {
        let wave = |k: usize, by: f64| (k as f64 * by).sin();
        0.25 * wave(x, 1.7) * wave(z, 1.3) + 0.1 * wave(x + 2 * z, 0.9)
    };
    let heights: Vec<Vec<f64>> = (0..9).map(|z| (0..9).map(|x| height(x, z)).collect()).collect();
    let field = Shape::height_field(&heights, DVec2::new(3.2, 3.2))?;
    if is_field {
        return Ok(field);
    }
    let ShapeKind::Terrain { vertices, triangles, .. } = field.kind() else {
        return Err("no terrain".into());
    };
    Ok(Shape::triangle_mesh(vertices, triangles)?)
}

#[test]
fn terrains_hold_shapes_as_deep_as_on_the_processor() -> Outcome {
    let mut seed = 5;
    let shapes = [
        Shape::sphere(0.1)?,
        Shape::capsule(0.06, 0.1)?,
        Shape::cuboid(DVec3::new(0.12, 0.08, 0.1))?,
        stone(&mut seed, 20)?,
    ];
    for is_field in [true, false] {
        let reach = |seed: &mut u64| {
            let DVec3 { x, y, z } = draw(seed);
            DVec3::new(1.4 * x, 0.25 * y + 0.15, 1.4 * z)
        };
        compare(&shapes, Some(&hills(is_field)?), reach, 2e-4)?;
    }
    Ok(())
}
