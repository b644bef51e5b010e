//! Options of the solvers with conjugate gradients.

use stickslip_linalg::krylov::Stopping;
use stickslip_linalg::preconditioner::{BLOCK_JACOBI, Parameters, Scaling, ShiftBy};

use super::names::{AUTO, PreconditionerName};
use super::{body_space, incomplete};
use crate::options::{OptionError, OptionValues, Options, choice, options};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::solver::Refusal;

choice! {
    /// What the inner tolerance is held against.
    pub enum StopRule {
        /// ‖r‖ over its value at the start.
        Relative = "relative",
        /// ‖r‖ itself, as in Ho 2022.
        Absolute = "absolute",
    }
}

choice! {
    /// When the preconditioner is built anew.
    pub enum Rebuild {
        /// Whenever the free set changes, as in Ho 2022.
        Always = "always",
        /// Once per problem, for all rows; rows that leave become identity rows.
        Never = "never",
        /// Once per problem, for all rows; rows that leave are deleted from its factor.
        Downdate = "downdate",
        /// When rows come back that it does not know, or when the iterations lost by its age outweigh a new one.
        Auto = "auto",
    }
}

choice! {
    /// Scaling before an incomplete factorisation.
    pub enum ScalingChoice {
        /// None.
        None = "none",
        /// To a unit diagonal.
        Diagonal = "diagonal",
        /// By column norms.
        ColumnNorm = "column-norm",
    }
}

choice! {
    /// What a shift γ multiplies.
    pub enum ShiftChoice {
        /// γ I.
        Identity = "identity",
        /// γ diag(A).
        Diagonal = "diagonal",
    }
}

choice! {
    /// The blocks of block-jacobi.
    pub enum BlockChoice {
        /// The rows of a contact.
        Contact = "contact",
        /// The rows between the same bodies.
        Pair = "pair",
    }
}

options! {
    /// Options of `bpp-pcg` and `pgcg` beside those of pivoting.
    pub struct PcgOptions {
        /// Preconditioner by name, or auto, which takes body-space where the bodies are known, else ic0-imaginary, the choice of Ho 2022.
        preconditioner: PreconditionerName = AUTO,
        /// Residual norm that ends an inner solve.
        inner_tolerance: f64 = 1e-6,
        /// What the inner tolerance is held against: relative or absolute.
        inner_stop: StopRule = StopRule::Relative,
        /// Most iterations of one inner solve.
        inner_iterations: usize = 20_000,
        /// Most inner iterations of a run altogether, a preconditioner that is built counted as ten, before it ends as capped; 0 has no limit.
        total_inner: usize = 0,
        /// Whether inner solves are refined until the residual asked for is reached.
        refine: bool = true,
        /// Whether inner solves are loose as long as the index sets still move.
        inexact: bool = true,
        /// When the preconditioner is built anew: always, never, downdate or auto.
        rebuild: Rebuild = Rebuild::Auto,
        /// Scaling before incomplete factorisations: none, diagonal or column-norm.
        scaling: ScalingChoice = ScalingChoice::None,
        /// First shift after a breakdown, doubled from then on; of preconditioners that shift.
        shift: f64 = 1e-4,
        /// What the shift multiplies: identity or diagonal.
        shift_by: ShiftChoice = ShiftChoice::Diagonal,
        /// ict drops entries below this share of their column's norm.
        drop_tolerance: f64 = 1e-5,
        /// Most entries that ict keeps in a column; 0 keeps all.
        keep: usize = 0,
        /// Blocks of block-jacobi: contact or pair (of bodies).
        blocks: BlockChoice = BlockChoice::Pair,
    }
}

/// Iterations that a preconditioner is counted as.
const BUILD: usize = 10;

/// ‖r‖/‖r₀‖ of inner solves while index sets move.
const LOOSE: f64 = 1e-3;

impl PcgOptions {
    /// Reads those of `owner`.
    pub fn read(owner: &str, settings: &OptionValues) -> Result<Self, OptionError> {
        let options = Self::from_settings(owner, settings)?;
        let name = options.preconditioner.0;
        let bodies = name == incomplete::DESCRIPTION.name;
        let (zero_fill, drops) = (name.starts_with("ic0"), name.starts_with("ict") || bodies);
        let blocks = name == BLOCK_JACOBI.name;
        let shifts = ["ic0-compensated", "ic0-partial-shift", "ict-compensated"].contains(&name);
        let incomplete = "an incomplete factor, such as preconditioner=ic0";
        let shifted = "a preconditioner that shifts, such as ic0-compensated";
        let dropping = "a preconditioner that drops entries: ict, ict-compensated or \
                        body-space-incomplete";
        options.refuse_idle(&[
            ("scaling", zero_fill || drops || blocks || name == AUTO.0, incomplete),
            ("shift", shifts || bodies, shifted),
            ("shift_by", shifts || bodies, shifted),
            ("drop_tolerance", drops, dropping),
            ("keep", drops, dropping),
            ("blocks", blocks, "preconditioner=block-jacobi"),
        ])?;
        Ok(options)
    }

    /// Whether the preconditioner that was named can be had on `problem`.
    pub fn honours(&self, solver: &'static str, problem: &Problem) -> Result<(), Refusal> {
        let of_bodies = [body_space::DESCRIPTION.name, incomplete::DESCRIPTION.name];
        if of_bodies.contains(&self.preconditioner.0) && problem.body_space().is_none() {
            let reason = "the problem has no J and Minv with regular blocks";
            return Err(Refusal::Option { solver, option: "preconditioner", reason });
        }
        let chosen = self.preconditioner == AUTO && problem.body_space().is_some();
        if chosen && self.scaling != ScalingChoice::None {
            let reason = "preconditioner=auto takes a complete factor over the bodies here, which \
                          nothing scales; name an incomplete one";
            return Err(Refusal::Option { solver, option: "scaling", reason });
        }
        Ok(())
    }

    /// Whether a run has done as much as `total_inner` allows.
    pub fn is_spent(&self, counts: &Counts) -> bool {
        let done = counts.inner_iterations + BUILD * counts.factorisations;
        self.total_inner > 0 && done > self.total_inner
    }

    /// The first inner tolerance.
    pub fn first_tolerance(&self) -> f64 {
        if self.inexact { self.inner_tolerance.max(LOOSE) } else { self.inner_tolerance }
    }

    /// When an inner solve stops.
    pub fn stopping(&self, tolerance: f64) -> Stopping {
        let (absolute, relative) = match self.inner_stop {
            StopRule::Relative => (0.0, tolerance),
            StopRule::Absolute => (tolerance, 0.0),
        };
        Stopping { absolute, relative, max_iterations: self.inner_iterations }
    }

    /// Settings of the incomplete factorisations.
    pub fn parameters(&self) -> Parameters {
        Parameters {
            scaling: match self.scaling {
                ScalingChoice::None => Scaling::None,
                ScalingChoice::Diagonal => Scaling::Diagonal,
                ScalingChoice::ColumnNorm => Scaling::ColumnNorm,
            },
            shift: self.shift,
            shift_by: match self.shift_by {
                ShiftChoice::Identity => ShiftBy::Identity,
                ShiftChoice::Diagonal => ShiftBy::Diagonal,
            },
            drop_tolerance: self.drop_tolerance,
            keep: self.keep,
        }
    }
}
