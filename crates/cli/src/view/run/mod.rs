//! The run: a thread of its own that owns the simulations, takes commands,
//! keeps pace with real time and publishes the newest frame. The network never
//! holds it up: it only ever tries to send.

mod bodies;
mod clock;
mod coordinates;
mod drag;
mod falling_box;
mod lane;
mod live;
mod matrix;
mod obey;
mod pages;
mod playback;
mod publish;
mod recorder;
mod reload;
mod report;
mod ring;

use std::sync::Arc;
use std::time::{Duration, Instant};

use stickslip_scene::SceneSource;
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use self::clock::Clock;
pub use self::coordinates::Described;
pub use self::live::Live;
pub use self::obey::{open_live, open_recording_file};
use self::obey::{open_recording, open_scene};
use self::pages::Pages;
pub use self::playback::Playback;
use self::recorder::Writing;
use self::reload::Watch;
use super::hub::{Bundle, Command, ErrorMessage};
use super::library::Library;
use super::message::Open;
use crate::output::complain;

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
    /// Why the motion could not go on.
    lost: Option<String>,
    pace: Pace,
    watch: Watch,
}

/// How fast simulated time goes by.
#[derive(Debug)]
struct Pace {
    since: Instant,
    simulated: f64,
    factor: f64,
}

impl Pace {
    fn new() -> Self {
        Self { since: Instant::now(), simulated: 0.0, factor: 0.0 }
    }

    /// So many more seconds were simulated.
    fn add(&mut self, seconds: f64) {
        self.simulated += seconds;
        let passed = self.since.elapsed().as_secs_f64();
        if passed >= 0.5 {
            *self = Self { factor: self.simulated / passed, ..Self::new() };
        }
    }
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
        if let Show::Recorded(playback) = &show
            && let Some((lost, _)) = playback.damage()
        {
            complain(&format!("warning: {lost}"));
        }
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
            lost: None,
            pace: Pace::new(),
            watch: Watch::default(),
        })
    }

    /// Runs until asked to quit.
    pub fn serve(&mut self) {
        loop {
            if let Some(message) = self.watch.look(&self.show, &mut self.scenes) {
                self.reload(message);
            }
            match self.next_command() {
                None if self.motion == Motion::Paused => {}
                None => self.advance(),
                Some(Command::Quit) => return,
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

    /// The next command, or none where a step is due before one comes.
    fn next_command(&mut self) -> Option<Command> {
        let patience = match self.motion {
            // A file may change while nothing moves.
            Motion::Paused => self.watch.patience(),
            Motion::Steps(_) => Some(Duration::ZERO),
            Motion::Playing => Some(self.clock.wait()),
        };
        let next = self.commands.recv();
        let received = self.runtime.block_on(async {
            match patience {
                None => Ok(next.await),
                Some(patience) => timeout(patience, next).await,
            }
        });
        // Where no more commands can come, the server is gone.
        received.ok().map(|command| command.unwrap_or(Command::Quit))
    }

    /// One step or one frame of a recording.
    fn advance(&mut self) {
        let seconds = match &mut self.show {
            Show::Live(live) => {
                if let Err(message) = live.step(&mut self.pages) {
                    return self.fail(&message);
                }
                let dt = live.scene.settings.time_step;
                self.pace.add(dt);
                self.record();
                if self.speed > 0.0 { dt / self.speed } else { 0.0 }
            }
            Show::Recorded(playback) => {
                let Some(gap) = playback.gap() else { return self.set_motion(Motion::Paused) };
                if let Err(message) = playback.seek(playback.at() + 1) {
                    return self.fail(&message);
                }
                // As fast as frames are sent, and no faster.
                let fastest = 1.0 / f64::from(super::hello::FRAMES_PER_SECOND);
                if self.speed > 0.0 { gap / self.speed } else { fastest }
            }
        };
        self.clock.advance(seconds);
        match self.motion {
            Motion::Steps(0 | 1) => return self.set_motion(Motion::Paused),
            Motion::Steps(count) => self.motion = Motion::Steps(count - 1),
            _ => {}
        }
        if self.clock.frame_is_due() {
            self.publish();
        }
    }

    /// Stands still and says why.
    fn fail(&mut self, message: &str) {
        self.lost = Some(message.into());
        self.pages.tell_all(&ErrorMessage::new("step", message));
        self.set_motion(Motion::Paused);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two seconds were simulated in one or a little more.
    #[test]
    fn the_pace_is_simulated_time_over_time() {
        let since = Instant::now().checked_sub(Duration::from_secs(1)).expect("a running clock");
        let mut pace = Pace { since, ..Pace::new() };
        pace.add(2.0);
        assert!(pace.factor > 0.0 && pace.factor <= 2.0, "{pace:?}");
        assert_eq!(pace.simulated, 0.0);
    }
}
