//! Scenes whose repeated bodies are taken one by one, and are never all in one place.

use std::ops::Range;

use stickslip_dynamics::Body;

use crate::error::SceneError;
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

    /// What a recording of the whole scene begins with: all bodies, the copies read again.
    ///
    /// # Errors
    /// Where a copy is wrong.
    pub fn header(
        &self,
        source: &SceneSource,
        overrides: &Overrides,
    ) -> Result<Header, SceneError> {
        let mut header = Header::new(&self.scene, overrides.seed);
        let mut listed = std::mem::take(&mut header.bodies).into_iter();
        let mut all = AllHeaders(Vec::new());
        source.read_sparsely(overrides, &mut all)?;
        let mut copied = all.0.into_iter().peekable();
        for body in 0..self.bodies() {
            let next = copied.next_if(|own| own.0 == body).map(|own| own.1);
            header.bodies.extend(next.or_else(|| listed.next()));
        }
        Ok(header)
    }
}

/// Takes what headers say of all copies.
struct AllHeaders(Vec<(usize, BodyHeader)>);

impl TakeCopies for AllHeaders {
    fn wants(&self, _body: usize) -> bool {
        true
    }

    fn take(&mut self, body: usize, made: &Body, color: Option<&str>) {
        self.0.push((body, BodyHeader::new(made, color.map(str::to_owned))));
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
