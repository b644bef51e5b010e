//! `body-space`: a factor of M + J_Fᵀ c_F⁻¹ J_F used through the Woodbury
//! identity A_FF⁻¹ = c_F⁻¹ − c_F⁻¹ J_F (M + J_Fᵀ c_F⁻¹ J_F)⁻¹ J_Fᵀ c_F⁻¹.
//!
//! c is the compliance, raised where it is next to nothing beside A_ii: so the
//! factor exists for rigid rows too, and conjugate gradients correct the rest.

use stickslip_linalg::preconditioner::Preconditioner;

use super::names::PreconditionerDescription;
use crate::outcome::Counts;
use crate::pivoting::block::{BoxSystem, Breakdown, FreeSystem};
use crate::pivoting::bpp::body_space::BodySpace;
use crate::problem::Problem;

/// The line of the list.
pub const DESCRIPTION: PreconditionerDescription = PreconditionerDescription {
    name: "body-space",
    summary: "a factor of M + JᵀC⁻¹J over the bodies, through the Woodbury identity",
};

/// Least compliance over A_ii: much less, and rounding in the factor would
/// make the preconditioner indefinite.
const LEAST_SOFTNESS: f64 = 1e-10;

/// The factor, brought along from free set to free set by rank-one changes.
pub struct BodyFactor(BodySpace);

impl BodyFactor {
    /// `None` without a body-space view.
    pub fn new(system: &BoxSystem<'_>) -> Option<Self> {
        BodySpace::new(system, None).map(Self)
    }

    /// Numbers stored.
    pub fn stored(&self) -> usize {
        self.0.stored()
    }

    /// Gets ready for the free rows.
    pub fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        self.0.prepare(&softened(system), free, counts)
    }

    /// The preconditioner for one solve.
    pub fn on<'a>(&'a mut self, system: &'a BoxSystem<'a>) -> BodyPreconditioner<'a> {
        BodyPreconditioner { factor: &mut self.0, system }
    }
}

/// A factor with the problem that it belongs to.
pub struct BodyPreconditioner<'a> {
    factor: &'a mut BodySpace,
    system: &'a BoxSystem<'a>,
}

impl Preconditioner for BodyPreconditioner<'_> {
    fn apply(&mut self, r: &[f64], z: &mut [f64]) {
        z.copy_from_slice(r);
        self.factor.solve(self.system, z);
    }

    fn restrict(&mut self, _active: &[bool]) {
        // BodyFactor::prepare has done it.
    }
}

/// C + shift of a row, at least what the factor can bear.
pub fn softness(system: &BoxSystem<'_>, row: usize) -> f64 {
    let problem: &Problem = system.problem;
    let compliance = problem.factored().map_or(0.0, |factored| factored.compliance[row]);
    (compliance + system.shift[row]).max(LEAST_SOFTNESS * problem.diagonal()[row])
}

/// The system with the least compliance enforced.
fn softened<'a>(system: &BoxSystem<'a>) -> BoxSystem<'a> {
    let mut raised = BoxSystem {
        problem: system.problem,
        b: Vec::new(),
        shift: system.shift.clone(),
        lo: Vec::new(),
        hi: Vec::new(),
    };
    if let Some(factored) = system.problem.factored() {
        for (row, shift) in raised.shift.iter_mut().enumerate() {
            let least = LEAST_SOFTNESS * system.problem.diagonal()[row];
            *shift = shift.max(least - factored.compliance[row]);
        }
    }
    raised
}
