//! The run: a thread of its own that owns the simulations, takes commands,
//! keeps pace with real time and publishes the newest frame. The network never
//! holds it up: it only ever tries to send.

mod clock;
mod drag;
mod live;
mod matrix;
mod pages;
mod playback;
mod publish;
mod recorder;
mod report;

use std::sync::Arc;
use std::time::Duration;

use stickslip_scene::SceneSource;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, watch};

use self::clock::Clock;
use self::drag::Pull;
use self::live::Live;
use self::pages::Pages;
use self::playback::Playback;
use self::recorder::Writing;
use super::hub::{Bundle, Client, Command, ErrorMessage};
use super::library::Library;
use super::message::{Drag, Message, Open, Place, Refused};

/// What is shown.
enum Show {
    Live(Box<Live>),
    Recorded(Box<Playback>),
}

/// How it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Motion {
    Paused,
    Playing,
    /// So many steps, as fast as they go.
    Steps(u64),
}

/// One run, watched by any number of pages.
pub struct Run {
    scenes: Vec<(String, SceneSource)>,
    library: Library,
    commands: mpsc::Receiver<Command>,
    newest: watch::Sender<Arc<Bundle>>,
    /// For waiting with a deadline.
    runtime: Runtime,
    pages: Pages,
    show: Show,
    generation: u32,
    motion: Motion,
    speed: f64,
    clock: Clock,
    writing: Option<Writing>,
}

/// What a run begins with.
pub enum Beginning {
    /// A scene.
    Scene(Box<Open>),
    /// A recording by its name in the library.
    Recording(String),
}

