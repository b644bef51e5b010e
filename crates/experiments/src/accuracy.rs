//! Order of convergence of the linear and of the accurate step.
//!
//! Three motions whose limits for h → 0 are smooth, rolling after sliding, and
//! broken by an impact. e(h) is the distance of the body at the end from where
//! it is with the step h/64 of the smallest h, p = log₂ e(2h)/e(h) its order.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{
    Axis as Freedom, BodyDescription, ColliderDescription, JointDescription, MassDescription,
    MaterialTable, Model, ModelError, Pose, Settings, Shape, ShapeError, Simulation,
};
use stickslip_report::plot::{Axis, Marks, Panel, Plot, Series};
use stickslip_report::{Cell, Column, Table};

use crate::claim::Weight;
use crate::error::ExperimentError;
use crate::experiment::{Context, Experiment, OUR_OWN};
use crate::findings::Findings;

/// The line of the registry.
pub const EXPERIMENT: Experiment = Experiment {
    name: "accuracy",
    document: OUR_OWN,
    artefact: "accuracy",
    title: "Order of convergence of the linear and of the accurate step",
    agreement: "Swinging, the accurate step converges with order two and the linear one with order \
                one; rolling and bouncing, it is of order one half at least.",
    deviations: "",
    seeded: false,
    timed: false,
    counted: true,
    run,
};

/// Asked of every step, so that every step is refined (m; rad).
const ASKED: f64 = 1e-8;
/// The largest step (s).
const LARGEST: f64 = 1.0 / 60.0;
/// References are so many times finer than the smallest step.
const FINER: usize = 64;
/// When places are compared (s).
const END: f64 = 0.8;

/// A body in motion.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Motion {
    /// On an arm of one metre, let go from the horizontal.
    Swinging,
    /// Thrown along the ground, sliding until it rolls.
    Rolling,
    /// Dropped from 0.6 m, restitution 0.7.
    Bouncing,
}

const MOTIONS: [(Motion, &str); 3] =
    [(Motion::Swinging, "swinging"), (Motion::Rolling, "rolling"), (Motion::Bouncing, "bouncing")];

impl Motion {
    fn begin(self, accuracy: Option<f64>, time_step: f64) -> Result<Simulation, ModelError> {
        let mut model = Model::default();
        let mut surface = model.materials.materials()[MaterialTable::DEFAULT.0].surface;
        surface.friction = 0.3;
        surface.restitution = if self == Self::Bouncing { 0.7 } else { 0.0 };
        model.materials.set_surface(MaterialTable::DEFAULT, surface)?;
        let shape = |made: Result<Shape, ShapeError>| match made {
            Ok(shape) => Ok(vec![ColliderDescription::new(shape)]),
            Err(error) => Err(ModelError::Setting { key: "shape", reason: error.to_string() }),
        };
        let radius = 0.1;
        let (place, velocity) = match self {
            Self::Swinging => (DVec3::X, DVec3::ZERO),
            Self::Rolling => (DVec3::Y * radius, DVec3::X * 2.0),
            Self::Bouncing => (DVec3::Y * (0.6 + radius), DVec3::ZERO),
        };
        let pose = Pose { position: place, ..Pose::IDENTITY };
        let mut ball = BodyDescription::dynamic("ball", pose, shape(Shape::sphere(radius))?);
        ball.mass = MassDescription::Total(1.0);
        ball.velocity = velocity;
        let ball = model.add_body(ball)?;
        if self == Self::Swinging {
            let hinge = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Freedom::FREE };
            model.add_joint(JointDescription::new("arm", None, ball, hinge))?;
        } else {
            let ground = shape(Shape::half_space(DVec3::Y))?;
            model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, ground))?;
        }
        Simulation::new(
            model,
            Settings { accuracy: accuracy.into(), time_step, ..Settings::default() },
        )
    }

    /// Where the body is at the end.
    fn end(self, accuracy: Option<f64>, finer: usize) -> Result<DVec3, ExperimentError> {
        let h = LARGEST / finer as f64;
        let mut simulation = self.begin(accuracy, h)?;
        for _ in 0..(END / h).round() as usize {
            simulation.step()?;
        }
        Ok(simulation.state().bodies[0].pose.position)
    }
}

/// Errors of both kinds of step, from the largest step to the smallest.
struct Measured {
    name: &'static str,
    errors: [Vec<f64>; 2],
}

impl Measured {
    /// The mean order over all halvings.
    fn order(&self, kind: usize) -> f64 {
        let errors = &self.errors[kind];
        let (first, last) = (errors[0], errors[errors.len() - 1]);
        libm::log2(first / last) / (errors.len() - 1) as f64
    }
}

