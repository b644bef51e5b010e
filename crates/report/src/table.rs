//! Tables as data: formatted for people, plain for machines.

use serde::Serialize;

use crate::layout::{Align, exact, layout_any, scientific, time};

/// How a number is shown to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// With so many decimals.
    Fixed(usize),
    /// Three digits and an exponent.
    Scientific,
    /// Seconds in the unit that fits.
    Time,
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number.
    Number(f64, Style),
    /// Nothing was measured or printed.
    Empty,
}

impl Cell {
    /// A whole number.
    pub fn count(value: usize) -> Self {
        Self::Number(value as f64, Style::Fixed(0))
    }

    /// A number with so many decimals.
    pub fn fixed(value: f64, decimals: usize) -> Self {
        Self::Number(value, Style::Fixed(decimals))
    }

    /// A number with an exponent.
    pub fn scientific(value: f64) -> Self {
        Self::Number(value, Style::Scientific)
    }

    /// Seconds.
    pub fn time(seconds: f64) -> Self {
        Self::Number(seconds, Style::Time)
    }

    /// The cell of a value that may be missing.
    pub fn optional<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Empty, cell)
    }

    /// For people.
    pub fn shown(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(value, _) if !value.is_finite() => value.to_string(),
            Self::Number(value, Style::Fixed(decimals)) => format!("{value:.decimals$}"),
            Self::Number(value, Style::Scientific) => scientific(*value),
            Self::Number(value, Style::Time) => time(*value),
            Self::Empty => "–".into(),
        }
    }

    /// For machines: numbers with all their digits, nothing for nothing.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(value, _) => exact(*value),
            Self::Empty => String::new(),
        }
    }
}

/// A string, a number or null.
impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Number(value, _) => serializer.serialize_f64(*value),
            Self::Empty => serializer.serialize_none(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The unit of its numbers; empty where they have none.
    pub unit: String,
    /// How it is aligned.
    pub align: Align,
}

impl Column {
    /// A column of words.
    pub fn words(name: impl Into<String>) -> Self {
        Self { name: name.into(), unit: String::new(), align: Align::Left }
    }

    /// A column of numbers.
    pub fn numbers(name: impl Into<String>) -> Self {
        Self { name: name.into(), unit: String::new(), align: Align::Right }
    }

    /// The same with a unit.
    pub fn of(self, unit: impl Into<String>) -> Self {
        Self { unit: unit.into(), ..self }
    }

    /// Name and unit.
    pub fn head(&self) -> String {
        if self.unit.is_empty() {
            self.name.clone()
        } else {
            format!("{} ({})", self.name, self.unit)
        }
    }
}

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// The stem of its file.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each with a cell per column.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        columns: impl IntoIterator<Item = Column>,
    ) -> Self {
        let columns = columns.into_iter().collect();
        Self { name: name.into(), title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// For a terminal of so many columns.
    pub fn text(&self, width: usize) -> String {
        let heads: Vec<String> = self.columns.iter().map(Column::head).collect();
        let columns: Vec<_> = heads
            .iter()
            .zip(&self.columns)
            .map(|(head, column)| (head.as_str(), column.align))
            .collect();
        layout_any(&columns, self.rows.iter().map(|row| row.iter().map(Cell::shown)), width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_shown_to_people_and_to_machines() {
        let shown = |cell: Cell| (cell.shown(), cell.plain());
        assert_eq!(shown(Cell::count(7)), ("7".into(), "7".into()));
        assert_eq!(shown(Cell::fixed(1.25, 1)), ("1.2".into(), "1.25".into()));
        assert_eq!(shown(Cell::scientific(1.5e-9)), ("1.50e-09".into(), "1.5e-9".into()));
        assert_eq!(shown(Cell::time(2e-3)), ("2.00 ms".into(), "0.002".into()));
        assert_eq!(shown(Cell::optional(None, Cell::count)), ("–".into(), String::new()));
        assert_eq!(shown(Cell::fixed(f64::NAN, 2)), ("NaN".into(), "NaN".into()));
    }

    #[test]
    fn heads_carry_their_unit() {
        let mut table =
            Table::new("t", "a table", [Column::words("who"), Column::numbers("time").of("s")]);
        table.row([Cell::from("x"), Cell::fixed(1.0, 1)]);
        assert_eq!(
            table.text(80),
            " who   time (s)\n───────────────\n x          1.0\n"
                .replace("───────────────", &"─".repeat(16))
        );
    }
}
