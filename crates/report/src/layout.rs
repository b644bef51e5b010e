//! Tables and numbers for people.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// Which way a column is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A rule under the header and nothing else.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// Lays out rows under a header of (name, alignment). Without names there is
/// no header.
pub fn layout<const N: usize>(
    columns: [(&str, Align); N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    layout_any(&columns, rows)
}

/// The same for a number of columns that is not known beforehand.
pub fn layout_any(
    columns: &[(&str, Align)],
    rows: impl IntoIterator<Item = impl IntoIterator<Item = String>>,
) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Disabled);
    if columns.iter().any(|column| !column.0.is_empty()) {
        table.set_header(columns.iter().map(|column| column.0));
    }
    for row in rows {
        table.add_row(row);
    }
    for (column, (_, align)) in table.column_iter_mut().zip(columns) {
        column.set_cell_alignment(match *align {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        });
    }
    table.trim_fmt() + "\n"
}

/// Names and values, one pair a line.
pub fn pairs(rows: impl IntoIterator<Item = (String, String)>) -> String {
    layout([("", Align::Left); 2], rows.into_iter().map(|(name, value)| [name, value]))
}

/// Seconds in the unit that fits; decimal points and units line up when right-aligned.
pub fn time(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        s if s < 1e-6 => (1e9, "ns"),
        s if s < 1e-3 => (1e6, "µs"),
        s if s < 1.0 => (1e3, "ms"),
        _ => (1.0, "s "),
    };
    format!("{:.2} {unit}", seconds * factor)
}

/// A small number with three digits and a two-digit exponent: 1.23e-09.
pub fn scientific(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let text = format!("{value:.2e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, size) = match exponent.strip_prefix('-') {
                Some(size) => ('-', size),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{size:0>2}")
        }
        None => text,
    }
}

/// A number with six decimals, or as [`scientific`] where these would hide it.
pub fn number(value: f64) -> String {
    let shown = (1e-4..1e9).contains(&value.abs());
    if shown || value == 0.0 { format!("{:.6}", value + 0.0) } else { scientific(value) }
}

/// "1 row", "2 rows".
pub fn count(number: usize, noun: &str) -> String {
    let plural = match noun {
        "entry" => "entries".into(),
        "body" => "bodies".into(),
        _ => format!("{noun}s"),
    };
    format!("{number} {}", if number == 1 { noun } else { &plural })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_line_up() {
        assert_eq!(time(4.12e-5), "41.20 µs");
        assert_eq!(time(2.0), "2.00 s ");
        assert_eq!(scientific(1.234e-9), "1.23e-09");
        assert_eq!(scientific(4e100), "4.00e+100");
        assert_eq!(scientific(0.0), "0");
        assert_eq!(scientific(f64::NAN), "NaN");
        assert_eq!(number(-0.25), "-0.250000");
        assert_eq!(number(-0.0), "0.000000");
        assert_eq!(number(-7.1e-15), "-7.10e-15");
        assert_eq!(count(1, "entry"), "1 entry");
        assert_eq!(count(3, "row"), "3 rows");
    }

    #[test]
    fn numbers_stand_right_and_words_left() {
        let rows = [["a".into(), "1".into()], ["bcd".into(), "10".into()]];
        let text = layout([("name", Align::Left), ("n", Align::Right)], rows);
        assert_eq!(text, " name    n\n───────────\n a       1\n bcd    10\n");
    }
}
