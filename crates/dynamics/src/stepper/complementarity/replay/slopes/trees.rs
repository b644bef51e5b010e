//! Columns of plain steps of trees in joint coordinates.
//!
//! With a = (u⁺ − u)/h and the inverse dynamics ID(q, u, a), in which the impulses of contacts act
//! on the links as forces that are given, a step solves h ID = Σ jᵀλ over the rows of the joints
//! that the tree carries, springs and dampers of its axes among them, λ = −(j u⁺ + c)/ε. So
//!
//! (H + Σ jᵀj/ε) du⁺ = −h ∂ID + Σ dJᵀλ + Σ djᵀλ − Σ jᵀ(dj u⁺ + dc)/ε,
//!
//! with ∂ID by the places and rates of freedoms at the same u⁺ (`tree/variation.rs`), dJ of the
//! rows that bend as links move, and dj and dc of the joint of the freedom alone, by differences.
//! Then q⁺ = q ⊕ h u⁺; balls turn by hΩ, and dφ⁺ = exp(hΩ) dφ + h D dΩ, D the left Jacobian of the
//! exponential.

use std::ops::Range;

use glam::{DMat3, DVec3};
use stickslip_geometry::rotation;

use super::super::super::linearisation::Linearisation;
use super::super::super::refine::measure::write_joint;
use super::super::super::trees::link_forces;
use super::super::chart::add;
use super::super::{Part, Point};
use super::{Changes, Column, Numbers, Scratch};
use crate::derivatives::tangent::{BODY, shifted};
use crate::joint::{Interval, JointKind, Rule};
use crate::rows::{Row, RowBuffer};
use crate::stepper::replay::{Chart, Piece, Replay};
use crate::tree::{Motions, Parent, Step, Tree, TreeDynamics, Twist, Variation, Wrench};
use crate::world::World;

/// Strides of differences: of places (m, rad) and of rates (m/s, rad/s).
const PLACE: f64 = 1e-5;
const RATE: f64 = 1e-4;

/// Freedoms of a joint.
const MOST: usize = 6;

/// One tree of a part.
#[derive(Default)]
pub(super) struct TreeSlopes {
    number: usize,
    /// Its first coordinate, and the places of its links among the members.
    first: usize,
    links: Vec<usize>,
    /// Where the step begins, and how it goes there and with the rates that it finds.
    dynamics: TreeDynamics,
    start: Motions,
    after: Motions,
    variation: Variation,
    /// Whose each freedom is.
    owners: Vec<usize>,
    /// −h ∂ID by each place and each rate, one after the other.
    residuals: Vec<f64>,
    /// u⁺, and the length of the step.
    rates: Vec<f64>,
    h: f64,
    own: Vec<OwnRow>,
    /// Of each ball: its first freedom, exp(hΩ) and h D.
    balls: Vec<(usize, DMat3, DMat3)>,
}

/// A row of a joint that carries a link.
#[derive(Clone, Default)]
struct OwnRow {
    row: usize,
    freedoms: Range<usize>,
    entries: [f64; MOST],
    impulse: f64,
    gamma: f64,
    /// ε of a row that is part of H.
    folded: Option<f64>,
    is_in_problem: bool,
    /// Whether its impulse is given.
    is_force: bool,
    /// By the places of the freedoms, and then their rates.
    slopes: Vec<OwnSlope>,
}

#[derive(Clone, Copy, Default)]
struct OwnSlope {
    entries: [f64; MOST],
    numbers: Numbers,
}

/// Numbers of a row of a joint, or changes of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowNumbers {
    /// Its violation.
    pub error: f64,
    /// The speed that it aims at.
    pub target: f64,
    /// Bounds of its impulse.
    pub lo: f64,
    /// See `lo`.
    pub hi: f64,
}

/// What changes of trees on the way to one column.
#[derive(Default)]
pub(super) struct TreeScratch {
    /// Momentum along the freedoms of each tree, then du⁺; and whether there is any.
    changes: Vec<Vec<f64>>,
    is_touched: Vec<bool>,
    twists: Vec<Twist>,
}

