//! How motion and inverse dynamics of a tree change with its coordinates and rates.
//!
//! With V_l and A_l the motion and the acceleration of link l, and V and A those of the frame
//! behind freedom i, the place of i carries everything behind it along, as a turn or a slide
//! along its axis s does (Carpentier and Mansard 2018; axes are in the world, about one point O,
//! so that no product changes coordinates):
//!
//! - ∂s_k = s × s_k for every freedom k behind i;
//! - ∂V_l = s × (V_l − V),  ∂A_l = s × (A_l − A) − (s × V) × (V_l − V);
//! - and its rate: ∂V_l = s,  ∂A_l = V₋ × s + s × (V_l − V), with V₋ before the step of i.
//!
//! The forces F_l = m a_l − f, N_l = I α + ω × I ω − n of each link follow by the chain rule, and
//! the sum over what is behind each freedom, along its axis, is what its joint needs. All of it
//! takes O(n·depth).

use glam::{DMat3, DVec3};

use super::dynamics::TreeDynamics;
use super::posture::{Posture, parent_twist};
use super::spatial::{Twist, Wrench};
use super::structure::{Parent, Tree};
use crate::state::BodyState;

/// Motions of links and of the frames between them, at some rates.
#[derive(Clone, Debug, Default)]
pub struct Motions {
    /// Of each link.
    links: Vec<Twist>,
    /// Before and behind the step of each freedom.
    before: Vec<Twist>,
    behind: Vec<Twist>,
    /// V of each freedom: that before its step where the link is the first body of its joint,
    /// since the axes of a ball then go with the link.
    carriers: Vec<Twist>,
}

impl Motions {
    /// At these rates, where the axes are as they are; trees hang on bodies of `states`.
    pub fn find(&mut self, tree: &Tree, posture: &Posture, states: &[BodyState], rates: &[f64]) {
        self.links.clear();
        for motions in [&mut self.before, &mut self.behind, &mut self.carriers] {
            motions.clear();
            motions.resize(tree.freedoms(), Twist::default());
        }
        for link in &tree.links {
            let mut motion = match link.parent {
                Parent::Link(parent) => self.links[parent],
                Parent::Body(_) | Parent::World => parent_twist(tree, link, states, posture.origin),
            };
            link.each_step(|freedoms| {
                let mut behind = motion;
                for k in freedoms.clone() {
                    behind = behind.plus(&posture.axes[k].times(rates[k]));
                }
                for k in freedoms {
                    (self.before[k], self.behind[k]) = (motion, behind);
                    self.carriers[k] = if link.is_reversed { motion } else { behind };
                }
                motion = behind;
            });
            self.links.push(motion);
        }
    }

    /// ∂V of a link behind a freedom by its place.
    pub fn turned(&self, posture: &Posture, freedom: usize, link: usize) -> Twist {
        posture.axes[freedom].cross(&self.links[link].minus(&self.carriers[freedom]))
    }

    /// The change of velocity and spin of the centre of a link, which is at `arm` from O, by the
    /// place of a freedom before it.
    pub fn by_place(
        &self,
        posture: &Posture,
        freedom: usize,
        (link, arm): (usize, DVec3),
    ) -> [DVec3; 2] {
        let turned = self.turned(posture, freedom, link);
        let moved = posture.axes[freedom].at(arm);
        [turned.at(arm) + self.links[link].angular.cross(moved), turned.angular]
    }
}

/// Inverse dynamics of a tree with their derivatives; keeps its memory.
#[derive(Clone, Debug, Default)]
pub struct Variation {
    motions: Motions,
    /// Of each link, and A of each freedom.
    accelerations: Vec<Twist>,
    carriers: Vec<Twist>,
    /// What each link needs at its centre, and together with all that is behind it.
    forces: Vec<DVec3>,
    whole: Vec<Wrench>,
    /// The end of the links behind each link, which follow it.
    ends: Vec<usize>,
    changes: Vec<Wrench>,
    gyroscopic: bool,
}

/// How a link changes: its twist, its acceleration, its centre and its turn.
struct Change {
    motion: Twist,
    acceleration: Twist,
    centre: DVec3,
    turn: DVec3,
}

impl Variation {
    /// The links behind one, and itself.
    pub fn links_behind(&self, link: usize) -> std::ops::Range<usize> {
        link..self.ends[link]
    }

    /// At the rates that were read, with these accelerations of all freedoms; `acts` are force
    /// and torque about the centre of each link, which turn with nothing.
    pub fn begin(
        &mut self,
        tree: &Tree,
        dynamics: &TreeDynamics,
        states: &[BodyState],
        changes: &[f64],
        gyroscopic: bool,
        acts: &[(DVec3, DVec3)],
    ) {
        let posture = &dynamics.posture;
        self.gyroscopic = gyroscopic;
        self.motions.find(tree, posture, states, &posture.rates);
        self.accelerations.clear();
        self.whole.clear();
        self.forces.clear();
        self.carriers.clear();
        self.carriers.resize(tree.freedoms(), Twist::default());
        for (number, link) in tree.links.iter().enumerate() {
            let mut acceleration = match link.parent {
                Parent::Link(parent) => self.accelerations[parent],
                Parent::Body(_) | Parent::World => Twist::default(),
            };
            link.each_step(|freedoms| {
                let before = acceleration;
                for k in freedoms.clone() {
                    let axis = &posture.axes[k];
                    let carried = self.motions.before[k].cross(&axis.times(posture.rates[k]));
                    acceleration = acceleration.plus(&carried).plus(&axis.times(changes[k]));
                }
                let carrier = if link.is_reversed { before } else { acceleration };
                freedoms.for_each(|k| self.carriers[k] = carrier);
            });
            self.accelerations.push(acceleration);
            let (arm, (mass, inertia)) = (dynamics.arm(number), dynamics.inertia(number));
            let (motion, (force, torque)) = (&self.motions.links[number], acts[number]);
            let needed = mass * speedup(motion, &acceleration, arm) - force;
            self.forces.push(needed);
            let mut moment = inertia * acceleration.angular - torque;
            if gyroscopic {
                moment += motion.angular.cross(inertia * motion.angular);
            }
            self.whole.push(Wrench::at(arm, needed, moment));
        }
        self.ends.clear();
        self.ends.extend(1..=tree.links.len());
        self.changes.resize(tree.links.len(), Wrench::default());
        for (number, link) in tree.links.iter().enumerate().rev() {
            if let Parent::Link(parent) = link.parent {
                let whole = self.whole[number];
                self.whole[parent].add(&whole);
                self.ends[parent] = self.ends[parent].max(self.ends[number]);
            }
        }
    }