fn run(context: &Context) -> Result<Findings, ExperimentError> {
    let levels = context.choose(3, 5);
    let mut all = Vec::new();
    for (at, (motion, name)) in MOTIONS.into_iter().enumerate() {
        context.at(at, MOTIONS.len(), name);
        let reference = motion.end(Some(ASKED), FINER << (levels - 1))?;
        let mut errors = [Vec::new(), Vec::new()];
        for (kind, accuracy) in [None, Some(ASKED)].into_iter().enumerate() {
            for level in 0..levels {
                errors[kind].push(motion.end(accuracy, 1 << level)?.distance(reference));
            }
        }
        all.push(Measured { name, errors });
    }
    let mut findings = Findings::default();
    findings.tables.push(table(&all));
    findings.plots.push(figure(&all));
    judge(&mut findings, &all);
    findings.setting("largest step (s)", LARGEST);
    findings.setting("steps, each half as long as the last", levels);
    findings.setting("smallest step over that of the reference", FINER);
    findings.setting("accuracy asked for", ASKED);
    findings.setting("seconds", END);
    Ok(findings)
}

const KINDS: [&str; 2] = ["linear", "accurate"];

fn table(all: &[Measured]) -> Table {
    let columns = [
        Column::words("motion"),
        Column::words("step"),
        Column::numbers("error at the largest step").of("m"),
        Column::numbers("at the smallest").of("m"),
        Column::numbers("order"),
    ];
    let mut table = Table::new("orders", "Errors at the end, and how fast they fall", columns);
    for motion in all {
        for (kind, name) in KINDS.iter().enumerate() {
            let errors = &motion.errors[kind];
            table.row([
                motion.name.into(),
                (*name).into(),
                Cell::scientific(errors[0]),
                Cell::scientific(errors[errors.len() - 1]),
                Cell::fixed(motion.order(kind), 2),
            ]);
        }
    }
    table
}

fn figure(all: &[Measured]) -> Plot {
    let step = |level: usize| LARGEST / f64::from(1 << level);
    let curve = |errors: &Vec<f64>| {
        errors.iter().enumerate().map(|(level, &error)| [step(level), error]).collect()
    };
    let panel = |motion: &Measured| {
        let vertical = Axis::decades(format!("error, {} (m)", motion.name));
        Panel::new(Axis::decades("step (s)"), vertical)
    };
    let series = |(kind, name): (usize, &&str)| Series {
        name: (*name).into(),
        look: kind,
        reached: true,
        marks: Marks::All,
        curves: all.iter().map(|motion| curve(&motion.errors[kind])).collect(),
    };
    Plot {
        name: "errors".into(),
        title: "Error at the end by the size of the step".into(),
        subtitle: format!("after {END} s"),
        panels: all.iter().map(panel).collect(),
        series: KINDS.iter().enumerate().map(series).collect(),
    }
}

fn judge(findings: &mut Findings, all: &[Measured]) {
    let orders = |motion: &Measured| {
        let [linear, accurate] = [motion.order(0), motion.order(1)];
        (linear, accurate, format!("order {linear:.2} linear, {accurate:.2} accurate"))
    };
    let (linear, accurate, measured) = orders(&all[0]);
    findings.claim(
        Weight::Shape,
        "Swinging, the accurate step is of second order and the linear one of first",
        measured,
        accurate > 1.7 && (0.7..1.4).contains(&linear),
    );
    for motion in &all[1..] {
        let (_, accurate, measured) = orders(motion);
        let (plain, held) = (motion.errors[0][0], motion.errors[1][0]);
        // An impact that is met at its time leaves nothing to fall.
        let text = format!(
            "{}, the accurate step is of order one half at least, or right at the largest step",
            motion.name
        );
        let measured = format!("{measured}, {held:.1e} m at the largest step");
        findings.claim(Weight::Shape, text, measured, accurate > 0.5 || held <= ASKED);
        findings.claim(
            Weight::Aside,
            format!("{}, the accurate step is no worse at the largest step", motion.name),
            format!("{held:.2e} m against {plain:.2e} m"),
            held <= 1.01 * plain,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turned::{judged, turns};

    #[test]
    fn every_claim_can_fail() {
        // Errors of three motions over two halvings, linear and accurate.
        let found = |linear: f64, accurate: f64, first: f64| {
            let errors = |order: f64, first: f64| {
                (0..3).map(|k| first * 2f64.powf(-order * f64::from(k))).collect()
            };
            let motion = |(_, name): &(Motion, &'static str)| Measured {
                name,
                errors: [errors(linear, 1e-2), errors(accurate, first)],
            };
            let all: Vec<Measured> = MOTIONS.iter().map(motion).collect();
            judged(|findings| judge(findings, &all))
        };
        turns(&found(1.0, 2.0, 1e-4), &[found(2.0, 0.2, 0.1)]);
    }
}