impl TreeScratch {
    pub(super) fn clear(&mut self, trees: &[TreeSlopes]) {
        self.changes.resize_with(trees.len(), Vec::new);
        for (change, tree) in self.changes.iter_mut().zip(trees) {
            change.clear();
            change.resize(tree.owners.len(), 0.0);
        }
        self.is_touched.clear();
        self.is_touched.resize(trees.len(), false);
    }

    /// A blow to a link.
    pub(super) fn strike(
        &mut self,
        world: &World,
        trees: &[TreeSlopes],
        (tree, link): (usize, usize),
        [force, torque]: [DVec3; 2],
    ) {
        let Some(at) = trees.iter().position(|own| own.number == tree) else { return };
        let TreeSlopes { dynamics, .. } = &trees[at];
        let wrench = Wrench::at(dynamics.arm(link), force, torque);
        for &k in world.forest.trees[tree].moving(link) {
            self.changes[at][k] += dynamics.posture.axes[k].dot(&wrench);
        }
        self.is_touched[at] = true;
    }
}

impl TreeScratch {
    /// The missing momentum of a tree.
    pub(super) fn of(&mut self, tree: usize) -> &mut [f64] {
        self.is_touched[tree] = true;
        &mut self.changes[tree]
    }

    /// Goes on to du⁺ of all trees that are touched.
    pub(super) fn finish(
        &mut self,
        world: &World,
        lines: &Linearisation,
        trees: &[TreeSlopes],
        way: Option<(usize, usize)>,
        (speeds, column): (&mut Changes, &mut Column),
    ) {
        for (at, own) in trees.iter().enumerate().filter(|(at, _)| self.is_touched[*at]) {
            let tree = &world.forest.trees[own.number];
            let change = &mut self.changes[at];
            lines.trees.steps()[own.number].solve(tree, change);
            let way = way.filter(|way| way.0 == at).map(|way| way.1);
            own.finish(tree, way, (change, &mut self.twists), speeds, column);
        }
    }
}

impl Replay {
    /// Finds what the columns of the trees of a part are made of; whether that is known.
    pub(super) fn find_trees(
        &mut self,
        world: &mut World,
        part: &Part,
        point: &Point,
        lines: &Linearisation,
        chart: &Chart,
        trees: &mut Vec<TreeSlopes>,
    ) -> bool {
        trees.resize_with(chart.trees().count(), TreeSlopes::default);
        let is_own = |row: usize| {
            lines.joint_rows.get(row).is_some_and(|&joint| world.forest.carries(joint))
        };
        let names_link = |row: usize| {
            let terms = lines.rows.terms(&lines.rows.rows()[row]).iter();
            terms.clone().any(|term| world.forest.link(term.mover).is_some())
        };
        // Loops bend on the way, but for gears, which are linear in the coordinates of joints;
        // tendons are not looked into.
        let is_coupling = |row: usize| {
            let joint = &world.model.joints()[lines.joint_rows[row]];
            matches!(joint.description().kind, JointKind::Coupling(_))
        };
        let mut rows = 0..lines.joint_rows.len();
        if rows.any(|row| !is_own(row) && names_link(row) && !is_coupling(row)) {
            return false;
        }
        self.place(world, part, point, point.h);
        for ((number, piece), own) in chart.trees().zip(&mut *trees) {
            own.number = number;
            if !own.find(world, point.h, lines, piece) {
                return false;
            }
            own.find_own_rows(world, point, lines);
        }
        true
    }
}

impl Replay {
    /// The numbers of the rows of a joint that a tree carries, where the members are.
    pub fn joint_numbers(&self, world: &World, joint: usize, point: &Point) -> Vec<RowNumbers> {
        let interval = Interval { time: point.time, h: point.h, rule: Rule::Carried };
        let mut rows = RowBuffer::default();
        write_joint(world, joint, interval, &mut rows);
        let of =
            |row: &Row| RowNumbers { error: row.error, target: row.target, lo: row.lo, hi: row.hi };
        rows.rows().iter().map(of).collect()
    }

