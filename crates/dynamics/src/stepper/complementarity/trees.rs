//! Trees in joint coordinates as a step takes them.
//!
//! H u⁺ = H u + h (τ − C) + Jᵀλ with the mass matrix H of the tree. Its joints hold without
//! rows. Rows over links are rows over the freedoms that move them: a term with a force f
//! and a torque n at the centre of a link is s·(n, f) along each axis s. Unbounded rows of
//! its own joints, w = j u⁺ + c + ε λ = 0, are springs, dampers and armature: they are
//! part of H,
//!
//! (H + jᵀj/ε) u⁺ = … − jᵀ c/ε  and  λ = −(j u⁺ + c)/ε,
//!
//! where their freedoms lie on one branch, so that H stays sparse. Rows that are held at an
//! impulse are forces. What joints hold with follows from what their links do
//! (`reactions.rs`).

use std::ops::Range;

use stickslip_linalg::SparseMatrix;

use super::linearisation::Linearisation;
use super::reactions::Held;
use super::stages;
use crate::joint::{JointId, JointRow};
use crate::rows::{Bodies, Row, RowBuffer, Term};
use crate::step_error::StepError;
use crate::tree::{Forest, Tree, TreeDynamics, Wrench};
use crate::world::World;

/// A freedom of a tree, and how a row moves with it.
type Entry = (usize, f64);

/// A spring or a damper that H holds: λ = −(j u⁺ + c)/ε.
#[derive(Clone, Copy, Debug)]
struct Folded {
    row: usize,
    constant: f64,
    epsilon: f64,
}

/// The numbers of one tree in a step.
#[derive(Clone, Debug, Default)]
pub struct TreeStep {
    pub(super) dynamics: TreeDynamics,
    /// h (C − f) of all that is behind each link, less what struck it: for its reaction.
    pub(super) bias: Vec<Wrench>,
    /// Momentum along each freedom, then the change of its rate.
    change: Vec<f64>,
    /// Change of all rates in the step so far.
    pub(super) changed: Vec<f64>,
    inverse: Vec<f64>,
    folded: Vec<Folded>,
    /// Whether rows name it.
    is_named: bool,
    /// Whether its island sleeps.
    pub(super) rests: bool,
}

/// The part of one row that moves with one tree.
#[derive(Clone, Debug)]
pub struct Part {
    pub(super) row: usize,
    pub(super) tree: usize,
    entries: Range<usize>,
}

/// All trees of a model in a step; keeps its memory from step to step.
#[derive(Debug, Default)]
pub struct Trees {
    /// The same as those of the world.
    pub(super) forest: Forest,
    pub(super) steps: Vec<TreeStep>,
    /// Parts of rows, ascending by row.
    pub(super) parts: Vec<Part>,
    entries: Vec<Entry>,
    /// Scratch of one row: values, and how many of its terms name a freedom.
    values: Vec<(f64, usize)>,
    touched: Vec<usize>,
    /// Rows of joints that have none.
    pub(super) held: Vec<Held>,
    pub(super) scratch: Vec<Wrench>,
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

    /// Tree and link of a body that a tree moves.
    pub fn link(&self, body: usize) -> Option<(usize, usize)> {
        self.forest.link(body)
    }

    /// How a row moves with the freedoms of a tree, ascending.
    pub fn entries(&self, row: usize, tree: usize) -> &[Entry] {
        let first = self.parts.partition_point(|part| part.row < row);
        let mut own = self.parts[first..].iter().take_while(|part| part.row == row);
        own.find(|part| part.tree == tree).map_or(&[], |part| &self.entries[part.entries.clone()])
    }

    /// How fast a row moves that names a tree, as it was found.
    pub fn speed(&self, row: usize) -> Option<f64> {
        let found = self.speeds.binary_search_by_key(&row, |speed| speed.0);
        found.ok().map(|at| self.speeds[at].1)
    }

    /// Adds the rows of a tree's H⁻¹ to a block-diagonal matrix, in the columns from
    /// `first` on.
    pub fn push_inverse(&self, tree: usize, first: usize, matrix: &mut SparseMatrix) {
        let size = self.forest.trees[tree].freedoms();
        for row in self.steps[tree].inverse.chunks_exact(size.max(1)) {
            matrix.extend_row(first, row);
            matrix.finish_row();
        }
    }

