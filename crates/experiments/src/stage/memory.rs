//! Plays that were played already.
//!
//! A play takes minutes, and tables of the same scenes look at the same steps:
//! whoever comes second waits for the first and has them, too.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::play::Play;
use crate::error::ExperimentError;

/// A play, or nothing yet; locked while it is being played.
type Place = Arc<Mutex<Option<Arc<Play>>>>;

/// Plays by what makes them what they are.
static PLAYS: Mutex<BTreeMap<String, Place>> = Mutex::new(BTreeMap::new());

/// The play of that key, made where nobody has.
pub fn recall(
    key: String,
    make: impl FnOnce() -> Result<Play, ExperimentError>,
) -> Result<Arc<Play>, ExperimentError> {
    // Whoever panicked left nothing half-made: plays are put in place whole.
    let place = {
        let mut plays = PLAYS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(plays.entry(key).or_default())
    };
    let mut known = place.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(play) = &*known {
        return Ok(Arc::clone(play));
    }
    let play = Arc::new(make()?);
    *known = Some(Arc::clone(&play));
    Ok(play)
}

#[cfg(test)]
mod tests {
    use stickslip_scene::{Overrides, Scene, SceneSource};

    use super::super::Pick;
    use super::*;

    #[test]
    fn a_play_is_made_once_for_each_key_and_never_from_an_error() {
        let make = |seconds: f64| {
            let source = SceneSource::find("stack").expect("built in");
            let scene = source.read(&Overrides::default()).expect("a valid scene");
            Play::new(Scene { seconds, ..scene }, Pick::Spread(2))
        };
        let lost = || Err(ExperimentError::Missing("lost".into()));
        assert!(recall("one".into(), lost).is_err());
        let first = recall("one".into(), || make(0.1)).expect("a motion");
        let again = recall("one".into(), lost).expect("known");
        assert!(Arc::ptr_eq(&first, &again));
        let other = recall("other".into(), || make(0.2)).expect("a motion");
        assert_eq!([first.moments.len(), other.moments.len()], [6, 12]);
    }
}
