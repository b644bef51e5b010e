//! What is wrong with a JSON file, in words for the person who wrote it.

use serde_json::error::Category;

use super::shape::ProblemPart;
use crate::files::FileError;
use stickslip_solve::nearest_name;

/// The error of reading `text`, with line, column and the key concerned.
pub fn explain(text: &str, file: &str, error: &serde_json::Error) -> FileError {
    let message = plain_message(error);
    let reason = match error.classify() {
        Category::Data => {
            let key = key_of_error(text);
            match unknown_key(&message) {
                Some(sentence) => in_place(&key, &sentence),
                None => in_place(&key, &message),
            }
        }
        _ if stands_at_non_finite(text, error.line(), error.column()) => format!(
            "{message}: JSON has no NaN or Infinity; every number must be finite, and a bound that does not exist is null"
        ),
        _ => message,
    };
    FileError::Text { file: file.into(), line: error.line(), column: error.column(), reason }
}

/// serde_json's message without the place, which is reported separately.
fn plain_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rsplit_once(" at line ") {
        Some((before, _)) => before.into(),
        None => message,
    }
}

/// The path of the value that does not fit, such as `A.rows[17]`; reading
/// twice costs only those whose file is wrong.
fn key_of_error(text: &str) -> String {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize::<_, ProblemPart>(&mut deserializer) {
        Ok(_) => String::new(),
        Err(error) => error.path().to_string(),
    }
}

fn in_place(key: &str, sentence: &str) -> String {
    if key.is_empty() || key == "." { sentence.into() } else { format!("{key}: {sentence}") }
}

/// serde's "unknown field `x`, expected one of `a`, `b`", reported with the
/// nearest key.
fn unknown_key(message: &str) -> Option<String> {
    let mut quoted = message.strip_prefix("unknown field")?.split('`').skip(1).step_by(2);
    let key = quoted.next()?;
    let known: Vec<&str> = quoted.collect();
    Some(match nearest_name(key, known.iter().copied()) {
        Some(near) => format!("unknown key \"{key}\"; did you mean \"{near}\"?"),
        None => format!("unknown key \"{key}\"; the keys here are {}", known.join(", ")),
    })
}

/// Whether the word at that place is a spelling of NaN or infinity.
fn stands_at_non_finite(text: &str, line: usize, column: usize) -> bool {
    let Some(line) = line.checked_sub(1).and_then(|index| text.lines().nth(index)) else {
        return false;
    };
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let bytes = line.as_bytes();
    let at = column.saturating_sub(1).min(bytes.len());
    let start = bytes[..at].iter().rposition(|&byte| !is_word(byte)).map_or(0, |before| before + 1);
    let end = bytes[at..].iter().position(|&byte| !is_word(byte)).map_or(bytes.len(), |n| at + n);
    let word = String::from_utf8_lossy(&bytes[start..end]).to_lowercase();
    matches!(word.trim_start_matches(['+', '-']), "nan" | "inf" | "infinity")
}
