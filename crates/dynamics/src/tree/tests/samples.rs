//! Random mechanisms.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;

use crate::joint::{
    Axis, Ball, Fixed, Hinge, JointDescription, JointKind, Prismatic, SixDof, Universal,
};
use crate::model::Model;
use crate::parts::{BodyDescription, BodyId, MassDescription};
use crate::settings::{ErrorBounds, Settings};
use crate::tree::posture::Posture;
use crate::tree::{Coordinates, Forest};
use crate::world::World;

/// Numbers that look random, the same every time (xorshift).
pub struct Random(pub u64);

impl Random {
    /// Between −1 and 1.
    pub fn number(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }

    pub fn turn(&mut self) -> DQuat {
        DQuat::from_scaled_axis(3.0 * self.vector())
    }

    pub fn below(&mut self, count: usize) -> usize {
        ((0.5 * (self.number() + 1.0)) * count as f64) as usize % count
    }
}

fn kind(random: &mut Random, anchor: DVec3) -> JointKind {
    let axis = random.vector().normalize();
    match random.below(6) {
        0 | 1 => Hinge { anchor, axis, rotation: Axis::FREE }.into(),
        2 => Prismatic { anchor, axis, travel: Axis::FREE }.into(),
        3 => Ball::at(anchor).into(),
        4 => Universal::free(anchor, axis, axis.any_orthonormal_vector()).into(),
        _ if random.number() < -0.5 => Fixed { anchor }.into(),
        _ => {
            let mut axes = [const { Axis::HELD }; 6];
            (axes[0], axes[2], axes[4]) = (Axis::FREE, Axis::FREE, Axis::FREE);
            let frame = random.turn();
            SixDof { anchor, frame, turned: DQuat::IDENTITY, axes }.into()
        }
    }
}

/// Bodies that joints make a tree of, in joint coordinates, somewhere and moving.
pub fn mechanism(seed: u64, links: usize) -> World {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut model = Model::default();
    let floats = random.number() > 0.0;
    for at in 0..links {
        let turn = DMat3::from_quat(random.turn());
        let size = random.vector().abs() + DVec3::splat(0.2);
        let mass = 0.5 + random.number().abs();
        // The sums of two numbers each, so that they are moments of some body.
        let moments = DVec3::new(size.y + size.z, size.x + size.z, size.x + size.y) * mass * 0.1;
        let inertia = turn * DMat3::from_diagonal(moments) * turn.transpose();
        let body = BodyDescription {
            mass: MassDescription::Given {
                mass,
                centre: 0.2 * random.vector(),
                inertia: 0.5 * (inertia + inertia.transpose()),
            },
            ..BodyDescription::dynamic(
                format!("link {at}"),
                Pose::new(2.0 * random.vector(), random.turn()),
                Vec::new(),
            )
        };
        model.add_body(body).expect("a body");
    }
    for at in 0..links {
        let anchor = 2.0 * random.vector();
        let other = match at {
            0 if floats => continue,
            0 => None,
            _ => Some(BodyId(random.below(at))),
        };
        let kind = kind(&mut random, anchor);
        let (first, second) = match other {
            Some(other) if random.number() < -0.3 => (Some(BodyId(at)), other),
            other => (other, BodyId(at)),
        };
        let joint = JointDescription::new(format!("joint {at}"), first, second, kind);
        model.add_joint(joint).expect("a joint");
    }
    let settings = Settings { coordinates: Coordinates::Joint, ..Settings::default() };
    let mut world = in_joint_coordinates(model, settings);
    stir(&mut world, &mut random);
    world
}

/// A model with its trees.
pub fn in_joint_coordinates(model: Model, settings: Settings) -> World {
    let forest = Forest::new(&model, &settings).expect("trees");
    let mut world = World::new(model, settings, ErrorBounds::default());
    world.forest = forest;
    world
}

/// Random coordinates and rates.
pub fn stir(world: &mut World, random: &mut Random) {
    for tree in &world.forest.trees {
        let mut posture = Posture::default();
        posture.read(tree, &world.state.bodies);
        posture.rates.iter_mut().for_each(|rate| *rate = random.number());
        posture.advance(tree, 1.0);
        posture.place(tree, &mut world.state.bodies);
        posture.refresh_axes(tree, &world.state.bodies);
        posture.rates.iter_mut().for_each(|rate| *rate = 2.0 * random.number());
        posture.put_velocities(tree, &mut world.state.bodies);
    }
}
