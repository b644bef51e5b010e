//! `repeat`: one section of the file, many bodies, joints or groups.
//!
//! ```toml
//! repeat = { count = [5, 5, 5], step = [1.2, 1.2, 1.2], jitter = 0.01 }
//! ```
//! Copy (i, j, k) is moved by (i·x, j·y, k·z) of `step`; with one count alone,
//! copy i is moved by i times the whole step. Expressions of the section may
//! use `i`, `j`, `k` (or the names in `index`), so that whatever differs from
//! copy to copy can be said: `"= 0.5 * (j % 2)"` staggers every other course.

use std::rc::Rc;

use glam::DVec3;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::expression::{Scope, is_name};
use super::item::{Item, MAX};
use super::section::TomlTable;
use crate::error::SceneError;

/// One of the copies.
#[derive(Clone, Debug)]
pub struct Copy {
    /// What follows the name: `-i-j-k`; empty where nothing is repeated.
    pub suffix: String,
    /// How far it is moved.
    pub offset: DVec3,
    /// The names of its expressions.
    pub scope: Rc<Scope>,
}

/// Every copy of a section; `random` moves them by the `jitter`.
pub fn copies(section: &TomlTable<'_>, random: &mut ChaCha8Rng) -> Result<Vec<Copy>, SceneError> {
    let plan = Plan::of(section, MAX)?;
    Ok((0..plan.count()).map(|place| plan.copy(section, place, random)).collect())
}

/// What a `repeat` says.
pub struct Plan {
    counts: [usize; 3],
    axes: usize,
    step: DVec3,
    jitter: DVec3,
    index: Vec<String>,
}

impl Default for Plan {
    fn default() -> Self {
        let index = ["i", "j", "k"].map(String::from).into();
        Self { counts: [1; 3], axes: 0, step: DVec3::ZERO, jitter: DVec3::ZERO, index }
    }
}

impl Plan {
    /// That of a section, which makes at most so many copies: one where it says nothing.
    pub fn of(section: &TomlTable<'_>, most: usize) -> Result<Self, SceneError> {
        section.or("repeat", Self::default(), |item| {
            if item.is_table() {
                return item.section()?.whole(|repeat| read(repeat, most));
            }
            Ok(Self { counts: [item.count_to(most)?, 1, 1], axes: 1, ..Self::default() })
        })
    }

    /// How many copies there are along each index.
    pub fn counts(&self) -> &[usize] {
        &self.counts[..self.axes]
    }

    /// How many copies there are.
    pub fn count(&self) -> usize {
        self.counts.iter().product()
    }

    /// The next copy, at a place among all of them.
    pub fn copy(&self, section: &TomlTable<'_>, place: usize, random: &mut ChaCha8Rng) -> Copy {
        let [_, up, along] = self.counts;
        let at = [place / (up * along), place / along % up, place % along];
        let mut scope = (*section.place.scope).clone();
        let mut suffix = String::new();
        for (name, index) in self.index.iter().zip(at).take(self.axes) {
            scope.set_index(name, index);
            suffix += &format!("-{index}");
        }
        let at = DVec3::from_array(at.map(|index| index as f64));
        let even = if self.axes == 1 { self.step * at.x } else { self.step * at };
        let offset = even + self.jitter * noise(self.jitter, random);
        Copy { suffix, offset, scope: Rc::new(scope) }
    }

    /// Passes over the next copy.
    pub fn skip(&self, random: &mut ChaCha8Rng) {
        noise(self.jitter, random);
    }
}

fn read(repeat: &TomlTable<'_>, most: usize) -> Result<Plan, SceneError> {
    let mut plan = Plan::default();
    repeat.required("count", |item| {
        let list = if item.is_list() { item.list()? } else { vec![item.clone()] };
        if list.is_empty() || list.len() > 3 {
            return Err(item.error("expected one to three counts"));
        }
        plan.axes = list.len();
        for (count, item) in plan.counts.iter_mut().zip(&list) {
            *count = item.count_to(most)?;
        }
        let total = plan.counts.iter().try_fold(1_usize, |total, count| total.checked_mul(*count));
        match total {
            Some(total) if total <= most => Ok(()),
            _ => Err(item.error(format!("more than {most} copies"))),
        }
    })?;
    plan.step = repeat.or("step", DVec3::ZERO, Item::vector)?;
    plan.jitter = repeat.or("jitter", DVec3::ZERO, |item| {
        let jitter =
            if item.is_list() { item.vector()? } else { DVec3::splat(item.at_least_zero()?) };
        if jitter.min_element() < 0.0 {
            Err(item.error("must not be negative"))
        } else {
            Ok(jitter)
        }
    })?;
    if let Some(index) = repeat.optional("index", |item| index_names(item, plan.axes))? {
        plan.index = index;
    }
    Ok(plan)
}

fn index_names(item: &Item<'_>, axes: usize) -> Result<Vec<String>, SceneError> {
    let list = if item.is_list() { item.list()? } else { vec![item.clone()] };
    if list.len() != axes {
        return Err(item.error(format!("expected as many names as counts, {axes}")));
    }
    let name = |item: &Item<'_>| match item.text()? {
        text if is_name(text) => Ok(text.to_owned()),
        text => Err(item.error(format!("\"{text}\" cannot be a name"))),
    };
    list.iter().map(name).collect()
}

/// Evenly spread in [−1, 1]³; draws nothing where nothing jitters, so that a
/// scene without jitter does not depend on the seed.
fn noise(jitter: DVec3, random: &mut ChaCha8Rng) -> DVec3 {
    if jitter == DVec3::ZERO {
        return DVec3::ZERO;
    }
    DVec3::from_array(std::array::from_fn(|_| random.random_range(-1.0..=1.0)))
}
