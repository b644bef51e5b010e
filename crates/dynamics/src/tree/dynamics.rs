//! Mass matrix, bias forces and motion of a tree.
//!
//! - H_kj = s_j · (I_k^c s_k) for the ancestors j of k, where I^c is the inertia of all links
//!   behind k (composite bodies, Featherstone 2008, §6.2).
//! - The bias C is what keeps all rates as they are (recursive Newton–Euler, §5.3): outwards
//!   A_i = A_parent + Σ (V × s_k) u_k with the motion V of the frame that carries s_k, inwards
//!   the forces m a and I α + ω × I ω, less what acts from outside, along each axis.
//! - H u̇ + C = τ.

use glam::{DMat3, DVec3};

use super::mass::BranchMatrix;
use super::posture::{Posture, parent_twist, twist_of};
use super::spatial::{RigidInertia, Twist, Wrench};
use super::structure::{Parent, Tree};
use crate::motion::world_inertia;
use crate::parts::Body;
use crate::state::BodyState;

/// The numbers of a tree at one moment; keeps its memory.
#[derive(Clone, Debug, Default)]
pub struct TreeDynamics {
    /// Coordinates, rates, axes.
    pub posture: Posture,
    /// H, or its factor once that is made.
    pub mass: BranchMatrix,
    /// Centre of each link from O.
    arms: Vec<DVec3>,
    /// Mass and inertia about the centre of each link, in world axes.
    inertias: Vec<(f64, DMat3)>,
    composite: Vec<RigidInertia>,
    /// Of each link: how its motion changes, or what it is otherwise.
    accelerations: Vec<Twist>,
    /// Of each link: what was gathered last.
    pub wrenches: Vec<Wrench>,
}

impl TreeDynamics {
    /// Takes the bodies as they are: coordinates, rates, axes and inertias.
    pub fn read(&mut self, tree: &Tree, bodies: &[Body], states: &[BodyState]) {
        self.posture.read(tree, states);
        self.refresh(tree, bodies, states);
    }

    /// Inertias in world axes, about the origin of the posture.
    pub fn refresh(&mut self, tree: &Tree, bodies: &[Body], states: &[BodyState]) {
        self.arms.clear();
        self.inertias.clear();
        for link in &tree.links {
            let (body, pose) = (&bodies[link.body], &states[link.body].pose);
            self.arms.push(pose.position - self.posture.origin);
            self.inertias.push(match link.is_massless {
                true => (0.0, DMat3::ZERO),
                false => (body.mass.mass, world_inertia(pose.orientation, &body.mass.inertia)),
            });
        }
    }

    /// Centre of a link from O.
    pub fn arm(&self, link: usize) -> DVec3 {
        self.arms[link]
    }

    /// Mass of a link and its inertia about its centre, in world axes.
    pub fn inertia(&self, link: usize) -> (f64, DMat3) {
        self.inertias[link]
    }

    /// Writes H by composite bodies.
    pub fn write_mass(&mut self, tree: &Tree) {
        self.composite.clear();
        let own = self.inertias.iter().zip(&self.arms);
        self.composite
            .extend(own.map(|(&(mass, inertia), &arm)| RigidInertia::new(mass, arm, inertia)));
        self.mass.clear(tree);
        for (number, link) in tree.links.iter().enumerate().rev() {
            let whole = self.composite[number];
            for k in link.freedoms.clone() {
                let momentum = whole.momentum(&self.posture.axes[k]);
                let row = self.mass.row_mut(tree, k);
                for (entry, &j) in row.iter_mut().zip(tree.chain(k)) {
                    *entry = self.posture.axes[j].dot(&momentum);
                }
            }
            if let Parent::Link(parent) = link.parent {
                self.composite[parent].add(&whole);
            }
        }
    }

    /// Gathers in `wrenches` what every link needs to keep all rates as they are, of which
    /// `acts` says force and torque about the centre of a body from outside.
    pub fn gather_bias(
        &mut self,
        tree: &Tree,
        states: &[BodyState],
        gyroscopic: bool,
        acts: impl Fn(usize) -> (DVec3, DVec3),
    ) {
        self.accelerations.clear();
        self.wrenches.clear();
        let origin = self.posture.origin;
        for (number, link) in tree.links.iter().enumerate() {
            let mut motion = parent_twist(tree, link, states, origin);
            let mut acceleration = match link.parent {
                Parent::Link(parent) => self.accelerations[parent],
                Parent::Body(_) | Parent::World => Twist::default(),
            };
            // Axes turn with what is before them on the way from the parent.
            link.each_step(|axes| {
                let mut own = Twist::default();
                for k in axes {
                    own = own.plus(&self.posture.axes[k].times(self.posture.rates[k]));
                }
                acceleration = acceleration.plus(&motion.cross(&own));
                motion = motion.plus(&own);
            });
            self.accelerations.push(acceleration);
            let ((mass, inertia), arm) = (self.inertias[number], self.arms[number]);
            let spin = motion.angular;
            let speedup = acceleration.at(arm) + spin.cross(motion.at(arm));
            let mut torque = inertia * acceleration.angular;
            if gyroscopic {
                torque += spin.cross(inertia * spin);
            }
            let (force, moment) = acts(link.body);
            self.wrenches.push(Wrench::at(arm, mass * speedup - force, torque - moment));
        }
    }

