//! What pages say, done.

use axum::extract::ws::Utf8Bytes;
use stickslip_scene::SceneSource;
use tokio::sync::mpsc;

use super::bodies::{Before, renumbered};
use super::drag::{self, Pull};
use super::live::Live;
use super::pages::Page;
use super::playback::Playback;
use super::recorder::Writing;
use super::{Motion, Run, Show};
use crate::view::hub::{Client, ErrorMessage};
use crate::view::library::Library;
use crate::view::message::MAX_STEPS;
use crate::view::message::{BodyInLane, Drag, Message, Open, Refused};

impl Run {
    /// Tells a new page all that it has to know.
    pub(super) fn welcome(&mut self, client: Client, texts: mpsc::Sender<Utf8Bytes>) {
        self.pages.join(client, texts);
        self.show_world(Some(client));
        let state = self.state();
        self.pages.tell(client, &state);
        self.publish();
        self.tell_series(Some(client));
    }

    /// Does what a page says.
    pub(super) fn obey(&mut self, client: Client, message: Message) -> Result<(), Refused> {
        match message {
            Message::Open(open) => {
                let show =
                    open_scene(&self.scenes, &open).map_err(|it| Refused::new("open", it))?;
                self.begin(show);
                self.go_to(open.time);
            }
            Message::OpenRecording(open) => {
                let show = open_recording(&self.library, &open.name)
                    .map_err(|it| Refused::new("open-recording", it))?;
                self.begin(show);
            }
            Message::Change(change) => {
                let live = self.live("change")?;
                live.change(&change).map_err(|it| Refused::new("change", it))?;
                self.begin_generation();
            }
            Message::Reset => {
                self.motion = Motion::Paused;
                match &mut self.show {
                    Show::Live(live) => {
                        let before = live.reset().map_err(|it| Refused::new("reset", it))?;
                        self.renumber(&before);
                    }
                    Show::Recorded(playback) => {
                        playback.seek(0).map_err(|it| Refused::new("reset", it))?;
                    }
                }
                self.begin_generation();
            }
            Message::Play => {
                if let Show::Recorded(playback) = &mut self.show
                    && playback.gap().is_none()
                {
                    // From the end it begins again.
                    playback.seek(0).map_err(|it| Refused::new("play", it))?;
                }
                self.clock.restart();
                self.set_motion(Motion::Playing);
            }
            Message::Pause => self.set_motion(Motion::Paused),
            Message::Step(count) => {
                // One that comes while others are being done is not lost.
                let pending = if let Motion::Steps(pending) = self.motion { pending } else { 0 };
                self.set_motion(Motion::Steps((pending + count).min(MAX_STEPS)));
            }
            Message::Speed(speed) => {
                self.speed = speed;
                self.clock.restart();
                self.announce();
            }
            Message::Seek(frame) => self.seek(frame)?,
            Message::Rewind(step) => self.rewind(step)?,
            Message::Control(name, value) => {
                let live = self.live("control")?;
                live.control(&name, value).map_err(|it| Refused::new("control", it))?;
            }
            Message::Coordinate(name, value) => {
                let live = self.live("coordinate")?;
                let put = live.set_coordinate(&name, value);
                put.map_err(|it| Refused::new("coordinate", it))?;
                self.publish();
            }
            Message::Drop(at) => self.change_bodies("drop", |live| live.drop_box(at))?,
            Message::Remove(body) => {
                self.check("remove", BodyInLane { lane: 0, body })?;
                self.change_bodies("remove", |live| live.remove_body(body))?;
            }
            Message::Record(on) => self.set_recording(on)?,
            Message::Draw(draw) => self.want(client, |page| page.draw = draw),
            Message::Watch(watch) => self.want(client, |page| page.watch(watch)),
            Message::Pick(pick) => {
                if let Some(place) = pick {
                    self.check("pick", place)?;
                }
                self.want(client, |page| page.pick = pick);
            }
            Message::Drag(drag) => self.drag(client, drag)?,
            Message::Release => self.want(client, |page| page.pull = None),
            Message::Matrix(matrix) => self.tell_matrix(client, matrix)?,
        }
        Ok(())
    }

    /// A new world from its beginning.
    pub(super) fn begin(&mut self, show: Show) {
        self.show = show;
        self.motion = Motion::Paused;
        self.pages.iter_mut().for_each(|page| page.pick = None);
        self.begin_generation();
    }

    /// Tells everybody that what follows is another world.
    fn begin_generation(&mut self) {
        // Pages let go of what they drag.
        self.pages.iter_mut().for_each(|page| page.pull = None);
        self.writing = None;
        self.lost = None;
        self.pace = super::Pace::new();
        self.generation = self.generation.wrapping_add(1);
        self.clock.restart();
        self.keep_history();
        self.show_world(None);
        self.announce();
        self.tell_series(None);
    }

    /// Steps to a time first.
    fn go_to(&mut self, time: f64) {
        let Show::Live(live) = &self.show else { return };
        let steps = (time / live.scene.settings.time_step).round();
        if steps >= 1.0 {
            self.set_motion(Motion::Steps(steps as u64));
        }
    }

