//! Tendons: sums of coordinates, and strings over sites.

use stickslip_dynamics::JointDescription;
use stickslip_dynamics::joint::{Tendon as String, TendonPoint};

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::{Tendon, TendonPath};

impl Builder<'_> {
    /// Every tendon that does anything.
    pub(super) fn add_tendons(&mut self) -> Result<(), ImportError> {
        for (number, tendon) in self.mechanism.tendons.iter().enumerate() {
            match &tendon.path {
                TendonPath::Fixed(terms) => self.add_sum(number, tendon, terms)?,
                TendonPath::Spatial(pieces) => self.add_string(number, tendon, pieces)?,
            }
        }
        Ok(())
    }

    /// The name of a tendon in the model.
    pub(super) fn tendon_name(&self, number: usize) -> std::string::String {
        let own = self.mechanism.tendons[number].name.clone();
        let own = own.unwrap_or_else(|| format!("tendon-{number}"));
        format!("{}{own}", self.placement.prefix)
    }

    /// A string over sites.
    fn add_string(
        &mut self,
        number: usize,
        tendon: &Tendon,
        pieces: &[([usize; 2], f64)],
    ) -> Result<(), ImportError> {
        let Some(mut length) = self.tendon_axis(number, tendon)? else { return Ok(()) };
        // No string is shorter than nothing.
        let below = |low: f64| if low <= 0.0 { f64::NEG_INFINITY } else { low };
        length.limits = length.limits.map(|[low, high]| [below(low), high]);
        if let Some(passive) = length.passive.as_mut().filter(|p| p.rest[0] != p.rest[1]) {
            passive.rest[0] = below(passive.rest[0]);
        }
        let path = self.path(pieces);
        // Nothing that moves is on it.
        let Some(second) = path.iter().find_map(|point| point.body) else { return Ok(()) };
        let name = self.tendon_name(number);
        let mut joint = JointDescription::new(name, None, second, String { path, length });
        joint.touching = true;
        self.model.add_joint(joint).map_err(|error| Self::refused(&tendon.place, error))?;
        Ok(())
    }

    /// The points of all pieces, of which those that go on share one.
    fn path(&self, pieces: &[([usize; 2], f64)]) -> Vec<TendonPoint> {
        let point = |site: usize, divisor: Option<f64>| TendonPoint {
            body: self.mover(self.mechanism.sites[site].body),
            point: self
                .placement
                .pose
                .point(self.dynamics.kinematics.site(self.mechanism, site).position),
            divisor,
        };
        let mut path = Vec::new();
        let mut last = None;
        for &([from, to], divisor) in pieces {
            if last != Some((from, divisor)) {
                path.push(point(from, Some(divisor)));
            }
            path.push(point(to, None));
            last = Some((to, divisor));
        }
        path
    }
}
