//! Where the links of a tree are and how they move: coordinates and rates from the poses and
//! velocities of bodies, and back.
//!
//! A state has poses and velocities alone: coordinates are read where a step begins, and
//! poses are written from them where it ends, so that joints stay closed to rounding and
//! whoever sets a body, a joint or a saved state finds it there.

use std::f64::consts::{PI, TAU};

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use super::spatial::Twist;
use super::structure::{Link, Parent, Step, Tree};
use crate::derivatives::tangent::rotation_vector;
use crate::state::BodyState;

/// Coordinates q, rates u = q̇ (those of balls are Ω), and the axes s of all freedoms:
/// a link moves against its parent by Σ s u (Featherstone 2008, Eq 3.33).
#[derive(Clone, Debug, Default)]
pub struct Posture {
    /// q; without references of joints, and turns without whole ones.
    pub coordinates: Vec<f64>,
    /// u.
    pub rates: Vec<f64>,
    /// s, in world axes about the origin.
    pub axes: Vec<Twist>,
    /// The first and the second frame of the joint of each link where they were read.
    pub ends: Vec<(Pose, Pose)>,
    /// O: where the centre of the root was.
    pub origin: DVec3,
}

impl Posture {
    /// Reads coordinates, rates and axes from the bodies.
    pub fn read(&mut self, tree: &Tree, states: &[BodyState]) {
        self.origin =
            tree.links.first().map_or(DVec3::ZERO, |root| states[root.body].pose.position);
        self.coordinates.clear();
        self.rates.clear();
        self.axes.clear();
        self.ends.clear();
        for link in &tree.links {
            let base = parent_pose(tree, link, states);
            let (first, second) = ends(link, base, states[link.body].pose);
            self.ends.push((first, second));
            read_coordinates(&link.passage.steps, &first, &second, &mut self.coordinates);
            self.write_axes(link, first);
            let ahead = twist_of(&states[link.body], self.origin);
            let behind = parent_twist(tree, link, states, self.origin);
            let against = ahead.plus(&behind.times(-1.0));
            // Slides carry the point that turns are about: it shows nothing of turns.
            let point = second.position - self.origin;
            for axis in &self.axes[link.freedoms.clone()] {
                self.rates.push(match axis.angular == DVec3::ZERO {
                    true => axis.linear.dot(against.at(point)),
                    false => axis.angular.dot(against.angular),
                });
            }
        }
    }

    /// Writes the axes of all freedoms anew, at the coordinates and poses as they are now.
    pub fn refresh_axes(&mut self, tree: &Tree, states: &[BodyState]) {
        self.origin =
            tree.links.first().map_or(DVec3::ZERO, |root| states[root.body].pose.position);
        self.axes.clear();
        for link in &tree.links {
            let own = states[link.body].pose;
            let behind = if link.is_reversed { own } else { parent_pose(tree, link, states) };
            self.write_axes(link, joined(&behind, &link.passage.first));
        }
    }

    /// The axes of a link whose first frame is at `frame`; the frame of its last step.
    fn write_axes(&mut self, link: &Link, mut frame: Pose) -> Pose {
        let sign = if link.is_reversed { -1.0 } else { 1.0 };
        let mut at = link.coordinates.start;
        for (number, &step) in link.passage.steps.iter().enumerate() {
            if let Some(before) = number.checked_sub(1).map(|before| link.passage.steps[before]) {
                frame = passed(&frame, before, &self.coordinates[at..]);
                at += before.coordinates();
            }
            let arm = frame.position - self.origin;
            let turn = |axis: DVec3| {
                let angular = sign * frame.direction(axis);
                Twist { angular, linear: arm.cross(angular) }
            };
            match step {
                Step::Slide(axis) => {
                    let linear = sign * frame.direction(axis);
                    self.axes.push(Twist { angular: DVec3::ZERO, linear });
                }
                Step::Turn(axis) => self.axes.push(turn(axis)),
                Step::Ball => self.axes.extend([DVec3::X, DVec3::Y, DVec3::Z].map(turn)),
            }
        }
        frame
    }

    /// Moves all coordinates with their rates for `h` seconds; balls turn by h Ω.
    pub fn advance(&mut self, tree: &Tree, h: f64) {
        for link in &tree.links {
            let (mut at, mut freedom) = (link.coordinates.start, link.freedoms.start);
            for &step in &link.passage.steps {
                if step == Step::Ball {
                    let turn = rotation::by_vector(h * DVec3::from_slice(&self.rates[freedom..]));
                    let turned = (turn * rotation(&self.coordinates[at..])).normalize();
                    self.coordinates[at..at + 4].copy_from_slice(&turned.to_array());
                } else {
                    self.coordinates[at] += h * self.rates[freedom];
                }
                at += step.coordinates();
                freedom += step.freedoms();
            }
        }
    }

