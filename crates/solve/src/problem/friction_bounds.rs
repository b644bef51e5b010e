//! The three ways to set friction bounds (Ho 2022, Eq 2.33–2.36): by the user, frozen from
//! a frictionless solve, or coupled to the normal impulse of the solution.

use crate::outcome::Outcome;

use super::{Kind, Problem, ProblemData, ProblemError, validate};

/// How the tangent rows of a boxed problem get their bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrictionBounds {
    /// ±μ·x\[normal\] of the same solution.
    #[default]
    Coupled,
    /// ±μ·x\[normal\] of a preliminary frictionless solve, then frozen.
    NormalFirst,
    /// The problem's own lo and hi.
    Fixed,
}

impl FrictionBounds {
    /// Every mode.
    pub const ALL: [Self; 3] = [Self::Coupled, Self::NormalFirst, Self::Fixed];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Coupled => "coupled",
            Self::NormalFirst => "normal-first",
            Self::Fixed => "fixed",
        }
    }

    /// The mode of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }
}

/// A problem with bounds from a frictionless solve.
#[derive(Debug)]
pub struct NormalFirst {
    /// The problem to solve.
    pub frozen: Problem,
    /// The frictionless solve.
    pub preliminary: Outcome,
}

impl Problem {
    /// For every row, the normal row and μ that its bounds ±μ·x\[normal\]
    /// follow, if they do.
    pub fn coupling(&self) -> Vec<Option<(usize, f64)>> {
        let mut coupling = vec![None; self.size()];
        if self.has_coupled_bounds() {
            for contact in self.contacts() {
                for &tangent in &contact.tangents {
                    coupling[tangent] = Some((contact.normal, contact.mu));
                }
            }
        }
        coupling
    }

    /// The boxed problem without its contacts: tangents keep lo and hi.
    pub fn with_fixed_bounds(&self) -> Result<Self, ProblemError> {
        let mut data = self.boxed_data("fixed bounds");
        data.contacts.clear();
        self.with_data(data)
    }

    /// The boxed problem with every tangent frozen to ±μ·`impulses`\[normal\].
    pub fn with_frozen_bounds(&self, impulses: &[f64]) -> Result<Self, ProblemError> {
        validate::size("the impulses to freeze", impulses.len(), self.size())?;
        validate::finite("impulses", impulses)?;
        let mut data = self.boxed_data("frozen bounds");
        for contact in std::mem::take(&mut data.contacts) {
            let radius = contact.mu * impulses[contact.normal].max(0.0);
            for tangent in contact.tangents {
                data.lo[tangent] = -radius;
                data.hi[tangent] = radius;
            }
        }
        self.with_data(data)
    }

    /// The problem of cones with every section fixed at the size that
    /// `impulses`\[normal\] gives: cones become cylinders, polyhedral cones prisms
    /// (Preclik et al., Table 1).
    pub fn with_fixed_sections(&self, impulses: &[f64]) -> Result<Self, ProblemError> {
        validate::size("the impulses to freeze", impulses.len(), self.size())?;
        validate::finite("impulses", impulses)?;
        let mut data = self.data.clone();
        data.name = format!("{} (fixed sections)", self.name());
        data.solution = None;
        for contact in &mut data.contacts {
            let load = impulses[contact.normal].max(0.0);
            contact.section.radius.get_or_insert(contact.mu * load);
            if let Some(rolling) = &mut contact.section.rolling {
                rolling.radius.get_or_insert(rolling.mu * load);
            }
        }
        self.with_data(data)
    }

    /// The frictionless problem: every tangent is held at zero.
    pub fn without_friction(&self) -> Result<Self, ProblemError> {
        let mut problem = self.with_frozen_bounds(&vec![0.0; self.size()])?;
        problem.data.name = format!("{} (frictionless)", self.name());
        Ok(problem)
    }

    /// The problem with friction bounds, or sections of cones, frozen at the
    /// normal impulses of the frictionless one, which is a `blcp` and which
    /// `solve` solves; `None` where nothing follows the normals.
    pub fn normal_first<E: From<ProblemError>>(
        &self,
        solve: impl FnOnce(&Self) -> Result<Outcome, E>,
    ) -> Result<Option<NormalFirst>, E> {
        let cones = self.kind().is_cone() && !self.contacts().is_empty();
        if !self.has_coupled_bounds() && !cones {
            return Ok(None);
        }
        let preliminary = solve(&self.without_friction()?)?;
        let frozen = if cones {
            self.with_fixed_sections(&preliminary.x)?
        } else {
            self.with_frozen_bounds(&preliminary.x)?
        };
        Ok(Some(NormalFirst { frozen, preliminary }))
    }

    fn boxed_data(&self, suffix: &str) -> ProblemData {
        ProblemData {
            name: format!("{} ({suffix})", self.name()),
            kind: if self.kind() == Kind::Lcp { Kind::Lcp } else { Kind::Blcp },
            solution: None,
            ..self.data.clone()
        }
    }
}
