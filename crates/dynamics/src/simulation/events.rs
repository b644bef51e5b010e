//! What began and what ended to touch.
//!
//! Two shapes touch in a step if one pushes the other in it. Pairs of the step before are kept
//! from the first time that somebody asks, and compared. Small steps report the contacts of their
//! last sub-step, so that a blow that is over before may be missed.

use glam::DVec3;

use super::Simulation;
use crate::report::ContactReport;

/// How two shapes came to touch, or no longer do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactChange {
    /// They push each other, and did not in the step before.
    Began,
    /// They push each other, as in the step before.
    Persists,
    /// They no longer do.
    Ended,
}

/// Two shapes that touch, or did in the step before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactEvent {
    /// The first and the second body; soft bodies have the numbers after all others.
    pub bodies: [usize; 2],
    /// Place of each side's shape among those of its body.
    pub shapes: [usize; 2],
    /// What became of them.
    pub change: ContactChange,
    /// The largest impulse of a point of theirs on the second body (N·s); zero of those that
    /// ended.
    pub impulse: DVec3,
    /// Where it acted (m); of those that ended, where the largest one of the step before did.
    pub point: DVec3,
    /// Unit normal from the first body to the second there.
    pub normal: DVec3,
}

impl ContactEvent {
    fn key(&self) -> [usize; 4] {
        let ([first, second], [one, two]) = (self.bodies, self.shapes);
        [first, second, one, two]
    }
}

/// Pairs that touch, in ascending order of bodies and shapes, and what became of them.
#[derive(Default)]
pub(super) struct ContactWatch {
    touching: Vec<ContactEvent>,
    before: Vec<ContactEvent>,
    events: Vec<ContactEvent>,
}

impl ContactWatch {
    /// The same where bodies have other places; pairs of those that are gone do not end.
    pub(super) fn renumbered(mut self, party: impl Fn(usize) -> Option<usize>) -> Self {
        self.events.clear();
        self.touching.retain_mut(|pair| {
            let [Some(first), Some(second)] = pair.bodies.map(&party) else {
                return false;
            };
            pair.bodies = [first, second];
            true
        });
        self
    }

    /// Takes the contacts of a step that was made.
    pub(super) fn step(&mut self, contacts: &[ContactReport]) {
        std::mem::swap(&mut self.touching, &mut self.before);
        gather(contacts, &mut self.touching);
        self.events.clear();
        let mut old = self.before.iter().peekable();
        for now in &self.touching {
            while let Some(gone) = old.next_if(|it| it.key() < now.key()) {
                self.events.push(ended(gone));
            }
            let was = old.next_if(|it| it.key() == now.key()).is_some();
            let change = if was { ContactChange::Persists } else { ContactChange::Began };
            self.events.push(ContactEvent { change, ..*now });
        }
        self.events.extend(old.map(ended));
    }
}

fn ended(gone: &ContactEvent) -> ContactEvent {
    ContactEvent { change: ContactChange::Ended, impulse: DVec3::ZERO, ..*gone }
}

/// The pairs that push each other, each with the point that pushes most.
fn gather(contacts: &[ContactReport], pairs: &mut Vec<ContactEvent>) {
    pairs.clear();
    let pushes = |contact: &&ContactReport| contact.impulse != DVec3::ZERO;
    pairs.extend(contacts.iter().filter(pushes).map(|contact| ContactEvent {
        bodies: [contact.first, contact.second],
        shapes: contact.shapes,
        change: ContactChange::Began,
        impulse: contact.impulse,
        point: contact.point,
        normal: contact.normal,
    }));
    // The strongest of a pair comes first, and the earliest of those alike.
    let strength = |it: &ContactEvent| it.impulse.length_squared();
    pairs.sort_by(|a, b| a.key().cmp(&b.key()).then(strength(b).total_cmp(&strength(a))));
    pairs.dedup_by_key(|it| it.key());
}

impl Simulation {
    /// Whether every step from the next on is compared with the one before it, for
    /// [`Self::contact_events`]. After a state was restored nothing touches before the next one.
    pub fn watch_contacts(&mut self, wanted: bool) {
        let watch = wanted.then(|| {
            let mut watch = ContactWatch::default();
            gather(&self.world.contacts, &mut watch.touching);
            watch
        });
        self.watch = watch;
    }

    /// Pairs of shapes that began to touch in the last step, still do or ended, in ascending
    /// order of bodies and shapes; none where nobody watches them.
    ///
    /// ```
    /// # use stickslip_dynamics::{BodyDescription, ColliderDescription, Model, Pose, Settings, Shape};
    /// # use stickslip_dynamics::glam::DVec3;
    /// use stickslip_dynamics::{ContactChange, Simulation};
    /// # let mut model = Model::default();
    /// # let ground = ColliderDescription::new(Shape::half_space(DVec3::Y)?);
    /// # model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]))?;
    /// # let ball = ColliderDescription::new(Shape::sphere(0.5)?);
    /// # model.add_body(BodyDescription::dynamic("ball", Pose::at(DVec3::Y), vec![ball]))?;
    ///
    /// let mut simulation = Simulation::new(model, Settings::default())?;
    /// simulation.watch_contacts(true);
    /// while !simulation.contact_events().iter().any(|it| it.change == ContactChange::Began) {
    ///     simulation.step()?;
    /// }
    /// // A ball at 0.5 m above the ground lands after √(2 · 0.5 / 9.81) = 0.319 s.
    /// assert!((simulation.state().time - 0.319).abs() < 1.0 / 60.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contact_events(&self) -> &[ContactEvent] {
        self.watch.as_ref().map_or(&[], |watch| &watch.events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(bodies: [usize; 2], push: f64) -> ContactReport {
        let [first, second] = bodies;
        ContactReport { first, second, impulse: DVec3::Y * push, ..ContactReport::default() }
    }

    /// Every pair is told of once, with its strongest point, in order, and what merely comes
    /// near is not.
    #[test]
    fn pairs_begin_persist_and_end() {
        let mut watch = ContactWatch::default();
        let told = |watch: &ContactWatch| -> Vec<([usize; 2], ContactChange, f64)> {
            watch.events.iter().map(|it| (it.bodies, it.change, it.impulse.y)).collect()
        };
        use ContactChange::{Began, Ended, Persists};
        watch.step(&[contact([2, 3], 1.0), contact([0, 1], 2.0), contact([2, 3], 4.0)]);
        assert_eq!(told(&watch), [([0, 1], Began, 2.0), ([2, 3], Began, 4.0)]);
        watch.step(&[contact([0, 2], 0.0), contact([1, 2], 3.0), contact([2, 3], 1.0)]);
        let expected = [([0, 1], Ended, 0.0), ([1, 2], Began, 3.0), ([2, 3], Persists, 1.0)];
        assert_eq!(told(&watch), expected);
        watch.step(&[]);
        assert_eq!(told(&watch), [([1, 2], Ended, 0.0), ([2, 3], Ended, 0.0)]);
        watch.step(&[]);
        assert!(watch.events.is_empty());
    }
}
