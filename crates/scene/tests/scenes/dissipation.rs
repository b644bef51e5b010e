//! Friction that slips takes the most power that its section allows: −w_t lies
//! in the normal cone of the section at λ_t. Measured as the angle between the
//! two, with w the velocity that the law sees: that of the contact and what
//! its compliance adds. The cones are computed here from corners and axes.

use stickslip_dynamics::Simulation;
use stickslip_scene::{Overrides, SceneSource};
use stickslip_solve::{FrictionContact, Kind, SectionShape};

use crate::directions::{STICKS, puck};

/// Slower contacts hold: the rest of a solve has no direction (m/s).
const SLIPS: f64 = 0.1;
/// How near to a side a force must be to lie on it.
const NEAR: f64 = 1e-7;

/// The rays whose hull is the normal cone at a point of a section of size 1.
fn normals(shape: &SectionShape, square: bool, at: &[f64]) -> Vec<Vec<f64>> {
    let corners: Vec<[f64; 2]> = match shape {
        _ if square => vec![[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]],
        SectionShape::Disc => return vec![at.to_vec()],
        SectionShape::Ellipse(axes) => {
            return vec![at.iter().zip(axes).map(|(x, axis)| x / (axis * axis)).collect()];
        }
        SectionShape::Square => vec![[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]],
        SectionShape::Polygon(directions) => {
            let count = directions.count();
            let corner = |ray: usize| (std::f64::consts::TAU * ray as f64 / count as f64).sin_cos();
            (0..count).map(corner).map(|(sine, cosine)| [cosine, sine]).collect()
        }
        SectionShape::Hull(polygon) => polygon.vertices().collect(),
    };
    let next = corners.iter().cycle().skip(1);
    let sides = corners.iter().zip(next).map(|([x, y], [u, v])| {
        let length = (u - x).hypot(v - y);
        let normal = [(v - y) / length, (x - u) / length];
        (normal, normal[0] * x + normal[1] * y)
    });
    let touched = sides.filter(|([x, y], reach)| x * at[0] + y * at[1] > reach - NEAR);
    touched.map(|(normal, _)| normal.to_vec()).collect()
}

/// The sine of the angle between a direction and the cone over one or two rays;
/// any angle where there is none.
fn angle(direction: &[f64], rays: &[Vec<f64>]) -> f64 {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let away = |ray: &[f64]| {
        let share = dot(direction, ray).max(0.0) / dot(ray, ray);
        let rest: Vec<f64> = direction.iter().zip(ray).map(|(x, y)| x - share * y).collect();
        (dot(&rest, &rest) / dot(direction, direction)).sqrt()
    };
    let one = rays.iter().map(|ray| away(ray)).fold(1.0, f64::min);
    let inside = |one: &[f64], two: &[f64]| {
        let turn = |a: &[f64], b: &[f64]| a[0] * b[1] - a[1] * b[0];
        let (first, second) = (turn(one, direction), turn(direction, two));
        first * second >= 0.0 && first * turn(one, two) >= 0.0
    };
    match rays {
        [first, second] if inside(first, second) => 0.0,
        _ => one,
    }
}

/// The largest angle among the contacts of the last step that slip, and how
/// many these are.
fn missed(simulation: &Simulation) -> (f64, usize) {
    let (mut worst, mut count) = (0.0_f64, 0);
    for (problem, outcome) in simulation.islands().filter_map(|island| island.solved) {
        let square = problem.kind() == Kind::Blcp;
        for FrictionContact { normal, tangents, mu, section } in problem.contacts() {
            let slip: Vec<f64> = tangents.iter().map(|&row| -outcome.w[row]).collect();
            let size = section.radius.unwrap_or(mu * outcome.x[*normal]);
            let speed = slip.iter().fold(0.0, |sum: f64, value| sum.hypot(*value));
            if speed < SLIPS || size <= 1e-6 {
                continue;
            }
            let at: Vec<f64> = tangents.iter().map(|&row| outcome.x[row] / size).collect();
            worst = worst.max(angle(&slip, &normals(&section.shape, square, &at)));
            count += 1;
        }
    }
    (worst, count)
}

/// Steps it with a tight tolerance; the worst of all steps.
fn follow(simulation: &Simulation, steps: usize) -> (f64, usize) {
    let mut settings = simulation.settings().clone();
    settings.solver.tolerance = Some(1e-12);
    let model = simulation.model().clone();
    let mut simulation = Simulation::new(model, settings).expect("the same model");
    let (mut worst, mut count) = (0.0_f64, 0);
    for _ in 0..steps {
        simulation.step().expect("a step");
        let (angle, slipping) = missed(&simulation);
        (worst, count) = (worst.max(angle), count + slipping);
    }
    (worst, count)
}

#[test]
fn pucks_slip_along_the_normal_of_their_section() {
    let ellipse = "directions = { type = \"ellipse\", along = 0.2, across = 0.7 }";
    let surface =
        "directions = { type = \"limit-surface\", radius = \"0.5 + 0.05 * cos(2 * angle)\" }";
    let bounds = "directions = { type = \"bounds\", along = [0.7, 0.1], across = [0.3, 0.4] }";
    let twist = "torsion = 0.02\ndirections = { type = \"ellipse\", along = 0.2, across = 0.7 }";
    for (model, law) in [
        ("cone", ""),
        ("cone", "torsion = 0.02"),
        ("cone", ellipse),
        ("cone", twist),
        ("cone", STICKS),
        ("cone", surface),
        ("cone", bounds),
        ("pyramid", ""),
        ("pyramid", ellipse),
        ("polyhedral", ""),
        ("polyhedral", STICKS),
        ("cylinder", ellipse),
        ("prism", ""),
    ] {
        for start in [[3.0, 0.0, 2.0], [-2.0, 0.0, 2.5], [0.5, 0.0, -3.0]] {
            let (worst, count) = follow(&puck(model, law, start), 20);
            assert!(count >= 40, "{model} {law}: {count} slip");
            assert!(worst <= 1e-8, "{model} {law}: {worst}");
        }
    }
}

#[test]
fn scenes_slip_along_the_normals_of_their_sections() {
    for (name, least) in [
        ("curling", 250),
        ("snowboard", 150),
        ("log-slide", 200),
        ("ridges", 60),
        ("tyre-ground", 30),
    ] {
        let scene = SceneSource::find(name).and_then(|it| it.read(&Overrides::default()));
        let simulation = scene.expect("built in").simulation().expect("sound");
        let (worst, count) = follow(&simulation, 40);
        println!("{name}: {worst:.1e} in {count}");
        assert!(count >= least, "{name}: {count} slip");
        assert!(worst <= 1e-8, "{name}: {worst}");
    }
}
