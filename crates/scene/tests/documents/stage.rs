//! A scene on the stage: run, watched and asked about.

use glam::DVec3;
use stickslip_dynamics::{Accuracy, BodyId, BodyState, Simulation};
use stickslip_scene::{Overrides, SceneSource};
use stickslip_solve::Problem;

/// Largest mean energy error over a run that is still called exact (J).
const ENERGY_ERROR: f64 = 1e-10;

/// What rounding may leave of a residual in double precision: the largest k ε/2 Σ |aᵢⱼ xⱼ| of a
/// row with k entries (Higham 2002, Eq 3.5). A heavy box that jerks a light chain has impulses of
/// 3·10⁵ N·s in it, and 10⁻⁷ m/s of this.
fn attainable(problem: &Problem, x: &[f64]) -> f64 {
    let matrix = problem.matrix();
    let left = |row: usize| {
        let parts = matrix.row(row).map(|(at, value)| (value * x[at]).abs());
        0.5 * f64::EPSILON * matrix.row(row).count() as f64 * parts.sum::<f64>()
    };
    (0..problem.size()).map(left).fold(0.0, f64::max)
}

/// A scene in motion, with the sums that every scene must answer for.
pub struct Stage {
    pub simulation: Simulation,
    name: String,
    energy_errors: f64,
}

impl Stage {
    /// A built-in scene with its parameters, some of them changed.
    pub fn new(name: &str, changes: &[(&str, f64)]) -> Self {
        let mut overrides = Overrides::default();
        overrides.parameters.extend(changes.iter().map(|&(key, value)| (key.into(), value)));
        let scene = SceneSource::find(name).and_then(|source| source.read(&overrides));
        let mut scene = scene.unwrap_or_else(|error| panic!("{error}"));
        // The documents' steps are linear.
        scene.settings.accuracy = Accuracy::Off;
        let simulation = scene.simulation().unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { simulation, name: name.into(), energy_errors: 0.0 }
    }

    /// Steps until `time` (s); every problem must be solved to its tolerance, or to what
    /// rounding leaves of it.
    pub fn play_until(&mut self, time: f64) {
        self.watch_until(time, |_| {});
    }

    /// Steps until `time` (s), and shows every state on the way to `look`.
    pub fn watch_until(&mut self, time: f64, mut look: impl FnMut(&Simulation)) {
        while self.simulation.state().time < time - 1e-9 {
            let (name, step) = (&self.name, self.simulation.state().step + 1);
            let report = self.simulation.step().unwrap_or_else(|error| panic!("{name}: {error}"));
            let left = self.simulation.islands().filter_map(|island| island.solved);
            let left = left.filter(|(problem, found)| {
                let natural = found.residuals.natural.value;
                natural > found.tolerance && natural <= attainable(problem, &found.x)
            });
            let left = left.count();
            assert_eq!(report.failed_solves, left, "{name}: step {step} is not solved");
            self.energy_errors += report.energy_error_mean();
            look(&self.simulation);
        }
        let mean = self.energy_errors / self.simulation.state().step.max(1) as f64;
        assert!(mean <= ENERGY_ERROR, "{}: mean energy error {mean:e} J", self.name);
    }

    /// The body of that name.
    pub fn id(&self, body: &str) -> BodyId {
        let found = self.simulation.model().find_body(body);
        found.unwrap_or_else(|| panic!("{} has no body \"{body}\"", self.name))
    }

    /// The body of that name as it is now.
    pub fn body(&self, body: &str) -> &BodyState {
        &self.simulation.state().bodies[self.id(body).0]
    }

    /// Where the body of that name is now (m).
    pub fn position(&self, body: &str) -> DVec3 {
        self.body(body).pose.position
    }
}
