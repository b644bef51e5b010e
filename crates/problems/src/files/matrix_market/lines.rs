//! A text file of numbers, line by line, with errors that name the place.

use crate::files::FileError;

/// Which numbers a file may hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// Finite ones only.
    Finite,
    /// Infinite ones as well.
    Bounds,
}

/// A word and the byte column where it begins, from 0.
pub struct Word<'a> {
    text: &'a str,
    start: usize,
}

/// The lines that are neither empty nor comments, each as words.
pub struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
    file: &'a str,
    numbers: Numbers,
}

impl<'a> Lines<'a> {
    pub fn new(text: &'a str, file: &'a str, numbers: Numbers) -> Self {
        Self { lines: text.lines(), number: 0, file, numbers }
    }

    pub fn next(&mut self) -> Option<Vec<Word<'a>>> {
        for line in self.lines.by_ref() {
            self.number += 1;
            if line.trim_start().starts_with('%') || line.trim().is_empty() {
                continue;
            }
            let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
            let words = line.split_whitespace();
            return Some(words.map(|text| Word { text, start: start(text) }).collect());
        }
        None
    }

    pub fn needed(&mut self, what: &str) -> Result<Vec<Word<'a>>, FileError> {
        match self.next() {
            Some(words) => Ok(words),
            None => self.fail_at(self.number + 1, 1, format!("the file ends before {what}")),
        }
    }

    pub fn expect_end(&mut self) -> Result<(), FileError> {
        match self.next() {
            None => Ok(()),
            Some(words) => self.fail(&words[0], "more entries than the header announced"),
        }
    }

    pub fn expect_words(
        &self,
        words: &[Word<'_>],
        count: usize,
        what: &str,
    ) -> Result<(), FileError> {
        if words.len() == count {
            return Ok(());
        }
        self.fail(&words[0], format!("expected {what}, found {} words", words.len()))
    }

    pub fn count(&self, word: &Word<'_>) -> Result<usize, FileError> {
        word.text
            .parse()
            .or_else(|_| self.fail(word, format!("\"{}\" is no whole number ≥ 0", word.text)))
    }

    /// An index that counts from 1 in the file, from 0 here.
    pub fn index(&self, word: &Word<'_>, limit: usize, what: &str) -> Result<usize, FileError> {
        match self.count(word)? {
            0 => self.fail(word, format!("{what} 0 does not exist: indices count from 1")),
            index if index > limit => {
                self.fail(word, format!("{what} {index} does not exist: there are {limit}"))
            }
            index => Ok(index - 1),
        }
    }

    pub fn number(&self, word: &Word<'_>) -> Result<f64, FileError> {
        match word.text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            Ok(value) if value.is_infinite() && self.numbers == Numbers::Bounds => Ok(value),
            Ok(value) => self.fail(word, format!("{value} is not a finite number")),
            Err(_) => self.fail(word, format!("\"{}\" is no number", word.text)),
        }
    }

    pub fn fail<T>(&self, word: &Word<'_>, reason: impl Into<String>) -> Result<T, FileError> {
        self.fail_at(self.number, word.start + 1, reason)
    }

    pub fn fail_at<T>(
        &self,
        line: usize,
        column: usize,
        reason: impl Into<String>,
    ) -> Result<T, FileError> {
        Err(FileError::Text { file: self.file.into(), line, column, reason: reason.into() })
    }
}
