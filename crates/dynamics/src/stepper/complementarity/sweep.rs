//! Bodies that have passed through others in one step.
//!
//! Contacts are foreseen where a step begins. What turns by more than a little, or is
//! stepped again from where it has come to, may be on the far side of something thin when it
//! is looked at. So the way of the centre of every fast body is held against all surfaces:
//! in the frame of the other body it leads from where both began to where they end. A body
//! that is not thin and moves by less than the ball about its centre that fits into it cannot
//! have jumped over anything.
//!
//! What is caught stands where that ball touches, and takes there the impulse that the step
//! has missed, without friction:
//!
//! j = −(1 + e) n·v/(n·W n), W = Σ 1/m − [r] I⁻¹ [r]
//!
//! Bodies of joints are not watched: moving one would open its joints.

use glam::{DMat3, DVec3};
use stickslip_contact::{Pose, RayHit};
use stickslip_geometry::Bounds;
use stickslip_geometry::rotation;
use stickslip_geometry::tree::Tree;

use crate::collide::Collision;
use crate::model::{Body, Model};
use crate::state::BodyState;
use crate::world::World;

/// The way of a centre is straight in the frame of another body that turns by no more than
/// this (rad); one that turns by more sees it in pieces, of so many at most.
const STRAIGHT: f64 = 0.2;
const MAX_PIECES: f64 = 32.0;
/// Thinner than this part of its size a body is watched at any speed.
const THIN: f64 = 0.1;
/// From the centre of a body to where its core is measured, as a part of its size.
const BESIDE: DVec3 = DVec3::new(3e-7, 2e-7, 1e-7);

/// Watches the centres of bodies; keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    /// Radius of the ball about its centre that fits into each body (m); 0 where it is not
    /// watched.
    cores: Vec<f64>,
    /// How far each may move unwatched (m).
    freely: Vec<f64>,
    /// Where everything was when the step began.
    begin: Vec<Pose>,
    fast: Vec<usize>,
    /// Colliders of bounded size with a tree over the way of each, and the others.
    bounded: Vec<usize>,
    endless: Vec<usize>,
    ways: Vec<Bounds>,
    tree: Tree,
}

/// What the centre of a body has run into, in the frame of the other body.
struct Caught {
    collider: usize,
    /// When, as a share of the step.
    share: f64,
    /// Where the piece of the way begins on which that is, and its direction.
    from: DVec3,
    way: DVec3,
    hit: RayHit,
}

impl Sweep {
    pub(super) fn new(model: &Model) -> Self {
        let bodies = model.bodies();
        let reach = |body: &Body| {
            let ends = body.colliders.iter().map(|it| it.shape.bounds(&it.pose));
            ends.map(|(low, high)| low.abs().max(high.abs()).length()).fold(0.0, f64::max)
        };
        let core = |body: &Body| {
            let solid = body.colliders.iter().filter(|it| !it.visual);
            // Beside the centre: on the axis of a cylinder the way out has no direction.
            let centre = BESIDE * reach(body);
            let depth = solid.map(|it| -it.shape.signed_distance(&it.pose, centre));
            if body.is_dynamic() { depth.fold(0.0, f64::max) } else { 0.0 }
        };
        let mut cores: Vec<f64> = bodies.iter().map(core).collect();
        for joint in model.joints() {
            for (_, body) in joint.description().named_bodies() {
                cores[body.0] = 0.0;
            }
        }
        // What is thin goes through other thin things slowly, too.
        let freely = |(body, &core)| if core < THIN * reach(body) { 0.0 } else { core };
        let freely = bodies.iter().zip(&cores).map(freely).collect();
        Self { cores, freely, ..Self::default() }
    }

    /// Remembers where a step begins.
    pub(super) fn begin(&mut self, bodies: &[BodyState]) {
        self.begin.clear();
        self.begin.extend(bodies.iter().map(|body| body.pose));
    }

    /// Puts back what has passed through something, and says how many bodies that were.
    pub(super) fn hold(&mut self, world: &mut World, collision: &Collision) -> usize {
        let way = |body: usize, state: &BodyState| state.pose.position - self.begin[body].position;
        let states = &world.state.bodies;
        let is_fast = |body: &usize| {
            let core = self.cores[*body];
            core > 0.0
                && !world.leaves_out(*body)
                && way(*body, &states[*body]).length() > self.freely[*body]
        };
        self.fast.clear();
        self.fast.extend((0..self.cores.len()).filter(is_fast));
        if self.fast.is_empty() {
            return 0;
        }
        self.look(world, collision);
        let mut count = 0;
        for at in 0..self.fast.len() {
            let body = self.fast[at];
            if let Some(caught) = self.first(world, collision, body) {
                self.put_back(world, collision, body, &caught);
                count += 1;
            }
        }
        count
    }

