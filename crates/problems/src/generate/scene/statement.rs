//! From a scene to the numbers of its problem, as a step of the simulator
//! states it.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{
    BodyDescription, BodyId, Compliance, FrictionModel, GivenContact, GivenStep, Model, Pose,
    Surface,
};
use stickslip_solve::ProblemData;

use super::super::error::GenerateError;
use super::{ContactPoint, GRAVITY, STABILISATION, STEP, Scene};

impl Scene {
    /// The numbers of one step: rows of joints, then n, t, b of each contact.
    /// All give way by `compliance` (m/s per N·s); contacts rub with `mu`.
    pub fn state(
        &self,
        mu: f64,
        compliance: f64,
        friction: FrictionModel,
    ) -> Result<ProblemData, GenerateError> {
        let row = |gamma| Compliance::Row { epsilon: compliance, gamma };
        let mut model = Model::default();
        for body in &self.bodies {
            model.add_body(body.describe()?)?;
        }
        for joint in &self.joints {
            model.add_joint(joint.describe(row(0.0)))?;
        }
        let ground = BodyDescription::fixed("ground", Pose::IDENTITY, Vec::new());
        let ground = model.add_body(ground)?;
        let surface = Surface {
            friction: mu,
            restitution: 0.0,
            torsion: 0.0,
            rolling: 0.0,
            compliance: row(STABILISATION),
        };
        let contact = |touch: &ContactPoint| GivenContact {
            bodies: [touch.below.map_or(ground, BodyId), BodyId(touch.above)],
            point: touch.point,
            frame: touch.frame(),
            // A step lets the whole of an open gap close; here it is γ of it,
            // as of an overlap.
            gap: if touch.gap > 0.0 { STABILISATION * touch.gap } else { touch.gap },
            surface,
            load: touch.load,
        };
        let step = GivenStep {
            contacts: self.touches.iter().map(contact).collect(),
            model,
            gravity: DVec3::new(0.0, 0.0, -GRAVITY),
            time_step: STEP,
            gyroscopic: false,
            friction,
        };
        Ok(step.problem()?)
    }
}
