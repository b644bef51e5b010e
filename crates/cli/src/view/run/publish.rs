//! Telling pages what there is to see.

use std::sync::Arc;

use super::report::{Convergence, Picked};
use super::{Motion, Run, Show};
use crate::view::frame::{self, Extra, Heading};
use crate::view::hub::{Bundle, Client, text};
use crate::view::world::{State, World};

impl Run {
    /// Puts the present frame where pages find it.
    pub(super) fn publish(&mut self) {
        if self.pages.is_empty() {
            return;
        }
        let heading = Heading {
            generation: self.generation,
            lane: 0,
            extra: Extra::default(),
            draw: self.pages.draw(),
        };
        let realtime = if self.motion == Motion::Playing { self.pace.factor } else { 0.0 };
        let mut bundle = Bundle::default();
        match &self.show {
            Show::Live(live) => {
                let difference = live.difference();
                for (at, lane) in live.lanes.iter().enumerate() {
                    let (first, last) = live.ring.ends().unwrap_or_default();
                    let ring = [first as f64, last as f64];
                    let failed_steps = lane.failed as f64;
                    let extra = Extra { difference, failed_steps, realtime, ring, again: [0.0; 2] };
                    let heading = Heading { lane: at, extra, ..heading };
                    let (simulation, contacts) = (&lane.simulation, lane.contacts());
                    bundle.frames.push(frame::live(heading, simulation, &lane.report, contacts));
                    if self.pages.watch() {
                        let convergence = Convergence::new(at, &lane.simulation);
                        bundle.convergence.extend(convergence.as_ref().map(text));
                    }
                }
                for (client, page) in self.pages.iter() {
                    let lane =
                        page.pick.and_then(|place| Some((place, live.lanes.get(place.lane)?)));
                    let picked = lane.and_then(|(place, lane)| {
                        Picked::live(place, &lane.simulation, page.pull.as_ref())
                    });
                    bundle.picked.extend(picked.map(|picked| (client, text(&picked))));
                }
            }
            Show::Recorded(playback) => {
                bundle.frames.push(frame::recorded(heading, playback.frame()));
                for (client, page) in self.pages.iter() {
                    let picked = page.pick.and_then(|place| Picked::recorded(place, playback));
                    bundle.picked.extend(picked.map(|picked| (client, text(&picked))));
                }
                bundle.state = Some(text(&self.state()));
            }
        }
        let watching = self.pages.iter().filter(|(_, page)| page.watch);
        bundle.watching = watching.map(|(client, _)| client).collect();
        self.newest.send_replace(Arc::new(bundle));
    }

    /// Tells one page, or all, what is shown.
    pub(super) fn show_world(&mut self, only: Option<Client>) {
        let world = match &self.show {
            Show::Live(live) => {
                let lanes = live.lanes.iter().map(|lane| &lane.simulation);
                World::of_scene(self.generation, &live.name, &live.scene, live.seed, lanes)
            }
            Show::Recorded(playback) => {
                let (frames, seconds) = (playback.count(), playback.seconds());
                let substeps = playback.substeps();
                World::of_recording(self.generation, playback, substeps, frames, seconds)
            }
        };
        match only {
            Some(client) => self.pages.tell(client, &world),
            None => self.pages.tell_all(&world),
        }
    }

    /// Tells one page, or all, the figures of the whole recording that is shown.
    pub(super) fn tell_series(&mut self, only: Option<Client>) {
        let Show::Recorded(playback) = &self.show else { return };
        let series = playback.series();
        match only {
            Some(client) => self.pages.tell(client, &series),
            None => self.pages.tell_all(&series),
        }
    }

    /// Tells all pages how the run goes, and where it is: the frame of a
    /// recording carries a state too, which must not be an older one.
    pub(super) fn announce(&mut self) {
        let state = self.state();
        self.pages.tell_all(&state);
        self.publish();
    }

    /// How the run goes.
    pub(super) fn state(&self) -> State {
        let frame = match &self.show {
            Show::Live(_) => None,
            Show::Recorded(playback) => Some(playback.at()),
        };
        let recording = self.writing.as_ref().map(|writing| writing.name.clone());
        let playing = self.motion == Motion::Playing;
        State::new(playing, self.speed, recording, frame, self.lost.clone())
    }
}
