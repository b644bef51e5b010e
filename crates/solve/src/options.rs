//! Typed options, each with a default and one sentence, reachable by name.
//!
//! [`options!`] declares a struct of options; texts reach its fields by name
//! through [`OptionValues`].

use std::collections::BTreeMap;

use thiserror::Error;

/// What lists say about one option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDescription {
    /// Its name.
    pub key: &'static str,
    /// Its default value.
    pub default: String,
    /// One sentence.
    pub help: &'static str,
}

/// Why a setting was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OptionError {
    /// No option of that name.
    #[error("{owner} has no option \"{key}\"{hint}")]
    UnknownKey {
        /// Whose options these are.
        owner: String,
        /// What was asked for.
        key: String,
        /// The nearest known name, or all of them.
        hint: String,
    },
    /// A value that does not fit.
    #[error("option {key}={value}: {reason}")]
    BadValue {
        /// The option.
        key: String,
        /// What was given.
        value: String,
        /// What would fit.
        reason: String,
    },
    /// Not of the form key=value.
    #[error("\"{0}\" is not of the form key=value")]
    Malformed(String),
}

/// Values by option name, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues(BTreeMap<String, String>);

impl OptionValues {
    /// Nothing set: every option has its default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one value.
    pub fn set(mut self, key: impl Into<String>, value: impl ToString) -> Self {
        self.0.insert(key.into(), value.to_string());
        self
    }

    /// Reads a list of `key=value`.
    pub fn parse<'a>(pairs: impl IntoIterator<Item = &'a str>) -> Result<Self, OptionError> {
        let mut settings = Self::new();
        for pair in pairs {
            let (key, value) =
                pair.split_once('=').ok_or_else(|| OptionError::Malformed(pair.into()))?;
            settings = settings.set(key.trim(), value.trim());
        }
        Ok(settings)
    }

    /// Those that are among `known`, and the rest: for methods whose options
    /// come from two places.
    pub fn partition(&self, known: &[OptionDescription]) -> (Self, Self) {
        let (inside, outside) = self
            .0
            .clone()
            .into_iter()
            .partition(|(key, _)| known.iter().any(|option| option.key == key));
        (Self(inside), Self(outside))
    }

    /// The given values in order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

/// A struct of options.
pub trait Options: Default {
    /// The names of the options that do not have their default.
    fn changed(&self) -> Vec<&'static str>;

    /// The value of the option of that name as it is written; empty where there is
    /// no such option.
    fn shown(&self, key: &str) -> String;

    /// Refuses an option that was changed and that nothing reads beside the others:
    /// `lines` says of each whether it is read, and beside what it would be.
    fn refuse_idle(&self, lines: &[(&'static str, bool, &str)]) -> Result<(), OptionError> {
        let changed = self.changed();
        match lines.iter().find(|(key, is_read, _)| !is_read && changed.contains(key)) {
            Some(&(key, _, beside)) => Err(does_nothing(key, &self.shown(key), beside)),
            None => Ok(()),
        }
    }
}

/// The error of an option that speaks only beside another.
fn does_nothing(key: &str, value: &str, beside: &str) -> OptionError {
    let reason = format!("it does nothing without {beside}");
    OptionError::BadValue { key: key.into(), value: value.into(), reason }
}

/// A type that an option can have.
pub trait OptionValue: Sized {
    /// Reads a value; the error says what would fit.
    fn parse_option(text: &str) -> Result<Self, String>;
    /// Writes it as [`Self::parse_option`] reads it.
    fn show_option(&self) -> String;
}

impl OptionValue for f64 {
    fn parse_option(text: &str) -> Result<Self, String> {
        match text.parse::<Self>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err("expected a finite number".into()),
        }
    }
    fn show_option(&self) -> String {
        if *self != 0.0 && (self.abs() < 1e-3 || self.abs() >= 1e6) {
            format!("{self:e}")
        } else {
            self.to_string()
        }
    }
}

impl OptionValue for usize {
    fn parse_option(text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| "expected a whole number ≥ 0".into())
    }
    fn show_option(&self) -> String {
        self.to_string()
    }
}

impl OptionValue for bool {
    fn parse_option(text: &str) -> Result<Self, String> {
        text.parse().map_err(|_| "expected true or false".into())
    }
    fn show_option(&self) -> String {
        self.to_string()
    }
}

/// The known name nearest to `asked`, if it is near at all.
pub fn nearest_name<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (edit_distance(asked, name), name))
        .min()
        .filter(|&(distance, name)| distance <= 1 + name.len().max(asked.len()) / 3)
        .map(|(_, name)| name)
}

fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut current = vec![i + 1];
        for (j, &b) in right.iter().enumerate() {
            let replace = previous[j] + usize::from(a != b);
            current.push(replace.min(previous[j + 1] + 1).min(current[j] + 1));
        }
        previous = current;
    }
    previous[right.len()]
}

