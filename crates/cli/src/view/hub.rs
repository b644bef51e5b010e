//! What the run and the pages share: the newest frames, which slow pages may
//! miss, and texts, which they may not.

use std::collections::BTreeMap;

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::{mpsc, watch};

use super::message::Message;

/// Number of a connection.
pub type Client = u64;

/// Texts that may wait for one page. A page with more is cut off, and comes
/// back to a fresh `hello`.
pub const MAX_TEXTS: usize = 256;

/// Commands that may wait for the run.
pub const MAX_COMMANDS: usize = 64;

/// What reaches the run.
#[derive(Debug)]
pub enum Command {
    /// A page is there; texts for it go here.
    Join(Client, mpsc::Sender<Utf8Bytes>),
    /// A page is gone.
    Leave(Client),
    /// A page says something.
    Say(Client, Message),
    /// The server ends.
    Quit,
}

/// The newest frames, one per lane, with what belongs to them.
#[derive(Debug, Default)]
pub struct Bundle {
    /// Frames.
    pub frames: Vec<Bytes>,
    /// `state` that goes with the frame of a recording.
    pub state: Option<Utf8Bytes>,
    /// `convergence`, `coordinates` and `picked` for each page that wants them.
    pub readouts: BTreeMap<Client, Vec<Utf8Bytes>>,
}

/// The newest frames for whoever looks.
pub type Newest = watch::Receiver<std::sync::Arc<Bundle>>;

/// A message as text.
pub fn text(message: &impl Serialize) -> Utf8Bytes {
    // Only maps with keys that are no strings can fail, and none is made here.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// `error`.
#[derive(Serialize)]
pub struct ErrorMessage<'a> {
    r#type: &'static str,
    message: &'a str,
    about: &'a str,
}

impl<'a> ErrorMessage<'a> {
    /// A sentence about a type of message, or about "step".
    pub fn new(about: &'a str, message: &'a str) -> Self {
        Self { r#type: "error", message, about }
    }
}