    /// The velocities that forces alone would give.
    pub fn accelerate(&mut self, world: &mut World) {
        for (tree, step) in self.forest.trees.iter().zip(&mut self.steps) {
            step.apply_change();
            step.dynamics.posture.put_velocities(tree, &mut world.state.bodies);
            if step.is_named {
                step.dynamics.mass.invert(tree, &mut step.inverse);
            }
        }
    }

    /// Moves all trees with their rates for `h` seconds.
    pub fn advance(&mut self, world: &mut World, h: f64) {
        let states = &mut world.state.bodies;
        for (tree, step) in self.forest.trees.iter().zip(&mut self.steps) {
            let posture = &mut step.dynamics.posture;
            posture.advance(tree, h);
            posture.place(tree, states);
            posture.refresh_axes(tree, states);
            posture.put_velocities(tree, states);
        }
    }

    /// Notes a row that a joint does without.
    fn note_held(
        &mut self,
        world: &World,
        joint: usize,
        row: usize,
        kind: JointRow,
        terms: &[Term],
    ) {
        let second = world.model.joints()[joint].description().second.0;
        let own = |link: &(usize, usize)| {
            self.forest.trees[link.0].links[link.1].joint == Some(JointId(joint))
        };
        let description = world.model.joints()[joint].description();
        let ends = [description.first.map(|first| first.0), Some(second)];
        let link = ends.into_iter().flatten().filter_map(|end| self.forest.link(end)).find(own);
        let term = terms.iter().find(|term| term.mover == second);
        if let (Some((tree, link)), Some(&term)) = (link, term) {
            self.held.push(Held { row, kind, tree, link, term });
        }
    }

    /// Maps every row to the freedoms of the trees whose links it names.
    fn map_rows(&mut self, rows: &RowBuffer) {
        self.parts.clear();
        self.entries.clear();
        for (index, row) in rows.rows().iter().enumerate() {
            let terms = rows.terms(row);
            for (at, term) in terms.iter().enumerate() {
                let Some((tree, _)) = self.forest.link(term.mover) else { continue };
                let is_of = |mover: usize| self.forest.link(mover).filter(|link| link.0 == tree);
                if terms[..at].iter().any(|before| is_of(before.mover).is_some()) {
                    continue;
                }
                let links = terms[at..].iter().filter_map(|term| {
                    let (_, link) = is_of(term.mover)?;
                    let arm = self.steps[tree].dynamics.arm(link);
                    Some((link, Wrench::at(arm, term.linear, term.angular)))
                });
                let begin = self.entries.len();
                let dynamics = &self.steps[tree].dynamics;
                let scratch = (&mut self.values, &mut self.touched);
                map(&self.forest.trees[tree], dynamics, links, scratch, &mut self.entries);
                self.parts.push(Part { row: index, tree, entries: begin..self.entries.len() });
            }
        }
    }
}

/// Σ s·(n, f) of wrenches on links along the freedoms that move them. Where the wrenches are
/// in balance, what moves all of them alike has no part in the row.
fn map(
    tree: &Tree,
    dynamics: &TreeDynamics,
    links: impl Iterator<Item = (usize, Wrench)>,
    (values, touched): (&mut Vec<(f64, usize)>, &mut Vec<usize>),
    entries: &mut Vec<Entry>,
) {
    values.resize(tree.freedoms().max(values.len()), (0.0, 0));
    touched.clear();
    let (mut sum, mut size, mut count) = (Wrench::default(), [0.0_f64; 2], 0);
    for (link, wrench) in links {
        for &freedom in tree.moving(link) {
            let (value, named) = &mut values[freedom];
            if *named == 0 {
                touched.push(freedom);
            }
            *value += dynamics.posture.axes[freedom].dot(&wrench);
            *named += 1;
        }
        sum.add(&wrench);
        let own = [wrench.force.length(), wrench.moment.length()];
        size = [size[0].max(own[0]), size[1].max(own[1])];
        count += 1;
    }
    let balanced = count > 1
        && sum.force.length() <= BALANCE * size[0]
        && sum.moment.length() <= BALANCE * size[1].max(size[0]);
    touched.sort_unstable();
    for &freedom in touched.iter() {
        let (value, named) = std::mem::take(&mut values[freedom]);
        if !(balanced && named == count) {
            entries.push((freedom, value));
        }
    }
}

