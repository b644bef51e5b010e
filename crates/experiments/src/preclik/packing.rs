//! The scene of §4: spheres settling in a box, not yet at rest, μ = 0.8, as one
//! frozen problem in all friction models. The document has 1702 contacts and
//! does not tell radii, time step or moment.

use stickslip_dynamics::FrictionModel;
use stickslip_scene::SceneSource;
use stickslip_solve::{Kind, Problem, ProblemData, Request};

use crate::error::ExperimentError;
use crate::experiment::Context;
use crate::findings::Findings;
use crate::measure::Way;
use crate::scenes::frozen;

/// The moment: some spheres lie, others slide and fall.
const STEPS: usize = 60;

/// One problem in several friction models.
pub struct Packing {
    /// Normal impulses alone.
    pub frictionless: Problem,
    /// Friction in boxes of μ times the frictionless normal impulses.
    pub boxed: Problem,
    /// Friction in squares that follow the normal impulses.
    pub pyramid: Problem,
    /// Coulomb's cone.
    pub cone: Problem,
}

impl Packing {
    /// 150 spheres, or about as many contacts as the document.
    pub fn new(context: &Context) -> Result<Self, ExperimentError> {
        (context.progress)(0.0, "spheres settle");
        let source = SceneSource::new(include_str!("settling-spheres.toml"), "settling-spheres");
        let [wide, high] = context.choose([5.0, 6.0], [9.0, 8.0]);
        let parameters = [("wide", wide), ("high", high)];
        let pyramid = frozen(&source, &parameters, context.seed, FrictionModel::Pyramid, STEPS)?;
        let frictionless = pyramid.without_friction()?;
        let normals = Way::new("bpp", "bpp", "")?.solve(&frictionless, &Request::default())?;
        Ok(Self {
            boxed: pyramid.with_frozen_bounds(&normals.x)?,
            cone: Problem::new(ProblemData { kind: Kind::Ncp, ..pyramid.data().clone() })?,
            frictionless,
            pyramid,
        })
    }

    /// Notes the sizes among the settings.
    pub fn describe(&self, findings: &mut Findings) {
        findings.setting("contacts", self.pyramid.contacts().len());
        findings.setting("rows", self.pyramid.size());
        findings.setting("contacts in the document", 1702);
        findings.setting("friction", 0.8);
    }
}
