//! Layers of springs that together are a barrier (Eq. 289–290).
//!
//! Layer l = 1, 2, … has the thickness η(l) = η₁ l^(−1/4) and the stiffness k(l) = k₁ l³; it
//! pushes by k(l) (η(l) − d) where d < η(l). Σ k η² has no bound: nothing has the energy to
//! come through all of them.

use super::clock::Clock;
use crate::stepper::penalty::Rates;

/// The first layer, of which all others follow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layers {
    /// η₁ (m).
    pub(super) thickness: f64,
    /// k₁ (N/m).
    pub(super) stiffness: f64,
}

impl Layers {
    /// η(l).
    pub(super) fn thickness(&self, layer: u32) -> f64 {
        self.thickness / f64::from(layer).sqrt().sqrt()
    }

    /// k(l).
    pub(super) fn stiffness(&self, layer: u32) -> f64 {
        self.stiffness * f64::from(layer).powi(3)
    }

    /// The force of one layer at a distance (N).
    pub(super) fn force(&self, layer: u32, distance: f64) -> f64 {
        (self.stiffness(layer) * (self.thickness(layer) - distance)).max(0.0)
    }

    /// The clock of a layer between movers of this inverse mass (1/kg) and damping ratio: a
    /// share of its own stable step.
    pub(super) fn clock(
        &self,
        layer: u32,
        inverse_mass: f64,
        ratio: f64,
        share: f64,
        step: f64,
    ) -> Option<Clock> {
        let stiffness = self.stiffness(layer) * inverse_mass;
        let rates = Rates { stiffness, damping: 2.0 * ratio * stiffness.sqrt() };
        Clock::within(share * rates.limit(), step)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::Value;

    use super::*;

    fn oracle(key: &str) -> Vec<Value> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/penalty.json");
        let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        all[key].as_array().unwrap().clone()
    }

    /// As many layers act as the oracle has, with its force; the force is the slope of its
    /// energy.
    #[test]
    fn layers_are_those_of_the_oracle() {
        for case in oracle("layers") {
            let number = |key: &str| case[key].as_f64().unwrap();
            let layers = Layers { thickness: number("eta1"), stiffness: number("k1") };
            let d = number("d");
            let active = (1..).take_while(|&layer| d < layers.thickness(layer)).count() as u32;
            assert_eq!(u64::from(active), case["active"].as_u64().unwrap());
            let force: f64 = (1..=active + 3).map(|layer| layers.force(layer, d)).sum();
            assert!((force - number("force")).abs() <= 1e-9 * force, "{force}");
            let energy: f64 = (1..=active)
                .map(|layer| 0.5 * layers.force(layer, d).powi(2) / layers.stiffness(layer))
                .sum();
            assert!((energy - number("energy")).abs() <= 1e-9 * energy, "{energy}");
        }
    }
}
