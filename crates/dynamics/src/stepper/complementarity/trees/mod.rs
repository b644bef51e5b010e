//! Trees in joint coordinates as a step takes them.
//!
//! H u⁺ = H u + h (τ − C) + Jᵀλ with the mass matrix H of the tree. Its joints hold without
//! rows. Rows over links are rows over the freedoms that move them (`mapping.rs`); springs,
//! dampers and armature of its joints are part of H, and forces are part of τ (`folding.rs`);
//! stops that are far away are left out (`stops.rs`). What joints hold with follows from what
//! their links do (`reactions.rs`).
//!
//! With H = LᵀDL the problem sees the rows D^(−½) L⁻ᵀ Jᵀ over freedoms of inertia 1, since
//! J H⁻¹ Jᵀ = (D^(−½) L⁻ᵀ Jᵀ)ᵀ (D^(−½) L⁻ᵀ Jᵀ). L⁻ᵀ goes from a freedom to its ancestors, over
//! which a row has entries anyway: rows stay as sparse as they are, and no inverse is made.

mod folding;
mod loops;
mod mapping;
mod stops;

use glam::DVec3;
use stickslip_contact::Pose;
use stickslip_linalg::SparseMatrix;

use self::folding::Folded;
use self::loops::Loops;
pub use self::mapping::Part;
use self::mapping::RowScratch;
use self::stops::FarStop;
use super::linearisation::Linearisation;
use super::stages;
use crate::rows::Bodies;
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::tree::{Entry, Forest, Rows, Tree, TreeDynamics, Wrench};
use crate::world::World;

/// The numbers of one tree in a step.
#[derive(Clone, Debug, Default)]
pub struct TreeStep {
    pub(super) dynamics: TreeDynamics,
    /// h (C − f) of all that is behind each link, less what struck it: for its reaction.
    pub(super) bias: Vec<Wrench>,
    /// Momentum that every link gained beyond what acted on it.
    pub(super) gained: Vec<Wrench>,
    /// Momentum along each freedom, then the change of its rate.
    change: Vec<f64>,
    /// Change of all rates in the step so far.
    pub(super) changed: Vec<f64>,
    folded: Vec<Folded>,
    /// Whether its island sleeps.
    pub(super) rests: bool,
    /// Whether others than it are stepped.
    left_out: bool,
    /// Where its links were put last, and how they moved then.
    put: Vec<(Pose, DVec3, DVec3)>,
}

/// All trees of a model in a step; keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Trees {
    /// The same as those of the world.
    pub(super) forest: Forest,
    pub(super) steps: Vec<TreeStep>,
    /// Parts of rows, ascending by row.
    pub(super) parts: Vec<Part>,
    /// Where the parts of each row begin.
    first_parts: Vec<usize>,
    entries: Vec<Entry>,
    weighted: Rows,
    row_scratch: RowScratch,
    far_stops: Vec<FarStop>,
    loops: Loops,
    /// Whether `change` of all steps is H⁻¹ Jᵀ λ of the impulses that were found last.
    has_changes: bool,
    /// w of the rows that name trees, at the velocities that were found and where rows were
    /// written.
    speeds: Vec<(usize, f64)>,
}

impl Trees {
    /// Of these trees.
    pub fn new(forest: &Forest) -> Self {
        let steps = vec![TreeStep::default(); forest.trees.len()];
        Self { forest: forest.clone(), steps, ..Self::default() }
    }

    /// Makes these the trees of a world, of which some alone are stepped: those with these
    /// bodies.
    pub fn leave_out(&mut self, forest: &Forest, has: impl Fn(usize) -> bool) {
        if !self.forest.is_like(forest) || self.steps.len() != forest.trees.len() {
            *self = Self::new(forest);
        }
        for (tree, step) in self.forest.trees.iter().zip(&mut self.steps) {
            step.left_out = !tree.links.iter().any(|link| has(link.body));
        }
    }

    /// The numbers of all trees.
    pub fn steps(&self) -> &Vec<TreeStep> {
        &self.steps
    }

    /// Goes back to these numbers.
    pub fn set_steps(&mut self, steps: &[TreeStep]) {
        self.steps.clone_from_slice(steps);
    }