impl TreeStep {
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
        if dynamics.gather_strikes(tree, states) {
            dynamics.project(tree, 1.0, &mut self.change);
            let all = self.bias.iter_mut().zip(&dynamics.wrenches);
            all.for_each(|(sum, strike)| sum.subtract(strike));
        }
        let massless = |body: usize| {
            let link = world.forest.link(body);
            link.is_some_and(|(_, link)| tree.links[link].is_massless)
        };
        dynamics.gather_bias(tree, states, world.settings.gyroscopic, |body| {
            let (force, torque) = stages::forces(world, body);
            match massless(body) {
                true => (world.pushes[body].force, torque),
                false => (force, torque),
            }
        });
        dynamics.project(tree, -h, &mut self.change);
        for (sum, wrench) in self.bias.iter_mut().zip(&dynamics.wrenches) {
            sum.add(&Wrench { moment: h * wrench.moment, force: h * wrench.force });
        }
        self.folded.clear();
        (self.is_named, self.rests) = (false, false);
    }

    /// Takes a row of one of its joints into H, or says that it has to stay a row.
    fn fold(&mut self, tree: &Tree, at: usize, row: &Row, entries: &[Entry], h: f64) -> bool {
        let Some(&(last, _)) = entries.last() else { return false };
        let chain = tree.chain(last);
        let place = |freedom: usize| chain.binary_search(&freedom).ok();
        let is_free = row.lo == f64::NEG_INFINITY && row.hi == f64::INFINITY;
        let diagonal = |freedom: usize| self.dynamics.mass.get(tree, freedom, freedom);
        let is_soft = entries
            .iter()
            .all(|&(freedom, value)| value * value <= HARD * row.epsilon * diagonal(freedom));
        if !(is_free && is_soft && entries.iter().all(|entry| place(entry.0).is_some())) {
            return false;
        }
        let constant = row.gamma * row.error / h - row.target;
        let rates = &self.dynamics.posture.rates;
        let speed: f64 = entries.iter().map(|&(freedom, value)| value * rates[freedom]).sum();
        for (number, &(freedom, value)) in entries.iter().enumerate() {
            self.change[freedom] -= value * (speed + constant) / row.epsilon;
            for &(other, factor) in &entries[..=number] {
                let at = tree.chain(freedom).binary_search(&other);
                if let Ok(at) = at {
                    let line = self.dynamics.mass.row_mut(tree, freedom);
                    line[at] += value * factor / row.epsilon;
                }
            }
        }
        self.folded.push(Folded { row: at, constant, epsilon: row.epsilon });
        true
    }
}

impl Linearisation {
    /// Takes the trees where they are: rows of joints that carry them go into H or out of
    /// the step, all others become rows over freedoms.
    pub fn carry(&mut self, world: &World, h: f64) -> Result<(), StepError> {
        if self.trees.steps.is_empty() {
            return Ok(());
        }
        let Trees { forest, steps, .. } = &mut self.trees;
        for (tree, step) in forest.trees.iter().zip(steps.iter_mut()) {
            step.begin(tree, world, h);
        }
        self.strike_held(world);
        self.trees.map_rows(&self.rows);
        self.fold_rows(world, h);
        let Trees { forest, steps, parts, .. } = &mut self.trees;
        for part in parts.iter() {
            let row = &self.rows.rows()[part.row];
            steps[part.tree].is_named |= !self.rows.terms(row).is_empty();
        }
        for (tree, step) in forest.trees.iter().zip(steps) {
            step.dynamics.factorise(tree).map_err(|body| {
                let name = &world.model.bodies()[body].description.name;
                let reason = format!("nothing behind the joint of \"{name}\" has inertia");
                StepError::Problem { step: world.state.step + 1, reason }
            })?;
            step.dynamics.mass.solve(tree, &mut step.change);
        }
        Ok(())
    }

