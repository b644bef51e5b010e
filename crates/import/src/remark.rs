//! What was read and is not simulated as it stands: nothing is lost without a word.

use std::fmt;

use crate::error::{ImportError, Location};
use crate::xml::Element;

/// How much a remark matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The motion differs from what the file asks for.
    Warning,
    /// Nothing that moves depends on it.
    Note,
}

/// One kind of thing that was passed over, with how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// How much it matters.
    pub level: Level,
    /// What was passed over: an attribute or a property.
    pub subject: String,
    /// The element that has it.
    pub element: String,
    /// Why.
    pub reason: String,
    /// How often.
    pub count: usize,
    /// The first time.
    pub place: Location,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, element, count, place, reason, .. } = self;
        match count {
            1 => write!(f, "{subject} on <{element}> ({place}): {reason}"),
            _ => write!(f, "{subject} on {count} <{element}>s (first {place}): {reason}"),
        }
    }
}

/// How strict a reader is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Warnings are kept, features that carry a model and are missing here are errors.
    #[default]
    Normal,
    /// Warnings are errors too.
    Strict,
    /// Missing features are warnings too.
    Lenient,
}

/// Something that was read, and a remark is made on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About<'a> {
    pub(crate) element: &'a str,
    pub(crate) place: &'a Location,
    pub(crate) subject: &'a str,
}

impl About<'_> {
    fn error(&self, reason: &str, hint: &str) -> ImportError {
        let what = format!("<{}>: {}: {reason}{hint}", self.element, self.subject);
        ImportError::new(self.place.clone(), what)
    }
}

/// The remarks so far.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    strictness: Strictness,
    list: Vec<Remark>,
}

impl Remarks {
    pub(crate) fn new(strictness: Strictness) -> Self {
        Self { strictness, list: Vec::new() }
    }

    /// Physics differs; an error where warnings are.
    pub(crate) fn warn(
        &mut self,
        element: &Element,
        subject: impl Into<String>,
        reason: impl Into<String>,
    ) -> Result<(), ImportError> {
        let (subject, reason) = (subject.into(), reason.into());
        if self.strictness == Strictness::Strict {
            return Err(element.error(format!("{subject}: {reason} (--strict)")));
        }
        self.add(Level::Warning, element, subject, reason);
        Ok(())
    }

    /// A feature that carries the model and is missing here.
    pub(crate) fn missing(
        &mut self,
        element: &Element,
        subject: impl Into<String>,
        reason: impl Into<String>,
    ) -> Result<(), ImportError> {
        let (subject, reason) = (subject.into(), reason.into());
        if self.strictness != Strictness::Lenient {
            let lenient = "; --lenient reads the rest";
            return Err(element.error(format!("{subject}: {reason}{lenient}")));
        }
        self.add(Level::Warning, element, subject, reason);
        Ok(())
    }

    /// The same of something that was read before.
    pub(crate) fn warn_at(&mut self, about: &About<'_>, reason: &str) -> Result<(), ImportError> {
        if self.strictness == Strictness::Strict {
            return Err(about.error(reason, " (--strict)"));
        }
        self.push(Level::Warning, about.element, about.place, about.subject.into(), reason.into());
        Ok(())
    }

    /// The same of something that was read before.
    pub(crate) fn missing_at(
        &mut self,
        about: &About<'_>,
        reason: &str,
    ) -> Result<(), ImportError> {
        if self.strictness != Strictness::Lenient {
            return Err(about.error(reason, "; --lenient steps the rest"));
        }
        self.push(Level::Warning, about.element, about.place, about.subject.into(), reason.into());
        Ok(())
    }

    /// Nothing that moves depends on it.
    pub(crate) fn note(&mut self, element: &Element) {
        let reason = "only looks, sounds or measures".to_owned();
        self.add(Level::Note, element, element.name().to_owned(), reason);
    }

    /// Warns of every attribute of the list that is there.
    pub(crate) fn warn_of(
        &mut self,
        element: &Element,
        attributes: &[&'static str],
        reason: &str,
    ) -> Result<(), ImportError> {
        for &attribute in attributes {
            if element.text(attribute).is_some() {
                self.warn(element, attribute, reason)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, level: Level, element: &Element, subject: String, reason: String) {
        self.push(level, element.name(), &element.place(), subject, reason);
    }

    fn push(
        &mut self,
        level: Level,
        name: &str,
        place: &Location,
        subject: String,
        reason: String,
    ) {
        let same = |remark: &&mut Remark| {
            remark.subject == subject && remark.element == name && remark.reason == reason
        };
        match self.list.iter_mut().find(same) {
            Some(remark) => remark.count += 1,
            None => self.list.push(Remark {
                level,
                subject,
                element: name.to_owned(),
                reason,
                count: 1,
                place: place.clone(),
            }),
        }
    }

    /// All of them, warnings first, each kind in the order of the file.
    pub(crate) fn finish(mut self) -> Vec<Remark> {
        self.list.sort_by_key(|remark| remark.level);
        self.list
    }
}
