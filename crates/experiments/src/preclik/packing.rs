//! The scene of §4: spheres settling in a box, not yet at rest, μ = 0.8, as one
//! frozen problem in all friction models. The document has 1702 contacts and
//! does not tell radii, time step or moment, so that several moments are taken.
//!
//! Contacts are those that nearly touch. The document's are rigid, so that A is
//! singular; here every row has a compliance of 1e-9, which makes A positive
//! definite and changes velocities by no more than that.

use stickslip_dynamics::FrictionModel;
use stickslip_scene::SceneSource;
use stickslip_solve::{Kind, Problem, ProblemData, Request};

use crate::error::ExperimentError;
use crate::experiment::Context;
use crate::findings::Findings;
use crate::measure::Way;
use crate::scenes::frozen;

/// Steps of 5 ms until the moments: some spheres lie, others slide and fall.
const MOMENTS: [usize; 3] = [80, 120, 200];

/// What settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bodies {
    /// Spheres, as in the document.
    Spheres,
    /// Ellipsoids and boxes.
    Shapes,
}

/// One problem in several friction models.
pub struct Packing {
    /// Seconds after the beginning.
    pub time: f64,
    /// Contacts that carry load without friction.
    pub loaded: usize,
    /// Impulses of the solution without friction.
    pub normals: Vec<f64>,
    /// Normal impulses alone.
    pub frictionless: Problem,
    /// Friction in boxes of μ times the frictionless normal impulses.
    pub boxed: Problem,
    /// Friction in squares that follow the normal impulses.
    pub pyramid: Problem,
    /// Coulomb's cone.
    pub cone: Problem,
    /// Its convex relaxation (Eq 10).
    pub relaxed: Problem,
}

impl Packing {
    /// 64 spheres, or about as many contacts as the document, at one moment.
    pub fn new(context: &Context) -> Result<Self, ExperimentError> {
        Self::of(context, Bodies::Spheres)
    }

    /// The same of any bodies.
    pub fn of(context: &Context, bodies: Bodies) -> Result<Self, ExperimentError> {
        Self::at(context, bodies, MOMENTS[0])
    }

    /// At every moment when full, at one when quick.
    pub fn sweep(context: &Context) -> Result<Vec<Self>, ExperimentError> {
        let moments = context.choose(&MOMENTS[..1], &MOMENTS[..]);
        moments.iter().map(|&steps| Self::at(context, Bodies::Spheres, steps)).collect()
    }

    fn at(context: &Context, bodies: Bodies, steps: usize) -> Result<Self, ExperimentError> {
        (context.progress)(0.0, "bodies settle");
        let source = match bodies {
            Bodies::Spheres => {
                SceneSource::new(include_str!("settling-spheres.toml"), "settling-spheres")
            }
            Bodies::Shapes => {
                SceneSource::new(include_str!("settling-shapes.toml"), "settling-shapes")
            }
        };
        let [wide, high] = context.choose([4.0, 4.0], [9.0, 9.0]);
        let parameters = [("wide", wide), ("high", high)];
        let found = frozen(&source, &parameters, context.seed, FrictionModel::Pyramid, steps)?;
        let pyramid = rigid(&found)?;
        let frictionless = pyramid.without_friction()?;
        let normals = Way::new("bpp", "bpp", "")?.solve(&frictionless, &Request::default())?;
        let kind = |kind| Problem::new(ProblemData { kind, ..pyramid.data().clone() });
        Ok(Self {
            time: 0.005 * steps as f64,
            loaded: pyramid.contacts().iter().filter(|it| normals.x[it.normal] > 1e-9).count(),
            boxed: pyramid.with_frozen_bounds(&normals.x)?,
            cone: kind(Kind::Ncp)?,
            relaxed: kind(Kind::Ccp)?,
            normals: normals.x,
            frictionless,
            pyramid,
        })
    }

    /// The pyramid and the cone with another coefficient of friction.
    pub fn with_friction(&self, mu: f64) -> Result<[Problem; 2], ExperimentError> {
        let again = |problem: &Problem| {
            let mut data = problem.data().clone();
            data.contacts.iter_mut().for_each(|contact| contact.mu = mu);
            Problem::new(data)
        };
        Ok([again(&self.pyramid)?, again(&self.cone)?])
    }

    /// Notes the sizes among the settings.
    pub fn describe(&self, findings: &mut Findings) {
        describe(std::slice::from_ref(self), findings);
    }
}

/// Notes the sizes of all moments.
pub fn describe(packings: &[Packing], findings: &mut Findings) {
    for packing in packings {
        let contacts = packing.pyramid.contacts().len();
        findings.setting(
            format!("at {:.2} s", packing.time),
            format!("{contacts} contacts, {} of them under load", packing.loaded),
        );
    }
    findings.setting("contacts in the document", 1702);
    findings.setting("friction", 0.8);
    findings.setting("compliance", COMPLIANCE);
    findings.setting("start", "x = 0");
}

/// Compliance of every row (m/s per N·s).
const COMPLIANCE: f64 = 1e-9;

/// The same with next to no compliance.
fn rigid(problem: &Problem) -> Result<Problem, ExperimentError> {
    let mut data = ProblemData { matrix: None, ..problem.data().clone() };
    let Some(factored) = &mut data.factored else {
        return Err(ExperimentError::Missing(format!("{} has no bodies", data.name)));
    };
    factored.compliance.fill(COMPLIANCE);
    Ok(Problem::new(data)?)
}
