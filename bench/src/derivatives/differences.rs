//! Central differences of whole steps, which share no code with derivatives.

use glam::{DQuat, DVec3};
use stickslip_dynamics::{Articulated, BodyState, Simulation, State, StepReport};

/// How derivatives of one step compare.
#[derive(Default)]
pub struct Comparison {
    /// |difference| over the largest entry of a column, or a thousandth of the largest of all:
    /// of each column whose stencil changes no set.
    pub off: Vec<f64>,
    /// Columns whose stencil changes a set, or has a kink.
    pub changed: usize,
    /// Of those, columns that are smooth again with shorter strides, which have fewer digits:
    /// what rests is pressed in by less than the long ones.
    pub finer: Vec<f64>,
    /// Of those that are not, columns with an entry outside the slopes of both sides.
    pub outside: usize,
    /// Whether features of contacts change within the strides of derivatives.
    pub is_lost: bool,
}

/// Strides of places (m, rad) and speeds (m/s, rad/s), and shorter ones.
const STRIDES: [[f64; 2]; 2] = [[1e-6, 1e-4], [1e-9, 1e-7]];
/// Slopes to both sides that differ by more than this share are those of a kink.
const KINK: f64 = 1e-3;

/// Who touches, in which set, and how the step went.
fn signature(simulation: &Simulation, report: &StepReport) -> String {
    let state = simulation.state();
    let contacts: Vec<_> = state
        .contacts
        .iter()
        .map(|contact| (contact.key, contact.impulses[0] > 0.0, contact.labels))
        .collect();
    let how = (report.impacts, report.halvings, report.rounds, report.unsplit);
    format!("{contacts:?} {:?} {how:?} {:?}", state.joint_labels, report.orders)
}

fn coordinates(bodies: &[usize], state: &State, about: &State) -> Vec<f64> {
    let (mut poses, mut velocities) = (Vec::new(), Vec::new());
    for &body in bodies {
        let (one, two) = (&state.bodies[body], &about.bodies[body]);
        let turn = one.pose.orientation * two.pose.orientation.inverse();
        let turn = if turn.w < 0.0 { -turn } else { turn };
        let sine = DVec3::new(turn.x, turn.y, turn.z);
        let angle = 2.0 * sine.length().asin();
        let turn = if angle > 0.0 { sine * (angle / sine.length()) } else { DVec3::ZERO };
        poses.extend((one.pose.position - two.pose.position).to_array());
        poses.extend(turn.to_array());
        velocities.extend((one.velocity - two.velocity).to_array());
        velocities.extend((one.angular_velocity - two.angular_velocity).to_array());
    }
    poses.append(&mut velocities);
    poses
}

fn moved(bodies: &[usize], state: &State, coordinate: usize, by: f64) -> State {
    let mut moved = state.clone();
    let (half, own) = (coordinate / (6 * bodies.len()), coordinate % (6 * bodies.len()));
    let body: &mut BodyState = &mut moved.bodies[bodies[own / 6]];
    let mut shift = DVec3::ZERO;
    shift[own % 3] = by;
    match (half, own % 6 < 3) {
        (0, true) => body.pose.position += shift,
        (0, false) => {
            let turned = DQuat::from_scaled_axis(shift) * body.pose.orientation;
            body.pose.orientation = turned.normalize();
        }
        (_, true) => body.velocity += shift,
        (_, false) => body.angular_velocity += shift,
    }
    moved
}

/// A way in which a state can change.
enum Way {
    /// Along a coordinate of a body that no tree carries.
    Coordinate(usize),
    /// A freedom of a tree, by its place or by its rate.
    Freedom { tree: usize, freedom: usize, is_rate: bool },
}

/// The ways of a state.
struct Ways {
    bodies: Vec<usize>,
    state: State,
    trees: Vec<Articulated>,
}

impl Ways {
    fn new(simulation: &Simulation) -> Self {
        let all = simulation.model().bodies().iter().enumerate();
        let bodies = all.filter(|(_, body)| body.is_dynamic()).map(|(at, _)| at).collect();
        let has_trees = !simulation.tree_freedoms().is_empty();
        let trees = if has_trees { simulation.articulated() } else { Vec::new() };
        Self { bodies, state: simulation.state().clone(), trees }
    }

    fn all(&self) -> Vec<Way> {
        let is_link = |body: usize| {
            let mut links = self.trees.iter().flat_map(Articulated::links);
            links.any(|link| link.0 == body)
        };
        let half = 6 * self.bodies.len();
        let own = (0..2 * half).filter(|at| !is_link(self.bodies[at % half / 6]));
        let trees = self.trees.iter().enumerate().flat_map(|(tree, articulated)| {
            let each = (0..articulated.freedoms())
                .flat_map(|freedom| [false, true].map(|is_rate| (freedom, is_rate)));
            each.map(move |(freedom, is_rate)| Way::Freedom { tree, freedom, is_rate })
        });
        own.map(Way::Coordinate).chain(trees).collect()
    }