    /// Takes out the rows that hold what the coordinates of trees hold.
    fn strike_held(&mut self, world: &World) {
        self.trees.held.clear();
        let mut first = 0;
        while first < self.joint_rows.len() {
            let joint = self.joint_rows[first];
            let count = world.joint_rows(joint).len();
            if world.forest.carries(joint) {
                for at in 0..count {
                    let kind = world.model.joints()[joint].row(at);
                    let row = &self.rows.rows()[first + at];
                    let is_free = row.lo == f64::NEG_INFINITY && row.hi == f64::INFINITY;
                    if kind != JointRow::Drive && is_free {
                        self.trees.note_held(world, joint, first + at, kind, self.rows.terms(row));
                        self.rows.strike_out(first + at);
                    }
                }
            }
            first += count;
        }
    }

    /// Takes forces, springs, dampers and armature of the joints of trees out of the rows.
    fn fold_rows(&mut self, world: &World, h: f64) {
        let Trees { forest, steps, parts, entries, .. } = &mut self.trees;
        for part in parts.iter() {
            let Some(&joint) = self.joint_rows.get(part.row) else { break };
            if !forest.carries(joint) {
                continue;
            }
            let row = &self.rows.rows()[part.row];
            let (tree, step) = (&forest.trees[part.tree], &mut steps[part.tree]);
            let entries = &entries[part.entries.clone()];
            let first = self.joint_rows.partition_point(|&other| other < joint);
            let drives = world.model.joints()[joint].row(part.row - first) == JointRow::Drive;
            if drives && row.lo == row.hi {
                self.impulses[part.row] = row.lo;
                for &(freedom, value) in entries {
                    step.change[freedom] += value * row.lo;
                }
                self.rows.strike_out(part.row);
            } else if drives && step.fold(tree, part.row, row, entries, h) {
                self.rows.strike_out(part.row);
            }
        }
    }

    /// u⁺ = u + H⁻¹ Jᵀ λ of all trees, and what acted in them.
    pub fn move_trees(&mut self, world: &mut World) {
        if self.trees.steps.is_empty() {
            return;
        }
        let Trees { forest, steps, parts, entries, .. } = &mut self.trees;
        for step in steps.iter_mut() {
            step.change.fill(0.0);
        }
        for (island, _) in self.islands.all().iter().zip(&self.resting).filter(|(_, rests)| **rests)
        {
            for (tree, _) in island.bodies.iter().filter_map(|&body| forest.link(body)) {
                steps[tree].rests = true;
            }
        }
        for part in parts.iter() {
            if self.rows.terms(&self.rows.rows()[part.row]).is_empty() {
                continue;
            }
            let impulse = self.impulses[part.row];
            for &(freedom, value) in &entries[part.entries.clone()] {
                steps[part.tree].change[freedom] += value * impulse;
            }
        }
        for (tree, step) in forest.trees.iter().zip(steps.iter_mut()) {
            if step.rests {
                step.dynamics.posture.rates.fill(0.0);
            } else {
                step.dynamics.mass.solve(tree, &mut step.change);
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
        for &Part { row, .. } in &self.trees.parts {
            if self.trees.speeds.last().is_none_or(|last| last.0 != row) {
                let speed = self.rows.speed(&self.rows.rows()[row], &bodies);
                self.trees.speeds.push((row, speed));
            }
        }
        self.note_folded();
        self.note_reactions(world);
    }

    /// The impulses of springs and dampers that H holds.
    fn note_folded(&mut self) {
        for (number, step) in self.trees.steps.iter().enumerate() {
            for &Folded { row, constant, epsilon } in &step.folded {
                let rates = &step.dynamics.posture.rates;
                let entries = self.trees.entries(row, number).iter();
                let speed: f64 = entries.map(|&(freedom, value)| value * rates[freedom]).sum();
                self.impulses[row] = -(speed + constant) / epsilon;
            }
        }
    }
}

/// Forces and moments that cancel but for this share are in balance.
const BALANCE: f64 = 1e-12;
/// Rows stay rows where they are so many times stiffer than what they move is heavy: as a part
/// of H they would drown it.
const HARD: f64 = 1e8;
