//! Scenes whose repeated bodies are taken one by one, and are never all in one place.

use std::io;
use std::iter::Peekable;
use std::ops::Range;

use stickslip_dynamics::Body;

use crate::recording::{BodyHeader, Header};
use crate::scene::{Overrides, Scene};
use crate::source::SceneSource;

/// Who takes the copies of bodies that a scene repeats.
pub trait TakeCopies {
    /// Whether the copy with this number among all bodies of the scene is to be made.
    fn wants(&self, body: usize) -> bool;

    /// Takes a copy that was asked for, with its colour where it has one.
    fn take(&mut self, body: usize, made: &Body, color: Option<&str>);
}

/// The bodies that one section repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copies {
    /// Their numbers among all bodies of the scene.
    pub bodies: Range<usize>,
    /// What their names begin with.
    pub name: String,
    /// How many there are along each index.
    pub counts: Vec<usize>,
}

impl Copies {
    /// The name of a copy, counted from 0.
    pub fn name_of(&self, copy: usize) -> String {
        copy_name(&self.name, &self.counts, copy)
    }

    /// Whether a copy has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        let numbers = name.strip_prefix(&self.name).and_then(|rest| rest.strip_prefix('-'));
        let Some(numbers) = numbers else { return false };
        let numbers: Option<Vec<usize>> = numbers.split('-').map(|it| it.parse().ok()).collect();
        numbers.is_some_and(|numbers| {
            let fits = numbers.iter().zip(&self.counts).all(|(number, count)| number < count);
            let place = |sum, (number, count): (&usize, &usize)| sum * count + number;
            numbers.len() == self.counts.len()
                && fits
                && self.name_of(numbers.iter().zip(&self.counts).fold(0, place)) == name
        })
    }
}

/// The name of a copy, counted from 0, of so many along each index.
pub fn copy_name(name: &str, counts: &[usize], copy: usize) -> String {
    let mut rest = copy;
    let mut suffix = String::new();
    for count in counts.iter().rev().map(|&count| count.max(1)) {
        suffix = format!("-{}{suffix}", rest % count);
        rest /= count;
    }
    format!("{name}{suffix}")
}

/// A scene without the copies that were taken out of it.
#[derive(Clone, Debug)]
pub struct SparseScene {
    /// The rest of it: its model has the bodies that are not repeated, in their order.
    pub scene: Scene,
    /// The copies, in ascending order of their bodies.
    pub copies: Vec<Copies>,
}

impl SparseScene {
    /// All bodies of the scene.
    pub fn bodies(&self) -> usize {
        let copies = self.copies.iter().map(|copies| copies.bodies.len());
        self.scene.model.bodies().len() + copies.sum::<usize>()
    }

    /// What a recording of the whole scene begins with, but for its bodies.
    pub fn header(&self, overrides: &Overrides) -> Header {
        let bodies = Vec::new();
        Header { bodies, ..Header::new(&self.scene, overrides.seed) }
    }

    /// Gives what headers say of all bodies of the scene one by one, in their order, the copies
    /// read again: never all of them are there.
    ///
    /// # Errors
    /// Where a copy is wrong, or whoever takes them fails.
    pub fn give_headers(
        &self,
        source: &SceneSource,
        overrides: &Overrides,
        take: &mut dyn FnMut(&BodyHeader) -> io::Result<()>,
    ) -> io::Result<()> {
        let listed = Header::new(&self.scene, overrides.seed).bodies.into_iter();
        let copied = |body: &usize| self.copies.iter().any(|own| own.bodies.contains(body));
        let numbers = (0..self.bodies()).filter(|body| !copied(body));
        let mut giver = HeaderGiver { listed: numbers.zip(listed).peekable(), take, given: Ok(()) };
        if !self.copies.is_empty() {
            source.read_sparsely(overrides, &mut giver).map_err(io::Error::other)?;
        }
        giver.before(usize::MAX);
        giver.given
    }
}

/// Gives headers of bodies in their order, as copies come.
struct HeaderGiver<'t, I: Iterator<Item = (usize, BodyHeader)>> {
    listed: Peekable<I>,
    take: &'t mut dyn FnMut(&BodyHeader) -> io::Result<()>,
    given: io::Result<()>,
}

impl<I: Iterator<Item = (usize, BodyHeader)>> HeaderGiver<'_, I> {
    /// Gives those of listed bodies before a number.
    fn before(&mut self, body: usize) {
        while let Some((_, header)) = self.listed.next_if(|own| own.0 < body) {
            self.give(&header);
        }
    }

    fn give(&mut self, header: &BodyHeader) {
        if self.given.is_ok() {
            self.given = (self.take)(header);
        }
    }
}

impl<I: Iterator<Item = (usize, BodyHeader)>> TakeCopies for HeaderGiver<'_, I> {
    fn wants(&self, _body: usize) -> bool {
        self.given.is_ok()
    }

    fn take(&mut self, body: usize, made: &Body, color: Option<&str>) {
        self.before(body);
        self.give(&BodyHeader::new(made, color.map(str::to_owned)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_know_their_names() {
        let copies = Copies { bodies: 5..29, name: "grain".into(), counts: vec![2, 3, 4] };
        assert_eq!(copies.name_of(0), "grain-0-0-0");
        assert_eq!(copies.name_of(23), "grain-1-2-3");
        assert_eq!(copies.name_of(4), "grain-0-1-0");
        let known = ["grain-1-2-3", "grain-0-0-0"];
        assert!(known.iter().all(|name| copies.has(name)));
        let others =
            ["grain", "grain-1-2", "grain-2-0-0", "grain-0-0-00", "grain--1-0-0", "sand-0-0-0"];
        assert!(others.iter().all(|name| !copies.has(name)));
    }
}
