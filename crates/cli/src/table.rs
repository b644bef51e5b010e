//! Tables and texts as wide as the terminal.

use stickslip_report::layout as any;

pub use stickslip_report::layout::{Align, count, number, scientific, time};

use crate::output::width;

/// Rows under a header of (name, alignment).
pub fn layout<const N: usize>(
    columns: [(&str, Align); N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    any::layout(columns, rows, width())
}

/// Names and values, one pair a line.
pub fn pairs(rows: impl IntoIterator<Item = (String, String)>) -> String {
    any::pairs(rows, width())
}

/// A text behind its beginning, in as many lines as it needs.
pub fn hanging(beginning: &str, text: &str) -> String {
    stickslip_report::hanging(beginning, text, width())
}