    /// Lists the ways of all colliders.
    fn look(&mut self, world: &World, collision: &Collision) {
        self.bounded.clear();
        self.endless.clear();
        self.ways.clear();
        for collider in 0..collision.count() {
            let (body, own) = collision.shape(&world.model, collider);
            let poses = [self.begin[body], world.state.bodies[body].pose];
            let [one, two] = poses.map(|pose| own.shape.bounds(&pose.compose(&own.pose)));
            let way = Bounds { lower: one.0.min(two.0), upper: one.1.max(two.1) };
            if way.lower.is_finite() && way.upper.is_finite() {
                self.bounded.push(collider);
                self.ways.push(way);
            } else {
                self.endless.push(collider);
            }
        }
        self.tree.rebuild(self.ways.iter().copied());
    }

    /// What the centre of a body meets first.
    fn first(&self, world: &World, collision: &Collision, body: usize) -> Option<Caught> {
        let ends = [self.begin[body].position, world.state.bodies[body].pose.position];
        let mut first: Option<Caught> = None;
        let mut look = |collider: usize| {
            let Some(found) = self.meet(world, collision, (body, ends), collider) else { return };
            let is_first = first
                .as_ref()
                .is_none_or(|known| (found.share, found.collider) < (known.share, known.collider));
            if is_first {
                first = Some(found);
            }
        };
        self.tree.overlapping(&Bounds::around(ends), |at| look(self.bounded[at as usize]));
        self.endless.iter().for_each(|&collider| look(collider));
        first
    }

    fn meet(
        &self,
        world: &World,
        collision: &Collision,
        (body, ends): (usize, [DVec3; 2]),
        collider: usize,
    ) -> Option<Caught> {
        let (other, own) = collision.shape(&world.model, collider);
        if other == body || world.leaves_out(other) || !collision.may_meet(body, collider) {
            return None;
        }
        let (start, end) = (self.begin[other], world.state.bodies[other].pose);
        let turned = rotation::angle_between(start.orientation, end.orientation);
        let pieces = (turned / STRAIGHT).ceil().clamp(1.0, MAX_PIECES);
        let seen = |share: f64| {
            let place = start.position.lerp(end.position, share);
            let pose =
                Pose::new(place, rotation::between(start.orientation, end.orientation, share));
            pose.local_point(ends[0].lerp(ends[1], share))
        };
        let mut from = seen(0.0);
        if own.shape.signed_distance(&own.pose, from) <= 0.0 {
            return None;
        }
        for piece in 1..=pieces as usize {
            let way = seen(piece as f64 / pieces) - from;
            let length = way.length();
            let Some(direction) = way.try_normalize() else { continue };
            if let Some(hit) = own.shape.cast_ray(&own.pose, from, direction, length) {
                let share = ((piece - 1) as f64 + hit.distance / length) / pieces;
                return Some(Caught { collider, share, from, way: direction, hit });
            }
            from += way;
        }
        None
    }

    fn put_back(&self, world: &mut World, collision: &Collision, body: usize, caught: &Caught) {
        let other = collision.body(caught.collider);
        let frame = world.state.bodies[other].pose;
        let before = (caught.hit.distance - self.cores[body]).max(0.0);
        world.state.bodies[body].pose.position = frame.point(caught.from + before * caught.way);
        let normal = frame.direction(caught.hit.normal);
        let point = frame.point(caught.hit.point);
        let materials = [collision.starting_material(body), collision.material(caught.collider)];
        let restitution = world.model.materials.between(materials[0], materials[1]).restitution;
        let sides = [(body, 1.0), (other, -1.0)];
        let (mut speed, mut mobility) = (0.0, 0.0);
        for (at, sign) in sides {
            let (constants, state) = (&world.model.bodies()[at], &world.state.bodies[at]);
            let arm = point - state.pose.position;
            speed += sign * normal.dot(state.velocity + state.angular_velocity.cross(arm));
            let turned = arm.cross(normal);
            let spin = inverse_inertia(constants.inverse_inertia, &state.pose) * turned;
            mobility += constants.inverse_mass + turned.dot(spin);
        }
        if speed >= 0.0 || mobility <= 0.0 {
            return;
        }
        let impulse = -(1.0 + restitution) * speed / mobility;
        for (at, sign) in sides {
            let (constants, state) = (&world.model.bodies()[at], &mut world.state.bodies[at]);
            if !constants.is_dynamic() {
                continue;
            }
            let push = sign * impulse * normal;
            let turned = (point - state.pose.position).cross(push);
            state.velocity += constants.inverse_mass * push;
            let spin = inverse_inertia(constants.inverse_inertia, &state.pose) * turned;
            state.angular_velocity += spin;
            // A step that looks back knows nothing of this.
            state.before = None;
        }
    }
}

/// In world axes.
fn inverse_inertia(own: DMat3, pose: &Pose) -> DMat3 {
    let turn = DMat3::from_quat(pose.orientation);
    turn * own * turn.transpose()
}
