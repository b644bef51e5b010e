//! Sums of coordinates: joints that follow others, and tendons over joints.

use stickslip_dynamics::joint::{Coupling, CouplingTerm};
use stickslip_dynamics::{Axis, JointDescription, Passive};

use super::Builder;
use crate::error::{ImportError, Location};
use crate::mechanism::{Equality, JointType, Tendon, TendonPath};
use crate::remark::About;

impl Builder<'_> {
    /// c q of a hinge or slide.
    fn term(&self, joint: usize, factor: f64) -> Option<CouplingTerm> {
        let &(first, second) = self.ends.get(&joint)?;
        let of = &self.mechanism.joints[joint];
        let pose = self.placement.pose;
        Some(CouplingTerm {
            first,
            second,
            anchor: pose.point(self.dynamics.kinematics.anchors[joint]),
            axis: pose.direction(self.dynamics.kinematics.axes[joint]),
            slides: of.kind == JointType::Slide,
            factor,
            reference: self.start.qpos[of.coordinate],
        })
    }

    /// Adds a sum of coordinates, of which each is there once.
    fn couple(
        &mut self,
        name: String,
        place: &Location,
        sum: &[(usize, f64)],
        axis: Axis,
    ) -> Result<(), ImportError> {
        let mut once: Vec<(usize, f64)> = Vec::new();
        for &(joint, factor) in sum {
            match once.iter_mut().find(|(known, _)| *known == joint) {
                Some((_, known)) => *known += factor,
                None => once.push((joint, factor)),
            }
        }
        let terms = once.iter().filter(|(_, factor)| *factor != 0.0);
        let terms: Vec<CouplingTerm> =
            terms.filter_map(|&(joint, factor)| self.term(joint, factor)).collect();
        let Some(second) = terms.first().map(|term| term.second) else { return Ok(()) };
        let name = format!("{}{name}", self.placement.prefix);
        let kind = Coupling { terms, sum: axis };
        let mut joint = JointDescription::new(name, None, second, kind);
        joint.touching = true;
        self.model.add_joint(joint).map_err(|error| Self::refused(place, error))?;
        Ok(())
    }

    /// p(x) ≈ p(x₀) + p′(x₀)(x − x₀): the constant and the factor, with a word where that
    /// is not the whole of it.
    fn linear(
        &mut self,
        equality: &Equality,
        a: &[f64; 5],
        at: f64,
    ) -> Result<(f64, f64), ImportError> {
        let value = a.iter().rev().fold(0.0, |sum, a| sum * at + a);
        let slope = (1..5).rev().fold(0.0, |sum, k| sum * at + k as f64 * a[k]);
        if a[2..] != [0.0; 3] {
            let about = About { element: "equality", place: &equality.place, subject: "polycoef" };
            let reason = "the polynomial is taken as straight about the beginning";
            self.remarks.warn_at(&about, reason)?;
        }
        Ok((value - slope * at, slope))
    }

    /// q₁ − q₁⁰ = p(q₂ − q₂⁰).
    pub(super) fn couple_joints(
        &mut self,
        equality: &Equality,
        name: &str,
        (first, second): (usize, Option<usize>),
        polynomial: &[f64; 5],
    ) -> Result<(), ImportError> {
        let reference = |joint: usize| self.mechanism.joints[joint].reference;
        let (zero, other) = (reference(first), second.map_or(0.0, reference));
        let start = |joint: usize| self.start.qpos[self.mechanism.joints[joint].coordinate];
        let at = second.map_or(0.0, |second| start(second) - other);
        let (constant, slope) = self.linear(equality, polynomial, at)?;
        let mut sum = vec![(first, 1.0)];
        sum.extend(second.map(|second| (second, -slope)));
        let held = zero + constant - slope * other;
        let axis = Axis { limits: Some([held; 2]), ..Axis::FREE };
        self.couple(format!("{name} (coupling)"), &equality.place, &sum, axis)
    }

    /// The same of the lengths of tendons.
    pub(super) fn couple_tendons(
        &mut self,
        equality: &Equality,
        name: &str,
        (first, second): (usize, Option<usize>),
        polynomial: &[f64; 5],
    ) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        let path = |tendon: usize| match &mechanism.tendons[tendon].path {
            TendonPath::Fixed(terms) => Some(terms.clone()),
            TendonPath::Spatial(_) => None,
        };
        let (Some(own), Some(other)) = (path(first), second.map_or(Some(Vec::new()), path)) else {
            let about = About { element: "equality", place: &equality.place, subject: "a string" };
            return self.remarks.missing_at(&about, "only tendons over joints are coupled");
        };
        let at_reference = |terms: &[(usize, f64)]| -> f64 {
            terms.iter().map(|(joint, c)| c * mechanism.joints[*joint].reference).sum()
        };
        let now = |terms: &[(usize, f64)]| -> f64 {
            let q = |joint: usize| self.start.qpos[mechanism.joints[joint].coordinate];
            terms.iter().map(|(joint, c)| c * q(*joint)).sum()
        };
        let (zero, rest) = (at_reference(&own), at_reference(&other));
        let at = now(&other) - rest;
        let (constant, slope) = self.linear(equality, polynomial, at)?;
        let mut sum = own;
        sum.extend(other.iter().map(|(joint, c)| (*joint, -slope * c)));
        let axis = Axis { limits: Some([zero + constant - slope * rest; 2]), ..Axis::FREE };
        self.couple(format!("{name} (coupling)"), &equality.place, &sum, axis)
    }

    /// A tendon over joints, if it does anything.
    pub(super) fn add_sum(
        &mut self,
        number: usize,
        tendon: &Tendon,
        terms: &[(usize, f64)],
    ) -> Result<(), ImportError> {
        let Some(axis) = self.tendon_axis(number, tendon)? else { return Ok(()) };
        let name = tendon.name.clone().unwrap_or_else(|| format!("tendon-{number}"));
        self.couple(name, &tendon.place, terms, axis)
    }

    /// What the length of a tendon may do, if it does anything.
    pub(super) fn tendon_axis(
        &mut self,
        number: usize,
        tendon: &Tendon,
    ) -> Result<Option<Axis>, ImportError> {
        let motors = self.tendon_motors(number)?;
        let passive = Passive {
            stiffness: tendon.stiffness,
            rest: tendon.spring_length,
            damping: tendon.damping,
            armature: tendon.armature,
        };
        let acts = passive.stiffness + passive.damping + passive.armature > 0.0;
        if !acts && motors.is_empty() && tendon.limits.is_none() && tendon.friction_loss == 0.0 {
            return Ok(None);
        }
        Ok(Some(Axis {
            limits: tendon.limits,
            motors,
            friction: tendon.friction_loss,
            passive: acts.then_some(passive),
            ..Axis::FREE
        }))
    }
}
