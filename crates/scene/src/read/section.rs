//! A table of the file that knows where it stands and which keys were asked of
//! it, so that every error has its line and no key is ignored.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::expression::Scope;
use super::item::Item;
use super::place::{Origin, Source};
use crate::error::{SceneError, hint};
use crate::keys::belongs;

/// One table, such as a `[[body]]`.
#[derive(Debug)]
pub struct TomlTable<'a> {
    /// Where it stands.
    pub place: Origin<'a>,
    span: Range<usize>,
    table: &'a DeTable<'a>,
    asked: RefCell<Vec<&'static str>>,
}

impl<'a> TomlTable<'a> {
    /// A table that stands at `span`.
    pub fn new(
        source: Source<'a>,
        scope: Rc<Scope>,
        label: impl Into<String>,
        span: Range<usize>,
        table: &'a DeTable<'a>,
    ) -> Self {
        let place = Origin { source, scope, label: label.into() };
        Self { place, span, table, asked: RefCell::default() }
    }

    /// The same table read afresh with other names and another label.
    pub fn again(&self, scope: Rc<Scope>, label: impl Into<String>) -> Self {
        Self::new(self.place.source, scope, label, self.span.clone(), self.table)
    }

    /// Runs `read` over the section; then no key may be left that was not asked for.
    pub fn whole<T>(
        self,
        read: impl FnOnce(&Self) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        let value = read(&self)?;
        self.finish()?;
        Ok(value)
    }

    /// An error if there is a key that was never asked for.
    pub fn finish(&self) -> Result<(), SceneError> {
        let asked = self.asked.borrow();
        if let Some(all) = self.place.source.asked {
            let typed = self.table.get("type").and_then(|value| value.get_ref().as_str());
            let mut kind = self.place.kind(typed);
            let is_here = |key: &str| self.table.contains_key(key);
            let mut known = asked.clone();
            // A mesh comes from one of three, and has other keys by which.
            if kind == "shape.mesh" {
                known.retain(|key| is_here(key) || !["file", "generator"].contains(key));
                if let Some(from) = ["generator", "vertices"].into_iter().find(|key| is_here(key)) {
                    kind = format!("{kind}.{from}");
                }
            }
            all.borrow_mut().entry(kind).or_default().extend(known);
        }
        let unknown = self.keys().filter(|(name, _)| !asked.contains(name));
        match unknown.min_by_key(|(_, span)| span.start) {
            None => Ok(()),
            Some((name, span)) => {
                let near = stickslip_solve::nearest_name(name, asked.iter().copied());
                let hint = match (near, belongs(name)) {
                    (None, places) if !places.is_empty() => {
                        format!("; it belongs to {}", places.join(" or "))
                    }
                    _ => hint(name, asked.iter().copied()),
                };
                Err(self.place.error(&span, format!("unknown key \"{name}\"{hint}")))
            }
        }
    }

    fn keys(&self) -> impl Iterator<Item = (&'a str, Range<usize>)> {
        self.table.keys().map(|key| (key.get_ref().as_ref(), key.span()))
    }

    /// The value of a key, if it is there.
    pub fn item(&self, key: &'static str) -> Option<Item<'a>> {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&key) {
            asked.push(key);
        }
        let value = self.table.get(key)?;
        Some(Item::new(self.place.clone(), key, value))
    }

    /// The value of a key as `read` understands it, if the key is there.
    pub fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Item<'a>) -> Result<T, SceneError>,
    ) -> Result<Option<T>, SceneError> {
        self.item(key).map(|item| read(&item)).transpose()
    }

    /// The same, or a default.
    pub fn or<T>(
        &self,
        key: &'static str,
        default: T,
        read: impl FnOnce(&Item<'a>) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        Ok(self.optional(key, read)?.unwrap_or(default))
    }

    /// The same for a key that must be there.
    pub fn required<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Item<'a>) -> Result<T, SceneError>,
    ) -> Result<T, SceneError> {
        self.optional(key, read)?.ok_or_else(|| self.missing(key))
    }

    /// Every table of an array of tables `[[key]]`.
    pub fn sections(&self, key: &'static str) -> Result<Vec<TomlTable<'a>>, SceneError> {
        self.or(key, Vec::new(), |item| {
            let mut sections =
                item.list()?.iter().map(Item::section).collect::<Result<Vec<_>, _>>()?;
            for (at, section) in sections.iter_mut().enumerate() {
                section.place.label = match section.table.get("name").map(Spanned::get_ref) {
                    Some(DeValue::String(name)) => format!("{key} \"{name}\""),
                    _ => format!("{key} {}", at + 1),
                };
            }
            Ok(sections)
        })
    }

    /// The keys with their values, in the order of the file; marks none as asked for.
    pub fn entries(&self) -> Vec<(String, Item<'a>)> {
        let mut keys: Vec<_> = self.keys().collect();
        keys.sort_by_key(|(_, span)| span.start);
        let item = |(name, _)| {
            let value = self.table.get(name)?;
            Some((String::from(name), Item::new(self.place.clone(), name, value)))
        };
        keys.into_iter().filter_map(item).collect()
    }

    /// An error about the section as a whole.
    pub fn error(&self, reason: impl AsRef<str>) -> SceneError {
        self.place.error(&self.span, reason)
    }

    /// An error of a part that names itself.
    pub fn foreign(&self, error: impl ToString) -> SceneError {
        self.place.source.error(&self.span, error.to_string())
    }

    fn missing(&self, key: &'static str) -> SceneError {
        let asked = self.asked.borrow();
        let strangers = self.keys().map(|key| key.0).filter(|name| !asked.contains(name));
        let near = stickslip_solve::nearest_name(key, strangers)
            .map_or_else(String::new, |near| format!("; \"{near}\" is no key"));
        self.error(format!("key \"{key}\" is missing{near}"))
    }
}

impl<'a> Item<'a> {
    /// A table, whose errors name this key.
    pub fn section(&self) -> Result<TomlTable<'a>, SceneError> {
        let (place, span, table) = self.table()?;
        Ok(TomlTable::new(place.source, place.scope, place.label, span, table))
    }
}
