//! Lines of words.

use unicode_width::UnicodeWidthStr;

/// Columns of a terminal that the widest line of a text takes.
pub fn columns_of(text: &str) -> usize {
    text.split('\n').map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// Columns of its longest word.
pub fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// Lines of at most `width` columns, broken between words, and inside those
/// that are longer. A line that fits stays as it is.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if line.width() <= width {
            lines.push(line.to_owned());
            continue;
        }
        let mut present = String::new();
        for word in line.split_whitespace() {
            if !present.is_empty() && present.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut present));
            }
            if !present.is_empty() {
                present.push(' ');
            }
            for letter in word.chars() {
                if !present.is_empty() && present.width() + letter_width(letter) > width {
                    lines.push(std::mem::take(&mut present));
                }
                present.push(letter);
            }
        }
        lines.push(present);
    }
    lines
}

fn letter_width(letter: char) -> usize {
    unicode_width::UnicodeWidthChar::width(letter).unwrap_or(0)
}

/// A text behind its beginning, no wider than `width`: all lines but the first
/// stand under the first word.
pub fn hanging(beginning: &str, text: &str, width: usize) -> String {
    let indent = beginning.width();
    let lines = wrap(text, width.saturating_sub(indent).max(1));
    let mut all = String::new();
    for (at, line) in lines.iter().enumerate() {
        let before = if at == 0 { beginning.to_owned() } else { " ".repeat(indent) };
        all += format!("{before}{line}").trim_end();
        all.push('\n');
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_inside_long_ones() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("  kept as it is", 15), ["  kept as it is"]);
        assert_eq!(wrap("a longestword", 5), ["a", "longe", "stwor", "d"]);
        assert_eq!(wrap("µ² and Å", 4), ["µ²", "and", "Å"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn a_hanging_text_stands_behind_its_beginning() {
        assert_eq!(hanging(" holds  ", "all is well", 14), " holds  all is\n        well\n");
        assert_eq!(hanging("", "all is well", 80), "all is well\n");
    }
}