    fn is_speed(&self, way: &Way) -> bool {
        match *way {
            Way::Coordinate(at) => at >= 6 * self.bodies.len(),
            Way::Freedom { is_rate, .. } => is_rate,
        }
    }

    fn moved(&self, way: &Way, by: f64) -> Result<State, String> {
        match *way {
            Way::Coordinate(at) => Ok(moved(&self.bodies, &self.state, at, by)),
            Way::Freedom { tree, freedom, is_rate } => {
                let mut tree = self.trees[tree].clone();
                shift(&mut tree, freedom, is_rate, by)?;
                let mut state = self.state.clone();
                for link in tree.links() {
                    let (own, other) = (&mut state.bodies[link.0], &tree.bodies()[link.0]);
                    (own.pose, own.velocity) = (other.pose, other.velocity);
                    own.angular_velocity = other.angular_velocity;
                }
                Ok(state)
            }
        }
    }
}

/// Shifts a coordinate or a rate of a tree.
fn shift(tree: &mut Articulated, freedom: usize, is_rate: bool, by: f64) -> Result<(), String> {
    let (mut q, mut u, counts) = (tree.qpos(), tree.qvel().to_vec(), tree.coordinate_counts());
    // The quaternion of a rotation stands at the first of its three freedoms.
    let own = (0..=freedom).rev().find(|&at| counts[at] > 0).unwrap_or(freedom);
    let first: usize = counts[..own].iter().sum();
    if is_rate {
        u[freedom] += by;
    } else if counts[own] == 1 {
        q[first] += by;
    } else {
        let mut turn = DVec3::ZERO;
        turn[freedom - own] = by;
        let turned = DQuat::from_scaled_axis(turn) * DQuat::from_slice(&q[first..]);
        q[first..first + 4].copy_from_slice(&turned.normalize().to_array());
    }
    tree.set(&q, &u).map_err(|error| error.to_string())
}

/// Takes a step, and compares its derivatives along some of the ways; nothing where there are
/// none.
pub fn compare(
    simulation: &mut Simulation,
    mut wanted: impl FnMut(usize) -> bool,
) -> Result<Comparison, String> {
    let fail = |error: stickslip_dynamics::StepError| error.to_string();
    let ways = Ways::new(simulation);
    let (report, derivatives) =
        simulation.step_derivatives(&[]).map_err(|error| error.to_string())?;
    let end = simulation.state().clone();
    let nominal = signature(simulation, &report);
    let bodies: Vec<usize> = derivatives.bodies.iter().map(|body| body.0).collect();
    let matrix = derivatives.by_state();
    let largest = matrix.values().iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let mut found = Comparison { is_lost: derivatives.lost > 0, ..Comparison::default() };
    let all = ways.all();
    for way in all.iter().enumerate().filter(|(at, _)| wanted(*at)).map(|(_, way)| way) {
        let mut own = Vec::new();
        for (turn, [place, speed]) in STRIDES.into_iter().enumerate() {
            let stride = if ways.is_speed(way) { speed } else { place };
            let (mut is_steady, mut ends) = (true, Vec::new());
            let sides = [ways.moved(way, stride)?, ways.moved(way, -stride)?];
            if turn == 0 {
                let change = coordinates(&bodies, &sides[0], &sides[1]);
                let slopes: Vec<f64> = change.iter().map(|by| by / (2.0 * stride)).collect();
                own = derivatives.forward(&slopes, &[]);
            }
            for start in sides {
                simulation.restore(start).map_err(|error| error.to_string())?;
                let report = simulation.step().map_err(fail)?;
                is_steady &= signature(simulation, &report) == nominal;
                ends.push(coordinates(&bodies, simulation.state(), &end));
            }
            let slopes = |row: usize| [ends[0][row] / stride, -ends[1][row] / stride];
            let rows = 0..derivatives.size();
            let all = rows.clone().flat_map(slopes);
            let size = all.fold(1e-3 * largest, |most: f64, slope| most.max(slope.abs()));
            let has_kink = rows.clone().any(|row| {
                let [one, two] = slopes(row);
                (one - two).abs() > KINK * size
            });
            if !has_kink && is_steady {
                let off = rows.map(|row| {
                    let [one, two] = slopes(row);
                    (0.5 * (one + two) - own[row]).abs()
                });
                let off = off.fold(0.0, f64::max) / size;
                if turn == 0 {
                    found.off.push(off)
                } else {
                    found.finer.push(off)
                }
                break;
            }
            found.changed += usize::from(turn == 0);
            let beyond = |row: usize| {
                let ([one, two], own) = (slopes(row), own[row]);
                (one.min(two) - own).max(own - one.max(two)) > KINK * size
            };
            found.outside += usize::from(turn == 1 && rows.clone().any(beyond));
        }
    }
    simulation.restore(end).map_err(|error| error.to_string())?;
    Ok(found)
}
