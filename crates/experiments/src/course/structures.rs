//! Problems of structures that the figures of §3.2 are measured on: a moment of
//! a built-in scene each, or of a generator. The course shows pictures of its scenes but tells
//! neither sizes nor masses.

use stickslip_dynamics::FrictionModel;
use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_problems::generate;
use stickslip_scene::{Overrides, SceneSource};
use stickslip_solve::{FactoredForm, Inertia, Kind, OptionValues, Problem, ProblemData};

use crate::error::ExperimentError;
use crate::scenes::frozen;

/// A structure by its scene, parameters and moment.
#[derive(Clone, Copy, Debug)]
pub struct Structure {
    /// Its name in tables.
    pub name: &'static str,
    scene: &'static str,
    parameters: &'static [(&'static str, f64)],
    /// After so many steps.
    steps: usize,
    /// Whether it rests by then.
    stands: bool,
}

/// Five boxes on top of each other.
pub const STACK: Structure =
    Structure { name: "box stack", scene: "stack", parameters: &[], steps: 20, stands: true };
/// Three pairs of leaning cards and a roof.
pub const CARDS: Structure =
    Structure { name: "card house", scene: "card-house", parameters: &[], steps: 20, stands: true };
/// Ten cubes on top of each other.
pub const TOWER: Structure =
    Structure { name: "tower", scene: "tower10", parameters: &[], steps: 20, stands: true };
/// Bricks in a running bond.
pub const WALL: Structure = Structure {
    name: "wall",
    scene: "wall",
    parameters: &[("columns", 5.0), ("rows", 5.0), ("speed", 0.0)],
    steps: 20,
    stands: true,
};
/// Five cubes, the top one a thousand times as heavy.
pub const HEAVY: Structure =
    Structure { name: "heavy top", scene: "heavy5", parameters: &[], steps: 20, stands: true };
/// A chain of ball joints with a weight at its end.
pub const CHAIN: Structure =
    Structure { name: "chain", scene: "pendulum-chain", parameters: &[], steps: 20, stands: false };
/// An arch of wedges.
pub const ARCH: Structure =
    Structure { name: "arch", scene: "arch", parameters: &[], steps: 20, stands: true };
/// A wall that was just hit.
pub const HIT_WALL: Generated =
    Generated { name: "hit wall", generator: "wall", options: "bricks=60" };
/// Boxes of very different masses.
pub const HEAP: Generated = Generated { name: "heap", generator: "pile", options: "bodies=60" };

/// A problem of a generator, in which much slides.
#[derive(Clone, Copy, Debug)]
pub struct Generated {
    /// Its name in tables.
    pub name: &'static str,
    generator: &'static str,
    options: &'static str,
}

impl Generated {
    /// Its problem with friction in pyramids.
    pub fn problem(&self, seed: u64) -> Result<Problem, ExperimentError> {
        let settings = OptionValues::parse(self.options.split_whitespace())?;
        Ok(generate::find(self.generator)?.generate(seed, &settings)?)
    }
}

impl Structure {
    /// Its problem with friction in pyramids. Where it stands, as the course
    /// has it: rigid contacts, and one step from rest without stabilisation,
    /// A = J M⁻¹ Jᵀ and b = h J g.
    pub fn problem(&self, seed: u64) -> Result<Problem, ExperimentError> {
        let problem = self.of_scene(seed)?;
        if !self.stands {
            return Ok(problem);
        }
        let settings = SceneSource::find(self.scene)?.read(&Overrides::default())?.settings;
        let fall = (settings.time_step * settings.gravity).to_array();
        let mut data = problem.data().clone();
        if let Some(factored) = &mut data.factored {
            factored.compliance.fill(0.0);
            // Six velocities a body, the linear ones first.
            let bodies = (0..factored.jacobian.cols()).map(|at| at % 6);
            let speeds: Vec<f64> =
                bodies.map(|freedom| fall.get(freedom).copied().unwrap_or(0.0)).collect();
            factored.jacobian.multiply(&speeds, &mut data.b);
        }
        Ok(Problem::new(data)?)
    }

    /// Its problem as the scene has it, with compliance and stabilisation.
    pub fn of_scene(&self, seed: u64) -> Result<Problem, ExperimentError> {
        let source = SceneSource::find(self.scene)?;
        frozen(&source, self.parameters, seed, FrictionModel::Pyramid, self.steps)
    }
}

/// Two unit cubes on the ground, four corner contacts under each, without
/// friction: rows 0–3 under the lower one, 4–7 between them. The lower one has
/// mass 1; one step of 0.01 s from rest (Fig. 16).
pub fn two_cubes(top_mass: f64) -> Result<Problem, ExperimentError> {
    let corners = [(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)];
    let (mut jacobian, mut inverse_mass) = (Triplets::new(), Triplets::new());
    for (body, mass) in [1.0, top_mass].into_iter().enumerate() {
        inverse_mass.push(3 * body, 3 * body, 1.0 / mass);
        // The inertia of a unit cube is m/6.
        (1..3).for_each(|turn| inverse_mass.push(3 * body + turn, 3 * body + turn, 6.0 / mass));
    }
    for (index, (x, z)) in corners.into_iter().enumerate() {
        // Rise, and the turns about two axes, of a corner.
        let mut push = |row: usize, body: usize, sign: f64| {
            for (freedom, value) in [1.0, z, -x].into_iter().enumerate() {
                jacobian.push(row, 3 * body + freedom, sign * value);
            }
        };
        push(index, 0, 1.0);
        push(4 + index, 0, -1.0);
        push(4 + index, 1, 1.0);
    }
    let factored = FactoredForm {
        jacobian: SparseMatrix::from_triplets(8, 6, &jacobian),
        inertia: Inertia::from_inverse(SparseMatrix::from_triplets(6, 6, &inverse_mass)),
        compliance: vec![0.0; 8],
    };
    let mut b = vec![0.0; 8];
    b[..4].fill(-9.81 * 0.01);
    Ok(Problem::new(ProblemData::factored("two-cubes", Kind::Lcp, factored, b))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only what stands on the ground meets it at the speed of a step's fall.
    #[test]
    fn what_stands_is_rigid_and_at_rest() {
        let problem = STACK.problem(0).expect("a stack");
        let factored = problem.factored().expect("bodies");
        assert!(factored.compliance.iter().all(|&epsilon| epsilon == 0.0));
        for (row, &b) in problem.b().iter().enumerate() {
            // Four corners of three rows on the ground, the normal first.
            let expected = if row < 12 && row % 3 == 0 { -9.81 / 60.0 } else { 0.0 };
            assert!((b - expected).abs() < 1e-9, "{row}: {b}");
        }
    }

    #[test]
    fn what_moves_is_as_its_scene_has_it() {
        let (problem, scene) = (CHAIN.problem(0).expect("a chain"), CHAIN.of_scene(0));
        assert_eq!(problem.data(), scene.expect("a chain").data());
        let factored = problem.factored().expect("bodies");
        assert!(factored.compliance.iter().all(|&epsilon| epsilon > 0.0));
    }
}