    /// Whether a tree sleeps.
    pub fn rests(&self, tree: usize) -> bool {
        self.steps[tree].rests
    }

    /// Tree and link of a body that a tree moves.
    pub fn link(&self, body: usize) -> Option<(usize, usize)> {
        self.forest.link(body)
    }

    /// Where the pieces of a tree begin among its freedoms.
    pub fn pieces(&self, tree: usize) -> &[usize] {
        self.forest.trees[tree].pieces()
    }

    /// How fast a row moves that names a tree, as it was found.
    pub fn speed(&self, row: usize) -> Option<f64> {
        let found = self.speeds.binary_search_by_key(&row, |speed| speed.0);
        found.ok().map(|at| self.speeds[at].1)
    }

    /// Adds the rows of a tree to a block-diagonal H⁻¹, in the columns from `first` on: in
    /// the coordinates of [`Trees::weighted`] its inertia is 1.
    pub fn push_inverse(&self, tree: usize, first: usize, matrix: &mut SparseMatrix) {
        for freedom in 0..self.forest.trees[tree].freedoms() {
            matrix.extend_row(first + freedom, &[1.0]);
            matrix.finish_row();
        }
    }

    /// The velocities that forces alone would give.
    pub fn accelerate(&mut self, world: &mut World) {
        for (tree, step) in stepped(&self.forest, &mut self.steps) {
            step.apply_change();
            step.dynamics.posture.put_velocities(tree, &mut world.state.bodies);
        }
    }

    /// Moves all trees with their rates for `h` seconds.
    pub fn advance(&mut self, world: &mut World, h: f64) {
        let states = &mut world.state.bodies;
        for (tree, step) in stepped(&self.forest, &mut self.steps) {
            let posture = &mut step.dynamics.posture;
            posture.advance(tree, h);
            posture.put(tree, states);
            step.put.clear();
            step.put.extend(tree.links.iter().map(|link| place(&states[link.body])));
        }
    }
}

/// Where a body is, and how it moves.
fn place(state: &BodyState) -> (Pose, DVec3, DVec3) {
    (state.pose, state.velocity, state.angular_velocity)
}

/// Those of some trees that are stepped.
pub(super) fn stepped<'a>(
    forest: &'a Forest,
    steps: &'a mut [TreeStep],
) -> impl Iterator<Item = (&'a Tree, &'a mut TreeStep)> {
    forest.trees.iter().zip(steps).filter(|(_, step)| !step.left_out)
}

impl TreeStep {
    /// H⁻¹ b in the place of b.
    pub fn solve(&self, tree: &Tree, b: &mut [f64]) {
        self.dynamics.mass.solve(tree, b);
    }

    /// The rates that were found last.
    pub fn rates(&self) -> &[f64] {
        &self.dynamics.posture.rates
    }

    /// Adds what was found to the rates.
    fn apply_change(&mut self) {
        self.changed.resize(self.change.len(), 0.0);
        let all = self.dynamics.posture.rates.iter_mut().zip(&mut self.changed).zip(&self.change);
        for ((rate, changed), change) in all {
            *rate += change;
            *changed += change;
        }
    }

    /// Takes the bodies as they are, and what acts on them.
    fn begin(&mut self, tree: &Tree, world: &World, h: f64) {
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        let dynamics = &mut self.dynamics;
        dynamics.read(tree, bodies, states);
        dynamics.write_mass(tree);
        self.change.clear();
        self.change.resize(tree.freedoms(), 0.0);
        self.changed.clear();
        self.bias.clear();
        self.bias.resize(tree.links.len(), Wrench::default());
        let is_untouched = tree.hangs_still()
            && tree.links.iter().map(|link| place(&states[link.body])).eq(self.put.iter().copied());
        // Velocities that the rates gave are those of the rates.
        if !is_untouched && dynamics.gather_strikes(tree, states) {
            dynamics.project(tree, 1.0, &mut self.change);
            let all = self.bias.iter_mut().zip(&dynamics.wrenches);
            all.for_each(|(sum, strike)| sum.subtract(strike));
        }
        let gyroscopic = world.settings.gyroscopic;
        dynamics.gather_bias(tree, states, gyroscopic, |body| link_forces(world, tree, body));
        dynamics.project(tree, -h, &mut self.change);
        for (sum, wrench) in self.bias.iter_mut().zip(&dynamics.wrenches) {
            sum.add(&Wrench { moment: h * wrench.moment, force: h * wrench.force });
        }
        self.folded.clear();
        self.rests = false;
    }
}