    /// Moves otherwise, and says so.
    pub(super) fn set_motion(&mut self, motion: Motion) {
        let before = std::mem::replace(&mut self.motion, motion);
        if (before == Motion::Playing) != (motion == Motion::Playing) {
            self.announce();
        } else if motion == Motion::Paused {
            self.publish();
        }
    }

    fn seek(&mut self, frame: usize) -> Result<(), Refused> {
        let Show::Recorded(playback) = &mut self.show else {
            return Err(Refused::new("seek", "a scene that is simulated has no frames to seek in"));
        };
        playback.seek(frame).map_err(|reason| Refused::new("seek", reason))?;
        self.clock.restart();
        self.announce();
        Ok(())
    }

    /// Leads a live run back to a step, and stands still there.
    fn rewind(&mut self, step: u64) -> Result<(), Refused> {
        let led = self.live("rewind")?.rewind(step);
        let others = led.map_err(|reason| Refused::new("rewind", reason))?;
        self.motion = Motion::Paused;
        if let Some(before) = others {
            self.renumber(&before);
            self.begin_generation();
            return Ok(());
        }
        (self.lost, self.writing) = (None, None);
        self.keep_history();
        self.announce();
        Ok(())
    }

    /// Adds bodies or takes some out; a recording ends there.
    fn change_bodies(
        &mut self,
        about: &str,
        change: impl FnOnce(&mut Live) -> Result<Before, String>,
    ) -> Result<(), Refused> {
        let before = change(self.live(about)?).map_err(|reason| Refused::new(about, reason))?;
        self.renumber(&before);
        if let Some(Writing { name, .. }) = &self.writing {
            let said = format!("{name} ends here: the bodies of a recording stay the same");
            self.pages.tell_all(&ErrorMessage::new("record", &said));
        }
        self.begin_generation();
        Ok(())
    }

    /// What pages have picked has the numbers of other bodies now.
    fn renumber(&mut self, before: &Before) {
        let Show::Live(live) = &self.show else { return };
        let now = &live.scene.model;
        for page in self.pages.iter_mut() {
            page.pick = page.pick.and_then(|place| {
                Some(BodyInLane { body: renumbered(place.body, before, now)?, ..place })
            });
        }
    }

    fn drag(&mut self, client: Client, drag: Drag) -> Result<(), Refused> {
        self.check("drag", drag.place)?;
        let live = self.live("drag")?;
        drag::check(&drag, &live.scene.model).map_err(|reason| Refused::new("drag", reason))?;
        if let Some(page) = self.pages.get_mut(client) {
            page.pull = Some(Pull::new(drag));
        }
        Ok(())
    }

    /// Notes what a page wants, and shows it.
    fn want(&mut self, client: Client, change: impl FnOnce(&mut Page)) {
        if let Some(page) = self.pages.get_mut(client) {
            change(page);
        }
        self.keep_history();
        self.publish();
    }

    /// Solvers keep their history while anybody wants to see it.
    pub(super) fn keep_history(&mut self) {
        let wanted = self.pages.want_convergence();
        if let Show::Live(live) = &mut self.show {
            for lane in &mut live.lanes {
                lane.simulation.keep_history(wanted);
            }
        }
    }

    /// The scene that is simulated, if one is.
    pub(super) fn live(&mut self, about: &str) -> Result<&mut Live, Refused> {
        match &mut self.show {
            Show::Live(live) => Ok(live),
            Show::Recorded(_) => Err(Refused::new(about, "a recording can only be looked at")),
        }
    }

    /// Whether there is such a body.
    fn check(&self, about: &str, BodyInLane { lane, body }: BodyInLane) -> Result<(), Refused> {
        let (lanes, bodies) = match &self.show {
            Show::Live(live) => {
                let model = &live.scene.model;
                (live.lanes.len(), model.bodies().len() + model.soft_bodies().len())
            }
            Show::Recorded(playback) => (1, playback.header().bodies.len()),
        };
        if lane < lanes && body < bodies {
            return Ok(());
        }
        let reason = format!("there is no body {body} in lane {}", lane + 1);
        Err(Refused::new(about, reason))
    }
}

/// Only scenes that were listed can be opened: no name reaches a file.
pub fn open_scene(scenes: &[(String, SceneSource)], open: &Open) -> Result<Show, String> {
    Ok(Show::Live(Box::new(open_live(scenes, open)?)))
}

/// The same without anybody who looks.
pub fn open_live(scenes: &[(String, SceneSource)], open: &Open) -> Result<Live, String> {
    let found = scenes.iter().find(|(name, _)| *name == open.scene);
    let (_, source) = found.ok_or_else(|| format!("there is no scene \"{}\"", open.scene))?;
    Live::open(source, open)
}

/// Only recordings of the library can be opened.
pub fn open_recording(library: &Library, name: &str) -> Result<Show, String> {
    Ok(Show::Recorded(Box::new(open_recording_file(library, name)?)))
}

/// The same without anybody who looks.
pub fn open_recording_file(library: &Library, name: &str) -> Result<Playback, String> {
    let path = library.find(name).ok_or_else(|| format!("there is no recording \"{name}\""))?;
    Playback::open(&path, name)
}
