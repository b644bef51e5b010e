//! The pages that are open, and what each of them wants.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use tokio::sync::mpsc;

use super::drag::Pull;
use crate::view::hub::{Client, ErrorMessage, text};
use crate::view::message::{BodyInLane, Draw, Refused, Watch};

/// One page.
#[derive(Debug)]
pub struct Page {
    texts: mpsc::Sender<Utf8Bytes>,
    /// What it wants in frames.
    pub draw: Draw,
    /// Whether it wants convergence.
    pub convergence: bool,
    /// Whether it wants the coordinates of joints.
    pub coordinates: bool,
    /// The body it wants to know more of.
    pub pick: Option<BodyInLane>,
    /// What it pulls.
    pub pull: Option<Pull>,
}

impl Page {
    /// Watches something or no longer.
    pub fn watch(&mut self, watch: Watch) {
        self.convergence = watch.convergence.unwrap_or(self.convergence);
        self.coordinates = watch.coordinates.unwrap_or(self.coordinates);
    }
}

/// Every page by its number.
#[derive(Debug, Default)]
pub struct Pages(BTreeMap<Client, Page>);

impl Pages {
    /// A page is there.
    pub fn join(&mut self, client: Client, texts: mpsc::Sender<Utf8Bytes>) {
        let (draw, pick, pull) = (Draw::default(), None, None);
        let page = Page { texts, draw, convergence: false, coordinates: false, pick, pull };
        self.0.insert(client, page);
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
    pub fn want_convergence(&self) -> bool {
        self.0.values().any(|page| page.convergence)
    }

    /// Whether any page wants the coordinates of joints.
    pub fn want_coordinates(&self) -> bool {
        self.0.values().any(|page| page.coordinates)
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
        let told = |pages: &Pages| [pages.want_convergence(), pages.want_coordinates()];
        assert_eq!(told(&pages), [false; 2]);
        let (texts, _kept) = mpsc::channel(1);
        pages.join(1, texts.clone());
        pages.join(2, texts);
        assert_eq!(told(&pages), [false; 2]);
        let mut watch = |convergence: Option<bool>, coordinates: Option<bool>| {
            pages.get_mut(2).expect("joined").watch(Watch { convergence, coordinates });
            told(&pages)
        };
        assert_eq!(watch(Some(true), None), [true, false]);
        // What is left out stays.
        assert_eq!(watch(None, Some(true)), [true; 2]);
        assert_eq!(watch(Some(false), None), [false, true]);
        pages.leave(2);
        assert_eq!(told(&pages), [false; 2]);
    }
}
