//! Which space to factor in, by estimated cost.

use stickslip_linalg::Ordering;

use super::augmented_space::AugmentedSpace;
use super::body_space::BodySpace;
use super::constraint_space::ConstraintSpace;
use crate::options::choice;
use crate::outcome::Counts;
use crate::pivoting::block::{BoxSystem, Breakdown, FreeSystem};
use crate::pivoting::pattern::PatternKey;
use crate::problem::Problem;

choice! {
    /// Where free rows are solved.
    pub enum SpaceChoice {
        /// By estimated cost.
        Auto = "auto",
        /// A_FF itself.
        Constraint = "constraint",
        /// M + J_Fᵀ c⁻¹ J_F.
        Body = "body",
        /// [M Jᵀ; J −c].
        Augmented = "augmented",
    }
}

enum Space {
    Constraint(ConstraintSpace),
    Body(BodySpace),
    Augmented(AugmentedSpace),
}

/// The space in use, kept as long as the pattern of the problem stays.
pub struct AdaptiveSpace {
    choice: SpaceChoice,
    ordering: Option<Ordering>,
    key: Option<ProblemKey>,
    space: Option<Space>,
}

/// Every pattern that an analysis of a problem depends on; masses count too,
/// because a fixed body has no degrees of freedom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProblemKey {
    matrix: Option<PatternKey>,
    factors: Option<[PatternKey; 2]>,
    bodies: Option<[PatternKey; 2]>,
}

impl ProblemKey {
    fn of(problem: &Problem) -> Self {
        let data = problem.data();
        Self {
            matrix: (data.matrix.is_some() || problem.stencil().is_some())
                .then(|| PatternKey::of(problem.matrix())),
            factors: data
                .factored
                .as_ref()
                .map(|form| [&form.jacobian, form.inertia.inverse()].map(PatternKey::of)),
            bodies: problem
                .body_space()
                .map(|bodies| [&bodies.jacobian, &bodies.mass].map(PatternKey::of)),
        }
    }
}

/// The augmented factor cannot be changed row by row, so it must be this much
/// cheaper than the others.
const AUGMENTED_HANDICAP: f64 = 4.0;

impl AdaptiveSpace {
    /// Nothing chosen yet.
    pub fn new(choice: SpaceChoice, ordering: Option<Ordering>) -> Self {
        Self { choice, ordering, key: None, space: None }
    }

    /// Gets ready for `problem`: keeps analyses whose pattern still fits.
    pub fn choose(&mut self, problem: &Problem) {
        let key = ProblemKey::of(problem);
        if self.key != Some(key) || self.space.is_none() {
            let zeros = vec![0.0; problem.size()];
            self.space = self.analyse(&BoxSystem::new(problem, &zeros));
            self.key = Some(key);
        }
        if let Some(space) = self.inner() {
            space.begin(problem);
        }
    }

    fn analyse(&self, system: &BoxSystem<'_>) -> Option<Space> {
        let constraint = || ConstraintSpace::new(system, self.ordering).map(Space::Constraint);
        let Some(bodies) = system.problem.body_space() else { return constraint() };
        match self.choice {
            SpaceChoice::Constraint => return constraint(),
            SpaceChoice::Body => return BodySpace::new(system, self.ordering).map(Space::Body),
            SpaceChoice::Augmented => {
                return AugmentedSpace::new(system, self.ordering).map(Space::Augmented);
            }
            SpaceChoice::Auto => {}
        }
        let body = BodySpace::new(system, self.ordering)?;
        // With more rows than freedoms A has more fill than H: not worth a look.
        if bodies.jacobian.rows() as f64 > 1.2 * bodies.freedoms() as f64 {
            return Some(Space::Body(body));
        }
        let augmented = AugmentedSpace::new(system, self.ordering)?;
        let constraint = ConstraintSpace::new(system, self.ordering)?;
        let prices = [constraint.cost(), body.cost(), AUGMENTED_HANDICAP * augmented.cost()];
        if prices[2] < prices[0].min(prices[1]) {
            Some(Space::Augmented(augmented))
        } else if prices[1] < prices[0] {
            Some(Space::Body(body))
        } else {
            Some(Space::Constraint(constraint))
        }
    }

    fn inner(&mut self) -> Option<&mut dyn FreeSystem> {
        match self.space.as_mut()? {
            Space::Constraint(space) => Some(space),
            Space::Body(space) => Some(space),
            Space::Augmented(space) => Some(space),
        }
    }

    /// Which space is in use, and the size of the matrix factored there.
    pub fn figure(&self) -> (&'static str, f64) {
        match &self.space {
            Some(Space::Constraint(space)) => ("constraint_space", space.size() as f64),
            Some(Space::Body(space)) => ("body_space", space.size() as f64),
            Some(Space::Augmented(space)) => ("augmented_space", space.size() as f64),
            None => ("constraint_space", 0.0),
        }
    }
}

impl FreeSystem for AdaptiveSpace {
    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        self.inner().ok_or(Breakdown)?.prepare(system, free, counts)
    }

    fn solve(&mut self, system: &BoxSystem<'_>, rhs: &mut [f64]) {
        if let Some(space) = self.inner() {
            space.solve(system, rhs);
        }
    }
}
