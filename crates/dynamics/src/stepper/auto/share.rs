//! Which island takes which step.
//!
//! Small steps take islands of [`LARGE`] bodies and more that no joint holds, and whatever joints
//! hold among them, where nothing has more than [`MASS_RATIO`] times the mass of the lightest that
//! no joint holds: exact index sets of moving heaps are hard to find and nobody needs them, while
//! mechanisms alone and carried masses need more than soft sweeps. Light links do not count, since
//! all joints are solved at once; and what is stepped in coordinates of its joints elsewhere has
//! the six of each body there. An island that had small steps keeps them down to half that size.
//! What stands takes exact steps, since a tall tower swings on soft contacts, until something
//! moves in it; and it takes them again once it has come to rest. Where bodies may sleep, what
//! rests sleeps instead.

use stickslip_linalg::Components;

use crate::collide::Collision;
use crate::world::World;

/// Bodies of the smallest island that begins to take small steps.
const LARGE: usize = 24;
/// The heaviest body of an island over its lightest that no joint holds, at most.
const MASS_RATIO: f64 = 100.0;

/// Islands of more bodies take small steps at rest, too.
const MAX_AT_REST: usize = 400;
/// An island stirs with speeds above this part of what gravity gives in a step, and has come to
/// rest with none above that.
const STIRS: f64 = 0.5;
const RESTS: f64 = 0.002;

/// What is known of an island, by its first body.
#[derive(Clone, Copy, Debug, Default)]
struct Island {
    bodies: usize,
    /// Those of them that joints hold, and those that small steps took in the last step.
    jointed: usize,
    sub_stepped: usize,
    lightest: f64,
    heaviest: f64,
    /// The fastest point of a body (m/s).
    fastest: f64,
}

impl Island {
    const EMPTY: Self = Self {
        bodies: 0,
        jointed: 0,
        sub_stepped: 0,
        lightest: f64::INFINITY,
        heaviest: 0.0,
        fastest: 0.0,
    };

    /// With `fall` the speed that gravity gives in a step (m/s), zero where what rests sleeps.
    fn takes_small_steps(&self, fall: f64) -> bool {
        let had_them = 2 * self.sub_stepped >= self.bodies;
        let (least, part) = if had_them { (LARGE / 2, RESTS) } else { (LARGE, STIRS) };
        let rests = self.fastest < part * fall && self.bodies <= MAX_AT_REST;
        self.bodies - self.jointed >= least && self.heaviest <= MASS_RATIO * self.lightest && !rests
    }
}

/// Shares the bodies out; keeps its memory from step to step.
pub(super) struct Share {
    collision: Collision,
    joined: Components,
    /// Bodies that forces move of every joint, and whether a body is one of them.
    joints: Vec<Vec<usize>>,
    is_jointed: Vec<bool>,
    islands: Vec<Island>,
    /// Whether small steps take a body.
    takes: Vec<bool>,
    /// Those bodies with the first of their island, ascending.
    taken: Vec<(usize, usize)>,
    members: Vec<usize>,
    /// The speed that gravity gives in a step (m/s), zero where what rests sleeps.
    fall: f64,
}

impl Share {
    pub(super) fn new(world: &World) -> Self {
        let model = &world.model;
        let count = model.bodies().len();
        let bodies = |joint: &crate::joint::Joint| -> Vec<usize> {
            let named = joint.description().named_bodies().into_iter().map(|(_, body)| body.0);
            named.filter(|&body| model.bodies()[body].is_dynamic()).collect()
        };
        let joints: Vec<_> = model.joints().iter().map(bodies).collect();
        let mut is_jointed = vec![false; count];
        joints.iter().flatten().for_each(|&body| is_jointed[body] = true);
        Self {
            collision: Collision::new(model, world.settings.margin),
            joined: Components::default(),
            joints,
            is_jointed,
            islands: Vec::new(),
            takes: vec![false; count],
            taken: Vec::new(),
            members: Vec::new(),
            fall: 0.0,
        }
    }