    /// The column of what changes these numbers of a joint, which [`Replay::find_columns`] has
    /// seen, and the first of its rows.
    pub fn joint_column(
        &mut self,
        world: &World,
        rows: usize,
        (joint, changes): (usize, &[RowNumbers]),
        column: &mut Column,
    ) -> usize {
        let parts = self.parts.take().unwrap_or_default();
        let mut scratch = self.scratch_of_columns.take().unwrap_or_default();
        column.clear(rows, parts.chart.len);
        let Scratch { trees, speeds, .. } = &mut *scratch;
        trees.clear(&parts.trees);
        speeds.clear(self.members.len());
        let first = self.lines.joint_rows.partition_point(|&other| other < joint);
        for (at, tree) in parts.trees.iter().enumerate() {
            for own in &tree.own {
                let Some(change) = own.row.checked_sub(first).and_then(|at| changes.get(at)) else {
                    continue;
                };
                let bent = own.gamma * change.error / tree.h - change.target;
                if own.is_in_problem {
                    column.w[own.row] += bent;
                } else if let Some(epsilon) = own.folded {
                    own.along(|k, entry| trees.of(at)[k] -= entry * bent / epsilon);
                } else if own.is_force {
                    own.along(|k, entry| trees.of(at)[k] += entry * change.lo);
                }
            }
        }
        trees.finish(world, &self.lines, &parts.trees, None, (speeds, column));
        let level = self.level(world, &self.lines, &parts, 0);
        level.speeds(speeds, |row, w| column.w[row] += w);
        self.scratch_of_columns = Some(scratch);
        self.parts = Some(parts);
        first
    }
}

impl TreeSlopes {
    /// Motion and inverse dynamics; false where something strikes the tree.
    fn find(&mut self, world: &World, h: f64, lines: &Linearisation, piece: &Piece) -> bool {
        self.h = h;
        let Self { number, first, links, dynamics, start, after, variation, owners, .. } = self;
        let tree = &world.forest.trees[*number];
        let (states, step) = (&world.state.bodies, &lines.trees.steps()[*number]);
        let count = tree.freedoms();
        (*first, *links) = (piece.first, piece.members.clone());
        dynamics.read(tree, world.model.bodies(), states);
        if step.rests || dynamics.gather_strikes(tree, states) {
            return false;
        }
        owners.clear();
        for (at, link) in tree.links.iter().enumerate() {
            owners.resize(owners.len() + link.freedoms.len(), at);
        }
        self.rates.clear();
        self.rates.extend_from_slice(step.rates());
        start.find(tree, &dynamics.posture, states, &dynamics.posture.rates);
        after.find(tree, &dynamics.posture, states, &self.rates);
        let mut acts: Vec<(DVec3, DVec3)> =
            tree.links.iter().map(|link| link_forces(world, tree, link.body)).collect();
        for (row, impulse) in
            lines.rows.rows().iter().zip(&lines.impulses).skip(lines.joint_rows.len())
        {
            for term in lines.rows.terms(row) {
                if let Some((of, link)) = world.forest.link(term.mover)
                    && of == *number
                {
                    acts[link].0 += impulse / h * term.linear;
                    acts[link].1 += impulse / h * term.angular;
                }
            }
        }
        let rates = &dynamics.posture.rates;
        let changes: Vec<f64> =
            self.rates.iter().zip(rates).map(|(after, before)| (after - before) / h).collect();
        variation.begin(tree, dynamics, states, &changes, world.settings.gyroscopic, &acts);
        self.residuals.clear();
        self.residuals.resize(2 * count * count, 0.0);
        for (at, residual) in self.residuals.chunks_exact_mut(count.max(1)).enumerate() {
            let freedom = at % count;
            variation.derive(tree, dynamics, (owners[freedom], freedom), at >= count, residual);
            residual.iter_mut().for_each(|value| *value *= -h);
        }
        // By rates u⁺ stays: −H(u⁺ − u) changes by H.
        dynamics.write_mass(tree);
        let mut unit = vec![0.0; count];
        let mut product = vec![0.0; count];
        for freedom in 0..count {
            unit[freedom] = 1.0;
            dynamics.mass.multiply(tree, &unit, &mut product);
            unit[freedom] = 0.0;
            let residual = &mut self.residuals[(count + freedom) * count..][..count];
            residual.iter_mut().zip(&product).for_each(|(sum, value)| *sum += value);
        }
        self.find_balls(tree, h);
        true
    }

