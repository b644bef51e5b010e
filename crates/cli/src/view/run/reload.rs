//! A scene file that changes is read again.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use stickslip_scene::SceneSource;

use super::live::Live;
use super::{Motion, Run, Show};
use crate::view::hub::ErrorMessage;

/// The file is looked at no more often than this.
const EVERY: Duration = Duration::from_millis(400);

/// The file of the scene that is shown, as it was last seen.
#[derive(Debug, Default)]
pub struct Watch {
    seen: Option<(PathBuf, SystemTime)>,
    looked: Option<Instant>,
}

/// The scene as it now is, or what is wrong with its file.
type Reread = Result<Box<Live>, String>;

impl Watch {
    /// How long a run that stands still may wait before it looks again.
    pub fn patience(&self) -> Option<Duration> {
        self.seen.as_ref().map(|_| EVERY)
    }

    /// What became of the file, where it has changed.
    pub fn look(&mut self, show: &Show, scenes: &mut [(String, SceneSource)]) -> Option<Reread> {
        if self.looked.is_some_and(|looked| looked.elapsed() < EVERY) {
            return None;
        }
        self.looked = Some(Instant::now());
        let Show::Live(live) = show else {
            self.seen = None;
            return None;
        };
        let (_, source) = scenes.iter_mut().find(|(name, _)| *name == live.name)?;
        let path = PathBuf::from(&source.file);
        // None of a built-in scene, or of a file that is being written anew.
        let changed = path.metadata().and_then(|file| file.modified()).ok()?;
        let before = self.seen.replace((path.clone(), changed));
        match before {
            Some((known, then)) if known == path && then != changed => {}
            _ => return None,
        }
        // The text of a model's scene only names its file, which is read again below.
        let read = match stickslip_import::is_model(&path) {
            true => Ok(source.clone()),
            false => SceneSource::read_file(&path).map_err(|error| error.to_string()),
        };
        let live = read.and_then(|text| {
            let live = Live::open(&text, &live.opened)?;
            *source = text;
            Ok(Box::new(live))
        });
        Some(live)
    }
}

impl Run {
    /// Begins anew with a scene whose file has changed, or says why not.
    pub(super) fn reload(&mut self, reread: Reread) {
        match reread {
            Err(message) => self.pages.tell_all(&ErrorMessage::new("reload", &message)),
            Ok(live) => {
                let playing = self.motion == Motion::Playing;
                self.begin(Show::Live(live));
                if playing {
                    self.clock.restart();
                    self.set_motion(Motion::Playing);
                }
            }
        }
    }
}
