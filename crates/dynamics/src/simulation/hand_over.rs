//! The state of a simulation for one with some bodies and joints more or less.

use std::ops::Range;

use super::Simulation;
use crate::control::Lead;
use crate::model::{Model, Renumbering};
use crate::state::{Anchor, AnchorKey, ContactMemory, State};
use crate::world::World;

/// The bodies of `fresh` are those of `old` that stayed, at the places that `places` says, and
/// after them those that were added; its joints likewise.
pub(super) fn hand_over(
    old: &mut Simulation,
    mut fresh: Simulation,
    places: &[Renumbering; 2],
) -> Simulation {
    let [bodies, joints] = places;
    let colliders = colliders(&old.world.model, &fresh.world.model, bodies);
    wake_neighbours(&mut old.state, &old.world, bodies);
    let state = &mut fresh.state;
    (state.step, state.time) = (old.state.step, old.state.time);
    for (from, to) in bodies.kept() {
        state.bodies[to] = old.state.bodies[from];
        fresh.world.pushes[to] = old.world.pushes[from];
    }
    for (from, to) in joints.kept() {
        state.joints[to] = old.state.joints[from];
        let rows = [old.world.joint_rows(from), fresh.world.joint_rows(to)];
        copy(&old.state.joint_impulses, &mut state.joint_impulses, &rows);
        copy(&old.state.joint_labels, &mut state.joint_labels, &rows);
        let motors = [old.world.joint_controls(from), fresh.world.joint_controls(to)];
        copy(&old.state.controls, &mut state.controls, &motors);
        if !(old.state.activations.is_empty() || state.activations.is_empty()) {
            copy(&old.state.activations, &mut state.activations, &motors);
        }
    }
    let lead = |lead: &Lead| bodies.place(lead.body).map(|body| Lead { body, ..*lead });
    state.leads = old.state.leads.iter().filter_map(lead).collect();
    let contact = |it: &ContactMemory| {
        let (first, second, feature) = it.key;
        let key = (colliders.place(first)?, colliders.place(second)?, feature);
        Some(ContactMemory { key, ..*it })
    };
    state.contacts = old.state.contacts.iter().filter_map(contact).collect();
    let anchor = |it: &Anchor| {
        let (first, second) = (colliders.place(it.key.first)?, colliders.place(it.key.second)?);
        Some(Anchor { key: AnchorKey { first, second, ..it.key }, ..*it })
    };
    state.anchors = old.state.anchors.iter().filter_map(anchor).collect();
    state.liquids = std::mem::take(&mut old.state.liquids);
    state.vertices = std::mem::take(&mut old.state.vertices);
    fresh.world.pulls = std::mem::take(&mut old.world.pulls);
    // There is no step before this state that had these bodies.
    fresh.world.state.clone_from(state);
    fresh.world.keep_history = old.world.keep_history;
    fresh.world.step_progress = old.world.step_progress.clone();
    let counts = [&old.world, &fresh.world].map(|world| world.model.bodies().len());
    let party = |old: usize| match old.checked_sub(counts[0]) {
        None => bodies.place(old),
        Some(soft) => Some(counts[1] + soft),
    };
    fresh.watch = old.watch.take().map(|watch| watch.renumbered(party));
    fresh
}

fn copy<T: Copy>(from: &[T], to: &mut [T], [source, target]: &[Range<usize>; 2]) {
    to[target.clone()].copy_from_slice(&from[source.clone()]);
}

/// The places of colliders, soft bodies after all others.
fn colliders(old: &Model, new: &Model, bodies: &Renumbering) -> Places {
    let counts = |model: &Model| -> Vec<usize> {
        let touching =
            model.bodies().iter().map(|body| body.colliders.iter().filter(|it| !it.visual));
        touching.map(Iterator::count).collect()
    };
    let (old_counts, new_counts) = (counts(old), counts(new));
    let mut starts = vec![0];
    for count in &new_counts {
        starts.push(starts[starts.len() - 1] + count);
    }
    let mut places = Vec::new();
    for (body, &count) in old_counts.iter().enumerate() {
        let to = bodies.place(body);
        places.extend((0..count).map(|at| to.map(|to| starts[to] + at)));
    }
    let soft = (0..old.soft_bodies().len()).map(|at| Some(starts[starts.len() - 1] + at));
    places.extend(soft);
    Places(places)
}

struct Places(Vec<Option<usize>>);

impl Places {
    fn place(&self, old: usize) -> Option<usize> {
        self.0.get(old).copied().flatten()
    }
}

/// Bodies that touched one that goes, or were joined to it, are no longer still.
fn wake_neighbours(state: &mut State, world: &World, bodies: &Renumbering) {
    let goes = |body: usize| bodies.place(body).is_none();
    let rigid = world.model.bodies().len();
    let mut ends: Vec<[usize; 2]> =
        world.contacts.iter().map(|contact| [contact.first, contact.second]).collect();
    for joint in world.model.joints() {
        let named: Vec<usize> =
            joint.description().named_bodies().iter().map(|(_, body)| body.0).collect();
        if named.iter().any(|&body| goes(body)) {
            ends.extend(named.windows(2).map(|two| [two[0], two[1]]));
            ends.extend(named.first().zip(named.last()).map(|(&one, &other)| [one, other]));
        }
    }
    for [one, other] in ends {
        for (gone, left) in [(one, other), (other, one)] {
            if gone < rigid && left < rigid && goes(gone) {
                state.bodies[left].still = 0.0;
            }
        }
    }
}