    /// Goes as far again from another posture, in coordinates and in rates.
    pub fn extrapolate(&mut self, tree: &Tree, from: &Self) {
        for (rate, other) in self.rates.iter_mut().zip(&from.rates) {
            *rate = 2.0 * *rate - other;
        }
        for link in &tree.links {
            let mut at = link.coordinates.start;
            for &step in &link.passage.steps {
                let (own, other) = (&mut self.coordinates[at..], &from.coordinates[at..]);
                match step {
                    Step::Slide(_) => own[0] = 2.0 * own[0] - other[0],
                    Step::Turn(_) => own[0] += (own[0] - other[0] + PI).rem_euclid(TAU) - PI,
                    Step::Ball => {
                        let turn = rotation(own) * rotation(other).inverse();
                        let turned = (turn * rotation(own)).normalize();
                        own[..4].copy_from_slice(&turned.to_array());
                    }
                }
                at += step.coordinates();
            }
        }
    }

    /// Adds how the coordinates and then the rates differ from those of another posture; balls
    /// by a rotation vector in the axes of the frame before them.
    pub fn write_about(&self, tree: &Tree, other: &Self, into: &mut Vec<f64>) {
        for link in &tree.links {
            let mut at = link.coordinates.start;
            for &step in &link.passage.steps {
                let (own, from) = (&self.coordinates[at..], &other.coordinates[at..]);
                match step {
                    Step::Slide(_) => into.push(own[0] - from[0]),
                    Step::Turn(_) => {
                        let turn = own[0] - from[0];
                        into.push(turn - TAU * (turn / TAU).round());
                    }
                    Step::Ball => {
                        let turn = rotation(own) * rotation(from).inverse();
                        into.extend(rotation_vector(turn).to_array());
                    }
                }
                at += step.coordinates();
            }
        }
        into.extend(self.rates.iter().zip(&other.rates).map(|(own, from)| own - from));
    }

    /// Tells the first freedom of every ball, and how it is turned against another posture.
    pub fn each_ball(&self, tree: &Tree, other: &Self, mut tell: impl FnMut(usize, DQuat)) {
        for link in &tree.links {
            let (mut at, mut freedom) = (link.coordinates.start, link.freedoms.start);
            for &step in &link.passage.steps {
                if step == Step::Ball {
                    let (own, from) = (&self.coordinates[at..], &other.coordinates[at..]);
                    tell(freedom, rotation(own) * rotation(from).inverse());
                }
                at += step.coordinates();
                freedom += step.freedoms();
            }
        }
    }

    /// Puts the bodies where the coordinates say, with the velocities of the rates.
    pub fn put(&mut self, tree: &Tree, states: &mut [BodyState]) {
        self.axes.clear();
        for (number, link) in tree.links.iter().enumerate() {
            let base = parent_pose(tree, link, states);
            if number > 0 && !link.is_reversed {
                let mut frame = self.write_axes(link, joined(&base, &link.passage.first));
                if let Some(&step) = link.passage.steps.last() {
                    let at = link.coordinates.end - step.coordinates();
                    frame = passed(&frame, step, &self.coordinates[at..]);
                }
                states[link.body].pose = unit(joined(&frame, &inverse(&link.passage.second)));
                continue;
            }
            let pose = self.pose(link, base);
            states[link.body].pose = pose;
            if number == 0 {
                self.origin = pose.position;
            }
            let behind = if link.is_reversed { pose } else { base };
            self.write_axes(link, joined(&behind, &link.passage.first));
        }
        self.put_velocities(tree, states);
    }

    /// Puts the bodies where the coordinates say.
    pub fn place(&self, tree: &Tree, states: &mut [BodyState]) {
        for link in &tree.links {
            states[link.body].pose = self.pose(link, parent_pose(tree, link, states));
        }
    }

    /// Where a link is whose parent is at `base`.
    fn pose(&self, link: &Link, base: Pose) -> Pose {
        let mut at = link.coordinates.start;
        let mut way = Pose::IDENTITY;
        for &step in &link.passage.steps {
            way = passed(&way, step, &self.coordinates[at..]);
            at += step.coordinates();
        }
        let (own, other) = (&link.passage.second, &link.passage.first);
        let pose = match link.is_reversed {
            false => joined(&joined(&joined(&base, other), &way), &inverse(own)),
            true => joined(&joined(&joined(&base, own), &inverse(&way)), &inverse(other)),
        };
        unit(pose)
    }