    fn find_balls(&mut self, tree: &Tree, h: f64) {
        self.balls.clear();
        for link in &tree.links {
            let mut freedom = link.freedoms.start;
            for step in &link.passage.steps {
                if *step == Step::Ball {
                    let turn = h * DVec3::from_slice(&self.rates[freedom..]);
                    let turned = DMat3::from_quat(rotation::by_vector(turn));
                    self.balls.push((freedom, turned, h * left_jacobian(turn)));
                }
                freedom += step.freedoms();
            }
        }
    }

    /// Rows of the joints of the tree, with their changes by the freedoms of their links.
    fn find_own_rows(&mut self, world: &mut World, point: &Point, lines: &Linearisation) {
        let interval = Interval { time: point.time, h: point.h, rule: Rule::Carried };
        let folded: Vec<(usize, f64)> = lines.trees.steps()[self.number].folded().collect();
        self.own.clear();
        let (mut first, mut scratch) = (0, [RowBuffer::default(), RowBuffer::default()]);
        for joint in lines.joint_rows.chunk_by(|one, two| one == two) {
            let rows = first..first + joint.len();
            first = rows.end;
            let Some((number, link)) = world.forest.carried_link(joint[0]) else { continue };
            if number != self.number {
                continue;
            }
            let freedoms = world.forest.trees[number].links[link].freedoms.clone();
            let begin = self.own.len();
            let entries =
                self.entries(world, joint[0], interval, (link, 0.0, None), &mut scratch[0]);
            for (row, entries) in rows.clone().zip(entries) {
                let written = &lines.rows.rows()[row];
                let folded = folded.iter().find(|own| own.0 == row).map(|own| own.1);
                self.own.push(OwnRow {
                    row,
                    freedoms: freedoms.clone(),
                    entries,
                    impulse: lines.impulses[row],
                    gamma: written.gamma,
                    folded,
                    is_in_problem: !lines.rows.terms(written).is_empty(),
                    is_force: written.lo == written.hi,
                    slopes: Vec::with_capacity(2 * freedoms.len()),
                });
            }
            for way in 0..2 * freedoms.len() {
                let is_rate = way >= freedoms.len();
                let freedom = freedoms.start + way % freedoms.len();
                let stride = if is_rate { RATE } else { PLACE };
                let [ahead, behind] = &mut scratch;
                let way = Some((freedom, is_rate));
                let one = self.entries(world, joint[0], interval, (link, stride, way), ahead);
                let two = self.entries(world, joint[0], interval, (link, -stride, way), behind);
                let scale = 0.5 / stride;
                let both = ahead.rows().iter().zip(behind.rows()).zip(one.iter().zip(&two));
                for (((ahead, behind), (one, two)), own) in both.zip(&mut self.own[begin..]) {
                    own.slopes.push(OwnSlope {
                        entries: std::array::from_fn(|at| scale * (one[at] - two[at])),
                        numbers: Numbers {
                            error: scale * (ahead.error - behind.error),
                            target: scale * (ahead.target - behind.target),
                        },
                    });
                }
            }
        }
    }