    /// Finds the islands of a step of `h` seconds; whether small steps take any.
    pub(super) fn find(&mut self, world: &World, h: f64) -> bool {
        let count = world.model.bodies().len();
        let sleeps = world.settings.sleeping.is_some();
        self.fall = if sleeps { 0.0 } else { h * world.settings.gravity.length() };
        let moves = |at: usize| world.model.bodies()[at].is_dynamic();
        let free = (0..count).filter(|&at| moves(at) && !self.is_jointed[at]);
        if free.count() < LARGE / 2 {
            self.takes.fill(false);
            self.taken.clear();
            self.members.clear();
            return false;
        }
        self.joined.reset(count);
        let joined = &mut self.joined;
        for bodies in &self.joints {
            bodies.iter().for_each(|&body| joined.join(bodies[0], body));
        }
        self.collision.near(&world.model, &world.state.bodies, h, |one, two| {
            if moves(one) && moves(two) {
                joined.join(one, two);
            }
        });
        self.sort_out(world)
    }

    /// Decides of every island who takes it; whether small steps take any.
    pub(super) fn sort_out(&mut self, world: &World) -> bool {
        let bodies = world.model.bodies();
        self.islands.clear();
        self.islands.resize(bodies.len(), Island::EMPTY);
        for at in (0..bodies.len()).filter(|&at| bodies[at].is_dynamic()) {
            let island = &mut self.islands[self.joined.root(at)];
            island.bodies += 1;
            island.sub_stepped += usize::from(world.state.bodies[at].sub_stepped);
            island.jointed += usize::from(self.is_jointed[at]);
            let mass = bodies[at].mass.mass;
            island.heaviest = island.heaviest.max(mass);
            if !self.is_jointed[at] {
                island.lightest = island.lightest.min(mass);
            }
            let state = &world.state.bodies[at];
            let turning = self.collision.reach(at) * state.angular_velocity.length();
            island.fastest = island.fastest.max(state.velocity.length() + turning);
        }
        self.taken.clear();
        for at in 0..bodies.len() {
            let root = self.joined.root(at);
            self.takes[at] =
                bodies[at].is_dynamic() && self.islands[root].takes_small_steps(self.fall);
            if self.takes[at] {
                self.taken.push((root, at));
            }
        }
        self.taken.sort_unstable();
        self.members.clear();
        self.members.extend(self.taken.iter().map(|&(_, body)| body));
        !self.taken.is_empty()
    }

    /// Joins islands of both kinds that have pushed each other; whether there are any.
    pub(super) fn join_met(&mut self, world: &World) -> bool {
        let moves = |at: usize| world.model.bodies().get(at).is_some_and(|body| body.is_dynamic());
        let mut met = false;
        for contact in &world.contacts {
            let (one, two) = (contact.first, contact.second);
            let acts = contact.impulse != glam::DVec3::ZERO;
            if acts && moves(one) && moves(two) && self.takes[one] != self.takes[two] {
                self.joined.join(one, two);
                met = true;
            }
        }
        met
    }

    /// Notes of every joint whether small steps take what it holds.
    pub(super) fn note_joints(&self, taken: &mut Vec<bool>) {
        let is_taken = |bodies: &Vec<usize>| bodies.iter().any(|&body| self.takes[body]);
        taken.clear();
        taken.extend(self.joints.iter().map(is_taken));
    }

    /// Whether small steps take each body.
    pub(super) fn takes(&self) -> &[bool] {
        &self.takes
    }

    /// The bodies of every island that small steps take.
    pub(super) fn islands(&self) -> impl Iterator<Item = &[usize]> {
        let mut begin = 0;
        self.taken.chunk_by(|one, two| one.0 == two.0).map(move |island| {
            begin += island.len();
            &self.members[begin - island.len()..begin]
        })
    }
}
