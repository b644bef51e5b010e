//! A frame on each of two bodies, and how the second moves against the first.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use crate::parts::Body;
use crate::rows::{Bodies, NewRow};

/// A frame that moves with a body, or stands in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    body: Option<usize>,
    /// Its place relative to the body's centre of mass.
    local: Pose,
}

impl Frame {
    /// A frame given in world coordinates at the initial pose of its body.
    pub(super) fn new(body: Option<usize>, world: Pose, bodies: &[Body]) -> Self {
        let centre = body.map_or(Pose::IDENTITY, |body| {
            let body = &bodies[body];
            body.centre(&body.description.pose)
        });
        let orientation = (centre.orientation.inverse() * world.orientation).normalize();
        Self { body, local: Pose::new(centre.local_point(world.position), orientation) }
    }

    /// A frame on the same body, at a place of the world where the body is now.
    pub(super) fn moved_to(&self, place: DVec3, bodies: &Bodies<'_>) -> Self {
        let local = Pose::at(bodies.centre(self.body).local_point(place));
        Self { body: self.body, local }
    }

    /// Its place relative to the body's centre of mass.
    pub(super) fn local(&self) -> Pose {
        self.local
    }

    /// The body that it moves with; `None` for the world.
    pub(super) fn body(&self) -> Option<usize> {
        self.body
    }

    /// Where the body's centre of mass is when the frame is at `pose`.
    pub(super) fn body_at(&self, pose: &Pose) -> Pose {
        let turn = self.local.orientation.inverse();
        pose.compose(&Pose::new(-(turn * self.local.position), turn))
    }

    /// Where it is now, in the world.
    pub(super) fn pose(&self, bodies: &Bodies<'_>) -> Pose {
        bodies.centre(self.body).compose(&self.local)
    }
}

/// A frame on the first body and one on the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    first: Frame,
    second: Frame,
}

impl Frames {
    /// A frame for each body.
    pub(super) fn new(first: Frame, second: Frame) -> Self {
        Self { first, second }
    }

    /// The frame on the first body.
    pub(super) fn first(&self) -> &Frame {
        &self.first
    }

    /// The frame on the second body.
    pub(super) fn second(&self) -> &Frame {
        &self.second
    }

    /// The rotation of [`Frames::relative`] alone.
    pub(super) fn rotation(&self, bodies: &Bodies<'_>) -> DQuat {
        let turned = |frame: &Frame| {
            (bodies.centre(frame.body).orientation * frame.local.orientation).normalize()
        };
        let rotation = (turned(&self.first).inverse() * turned(&self.second)).normalize();
        if rotation.w < 0.0 { -rotation } else { rotation }
    }

    /// Where the second is against the first.
    pub(super) fn relative(&self, bodies: &Bodies<'_>) -> Relative {
        let (first, second) = (self.first.pose(bodies), self.second.pose(bodies));
        let rotation = (first.orientation.inverse() * second.orientation).normalize();
        Relative {
            first: self.first.body,
            second: self.second.body,
            frame: first,
            offset: second.position - first.position,
            rotation: if rotation.w < 0.0 { -rotation } else { rotation },
            first_arm: second.position - bodies.centre(self.first.body).position,
            second_arm: second.position - bodies.centre(self.second.body).position,
        }
    }
}

/// Where the second frame is against the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    first: Option<usize>,
    second: Option<usize>,
    /// The first frame in the world.
    pub(super) frame: Pose,
    /// From the first origin to the second, in world axes.
    pub(super) offset: DVec3,
    /// Turns the first frame into the second, in the axes of the first; w ≥ 0.
    pub(super) rotation: DQuat,
    first_arm: DVec3,
    second_arm: DVec3,
}

