//! One value of the file, and what it can be read as.

use std::rc::Rc;

use glam::{DQuat, DVec3};
use stickslip_dynamics::{Pose, Schedule};
use toml::Spanned;
use toml::de::DeValue;

use super::expression::Scope;
use super::section::{Section, Source};
use crate::error::{SceneError, hint};

/// No file makes more of anything than this.
pub const MOST: usize = 100_000;

/// A value with its key, its place and the names that it may use.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    source: Source<'a>,
    scope: Rc<Scope>,
    label: String,
    path: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Item<'a> {
    /// The value of a key of a section.
    pub fn new(section: &Section<'a>, key: &str, value: &'a Spanned<DeValue<'a>>) -> Self {
        Self {
            source: section.source,
            scope: Rc::clone(&section.scope),
            label: section.label.clone(),
            path: key.into(),
            value,
        }
    }

    /// An error at this value.
    pub fn error(&self, reason: impl AsRef<str>) -> SceneError {
        let label = if self.label.is_empty() { String::new() } else { format!("{}: ", self.label) };
        let reason = format!("{label}{}: {}", self.path, reason.as_ref());
        self.source.error(&self.value.span(), reason)
    }

    fn expected(&self, what: &str) -> SceneError {
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
                return self.scope.evaluate(&text[1..]).map_err(|reason| self.error(reason));
            }
            _ => None,
        };
        number
            .filter(|number| number.is_finite())
            .ok_or_else(|| self.expected("a finite number or an expression such as \"= 2 * n\""))
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

    /// A whole number from 0 to [`MOST`].
    pub fn count(&self) -> Result<usize, SceneError> {
        let value = self.number()?;
        if value.fract() == 0.0 && (0.0..=MOST as f64).contains(&value) {
            return Ok(value as usize);
        }
        Err(self.error(format!("is {value}, but must be a whole number from 0 to {MOST}")))
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
            text => self.scope.fill(text).map_err(|reason| self.error(reason)),
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

    /// A table, whose errors name this key.
    pub fn section(&self) -> Result<Section<'a>, SceneError> {
        let DeValue::Table(table) = self.value.get_ref() else {
            return Err(self.expected("a table"));
        };
        let label = if self.label.is_empty() {
            self.path.clone()
        } else {
            format!("{}: {}", self.label, self.path)
        };
        Ok(Section::new(self.source, Rc::clone(&self.scope), label, self.value.span(), table))
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

    /// A quaternion `[w, x, y, z]`, or `{ axis = [x, y, z], angle = degrees }`.
    pub fn rotation(&self) -> Result<DQuat, SceneError> {
        if self.is_table() {
            return self.section()?.whole(|section| {
                let axis = section.required("axis", Item::direction)?;
                let angle = section.required("angle", Item::number)?;
                Ok(DQuat::from_axis_angle(axis, angle.to_radians()))
            });
        }
        if !self.is_list() {
            return Err(self.expected("[w, x, y, z] or { axis = [x, y, z], angle = degrees }"));
        }
        let [w, x, y, z] = self.numbers()?;
        let length = DQuat::from_xyzw(x, y, z, w).length();
        if !(length.is_finite() && length > 1e-9) {
            return Err(self.error("a quaternion of that length is no rotation"));
        }
        Ok(DQuat::from_xyzw(x, y, z, w).normalize())
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

/// `position` and `rotation` of a section; both may be left out.
pub fn pose(section: &Section<'_>) -> Result<Pose, SceneError> {
    let position = section.or("position", DVec3::ZERO, Item::vector)?;
    Ok(Pose::new(position, section.or("rotation", DQuat::IDENTITY, Item::rotation)?))
}
