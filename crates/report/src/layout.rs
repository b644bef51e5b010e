//! Tables and numbers for people.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

use crate::fit::{Block, Span, blocks};
use crate::wrap::{columns_of, longest_word, wrap};

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

/// Columns of words may become as narrow as this before there are several
/// blocks of columns.
const READABLE: usize = 20;

/// Lays out rows under a header of (name, alignment), no wider than `width`:
/// cells are wrapped, and where that does not help there are several blocks of
/// columns. Without names there is no header.
pub fn layout<const N: usize>(
    columns: [(&str, Align); N],
    rows: impl IntoIterator<Item = [String; N]>,
    width: usize,
) -> String {
    layout_any(&columns, rows, width)
}

/// The same for a number of columns that is not known beforehand.
pub fn layout_any(
    columns: &[(&str, Align)],
    rows: impl IntoIterator<Item = impl IntoIterator<Item = String>>,
    width: usize,
) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    let cells = |at: usize| rows.iter().filter_map(move |row| row.get(at).map(String::as_str));
    let span = |(at, (name, align)): (usize, &(&str, Align))| {
        let widest = cells(at).map(columns_of).max().unwrap_or(0);
        let natural = widest.max(columns_of(name));
        let least = match align {
            // Numbers are never broken, but their heads may be.
            Align::Right => widest.max(longest_word(name)),
            Align::Left => {
                let word = cells(at).map(longest_word).max().unwrap_or(0).max(longest_word(name));
                word.max(READABLE).min(natural)
            }
        };
        Span { natural, least }
    };
    let spans: Vec<Span> = columns.iter().enumerate().map(span).collect();
    let blocks = blocks(&spans, width);
    blocks.iter().map(|block| draw(columns, &rows, block)).collect::<Vec<_>>().join("\n")
}

/// Some columns side by side.
fn draw(columns: &[(&str, Align)], rows: &[Vec<String>], block: &Block) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Disabled);
    if columns.iter().any(|column| !column.0.is_empty()) {
        table.set_header(block.iter().map(|&(at, width)| wrap(columns[at].0, width).join("\n")));
    }
    for row in rows {
        let cell = |&(at, width): &(usize, usize)| {
            row.get(at).map_or_else(String::new, |text| wrap(text, width).join("\n"))
        };
        table.add_row(block.iter().map(cell));
    }
    for (column, &(at, _)) in table.column_iter_mut().zip(block) {
        column.set_cell_alignment(match columns[at].1 {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        });
    }
    table.trim_fmt() + "\n"
}

/// Names and values, one pair a line.
pub fn pairs(rows: impl IntoIterator<Item = (String, String)>, width: usize) -> String {
    layout([("", Align::Left); 2], rows.into_iter().map(|(name, value)| [name, value]), width)
}

/// Seconds in the unit that fits; decimal points and units line up when right-aligned.
pub fn time(seconds: f64) -> String {
    // The sum of no times at all is −0.
    let seconds = seconds + 0.0;
    let (factor, unit) = match seconds {
        s if s < 1e-6 => (1e9, "ns"),
        s if s < 1e-3 => (1e6, "µs"),
        s if s < 1.0 => (1e3, "ms"),
        _ => (1.0, "s "),
    };
    format!("{:.2} {unit}", seconds * factor)
}

/// A number with all its digits for tables of machines: with an exponent where it would
/// have many zeros.
pub fn exact(value: f64) -> String {
    match value.abs() {
        0.0 => "0".into(),
        size if (1e-4..1e15).contains(&size) => value.to_string(),
        _ => format!("{value:e}"),
    }
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
        "body" | "soft body" => noun.replace("body", "bodies"),
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
        let text = layout([("name", Align::Left), ("n", Align::Right)], rows, 11);
        assert_eq!(text, " name    n\n───────────\n a       1\n bcd    10\n");
    }

    /// However long the words, no line is wider than asked.
    #[test]
    fn every_table_fits() {
        let words = "a table of several words, and-a-very-long-one-that-has-to-be-broken-somewhere";
        let row = |n: usize| [n.to_string(), words[..5 * n].into(), scientific(1.0), words.into()];
        let columns = [("n", Align::Right), ("words", Align::Left), ("size of it", Align::Right)];
        let columns = [columns[0], columns[1], columns[2], ("more", Align::Left)];
        for width in [30, 40, 60, 80, 200] {
            let text = layout(columns, (0..9).map(row), width);
            assert!(text.lines().all(|line| columns_of(line) <= width), "{width}:\n{text}");
            assert!(text.contains("1.00e+00"), "numbers stay whole:\n{text}");
            let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
            assert!(letters >= 9 * words.chars().filter(|it| it.is_alphabetic()).count());
        }
    }

    #[test]
    fn units_change_where_they_become_one() {
        assert_eq!(time(9.9e-7), "990.00 ns");
        assert_eq!(time(1e-6), "1.00 µs");
        assert_eq!(time(1e-3), "1.00 ms");
        assert_eq!(time(1.0), "1.00 s ");
    }

    #[test]
    fn pairs_are_lines_without_a_header() {
        let rows =
            [("rows", "12"), ("solver", "bpp")].map(|(name, value)| (name.into(), value.into()));
        assert_eq!(pairs(rows, 80), " rows     12\n solver   bpp\n");
    }
}