impl Relative {
    /// The travel u = a·(p₂ − p₁) along a world direction a that turns with the
    /// first body. With rᵢ from the centre of body i to p₂,
    /// u̇ = a·(v₂ + ω₂×r₂ − v₁ − ω₁×r₁): measuring both at p₂ contains a's own
    /// turning.
    pub(super) fn travel(&self, direction: DVec3) -> Coordinate {
        Coordinate {
            value: direction.dot(self.offset),
            first: self.first,
            second: self.second,
            linear: direction,
            first_angular: self.first_arm.cross(direction),
            second_angular: self.second_arm.cross(direction),
            bend: Bend::Slides { first_arm: self.first_arm, second_arm: self.second_arm },
        }
    }

    /// The distance |d| with d = p₂ − p₁: the travel along n = d/|d|, as n·ṅ = 0. Points that
    /// coincide have no direction; any will part them.
    pub(super) fn distance(&self) -> Coordinate {
        let (first_arm, second_arm) = (self.first_arm - self.offset, self.second_arm);
        let bend = Bend::Stretches { first_arm, second_arm };
        Coordinate { bend, ..self.travel(self.offset.normalize_or(DVec3::X)) }
    }

    /// What a force and a torque at p₂ do, in world axes: the rate is
    /// f·(ṗ₂ − ṗ₁) + t·(ω₂ − ω₁), both measured at p₂. It has no value.
    pub(super) fn wrench(&self, force: DVec3, torque: DVec3) -> Coordinate {
        let travel = self.travel(force);
        Coordinate {
            value: 0.0,
            first_angular: travel.first_angular + torque,
            second_angular: travel.second_angular + torque,
            ..travel
        }
    }

    /// A coordinate of the rotation that changes by g·Ω, where Ω = R₁ᵀ(ω₂ − ω₁)
    /// and g are in the axes of the first frame.
    pub(super) fn turn(&self, value: f64, gradient: DVec3) -> Coordinate {
        let gradient = self.frame.direction(gradient);
        Coordinate {
            value,
            first: self.first,
            second: self.second,
            linear: DVec3::ZERO,
            first_angular: gradient,
            second_angular: gradient,
            bend: Bend::Turns,
        }
    }

    /// The same of a turn about an axle that both bodies share, g up to its tilt: then
    /// q̈ = a·(ω̇₂ − ω̇₁), as a turns with both.
    pub(super) fn spin(&self, value: f64, gradient: DVec3) -> Coordinate {
        Coordinate { bend: Bend::Spins, ..self.turn(value, gradient) }
    }

    /// A coordinate of the rotation that changes by (a×b)·Ω, with a on the first frame and b on
    /// the second, both in the axes of the first.
    pub(super) fn tilt(&self, value: f64, first: DVec3, second: DVec3) -> Coordinate {
        let [a, b] = [first, second].map(|axis| self.frame.direction(axis));
        let bend = Bend::Tilts { first: a, second: b };
        Coordinate { bend, ..self.turn(value, first.cross(second)) }
    }
}

/// How the rate of a coordinate changes while all velocities stay.
#[derive(Clone, Copy, Debug)]
enum Bend {
    /// Along a direction that turns with the first body, with arms to p₂.
    Slides { first_arm: DVec3, second_arm: DVec3 },
    /// Along the way from p₁ to p₂, with an arm to each.
    Stretches { first_arm: DVec3, second_arm: DVec3 },
    /// About an axle of both bodies: it does not change.
    Spins,
    /// About a direction that turns with the first body.
    Turns,
    /// About the product a×b of one that turns with the first body and one that turns
    /// with the second.
    Tilts { first: DVec3, second: DVec3 },
}

/// A number that depends on the poses of two bodies, and how it changes:
/// q̇ = l·(v₂ − v₁) + a₂·ω₂ − a₁·ω₁.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coordinate {
    /// Its value q.
    pub(super) value: f64,
    first: Option<usize>,
    second: Option<usize>,
    linear: DVec3,
    first_angular: DVec3,
    second_angular: DVec3,
    bend: Bend,
}

