//! One value of the file, and what it can be read as.

use std::ops::Range;

use glam::DVec3;
use stickslip_dynamics::Schedule;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::place::Origin;
use crate::error::{SceneError, hint};

/// No file makes more of anything than this.
pub const MAX: usize = 100_000;
/// So many copies of a body may be taken out of the file, one after the other.
pub const MAX_TAKEN: usize = 100_000_000;

/// A value with its key, its place and the names that it may use.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// Where it stands.
    pub place: Origin<'a>,
    path: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Item<'a> {
    /// The value of a key of the table at a place.
    pub fn new(place: Origin<'a>, key: &str, value: &'a Spanned<DeValue<'a>>) -> Self {
        Self { place, path: key.into(), value }
    }

    /// An error at this value.
    pub fn error(&self, reason: impl AsRef<str>) -> SceneError {
        self.place.error(&self.value.span(), format!("{}: {}", self.path, reason.as_ref()))
    }

    /// An error that says what should be here instead.
    pub fn expected(&self, what: &str) -> SceneError {
        let found = match self.value.get_ref() {
            DeValue::String(text) if text.chars().count() <= 40 => format!("the text \"{text}\""),
            DeValue::String(_) => "a long text".into(),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Float(number) => number.to_string(),
            DeValue::Boolean(value) => value.to_string(),
            DeValue::Datetime(_) => "a date".into(),
            DeValue::Array(list) => format!("a list of {}", list.len()),
            DeValue::Table(_) => "a table".into(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Table(_))
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Array(_))
    }

    /// Whether it is a list of lists.
    pub fn is_nested(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Array(list)
            if matches!(list.first().map(Spanned::get_ref), Some(DeValue::Array(_))))
    }

    /// A finite number, or an expression that gives one.
    pub fn number(&self) -> Result<f64, SceneError> {
        let number = match self.value.get_ref() {
            DeValue::Float(number) => number.as_str().parse::<f64>().ok(),
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok().map(|it| it as f64)
            }
            DeValue::String(text) if text.starts_with('=') => {
                let salt = self.value.span().start as u64;
                let value = self.place.scope.evaluate_salted(&text[1..], salt);
                return value.map_err(|reason| self.error(reason));
            }
            _ => None,
        };
        number
            .filter(|number| number.is_finite())
            .ok_or_else(|| self.expected("a finite number or an expression such as \"= 2 * n\""))
    }

    /// Whether it is an expression.
    pub fn is_expression(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::String(text) if text.starts_with('='))
    }

    /// A number that is not negative.
    pub fn at_least_zero(&self) -> Result<f64, SceneError> {
        match self.number()? {
            value if value >= 0.0 => Ok(value),
            value => Err(self.error(format!("is {value}, but must be ≥ 0"))),
        }
    }

    /// A number above zero.
    pub fn positive(&self) -> Result<f64, SceneError> {
        match self.number()? {
            value if value > 0.0 => Ok(value),
            value => Err(self.error(format!("is {value}, but must be > 0"))),
        }
    }

    /// A whole number from 0 to [`MAX`].
    pub fn count(&self) -> Result<usize, SceneError> {
        self.count_to(MAX)
    }

    /// A whole number from 0 to `most`.
    pub fn count_to(&self, most: usize) -> Result<usize, SceneError> {
        let value = self.number()?;
        if value.fract() == 0.0 && (0.0..=most as f64).contains(&value) {
            return Ok(value as usize);
        }
        Err(self.error(format!("is {value}, but must be a whole number from 0 to {most}")))
    }

    /// True or false.
    pub fn truth(&self) -> Result<bool, SceneError> {
        self.value.get_ref().as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// Text as it stands.
    pub fn text(&self) -> Result<&'a str, SceneError> {
        self.value.get_ref().as_str().ok_or_else(|| self.expected("text"))
    }

    /// A number, a truth or a text, as options take them.
    pub fn scalar(&self) -> Result<String, SceneError> {
        match self.value.get_ref() {
            DeValue::String(text) if !text.starts_with('=') => Ok(text.clone().into_owned()),
            DeValue::Boolean(value) => Ok(value.to_string()),
            _ => self.number().map(|number| number.to_string()),
        }
    }

    /// Text in which `{expressions}` are replaced by their values.
    pub fn name(&self) -> Result<String, SceneError> {
        match self.text()? {
            "" => Err(self.error("is empty")),
            text => self.place.scope.fill(text).map_err(|reason| self.error(reason)),
        }
    }

    /// One of several words.
    pub fn choice<T: Copy>(&self, choices: &[(&'static str, T)]) -> Result<T, SceneError> {
        let text = self.text()?;
        let found = choices.iter().find(|choice| choice.0 == text);
        found.map(|choice| choice.1).ok_or_else(|| {
            let hint = hint(text, choices.iter().map(|choice| choice.0));
            self.error(format!("there is no \"{text}\"{hint}"))
        })
    }

    /// The parts of a list.
    pub fn list(&self) -> Result<Vec<Item<'a>>, SceneError> {
        let DeValue::Array(list) = self.value.get_ref() else {
            return Err(self.expected("a list"));
        };
        let part =
            |(at, value)| Self { path: format!("{}[{at}]", self.path), value, ..self.clone() };
        Ok(list.iter().enumerate().map(part).collect())
    }

    /// A table with where it stands; its errors name this key.
    pub fn table(&self) -> Result<(Origin<'a>, Range<usize>, &'a DeTable<'a>), SceneError> {
        let DeValue::Table(table) = self.value.get_ref() else {
            return Err(self.expected("a table"));
        };
        let label = match self.place.label.as_str() {
            "" => self.path.clone(),
            label => format!("{label}: {}", self.path),
        };
        Ok((Origin { label, ..self.place.clone() }, self.value.span(), table))
    }

    /// A list of N numbers.
    pub fn numbers<const N: usize>(&self) -> Result<[f64; N], SceneError> {
        let list = self.list()?;
        if list.len() != N {
            return Err(self.expected(&format!("a list of {N} numbers")));
        }
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(list) {
            *number = item.number()?;
        }
        Ok(numbers)
    }

    /// A point or vector `[x, y, z]`.
    pub fn vector(&self) -> Result<DVec3, SceneError> {
        self.numbers().map(DVec3::from_array)
    }

    /// A vector that has a direction.
    pub fn direction(&self) -> Result<DVec3, SceneError> {
        self.vector()?.try_normalize().ok_or_else(|| self.error("has no direction"))
    }

    /// Two numbers in ascending order.
    pub fn range(&self) -> Result<[f64; 2], SceneError> {
        match self.numbers()? {
            [low, high] if low <= high => Ok([low, high]),
            [low, high] => Err(self.error(format!("begins at {low}, above its end {high}"))),
        }
    }

    /// A constant, or a list of `[time, value]`, each value times `unit`.
    pub fn schedule(&self, unit: f64) -> Result<Schedule, SceneError> {
        if !self.is_list() {
            return Ok(Schedule::constant(self.number()? * unit));
        }
        let point = |item: Item<'a>| item.numbers().map(|[time, value]| (time, value * unit));
        let points = self.list()?.into_iter().map(point).collect::<Result<_, _>>()?;
        Schedule::new(points).map_err(|error| self.error(error.to_string()))
    }
}