/// What acts on a link from outside; what only stands for a mass weighs nothing.
pub fn link_forces(world: &World, tree: &Tree, body: usize) -> (DVec3, DVec3) {
    let (force, torque) = stages::forces(world, body);
    let link = world.forest.link(body);
    match link.is_some_and(|(_, link)| tree.links[link].is_massless) {
        true => (world.pushes[body].force, torque),
        false => (force, torque),
    }
}

impl Linearisation {
    /// Takes the trees where they are: rows of joints that carry them go into H or out of
    /// the step, all others become rows over freedoms.
    pub fn carry(&mut self, world: &World, h: f64) -> Result<(), StepError> {
        if self.trees.steps.is_empty() {
            return Ok(());
        }
        let Trees { forest, steps, has_changes, .. } = &mut self.trees;
        *has_changes = false;
        for (tree, step) in stepped(forest, steps) {
            step.begin(tree, world, h);
        }
        self.map_rows();
        self.fold_rows(world, h);
        let Trees { forest, steps, .. } = &mut self.trees;
        for (tree, step) in stepped(forest, steps) {
            step.dynamics.factorise(tree).map_err(|body| {
                let name = &world.model.bodies()[body].description.name;
                let reason = format!("nothing behind the joint of \"{name}\" has inertia");
                StepError::Problem { step: world.state.step + 1, reason }
            })?;
            step.dynamics.mass.solve(tree, &mut step.change);
        }
        self.leave_out_stops(world, h);
        self.weigh_parts();
        Ok(())
    }

    /// Whether the row of a part was not struck out.
    fn is_in_problem(&self, part: usize) -> bool {
        let row = &self.rows.rows()[self.trees.parts[part].row];
        !self.rows.terms(row).is_empty()
    }

    /// H⁻¹ Jᵀ λ of all trees.
    fn find_changes(&mut self) {
        for step in &mut self.trees.steps {
            step.change.fill(0.0);
        }
        for at in 0..self.trees.parts.len() {
            if !self.is_in_problem(at) {
                continue;
            }
            let Trees { steps, parts, entries, .. } = &mut self.trees;
            let part = &parts[at];
            let impulse = self.impulses[part.row];
            for &(freedom, value) in &entries[part.entries.clone()] {
                steps[part.tree].change[freedom] += value * impulse;
            }
        }
        let Trees { forest, steps, .. } = &mut self.trees;
        for (tree, step) in stepped(forest, steps) {
            step.dynamics.mass.solve(tree, &mut step.change);
        }
    }

    /// u⁺ = u + H⁻¹ Jᵀ λ of all trees, and what acted in them.
    pub fn move_trees(&mut self, world: &mut World) {
        if self.trees.steps.is_empty() {
            return;
        }
        if !std::mem::take(&mut self.trees.has_changes) {
            self.find_changes();
        }
        let Trees { forest, steps, .. } = &mut self.trees;
        for (island, _) in self.islands.all().iter().zip(&self.resting).filter(|(_, rests)| **rests)
        {
            for (tree, _) in island.bodies.iter().filter_map(|&body| forest.link(body)) {
                steps[tree].rests = true;
            }
        }
        for (tree, step) in stepped(forest, steps) {
            if step.rests {
                step.dynamics.posture.rates.fill(0.0);
            } else {
                step.apply_change();
            }
            step.dynamics.posture.put_velocities(tree, &mut world.state.bodies);
        }
        let bodies = Bodies {
            bodies: world.model.bodies(),
            states: &world.state.bodies,
            vertices: &world.state.vertices.velocities,
        };
        self.trees.speeds.clear();
        for at in 0..self.trees.parts.len() {
            let row = self.trees.parts[at].row;
            if self.is_in_problem(at) && self.trees.speeds.last().is_none_or(|last| last.0 != row) {
                let speed = self.rows.speed(&self.rows.rows()[row], &bodies);
                self.trees.speeds.push((row, speed));
            }
        }
        self.note_folded();
        self.note_reactions(world);
    }
}
