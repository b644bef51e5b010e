//! Our answers in the place of those of a file, and how far they are apart.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};

use super::document::Part;
use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::{self, Align, scientific};

/// What was asked, how often, and how far our answers are from those of the file: the
/// largest difference over the largest number of the same answer to all questions.
pub struct Row {
    pub name: String,
    pub questions: usize,
    pub error: Option<f64>,
}

/// What answers a question: a table of answers.
pub type Ask = fn(&Part) -> Result<Value, Failure>;

/// Answers every question of a document of lists, each list by its own way, and prints the
/// document with our answers or a table of errors.
pub fn answer(
    file: &Path,
    mut document: Value,
    kinds: &[(&str, Ask)],
    as_json: bool,
) -> Result<Report, Failure> {
    let mut rows = Vec::new();
    for (key, ask) in kinds {
        let whole = Part::new(file, &document);
        if whole.key(key).read::<Value>("anything")?.is_null() {
            continue;
        }
        let parts = whole.key(key).entries()?;
        let answers = parts.iter().map(ask).collect::<Result<Vec<Value>, Failure>>()?;
        let questions = document[*key].as_array_mut();
        let mut row = Row { name: (*key).into(), questions: answers.len(), error: None };
        let mut scales = BTreeMap::new();
        questions.iter().flat_map(|all| all.iter()).for_each(|it| grow_scales(it, &mut scales));
        for (question, answer) in questions.into_iter().flatten().zip(&answers) {
            let off = difference(question, answer, &scales);
            row.error = row.error.into_iter().chain(off).reduce(f64::max);
            if let (Value::Object(question), Value::Object(answer)) = (question, answer) {
                merge(question, answer);
            }
        }
        rows.push(row);
    }
    if rows.is_empty() {
        let known: Vec<&str> = kinds.iter().map(|(key, _)| *key).collect();
        let whole = Part::new(file, &document);
        return Err(whole.wrong(&format!("there is none of {}", known.join(", "))));
    }
    Ok(if as_json { Report::given_json(&document, Exit::Done) } else { report(&rows) })
}

/// Puts the answers of a question in their places; tables in tables are gone through.
pub fn merge(question: &mut Map<String, Value>, answers: &Map<String, Value>) {
    for (key, answer) in answers {
        match (question.get_mut(key), answer) {
            (Some(Value::Object(inner)), Value::Object(ours)) => merge(inner, ours),
            _ => _ = question.insert(key.clone(), answer.clone()),
        }
    }
}

/// Ways differ in how often they go on.
const COUNT: &str = "newton_iterations";

/// The largest number of each key over all questions of a kind: what is zero but for rounding
/// in one of them is measured by the others.
fn grow_scales(value: &Value, scales: &mut BTreeMap<String, f64>) {
    for (key, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Object(_) => grow_scales(value, scales),
            _ => {
                let mut numbers = Vec::new();
                flatten(value, &mut numbers);
                let largest = scales.entry(key.clone()).or_insert(f64::MIN_POSITIVE);
                *largest = numbers.iter().fold(*largest, |most, number| number.abs().max(most));
            }
        }
    }
}

/// The largest difference between the numbers of the file and ours, key by key, each
/// over the scale of its key; nothing where the file has no answer.
fn difference(theirs: &Value, ours: &Value, scales: &BTreeMap<String, f64>) -> Option<f64> {
    let (theirs, ours) = (theirs.as_object()?, ours.as_object()?);
    let each = ours.iter().filter(|(key, _)| *key != COUNT).filter_map(|(key, ours)| match theirs
        .get(key)?
    {
        theirs @ Value::Object(_) => difference(theirs, ours, scales),
        theirs => apart(theirs, ours, scales.get(key).copied().unwrap_or(f64::MIN_POSITIVE)),
    });
    each.reduce(f64::max)
}

/// The largest difference over the largest number of theirs.
pub fn relative_difference(theirs: &Value, ours: &Value) -> Option<f64> {
    let mut numbers = Vec::new();
    flatten(theirs, &mut numbers);
    let scale = numbers.iter().fold(f64::MIN_POSITIVE, |most, number| number.abs().max(most));
    apart(theirs, ours, scale)
}

fn apart(theirs: &Value, ours: &Value, scale: f64) -> Option<f64> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    flatten(theirs, &mut left);
    flatten(ours, &mut right);
    if left.is_empty() {
        return None;
    }
    if left.len() != right.len() {
        return Some(f64::INFINITY);
    }
    let apart = left.iter().zip(&right).map(|(one, other)| (one - other).abs());
    Some(apart.fold(0.0, f64::max) / scale)
}

fn flatten(value: &Value, into: &mut Vec<f64>) {
    match value {
        Value::Array(list) => list.iter().for_each(|part| flatten(part, into)),
        Value::Object(table) => table.values().for_each(|part| flatten(part, into)),
        other => into.extend(other.as_f64()),
    }
}

/// One line for every kind of question.
pub fn report(rows: &[Row]) -> Report {
    let columns =
        [("question", Align::Left), ("cases", Align::Right), ("off by, relative", Align::Right)];
    let lines = rows.iter().map(|row| {
        let error = row.error.map(scientific).unwrap_or_default();
        [row.name.clone(), row.questions.to_string(), error]
    });
    Report::done(table::layout(columns, lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn answers_take_their_places_and_differences_are_the_largest() {
        let mut question = json!({"id": "it", "E": 2, "linear": {"u": [1, 2], "note": "n"}});
        let ours = json!({"linear": {"u": [1, 2.5]}, "energy": 3});
        let off = |theirs: &Value, ours: &Value| {
            let mut scales = BTreeMap::new();
            grow_scales(theirs, &mut scales);
            difference(theirs, ours, &scales)
        };
        assert_eq!(off(&question, &ours), Some(0.25));
        let both = (question.as_object_mut().expect("a table"), ours.as_object().expect("a table"));
        merge(both.0, both.1);
        let merged =
            json!({"id": "it", "E": 2, "linear": {"u": [1, 2.5], "note": "n"}, "energy": 3});
        assert_eq!(question, merged);
        assert_eq!(off(&question, &ours), Some(0.0));
        assert_eq!(off(&json!({}), &ours), None);
        assert_eq!(off(&json!({"energy": [1, 2]}), &ours), Some(f64::INFINITY));
    }
}