/// The hint of [`OptionError::UnknownKey`].
pub fn unknown_key(owner: &str, key: &str, known: &[OptionDescription]) -> OptionError {
    let names = || known.iter().map(|option| option.key);
    let hint = match (nearest_name(key, names()), known.is_empty()) {
        (_, true) => ": it has no options".into(),
        (Some(name), _) => format!("; did you mean \"{name}\"?"),
        (None, _) => format!("; it has {}", names().collect::<Vec<_>>().join(", ")),
    };
    OptionError::UnknownKey { owner: owner.into(), key: key.into(), hint }
}

/// Declares a struct of options with defaults and help.
///
/// Each field is written `/// sentence` then `name: Type = default,`. The
/// struct gets `Default`, `describe()` and `from_settings(owner, &settings)`.
#[macro_export]
macro_rules! options {
    ($(#[$meta:meta])* $visibility:vis struct $name:ident {
        $(#[doc = $help:literal] $field:ident : $type:ty = $default:expr),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $visibility struct $name {
            $(#[doc = $help] pub $field: $type),*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        impl $crate::options::Options for $name {
            fn changed(&self) -> Vec<&'static str> {
                #[allow(unused_variables)]
                let defaults = Self::default();
                let all: &[(&'static str, bool)] =
                    &[$((stringify!($field), self.$field != defaults.$field)),*];
                all.iter().filter(|(_, changed)| *changed).map(|(name, _)| *name).collect()
            }

            fn shown(&self, key: &str) -> String {
                match key {
                    $(stringify!($field) => $crate::options::OptionValue::show_option(&self.$field),)*
                    _ => String::new(),
                }
            }
        }

        impl $name {
            /// Name, default and help of every option.
            pub fn describe() -> Vec<$crate::options::OptionDescription> {
                #[allow(unused_variables)]
                let defaults = Self::default();
                vec![$($crate::options::OptionDescription {
                    key: stringify!($field),
                    default: $crate::options::OptionValue::show_option(&defaults.$field),
                    help: $help.trim_ascii(),
                }),*]
            }

            /// Defaults changed by `settings`; `owner` is named in errors.
            pub fn from_settings(
                owner: &str,
                settings: &$crate::options::OptionValues,
            ) -> Result<Self, $crate::options::OptionError> {
                #[allow(unused_mut)]
                let mut options = Self::default();
                for (key, value) in settings.iter() {
                    match key {
                        $(stringify!($field) => {
                            options.$field = <$type as $crate::options::OptionValue>::parse_option(value)
                                .map_err(|reason| $crate::options::OptionError::BadValue {
                                    key: key.into(), value: value.into(), reason,
                                })?;
                        })*
                        _ => return Err($crate::options::unknown_key(owner, key, &Self::describe())),
                    }
                }
                Ok(options)
            }
        }
    };
}
pub use options;

/// Makes an enum of named choices usable as an option.
#[macro_export]
macro_rules! choice {
    ($(#[$meta:meta])* $visibility:vis enum $name:ident {
        $(#[doc = $help:literal] $variant:ident = $text:literal),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $visibility enum $name { $(#[doc = $help] $variant),* }

        impl $crate::options::OptionValue for $name {
            fn parse_option(text: &str) -> Result<Self, String> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(format!("expected one of {}", [$($text),*].join(", "))),
                }
            }
            fn show_option(&self) -> String {
                match self { $(Self::$variant => $text.into()),* }
            }
        }
    };
}
pub use choice;

#[cfg(test)]
mod tests {
    use super::*;

    options! {
        /// An example.
        struct Example {
            /// A length in metres.
            length: f64 = 0.5,
            /// A count.
            count: usize = 3,
        }
    }

    #[test]
    fn settings_reach_fields_and_errors_name_the_nearest() {
        let settings = OptionValues::parse(["length=2e-3", "count = 4"]).expect("well formed");
        let example = Example::from_settings("example", &settings).expect("known keys");
        assert_eq!(example, Example { length: 2e-3, count: 4 });
        let wrong = Example::from_settings("example", &OptionValues::new().set("lenght", 1.0));
        assert_eq!(
            wrong.expect_err("misspelt").to_string(),
            "example has no option \"lenght\"; did you mean \"length\"?"
        );
        let wrong = Example::from_settings("example", &OptionValues::new().set("length", "NaN"));
        assert_eq!(
            wrong.expect_err("NaN").to_string(),
            "option length=NaN: expected a finite number"
        );
        assert_eq!(Example::describe()[0].help, "A length in metres.");
    }

    #[test]
    fn numbers_are_shown_as_people_write_them() {
        for (value, text) in [
            (0.0, "0"),
            (1e-6, "1e-6"),
            (0.001, "0.001"),
            (-0.5, "-0.5"),
            (1e6, "1e6"),
            (250.0, "250"),
        ] {
            assert_eq!(value.show_option(), text);
        }
    }
}
