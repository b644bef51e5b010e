//! Cables that are laid bent against their own stiffness, which throws them.

use stickslip_dynamics::{Cable, Simulation};

/// A cable that its bending would throw faster than this (m/s) is hardly meant as it is.
const THROWN: f64 = 10.0;

/// A sentence for each cable whose bending gives its own mass a speed √(2E/m) beyond that.
pub fn sprung_cables(simulation: &Simulation) -> Vec<String> {
    let model = simulation.model();
    let say = |cable: &Cable| {
        let mass: f64 = cable.bodies.iter().map(|body| model.bodies()[body.0].mass.mass).sum();
        let (name, energy) = (&cable.name, cable.bending_energy);
        ((2.0 * energy / mass).sqrt() > THROWN).then(|| {
            format!(
                "cable \"{name}\" is laid bent and springs straight with {energy:.1e} J: \
                 joint = \"ball\" bends freely, rest = \"as-laid\" keeps its shape, and \
                 bending_stiffness, without it that of steel, says how stiff it is"
            )
        })
    };
    model.cables().iter().filter_map(say).collect()
}
