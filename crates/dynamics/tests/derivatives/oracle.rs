//! Central differences of whole steps, which share no code with derivatives.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{BodyState, Input, Simulation, State, StepReport};

/// How far derivatives are from differences.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The worst column: |difference|/max(|column|, 1e-3 of the largest).
    pub worst: f64,
    /// Those of all columns.
    pub all: Vec<f64>,
    /// Columns that were compared, and those whose stencil changes a set.
    pub compared: usize,
    pub skipped: usize,
    /// Columns with a kink within the stencil: derivatives are between both slopes.
    pub kinked: usize,
    /// Entries of these that are not.
    pub outside: usize,
    /// Rows at a border.
    pub borders: usize,
}

impl Comparison {
    /// The error that so many columns in a hundred do not pass.
    pub fn percentile(&mut self, share: usize) -> f64 {
        self.all.sort_by(f64::total_cmp);
        self.all.get(self.all.len().saturating_sub(1) * share / 100).copied().unwrap_or(f64::NAN)
    }

    pub fn join(&mut self, mut other: Self) {
        self.all.append(&mut other.all);
        self.worst = self.worst.max(other.worst);
        self.compared += other.compared;
        self.skipped += other.skipped;
        self.kinked += other.kinked;
        self.outside += other.outside;
        self.borders += other.borders;
    }
}

/// What must stay the same within a stencil: who touches, in which set, and how the step went.
fn signature(simulation: &Simulation, report: &StepReport) -> String {
    let state = simulation.state();
    let contacts: Vec<_> = state
        .contacts
        .iter()
        .map(|contact| (contact.key, contact.impulses[0] > 0.0, contact.labels))
        .collect();
    let orders = &report.orders;
    let how = (report.impacts, report.halvings, report.rounds, report.unsplit);
    format!("{contacts:?} {:?} {how:?} {orders:?}", state.joint_labels)
}

/// The coordinates of a state about another: poses of all bodies, then velocities.
pub fn coordinates(bodies: &[usize], state: &State, about: &State) -> Vec<f64> {
    let mut poses = Vec::new();
    let mut velocities = Vec::new();
    for &body in bodies {
        let (one, two) = (&state.bodies[body], &about.bodies[body]);
        let turn = one.pose.orientation * two.pose.orientation.inverse();
        let turn = if turn.w < 0.0 { -turn } else { turn };
        poses.extend((one.pose.position - two.pose.position).to_array());
        // 2 asin: exact where differences are small.
        let sine = DVec3::new(turn.x, turn.y, turn.z);
        let angle = 2.0 * sine.length().asin();
        let turn = if angle > 0.0 { sine * (angle / sine.length()) } else { DVec3::ZERO };
        poses.extend(turn.to_array());
        velocities.extend((one.velocity - two.velocity).to_array());
        velocities.extend((one.angular_velocity - two.angular_velocity).to_array());
    }
    poses.append(&mut velocities);
    poses
}

/// A state that is moved along one of its coordinates.
pub fn moved(bodies: &[usize], state: &State, coordinate: usize, by: f64) -> State {
    let mut moved = state.clone();
    let is_pose = coordinate < 6 * bodies.len();
    let own = coordinate % (6 * bodies.len());
    let body: &mut BodyState = &mut moved.bodies[bodies[own / 6]];
    let axis = own % 3;
    match (is_pose, own % 6 < 3) {
        (true, true) => body.pose.position[axis] += by,
        (true, false) => {
            let mut turn = DVec3::ZERO;
            turn[axis] = by;
            let turned = DQuat::from_scaled_axis(turn) * body.pose.orientation;
            body.pose.orientation = turned.normalize();
        }
        (false, true) => body.velocity[axis] += by,
        (false, false) => body.angular_velocity[axis] += by,
    }
    moved
}

/// Slopes to both sides that differ by more than this share are those of a kink.
const KINK: f64 = 1e-3;

/// A way in which a state can change: by a stride ahead and back, and how fast its coordinates do.
struct Way {
    stride: f64,
    sides: [State; 2],
    change: Vec<f64>,
}

