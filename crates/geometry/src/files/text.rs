//! Lines and words of text files, with their places.

use super::ContentError;

/// How much of a wrong word a message repeats.
const MAX_REPEATED: usize = 24;

/// The lines of a file, from 1. Bytes that are no text become "\u{fffd}".
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (usize, std::borrow::Cow<'_, str>)> {
    bytes
        .split(|&byte| byte == b'\n')
        .map(String::from_utf8_lossy)
        .enumerate()
        .map(|(at, line)| (at + 1, line))
}

/// A word as a message repeats it.
pub(super) fn quoted(word: &str) -> String {
    let short: String = word.chars().take(MAX_REPEATED).collect();
    let dots = if short.len() < word.len() { "…" } else { "" };
    format!("{:?}", short + dots)
}

/// The next word as a finite number.
pub(super) fn number<'a>(
    words: &mut impl Iterator<Item = &'a str>,
    line: usize,
    what: &str,
) -> Result<f64, ContentError> {
    let Some(word) = words.next() else {
        return Err(ContentError::line(line, format!("{what} is missing")));
    };
    match word.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => {
            let found = quoted(word);
            Err(ContentError::line(line, format!("{what} is no finite number: {found}")))
        }
    }
}
