//! The pages that are open, and what each of them wants.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

use super::drag::Pull;
use crate::view::hub::{Client, ErrorMessage, text};
use crate::view::message::{BodyInLane, Draw, Refused};

/// One page.
#[derive(Debug)]
pub struct Page {
    texts: mpsc::Sender<Utf8Bytes>,
    /// What it wants in frames.
    pub draw: Draw,
    /// Whether it wants convergence.
    pub watch: bool,
    /// The body it wants to know more of.
    pub pick: Option<BodyInLane>,
    /// What it pulls.
    pub pull: Option<Pull>,
}

/// Every page by its number.
#[derive(Debug, Default)]
pub struct Pages(BTreeMap<Client, Page>);

impl Pages {
    /// A page is there.
    pub fn join(&mut self, client: Client, texts: mpsc::Sender<Utf8Bytes>) {
        let (draw, watch, pick, pull) = (Draw::default(), false, None, None);
        self.0.insert(client, Page { texts, draw, watch, pick, pull });
    }

    /// A page is gone, and with it what it wanted.
    pub fn leave(&mut self, client: Client) {
        self.0.remove(&client);
    }

    /// Whether nobody looks.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One page.
    pub fn get_mut(&mut self, client: Client) -> Option<&mut Page> {
        self.0.get_mut(&client)
    }

    /// Every page with its number.
    pub fn iter(&self) -> impl Iterator<Item = (Client, &Page)> {
        self.0.iter().map(|(client, page)| (*client, page))
    }

    /// Every page.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Page> {
        self.0.values_mut()
    }

    /// What any page wants in frames.
    pub fn draw(&self) -> Draw {
        Draw {
            contacts: self.0.values().any(|page| page.draw.contacts),
            joints: self.0.values().any(|page| page.draw.joints),
        }
    }

    /// Whether any page wants convergence.
    pub fn watch(&self) -> bool {
        self.0.values().any(|page| page.watch)
    }

    /// Tells every page.
    pub fn tell_all(&mut self, message: &impl Serialize) {
        let message = text(message);
        // A page that does not read is cut off: its queue closes with its entry.
        self.0.retain(|_, page| page.texts.try_send(message.clone()).is_ok());
    }

    /// Tells one page.
    pub fn tell(&mut self, client: Client, message: &impl Serialize) {
        if let Some(page) = self.0.get(&client)
            && page.texts.try_send(text(message)).is_err()
        {
            self.0.remove(&client);
        }
    }

    /// Tells a page why nothing was done.
    pub fn refuse(&mut self, client: Client, refused: &Refused) {
        self.tell(client, &ErrorMessage::new(&refused.about, &refused.message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_watch_while_one_of_them_does() {
        let mut pages = Pages::default();
        assert!(!pages.watch());
        let (texts, _kept) = mpsc::channel(1);
        pages.join(1, texts.clone());
        pages.join(2, texts);
        assert!(!pages.watch());
        pages.get_mut(2).expect("joined").watch = true;
        assert!(pages.watch());
        pages.leave(2);
        assert!(!pages.watch());
    }
}