    /// Writes the rows of the joint of a link, which is moved along one of its freedoms, and gives
    /// their entries over all of these.
    fn entries(
        &self,
        world: &mut World,
        joint: usize,
        interval: Interval,
        (link, by, way): (usize, f64, Option<(usize, bool)>),
        rows: &mut RowBuffer,
    ) -> Vec<[f64; MOST]> {
        let Self { dynamics, start, number, .. } = self;
        let posture = &dynamics.posture;
        let of = &world.forest.trees[*number].links[link];
        let (body, freedoms) = (of.body, of.freedoms.clone());
        let (state, mut arm) = (world.state.bodies[body], dynamics.arm(link));
        let mut axes: Vec<_> = posture.axes[freedoms.clone()].to_vec();
        if let Some((freedom, is_rate)) = way {
            let axis = &posture.axes[freedom];
            let mut change = [0.0; BODY];
            let mut put = |first: usize, vector: DVec3| {
                add(&mut change, first, by * vector);
            };
            if is_rate {
                put(6, axis.at(arm));
                put(9, axis.angular);
            } else {
                put(0, axis.at(arm));
                put(3, axis.angular);
                let [velocity, spin] = start.by_place(posture, freedom, (link, arm));
                put(6, velocity);
                put(9, spin);
                arm += by * axis.at(arm);
                let mut is_behind = false;
                of.each_step(|step| {
                    let own = step.contains(&freedom);
                    for k in step.clone().filter(|_| is_behind || (own && of.is_reversed)) {
                        let own = &mut axes[k - freedoms.start];
                        *own = own.plus(&axis.cross(own).times(by));
                    }
                    is_behind |= own;
                });
            }
            world.state.bodies[body] = shifted(&state, &change);
        }
        rows.clear();
        write_joint(world, joint, interval, rows);
        world.state.bodies[body] = state;
        let entries = rows.rows().iter().map(|row| {
            let mut entries = [0.0; MOST];
            if let Some(term) = rows.terms(row).iter().find(|term| term.mover == body) {
                let wrench = Wrench::at(arm, term.linear, term.angular);
                let own = entries.iter_mut().zip(&axes);
                own.for_each(|(entry, axis)| *entry = axis.dot(&wrench));
            }
            entries
        });
        entries.collect()
    }

    /// Begins with a place or a rate: where links go, how their velocities at the beginning change,
    /// and what is missing of momentum.
    pub(super) fn begin(
        &self,
        way: usize,
        (places, before): (&mut Changes, &mut Changes),
        change: &mut [f64],
    ) {
        let Self { dynamics, start, owners, links, .. } = self;
        let (count, posture) = (owners.len(), &dynamics.posture);
        let (is_rate, freedom) = (way >= count, way % count);
        let axis = &posture.axes[freedom];
        for link in self.variation.links_behind(owners[freedom]) {
            let arm = dynamics.arm(link);
            let moved = [axis.at(arm), axis.angular];
            if is_rate {
                before.add(links[link], moved);
            } else {
                places.add(links[link], moved);
                before.add(links[link], start.by_place(posture, freedom, (link, arm)));
            }
        }
        change.copy_from_slice(&self.residuals[way * count..][..count]);
        for row in self.own.iter().filter(|row| row.freedoms.contains(&freedom)) {
            let slope = row.slope(way, count);
            for (at, k) in row.freedoms.clone().enumerate() {
                change[k] += row.impulse * slope.entries[at];
            }
            if let Some(epsilon) = row.folded {
                let missing = row.bent(slope, &self.rates, self.h) / epsilon;
                row.along(|k, entry| change[k] -= entry * missing);
            }
        }
    }

    /// Adds the blow of a row of one of its joints; whether the row is one.
    pub(super) fn strike(&self, row: usize, scratch: &mut TreeScratch, tree: usize) -> bool {
        let Some(own) = self.own.iter().find(|own| own.row == row) else { return false };
        let change = scratch.of(tree);
        own.along(|k, entry| change[k] += entry);
        true
    }