    /// The derivatives of what all freedoms need by the place of one of a link, or by its rate.
    pub fn derive(
        &mut self,
        tree: &Tree,
        dynamics: &TreeDynamics,
        (owner, freedom): (usize, usize),
        is_rate: bool,
        into: &mut [f64],
    ) {
        let posture = &dynamics.posture;
        let axis = posture.axes[freedom];
        into.fill(0.0);
        let end = self.ends[owner];
        for link in owner..end {
            let change = match is_rate {
                true => self.of_rate(posture, freedom, link),
                false => self.of_place(posture, freedom, link, dynamics.arm(link)),
            };
            let of_link = (dynamics.arm(link), dynamics.inertia(link));
            self.changes[link] = self.wrench(link, of_link, &change);
        }
        for link in (owner..end).rev() {
            let change = self.changes[link];
            for k in tree.links[link].freedoms.clone() {
                into[k] += posture.axes[k].dot(&change);
            }
            if let (Parent::Link(parent), true) = (tree.links[link].parent, link > owner) {
                self.changes[parent].add(&change);
            }
        }
        let whole = self.changes[owner];
        if let Parent::Link(parent) = tree.links[owner].parent {
            tree.moving(parent).iter().for_each(|&k| into[k] += posture.axes[k].dot(&whole));
        }
        if !is_rate {
            let mut is_behind = false;
            let link = &tree.links[owner];
            link.each_step(|freedoms| {
                let own = freedoms.contains(&freedom);
                if is_behind || (own && link.is_reversed) {
                    for k in freedoms.clone() {
                        into[k] += axis.cross(&posture.axes[k]).dot(&self.whole[owner]);
                    }
                }
                is_behind |= own;
            });
            for link in owner + 1..end {
                for k in tree.links[link].freedoms.clone() {
                    into[k] += axis.cross(&posture.axes[k]).dot(&self.whole[link]);
                }
            }
        }
    }

    fn of_place(&self, posture: &Posture, freedom: usize, link: usize, arm: DVec3) -> Change {
        let axis = &posture.axes[freedom];
        let carrier = &self.motions.carriers[freedom];
        let motion = self.motions.links[link].minus(carrier);
        let acceleration = self.accelerations[link].minus(&self.carriers[freedom]);
        Change {
            motion: axis.cross(&motion),
            acceleration: axis.cross(&acceleration).minus(&axis.cross(carrier).cross(&motion)),
            centre: axis.at(arm),
            turn: axis.angular,
        }
    }

    fn of_rate(&self, posture: &Posture, freedom: usize, link: usize) -> Change {
        let axis = &posture.axes[freedom];
        let motion = self.motions.links[link].minus(&self.motions.behind[freedom]);
        let carried = self.motions.before[freedom].cross(axis);
        Change {
            motion: *axis,
            acceleration: carried.plus(&axis.cross(&motion)),
            centre: DVec3::ZERO,
            turn: DVec3::ZERO,
        }
    }

    /// ∂ of what a link needs, about O.
    fn wrench(
        &self,
        link: usize,
        (arm, (mass, inertia)): (DVec3, (f64, DMat3)),
        change: &Change,
    ) -> Wrench {
        let (motion, acceleration) = (&self.motions.links[link], &self.accelerations[link]);
        let Change { motion: turned, acceleration: sped, centre, turn } = change;
        let spin = motion.angular;
        let speed = motion.at(arm);
        let of_speed = turned.at(arm) + spin.cross(*centre);
        let force = mass
            * (sped.at(arm)
                + acceleration.angular.cross(*centre)
                + turned.angular.cross(speed)
                + spin.cross(of_speed));
        let turns = |vector: DVec3| match *turn == DVec3::ZERO {
            true => DVec3::ZERO,
            false => turn.cross(inertia * vector) - inertia * turn.cross(vector),
        };
        let mut moment = turns(acceleration.angular) + inertia * sped.angular;
        if self.gyroscopic {
            moment += turned.angular.cross(inertia * spin)
                + spin.cross(turns(spin) + inertia * turned.angular);
        }
        let mut wrench = Wrench::at(arm, force, moment);
        wrench.moment += centre.cross(self.forces[link]);
        wrench
    }
}

/// The acceleration of the point at `arm` from O.
fn speedup(motion: &Twist, acceleration: &Twist, arm: DVec3) -> DVec3 {
    acceleration.at(arm) + motion.angular.cross(motion.at(arm))
}