    /// How the motion of a link changes while all rates stay, as gathered last.
    pub fn acceleration(&self, link: usize) -> Twist {
        self.accelerations[link]
    }

    /// Adds to `sums` what the gathered wrenches are along each freedom, times `factor`; the
    /// wrench of every link then holds those of all links behind it.
    pub fn project(&mut self, tree: &Tree, factor: f64, sums: &mut [f64]) {
        for (number, link) in tree.links.iter().enumerate().rev() {
            let wrench = self.wrenches[number];
            for k in link.freedoms.clone() {
                sums[k] += factor * self.posture.axes[k].dot(&wrench);
            }
            if let Parent::Link(parent) = link.parent {
                self.wrenches[parent].add(&wrench);
            }
        }
    }

    /// The momentum of a link in a motion of its own, about O.
    pub fn momentum(&self, link: usize, motion: &Twist) -> Wrench {
        let ((mass, inertia), arm) = (self.inertias[link], self.arms[link]);
        Wrench::at(arm, mass * motion.at(arm), inertia * motion.angular)
    }

    /// The momenta of all links at given rates, whatever the tree hangs on does.
    pub fn gather_momenta(&mut self, tree: &Tree, rates: &[f64], momenta: &mut Vec<Wrench>) {
        self.accelerations.clear();
        momenta.clear();
        for (number, link) in tree.links.iter().enumerate() {
            let mut motion = match link.parent {
                Parent::Link(parent) => self.accelerations[parent],
                Parent::Body(_) | Parent::World => Twist::default(),
            };
            for k in link.freedoms.clone() {
                motion = motion.plus(&self.posture.axes[k].times(rates[k]));
            }
            self.accelerations.push(motion);
            momenta.push(self.momentum(number, &motion));
        }
    }

    /// The motion of a link at given rates of its chain alone, whatever its parent does.
    pub fn motion(&self, tree: &Tree, link: usize, rates: &[f64]) -> Twist {
        let mut sum = Twist::default();
        for &k in tree.moving(link) {
            sum = sum.plus(&self.posture.axes[k].times(rates[k]));
        }
        sum
    }

    /// How much the bodies move otherwise than by the rates that were read, as momentum in
    /// `wrenches`: whoever sets velocities, or leads what a tree hangs on, strikes it so.
    /// Whether that is more than rounding.
    pub fn gather_strikes(&mut self, tree: &Tree, states: &[BodyState]) -> bool {
        let origin = self.posture.origin;
        self.wrenches.clear();
        self.accelerations.clear();
        let (mut worst, mut fastest) = (0.0_f64, 0.0_f64);
        for (number, link) in tree.links.iter().enumerate() {
            let mut motion = match link.parent {
                Parent::Link(parent) => self.accelerations[parent],
                Parent::Body(_) | Parent::World => parent_twist(tree, link, states, origin),
            };
            for k in link.freedoms.clone() {
                motion = motion.plus(&self.posture.axes[k].times(self.posture.rates[k]));
            }
            self.accelerations.push(motion);
            let apart = twist_of(&states[link.body], origin).plus(&motion.times(-1.0));
            let arm = self.arms[number];
            let size = |twist: &Twist| twist.angular.length().max(twist.at(arm).length());
            (worst, fastest) = (worst.max(size(&apart)), fastest.max(size(&motion)));
            let strike = self.momentum(number, &apart);
            self.wrenches.push(strike);
        }
        worst > ROUNDING * (1.0 + fastest)
    }

    /// Factors H; names the joint or the body behind which nothing has mass.
    pub fn factorise(&mut self, tree: &Tree) -> Result<(), usize> {
        let Err(freedom) = self.mass.factorise(tree) else { return Ok(()) };
        let link = tree.links.iter().find(|link| link.freedoms.contains(&freedom));
        Err(link.map_or(0, |link| link.body))
    }
}

/// Velocities that differ from those of the rates by less than this, relatively, do so by
/// rounding.
const ROUNDING: f64 = 1e-9;