impl Run {
    /// Opens what is to be shown first; the error is a sentence.
    pub fn new(
        scenes: Vec<(String, SceneSource)>,
        library: Library,
        beginning: &Beginning,
        commands: mpsc::Receiver<Command>,
        newest: watch::Sender<Arc<Bundle>>,
    ) -> Result<Self, String> {
        let show = match beginning {
            Beginning::Scene(open) => open_scene(&scenes, open)?,
            Beginning::Recording(name) => open_recording(&library, name)?,
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .map_err(|error| format!("cannot wait: {error}"))?;
        Ok(Self {
            scenes,
            library,
            commands,
            newest,
            runtime,
            pages: Pages::default(),
            show,
            generation: 1,
            motion: Motion::Paused,
            speed: 1.0,
            clock: Clock::new(),
            writing: None,
        })
    }

    /// Runs until told to quit.
    pub fn serve(&mut self) {
        loop {
            let command = match self.patience() {
                None => self.runtime.block_on(self.commands.recv()),
                Some(Duration::ZERO) => match self.commands.try_recv() {
                    Err(mpsc::error::TryRecvError::Empty) => {
                        self.advance();
                        continue;
                    }
                    received => received.ok(),
                },
                Some(patience) => {
                    let next = self.commands.recv();
                    let next = async { tokio::time::timeout(patience, next).await };
                    match self.runtime.block_on(next) {
                        Err(_) => {
                            self.advance();
                            continue;
                        }
                        Ok(received) => received,
                    }
                }
            };
            match command {
                None | Some(Command::Quit) => return,
                Some(Command::Join(client, texts)) => self.welcome(client, texts),
                Some(Command::Leave(client)) => {
                    self.pages.leave(client);
                    self.keep_history();
                }
                Some(Command::Say(client, message)) => {
                    if let Err(refused) = self.obey(client, message) {
                        self.pages.refuse(client, &refused);
                    }
                }
            }
        }
    }

    /// How long to wait for a command before the next step; for ever while paused.
    fn patience(&self) -> Option<Duration> {
        match self.motion {
            Motion::Paused => None,
            Motion::Steps(_) => Some(Duration::ZERO),
            Motion::Playing => Some(self.clock.wait()),
        }
    }

    /// One step or one frame of a recording.
    fn advance(&mut self) {
        let seconds = match &mut self.show {
            Show::Live(live) => {
                if let Err(message) = live.step(&mut self.pages) {
                    self.pages.tell_all(&ErrorMessage::new("step", &message));
                    return self.set_motion(Motion::Paused);
                }
                let dt = live.scene.settings.time_step;
                self.record();
                if self.speed > 0.0 { dt / self.speed } else { 0.0 }
            }
            Show::Recorded(playback) => {
                let Some(gap) = playback.gap() else { return self.set_motion(Motion::Paused) };
                playback.at += 1;
                // As fast as frames are sent, and no faster.
                let fastest = 1.0 / f64::from(super::hello::FRAMES_PER_SECOND);
                if self.speed > 0.0 { gap / self.speed } else { fastest }
            }
        };
        self.clock.advance(seconds);
        match self.motion {
            Motion::Steps(0 | 1) => self.set_motion(Motion::Paused),
            Motion::Steps(count) => self.motion = Motion::Steps(count - 1),
            _ => {}
        }
        if self.motion == Motion::Paused || self.clock.frame_is_due() {
            self.publish();
        }
    }

    fn welcome(&mut self, client: Client, texts: mpsc::Sender<axum::extract::ws::Utf8Bytes>) {
        self.pages.join(client, texts);
        self.show_world(Some(client));
        let state = self.state();
        self.pages.tell(client, &state);
        self.publish();
    }

    /// Does what a page says.
    fn obey(&mut self, client: Client, message: Message) -> Result<(), Refused> {
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
                match &mut self.show {
                    Show::Live(live) => live.reset().map_err(|it| Refused::new("reset", it))?,
                    Show::Recorded(playback) => playback.at = 0,
                }
                self.motion = Motion::Paused;
                self.begin_generation();
            }
            Message::Play => {
                self.clock.restart();
                self.set_motion(Motion::Playing);
            }
            Message::Pause => self.set_motion(Motion::Paused),
            Message::Step(count) => self.set_motion(Motion::Steps(count)),
            Message::Speed(speed) => {
                self.speed = speed;
                self.clock.restart();
                self.announce();
            }
            Message::Seek(frame) => self.seek(frame)?,
            Message::Record(on) => self.set_recording(on)?,
            Message::Draw(draw) => self.want(client, |page| page.draw = draw),
            Message::Watch(watch) => self.want(client, |page| page.watch = watch),
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
    fn begin(&mut self, show: Show) {
        self.show = show;
        self.motion = Motion::Paused;
        for page in self.pages.iter_mut() {
            (page.pick, page.pull) = (None, None);
        }
        self.begin_generation();
    }

    /// Tells everybody that what follows is another world.
    fn begin_generation(&mut self) {
        self.writing = None;
        self.generation = self.generation.wrapping_add(1);
        self.clock.restart();
        self.keep_history();
        self.show_world(None);
        self.announce();
        self.publish();
    }

    /// Steps to a time first.
    fn go_to(&mut self, time: f64) {
        let Show::Live(live) = &self.show else { return };
        let steps = (time / live.scene.settings.time_step).round();
        if steps >= 1.0 {
            self.set_motion(Motion::Steps(steps as u64));
        }
    }

    fn set_motion(&mut self, motion: Motion) {
        let before = std::mem::replace(&mut self.motion, motion);
        if (before == Motion::Playing) != (motion == Motion::Playing) {
            self.announce();
        }
        if motion == Motion::Paused && before != Motion::Paused {
            self.publish();
        }
    }

    fn seek(&mut self, frame: usize) -> Result<(), Refused> {
        let Show::Recorded(playback) = &mut self.show else {
            return Err(Refused::new("seek", "a scene that is simulated has no frames to seek in"));
        };
        let count = playback.recording.frames.len();
        if frame >= count {
            let reason = format!("frame: is {frame}, but the recording has {count} frames");
            return Err(Refused::new("seek", reason));
        }
        playback.at = frame;
        self.clock.restart();
        self.announce();
        self.publish();
        Ok(())
    }

    fn drag(&mut self, client: Client, drag: Drag) -> Result<(), Refused> {
        self.check("drag", drag.place)?;
        let live = self.live("drag")?;
        let body = &live.scene.model.bodies()[drag.place.body];
        if !body.is_dynamic() {
            let reason = format!("forces do not move {}", body.description.name);
            return Err(Refused::new("drag", reason));
        }
        if let Some(page) = self.pages.get_mut(client) {
            page.pull = Some(Pull::new(drag));
        }
        Ok(())
    }

    /// Notes what a page wants, and shows it.
    fn want(&mut self, client: Client, change: impl FnOnce(&mut pages::Page)) {
        if let Some(page) = self.pages.get_mut(client) {
            change(page);
        }
        self.keep_history();
        self.publish();
    }

    /// Solvers keep their history while anybody wants to see it.
    fn keep_history(&mut self) {
        let wanted = self.pages.watch();
        if let Show::Live(live) = &mut self.show {
            for lane in &mut live.lanes {
                lane.simulation.keep_history(wanted);
            }
        }
    }

    /// The scene that is simulated, if one is.
    fn live(&mut self, about: &str) -> Result<&mut Live, Refused> {
        match &mut self.show {
            Show::Live(live) => Ok(live),
            Show::Recorded(_) => Err(Refused::new(about, "a recording can only be looked at")),
        }
    }

    /// Whether there is such a body.
    fn check(&self, about: &str, Place { lane, body }: Place) -> Result<(), Refused> {
        let (lanes, bodies) = match &self.show {
            Show::Live(live) => (live.lanes.len(), live.scene.model.bodies().len()),
            Show::Recorded(playback) => (1, playback.recording.header.bodies.len()),
        };
        if lane < lanes && body < bodies {
            return Ok(());
        }
        let reason = format!("there is no body {body} in lane {lane}");
        Err(Refused::new(about, reason))
    }
}

/// Only scenes that were listed can be opened: no name reaches a file.
fn open_scene(scenes: &[(String, SceneSource)], open: &Open) -> Result<Show, String> {
    let found = scenes.iter().find(|(name, _)| *name == open.scene);
    let (_, source) = found.ok_or_else(|| format!("there is no scene \"{}\"", open.scene))?;
    Ok(Show::Live(Box::new(Live::open(source, open)?)))
}

fn open_recording(library: &Library, name: &str) -> Result<Show, String> {
    let path = library.find(name).ok_or_else(|| format!("there is no recording \"{name}\""))?;
    Ok(Show::Recorded(Box::new(Playback::open(&path, name)?)))
}
