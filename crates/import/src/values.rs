//! Attributes as numbers, vectors, words.

use glam::{DQuat, DVec3};

use crate::error::{ImportError, hint};
use crate::xml::Element;

impl Element {
    /// A text that must be there.
    pub(crate) fn required(&self, key: &'static str) -> Result<&str, ImportError> {
        self.text(key).ok_or_else(|| self.error(format!("{key} is missing")))
    }

    /// Finite numbers, `least` to `most` of them.
    pub(crate) fn numbers(
        &self,
        key: &'static str,
        least: usize,
        most: usize,
    ) -> Result<Option<Vec<f64>>, ImportError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let mut numbers = Vec::new();
        for word in text.split_whitespace() {
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() => numbers.push(number),
                _ => return Err(self.error_at(key, format!("has \"{word}\", which is no number"))),
            }
            if numbers.len() > most {
                return Err(self.error_at(key, format!("has more than {}", count(most))));
            }
        }
        if numbers.len() < least {
            let (has, wanted) = (count(numbers.len()), least);
            return Err(self.error_at(key, format!("has {has}, but needs {wanted}")));
        }
        Ok(Some(numbers))
    }

    /// Writes the numbers of an attribute over the first ones of `values`; says
    /// how many there were.
    pub(crate) fn overlay<const N: usize>(
        &self,
        key: &'static str,
        least: usize,
        values: &mut [f64; N],
    ) -> Result<Option<usize>, ImportError> {
        let numbers = self.numbers(key, least, N)?;
        Ok(numbers.map(|numbers| {
            values[..numbers.len()].copy_from_slice(&numbers);
            numbers.len()
        }))
    }

    /// Exactly so many numbers.
    pub(crate) fn exactly<const N: usize>(
        &self,
        key: &'static str,
    ) -> Result<Option<[f64; N]>, ImportError> {
        let mut values = [0.0; N];
        Ok(self.overlay(key, N, &mut values)?.map(|_| values))
    }

    /// One number.
    pub(crate) fn number(&self, key: &'static str) -> Result<Option<f64>, ImportError> {
        Ok(self.exactly::<1>(key)?.map(|[number]| number))
    }

    /// Writes a number over `value` where there is one.
    pub(crate) fn set(&self, key: &'static str, value: &mut f64) -> Result<(), ImportError> {
        if let Some(number) = self.number(key)? {
            *value = number;
        }
        Ok(())
    }

    /// A number that must not be negative.
    pub(crate) fn set_at_least_zero(
        &self,
        key: &'static str,
        value: &mut f64,
    ) -> Result<(), ImportError> {
        self.set(key, value)?;
        match *value < 0.0 && self.text(key).is_some() {
            true => Err(self.error_at(key, format!("is {value}, but must be ≥ 0"))),
            false => Ok(()),
        }
    }

    /// Three numbers.
    pub(crate) fn vector(&self, key: &'static str) -> Result<Option<DVec3>, ImportError> {
        Ok(self.exactly::<3>(key)?.map(DVec3::from_array))
    }

    /// A direction of length 1.
    pub(crate) fn direction(&self, key: &'static str) -> Result<Option<DVec3>, ImportError> {
        self.vector(key)?
            .map(|vector| {
                let length = vector.length();
                match length > 1e-14 && length.is_finite() {
                    true => Ok(vector / length),
                    false => Err(self.error_at(key, "has no direction")),
                }
            })
            .transpose()
    }

    /// A quaternion w x y z of length 1.
    pub(crate) fn quaternion(&self, key: &'static str) -> Result<Option<DQuat>, ImportError> {
        self.exactly::<4>(key)?
            .map(|[w, x, y, z]| {
                let quaternion = DQuat::from_xyzw(x, y, z, w);
                let length = quaternion.length();
                match length > 1e-14 && length.is_finite() {
                    true => Ok(quaternion * (1.0 / length)),
                    false => Err(self.error_at(key, "has no length")),
                }
            })
            .transpose()
    }

    /// A whole number.
    pub(crate) fn whole(&self, key: &'static str) -> Result<Option<i64>, ImportError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let number = text.trim().parse().map_err(|_| {
            self.error_at(key, format!("is \"{text}\", but must be a whole number"))
        })?;
        Ok(Some(number))
    }

    /// A word out of a list.
    pub(crate) fn word<T: Copy>(
        &self,
        key: &'static str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, ImportError> {
        let Some(text) = self.text(key) else { return Ok(None) };
        let found = words.iter().find(|(word, _)| *word == text);
        found.map(|(_, value)| Some(*value)).ok_or_else(|| {
            let hint = hint(text, words.iter().map(|(word, _)| *word));
            self.error_at(key, format!("is \"{text}\", which is not known{hint}"))
        })
    }

    /// `true` or `false`.
    pub(crate) fn flag(&self, key: &'static str) -> Result<Option<bool>, ImportError> {
        self.word(key, &[("true", true), ("false", false)])
    }
}

fn count(numbers: usize) -> String {
    if numbers == 1 { "1 number".into() } else { format!("{numbers} numbers") }
}
