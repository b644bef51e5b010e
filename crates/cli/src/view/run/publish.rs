//! Telling pages what there is to see.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;

use super::coordinates::Coordinates;
use super::live::Live;
use super::pages::Page;
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
                }
                bundle.readouts = self.readouts(live);
            }
            Show::Recorded(playback) => {
                bundle.frames.push(frame::recorded(heading, playback.frame()));
                for (client, page) in self.pages.iter() {
                    let picked = page.pick.and_then(|place| Picked::recorded(place, playback));
                    let picked = picked.iter().map(text).collect();
                    bundle.readouts.insert(client, picked);
                }
                bundle.state = Some(text(&self.state()));
            }
        }
        self.newest.send_replace(Arc::new(bundle));
    }

    /// What each page wants to be told after the frames of a live run.
    fn readouts(&self, live: &Live) -> BTreeMap<Client, Vec<Utf8Bytes>> {
        let lanes = live.lanes.iter().enumerate();
        let wanted = lanes.filter(|_| self.pages.want_convergence());
        let convergence = wanted.filter_map(|(at, lane)| Convergence::new(at, &lane.simulation));
        let convergence: Vec<Utf8Bytes> = convergence.map(|it| text(&it)).collect();
        let first = live.lanes.first().filter(|_| self.pages.want_coordinates());
        let coordinates = first.map(|lane| text(&Coordinates::new(0, &lane.simulation)));
        let of = |page: &Page| {
            let mut own = if page.convergence { convergence.clone() } else { Vec::new() };
            own.extend(coordinates.clone().filter(|_| page.coordinates));
            let lane = page.pick.and_then(|place| Some((place, live.lanes.get(place.lane)?)));
            let picked = lane.and_then(|(place, lane)| {
                Picked::live(place, &lane.simulation, page.pull.as_ref())
            });
            own.extend(picked.map(|picked| text(&picked)));
            own
        };
        self.pages.iter().map(|(client, page)| (client, of(page))).collect()
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
