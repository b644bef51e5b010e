//! One page: its socket on one side, the run on the other.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{Message as Packet, Utf8Bytes, WebSocket};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::hub::{Bundle, Client, Command, ErrorMessage, MAX_TEXTS, Newest, text};
use super::message::{MAX_BYTES, Message, Refused};

/// A page that takes nothing for this long is gone.
const LONGEST_SEND: Duration = Duration::from_secs(20);

/// A connection and what it is served with.
pub struct Connection {
    /// Its number.
    pub client: Client,
    /// The page.
    pub socket: WebSocket,
    /// To the run.
    pub commands: mpsc::Sender<Command>,
    /// From the run.
    pub newest: Newest,
}

/// The page or the run is gone.
struct Gone;

impl Connection {
    /// Says hello and goes on until the page or the run is gone.
    pub async fn serve(mut self, hello: Utf8Bytes) {
        let (sender, texts) = mpsc::channel(MAX_TEXTS);
        if self.send(Packet::Text(hello)).await.is_err()
            || self.commands.send(Command::Join(self.client, sender)).await.is_err()
        {
            return;
        }
        let _ = self.exchange(texts).await;
        // Where the run is gone too, nobody needs to know.
        let _ = self.commands.send(Command::Leave(self.client)).await;
    }

    /// Texts go first, so that a frame never comes before its world; frames
    /// that were not taken in time are replaced by newer ones.
    async fn exchange(&mut self, mut texts: mpsc::Receiver<Utf8Bytes>) -> Result<(), Gone> {
        let mut welcomed = false;
        loop {
            tokio::select! {
                biased;
                message = texts.recv() => {
                    self.send(Packet::Text(message.ok_or(Gone)?)).await?;
                    if !welcomed {
                        welcomed = true;
                        self.newest.mark_changed();
                    }
                }
                packet = self.socket.recv() => match packet {
                    Some(Ok(packet)) => self.hear(packet).await?,
                    Some(Err(_)) | None => return Err(Gone),
                },
                changed = self.newest.changed(), if welcomed => {
                    changed.map_err(|_| Gone)?;
                    let bundle = Arc::clone(&self.newest.borrow_and_update());
                    // What was said before this frame may have come since texts were looked at.
                    while let Ok(message) = texts.try_recv() {
                        self.send(Packet::Text(message)).await?;
                    }
                    self.show(&bundle).await?;
                }
            }
        }
    }

    /// Understands a message or says why not.
    async fn hear(&mut self, packet: Packet) -> Result<(), Gone> {
        let understood = match packet {
            Packet::Text(message) => Message::read(&message),
            Packet::Binary(bytes) => {
                let reason = format!("messages are texts of at most {MAX_BYTES} bytes, not binary");
                Err(Refused::new("", format!("{reason} ({} bytes)", bytes.len())))
            }
            Packet::Ping(_) | Packet::Pong(_) => return Ok(()),
            Packet::Close(_) => return Err(Gone),
        };
        match understood {
            Ok(message) => {
                let command = Command::Say(self.client, message);
                self.commands.send(command).await.map_err(|_| Gone)
            }
            Err(Refused { about, message }) => {
                self.send(Packet::Text(text(&ErrorMessage::new(&about, &message)))).await
            }
        }
    }

    async fn show(&mut self, bundle: &Bundle) -> Result<(), Gone> {
        for frame in &bundle.frames {
            self.send(Packet::Binary(frame.clone())).await?;
        }
        let own = bundle.readouts.get(&self.client);
        for text in bundle.state.iter().chain(own.into_iter().flatten()) {
            self.send(Packet::Text(text.clone())).await?;
        }
        Ok(())
    }

    async fn send(&mut self, packet: Packet) -> Result<(), Gone> {
        match timeout(LONGEST_SEND, self.socket.send(packet)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Gone),
        }
    }
}