    /// Gives the bodies the velocities of the rates, at the axes as they are.
    pub fn put_velocities(&self, tree: &Tree, states: &mut [BodyState]) {
        for link in &tree.links {
            let mut twist = parent_twist(tree, link, states, self.origin);
            for freedom in link.freedoms.clone() {
                twist = twist.plus(&self.axes[freedom].times(self.rates[freedom]));
            }
            let state = &mut states[link.body];
            state.velocity = twist.at(state.pose.position - self.origin);
            state.angular_velocity = twist.angular;
        }
    }
}

/// The motion of a body about `origin`.
pub fn twist_of(state: &BodyState, origin: DVec3) -> Twist {
    let angular = state.angular_velocity;
    let linear = state.velocity + angular.cross(origin - state.pose.position);
    Twist { angular, linear }
}

/// The motion of what a link hangs on.
pub fn parent_twist(tree: &Tree, link: &Link, states: &[BodyState], origin: DVec3) -> Twist {
    match link.parent {
        Parent::World => Twist::default(),
        Parent::Body(body) => twist_of(&states[body], origin),
        Parent::Link(parent) => twist_of(&states[tree.links[parent].body], origin),
    }
}

fn parent_pose(tree: &Tree, link: &Link, states: &[BodyState]) -> Pose {
    match link.parent {
        Parent::World => Pose::IDENTITY,
        Parent::Body(body) => states[body].pose,
        Parent::Link(parent) => states[tree.links[parent].body].pose,
    }
}

/// The first and the second frame of a link's joint in the world.
fn ends(link: &Link, base: Pose, own: Pose) -> (Pose, Pose) {
    let (first, second) = if link.is_reversed { (own, base) } else { (base, own) };
    (joined(&first, &link.passage.first), joined(&second, &link.passage.second))
}

fn rotation(values: &[f64]) -> DQuat {
    DQuat::from_xyzw(values[0], values[1], values[2], values[3])
}

/// The placement `inner`, given relative to `outer`, seen from outside. A few products leave a
/// rotation of unit length but for rounding: whoever ends with it brings it back.
fn joined(outer: &Pose, inner: &Pose) -> Pose {
    Pose::new(outer.point(inner.position), outer.orientation * inner.orientation)
}

/// The frame that a step reaches from another.
fn passed(frame: &Pose, step: Step, values: &[f64]) -> Pose {
    match step {
        Step::Slide(axis) => Pose::new(frame.point(values[0] * axis), frame.orientation),
        Step::Turn(axis) => {
            let turn = rotation::about(axis, values[0]);
            Pose::new(frame.position, frame.orientation * turn)
        }
        Step::Ball => Pose::new(frame.position, frame.orientation * rotation(values)),
    }
}

/// With a rotation of unit length.
fn unit(pose: Pose) -> Pose {
    Pose::new(pose.position, pose.orientation.normalize())
}

fn inverse(pose: &Pose) -> Pose {
    let turn = pose.orientation.inverse();
    Pose::new(-(turn * pose.position), turn)
}

/// Reads the coordinates of the steps from one frame to another.
fn read_coordinates(steps: &[Step], first: &Pose, second: &Pose, out: &mut Vec<f64>) {
    let offset = first.orientation.inverse() * (second.position - first.position);
    let rotation = (first.orientation.inverse() * second.orientation).normalize();
    let slides = steps.iter().take_while(|step| matches!(step, Step::Slide(_))).count();
    for step in &steps[..slides] {
        if let Step::Slide(axis) = step {
            out.push(axis.dot(offset));
        }
    }
    match steps[slides..] {
        [Step::Turn(axis)] => out.push(turn_about(rotation, axis)),
        // R = Rot(a, α) Rot(b, β) with a ⟂ b takes b to Rot(a, α) b, and back takes a to
        // Rot(b, −β) a.
        [Step::Turn(a), Step::Turn(b)] => {
            let (forward, back) = (rotation * b, rotation.inverse() * a);
            out.push(libm::atan2(a.cross(b).dot(forward), b.dot(forward)));
            out.push(libm::atan2(a.cross(b).dot(back), a.dot(back)));
        }
        [Step::Ball] => out.extend(rotation.to_array()),
        _ => {}
    }
}

/// The angle of the turn about a unit axis, between −π and π.
fn turn_about(rotation: DQuat, axis: DVec3) -> f64 {
    let sign = if rotation.w < 0.0 { -1.0 } else { 1.0 };
    let along = DVec3::new(rotation.x, rotation.y, rotation.z).dot(axis);
    2.0 * libm::atan2(sign * along, sign * rotation.w)
}