    /// Goes on with du⁺: how links speed up, what rows of joints see of it, and the end.
    pub(super) fn finish(
        &self,
        tree: &Tree,
        way: Option<usize>,
        (change, twists): (&[f64], &mut Vec<Twist>),
        speeds: &mut Changes,
        column: &mut Column,
    ) {
        let Self { dynamics, after, owners, links, h, .. } = self;
        let (count, posture) = (owners.len(), &dynamics.posture);
        let place = way.filter(|&way| way < count);
        let behind = place.map_or(0..0, |freedom| self.variation.links_behind(owners[freedom]));
        twists.clear();
        for (at, link) in tree.links.iter().enumerate() {
            let mut twist = match link.parent {
                Parent::Link(parent) => twists[parent],
                Parent::Body(_) | Parent::World => Twist::default(),
            };
            for k in link.freedoms.clone() {
                twist = twist.plus(&posture.axes[k].times(change[k]));
            }
            twists.push(twist);
            let arm = dynamics.arm(at);
            speeds.add(links[at], [twist.at(arm), twist.angular]);
            if let Some(freedom) = place.filter(|_| behind.contains(&at)) {
                speeds.add(links[at], after.by_place(posture, freedom, (at, arm)));
            }
        }
        for row in self.own.iter().filter(|row| row.is_in_problem) {
            row.along(|k, entry| column.w[row.row] += entry * change[k]);
            if let Some(way) = way.filter(|way| row.freedoms.contains(&(way % count))) {
                column.w[row.row] += row.bent(row.slope(way, count), &self.rates, *h);
            }
        }
        let ends = &mut column.ends[self.first..][..2 * count];
        for (k, change) in change.iter().enumerate() {
            ends[k] = h * change + f64::from(u8::from(place == Some(k)));
            ends[count + k] = *change;
        }
        for (freedom, turned, jacobian) in &self.balls {
            let mut moved = DVec3::ZERO;
            if let Some(axis) = place.filter(|k| (*freedom..freedom + 3).contains(k)) {
                moved[axis - freedom] = 1.0;
            }
            let spun = *turned * moved + *jacobian * DVec3::from_slice(&change[*freedom..]);
            ends[*freedom..freedom + 3].copy_from_slice(&spun.to_array());
        }
    }
}

impl OwnRow {
    fn along(&self, mut tell: impl FnMut(usize, f64)) {
        self.freedoms.clone().zip(self.entries).for_each(|(k, entry)| tell(k, entry));
    }

    fn slope(&self, way: usize, count: usize) -> &OwnSlope {
        let own = way % count - self.freedoms.start;
        &self.slopes[own + if way < count { 0 } else { self.freedoms.len() }]
    }

    /// dj u⁺ + dc.
    fn bent(&self, slope: &OwnSlope, rates: &[f64], h: f64) -> f64 {
        let own = slope.entries.iter().zip(&rates[self.freedoms.clone()]);
        let speed: f64 = own.map(|(entry, rate)| entry * rate).sum();
        speed + self.gamma * slope.numbers.error / h - slope.numbers.target
    }
}

/// With K = [v]×: 1 + (1 − cos θ)/θ² K + (θ − sin θ)/θ³ K².
fn left_jacobian(turn: DVec3) -> DMat3 {
    let angle = turn.length();
    let [one, two] = match angle > 1e-3 {
        true => {
            let [sine, cosine] = [libm::sin(angle), libm::cos(angle)];
            [(1.0 - cosine) / (angle * angle), (angle - sine) / (angle * angle * angle)]
        }
        false => [0.5 - angle * angle / 24.0, 1.0 / 6.0 - angle * angle / 120.0],
    };
    let across = DMat3::from_cols(turn.cross(DVec3::X), turn.cross(DVec3::Y), turn.cross(DVec3::Z));
    DMat3::IDENTITY + one * across + two * (across * across)
}