/// The ways of a state: the coordinates of bodies that no tree carries, and coordinates and rates
/// of the joints of trees.
fn ways(simulation: &Simulation, bodies: &[usize], scale: f64) -> Vec<Way> {
    let state = simulation.state();
    let has_trees = !simulation.tree_freedoms().is_empty();
    let trees = if has_trees { simulation.articulated() } else { Vec::new() };
    let is_link = |body: usize| trees.iter().any(|tree| tree.links().any(|link| link.0 == body));
    let strides = [1e-5, 1e-3].map(|stride| scale * stride);
    let mut all = Vec::new();
    for at in 0..12 * bodies.len() {
        if !is_link(bodies[at % (6 * bodies.len()) / 6]) {
            let stride = strides[at / (6 * bodies.len())];
            let sides = [stride, -stride].map(|by| moved(bodies, state, at, by));
            let mut change = vec![0.0; 12 * bodies.len()];
            change[at] = 1.0;
            all.push(Way { stride, sides, change });
        }
    }
    for tree in &trees {
        let (qpos, qvel, counts) = (tree.qpos(), tree.qvel().to_vec(), tree.coordinate_counts());
        for way in 0..2 * tree.freedoms() {
            let (is_rate, freedom) = (way / tree.freedoms(), way % tree.freedoms());
            let stride = strides[is_rate];
            let sides = [stride, -stride].map(|by| {
                let (mut q, mut u, mut tree) = (qpos.clone(), qvel.clone(), tree.clone());
                // The quaternion of a rotation stands at the first of its three freedoms.
                let own = (0..=freedom).rev().find(|&at| counts[at] > 0).expect("coordinates");
                let first: usize = counts[..own].iter().sum();
                if is_rate == 1 {
                    u[freedom] += by;
                } else if counts[own] == 1 {
                    q[first] += by;
                } else {
                    let mut turn = DVec3::ZERO;
                    turn[freedom - own] = by;
                    let turned = DQuat::from_scaled_axis(turn) * DQuat::from_slice(&q[first..]);
                    q[first..first + 4].copy_from_slice(&turned.normalize().to_array());
                }
                tree.set(&q, &u).expect("coordinates");
                let mut side = state.clone();
                for link in tree.links() {
                    let (own, other) = (&mut side.bodies[link.0], &tree.bodies()[link.0]);
                    (own.pose, own.velocity) = (other.pose, other.velocity);
                    own.angular_velocity = other.angular_velocity;
                }
                side
            });
            let slopes = coordinates(bodies, &sides[0], &sides[1]);
            let change = slopes.into_iter().map(|slope| slope / (2.0 * stride)).collect();
            all.push(Way { stride, sides, change });
        }
    }
    all
}

/// Compares the derivatives of the next step by the state with differences.
pub fn compare(simulation: &mut Simulation, scale: f64) -> Comparison {
    let state = simulation.state().clone();
    let (report, derivatives) = simulation.step_derivatives(&[]).expect("derivatives");
    let end = simulation.state().clone();
    let nominal = signature(simulation, &report);
    let bodies: Vec<usize> = derivatives.bodies.iter().map(|body| body.0).collect();
    simulation.restore(state).expect("a state");
    let ways = ways(simulation, &bodies, scale);
    let matrix = derivatives.by_state();
    let mut comparison = Comparison { borders: derivatives.borders.len(), ..Comparison::default() };
    let largest = matrix.values().iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    for Way { stride, sides, change } in ways {
        let own = derivatives.forward(&change, &[]);
        let mut steady = true;
        let ends = sides.map(|side| {
            simulation.restore(side).expect("a state");
            let report = simulation.step().expect("a step");
            steady &= signature(simulation, &report) == nominal;
            coordinates(&bodies, simulation.state(), &end)
        });
        if !steady {
            comparison.skipped += 1;
            continue;
        }
        let size = ends
            .iter()
            .flatten()
            .fold(1e-3 * largest, |most, value: &f64| most.max(value.abs() / stride));
        let (mut off, mut kinked) = (0.0_f64, false);
        for (row, own) in own.into_iter().enumerate() {
            let slopes = [ends[0][row] / stride, -ends[1][row] / stride];
            if (slopes[0] - slopes[1]).abs() > KINK * size {
                kinked = true;
                let beyond = (slopes[0].min(slopes[1]) - own).max(own - slopes[0].max(slopes[1]));
                comparison.outside += usize::from(beyond > KINK * size);
                continue;
            }
            off = off.max((0.5 * (slopes[0] + slopes[1]) - own).abs());
        }
        comparison.compared += 1;
        if kinked {
            comparison.kinked += 1;
            continue;
        }
        comparison.all.push(off / size);
        comparison.worst = comparison.worst.max(off / size);
    }
    simulation.restore(end).expect("a state");
    comparison
}

/// The derivatives of the next step by one input, from differences of whole steps; `shift`
/// makes a simulation whose input is changed by so much.
pub fn compare_input(
    simulation: &mut Simulation,
    input: Input,
    stride: f64,
    shift: impl Fn(f64) -> Simulation,
) -> f64 {
    let state = simulation.state().clone();
    let (_, derivatives) = simulation.step_derivatives(&[input]).expect("derivatives");
    let end = simulation.state().clone();
    let bodies: Vec<usize> = derivatives.bodies.iter().map(|body| body.0).collect();
    let ends = [stride, -stride].map(|by| {
        let mut other = shift(by);
        let mut start = state.clone();
        start.controls.clone_from(&other.state().controls);
        other.restore(start).expect("a state");
        other.step().expect("a step");
        coordinates(&bodies, other.state(), &end)
    });
    let column = derivatives.by_inputs();
    let (mut off, mut size) = (0.0_f64, 0.0_f64);
    for row in 0..derivatives.size() {
        let difference = (ends[0][row] - ends[1][row]) / (2.0 * stride);
        off = off.max((difference - column.at(row, 0)).abs());
        size = size.max(difference.abs());
    }
    off / size.max(1e-4)
}