/// A number that depends on the poses of bodies, as rows see it.
pub(super) trait Measured {
    /// Its value.
    fn value(&self) -> f64;
    /// J m for velocities and angular velocities m of bodies.
    fn along(&self, motion: &dyn Fn(usize) -> [DVec3; 2]) -> f64;
    /// Its rate at the velocities of the bodies.
    fn rate(&self, bodies: &Bodies<'_>) -> f64 {
        self.along(&|body| velocities(bodies, body))
    }
    /// How its rate changes while all velocities stay: J̇ v of q̈ = J v̇ + J̇ v.
    fn drift(&self, bodies: &Bodies<'_>) -> f64;
    /// Adds `factor` times its rate to a row.
    fn add_to(&self, row: &mut NewRow<'_>, factor: f64);
}

impl Measured for Coordinate {
    fn value(&self) -> f64 {
        self.value
    }

    fn along(&self, motion: &dyn Fn(usize) -> [DVec3; 2]) -> f64 {
        let of = |body: Option<usize>, angular: DVec3| {
            body.map_or(0.0, |body| {
                let [velocity, spin] = motion(body);
                self.linear.dot(velocity) + angular.dot(spin)
            })
        };
        of(self.second, self.second_angular) - of(self.first, self.first_angular)
    }

    fn drift(&self, bodies: &Bodies<'_>) -> f64 {
        Self::drift(self, bodies)
    }

    fn add_to(&self, row: &mut NewRow<'_>, factor: f64) {
        Self::add_to(self, row, factor);
    }
}

fn velocities(bodies: &Bodies<'_>, body: usize) -> [DVec3; 2] {
    [bodies.states[body].velocity, bodies.states[body].angular_velocity]
}

impl Coordinate {
    /// J̇ v. With the relative velocity u of the points and cᵢ = ωᵢ×(ωᵢ×rᵢ),
    ///
    /// - along a that turns with the first body: 2(ω₁×a)·u + a·(c₂ − c₁), both at p₂;
    /// - along n = d/|d|: (u² − (n·u)²)/|d| + n·(c₂ − c₁);
    /// - about a that turns with the first body: (ω₁×a)·(ω₂ − ω₁);
    /// - about a×b with b on the second: ((ω₁×a)×b + a×(ω₂×b))·(ω₂ − ω₁).
    pub(super) fn drift(&self, bodies: &Bodies<'_>) -> f64 {
        let motion =
            |body: Option<usize>| body.map_or([DVec3::ZERO; 2], |body| velocities(bodies, body));
        let ([v1, w1], [v2, w2]) = (motion(self.first), motion(self.second));
        let along = self.linear;
        let points = |first_arm: DVec3, second_arm: DVec3| {
            let speed = v2 + w2.cross(second_arm) - v1 - w1.cross(first_arm);
            let inward = w2.cross(w2.cross(second_arm)) - w1.cross(w1.cross(first_arm));
            (speed, along.dot(inward))
        };
        match self.bend {
            Bend::Slides { first_arm, second_arm } => {
                let (speed, inward) = points(first_arm, second_arm);
                2.0 * w1.cross(along).dot(speed) + inward
            }
            Bend::Stretches { first_arm, second_arm } => {
                let (speed, inward) = points(first_arm, second_arm);
                let across = speed.length_squared() - along.dot(speed).powi(2);
                if self.value > 0.0 { across / self.value + inward } else { inward }
            }
            Bend::Spins => 0.0,
            Bend::Turns => w1.cross(self.second_angular).dot(w2 - w1),
            Bend::Tilts { first, second } => {
                let change = w1.cross(first).cross(second) + first.cross(w2.cross(second));
                change.dot(w2 - w1)
            }
        }
    }

    /// Adds `factor` times the rate of this coordinate to a row.
    pub(super) fn add_to(&self, row: &mut NewRow<'_>, factor: f64) {
        row.add(self.first, -self.linear * factor, -self.first_angular * factor);
        row.add(self.second, self.linear * factor, self.second_angular * factor);
    }
}
