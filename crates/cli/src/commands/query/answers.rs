//! Our answers in the place of those of a file, and how far they are apart.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};

use super::document::Part;
use crate::error::{Exit, Failure};
use crate::output::Report;
use crate::table::{self, Align, scientific};

/// What was asked, how often, and how far our answers are from those of the file: the
/// largest difference over the largest number of the same answer.
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
        let mut compared = Vec::new();
        for (question, answer) in questions.into_iter().flatten().zip(&answers) {
            compare(question, answer, key, &mut compared);
            if let (Value::Object(question), Value::Object(answer)) = (question, answer) {
                merge(question, answer);
            }
        }
        let (name, error) = ((*key).into(), worst(&compared));
        rows.push(Row { name, questions: answers.len(), error });
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

/// How far the numbers of one key are apart in one case.
#[derive(Debug, PartialEq)]
pub struct Compared {
    key: String,
    /// The largest number of the file.
    largest: f64,
    apart: f64,
}

/// Compares our answers of a case with those of the file, key by key; keys that the file
/// does not answer are left out, and so is how many iterations it took somebody.
pub fn compare(theirs: &Value, ours: &Value, key: &str, into: &mut Vec<Compared>) {
    if let (Value::Object(theirs), Value::Object(ours)) = (theirs, ours) {
        for (inner, ours) in ours.iter().filter(|(key, _)| *key != "newton_iterations") {
            if let Some(theirs) = theirs.get(inner) {
                compare(theirs, ours, &format!("{key}.{inner}"), into);
            }
        }
        return;
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    flatten(theirs, &mut left);
    flatten(ours, &mut right);
    if left.is_empty() {
        return;
    }
    let largest = left.iter().fold(0.0, |most: f64, number| number.abs().max(most));
    let apart = match left.len() == right.len() {
        true => left.iter().zip(&right).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max),
        false => f64::INFINITY,
    };
    into.push(Compared { key: key.into(), largest, apart });
}

/// The largest difference over the largest number of its key, in its own case, or of a
/// millionth of that of all cases: what is rounding alone in a case counts for nothing.
pub fn worst(compared: &[Compared]) -> Option<f64> {
    const SHARE: f64 = 1e-6;
    let mut sizes: BTreeMap<&str, f64> = BTreeMap::new();
    for one in compared {
        let size = sizes.entry(&one.key).or_insert(f64::MIN_POSITIVE);
        *size = size.max(one.largest);
    }
    let each = compared.iter().map(|one| one.apart / one.largest.max(SHARE * sizes[&*one.key]));
    each.reduce(f64::max)
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

    fn difference(theirs: &Value, ours: &Value) -> Option<f64> {
        let mut compared = Vec::new();
        compare(theirs, ours, "it", &mut compared);
        worst(&compared)
    }

    #[test]
    fn answers_take_their_places_and_differences_are_the_largest() {
        let mut question = json!({"id": "it", "E": 2, "linear": {"u": [1, 2], "note": "n"}});
        let ours = json!({"linear": {"u": [1, 2.5]}, "energy": 3});
        assert_eq!(difference(&question, &ours), Some(0.25));
        let both = (question.as_object_mut().expect("a table"), ours.as_object().expect("a table"));
        merge(both.0, both.1);
        let merged =
            json!({"id": "it", "E": 2, "linear": {"u": [1, 2.5], "note": "n"}, "energy": 3});
        assert_eq!(question, merged);
        assert_eq!(difference(&question, &ours), Some(0.0));
        assert_eq!(difference(&json!({}), &ours), None);
        assert_eq!(difference(&json!({"energy": [1, 2]}), &ours), Some(f64::INFINITY));
    }

    /// What is a billionth of other cases is measured by them.
    #[test]
    fn rounding_of_small_cases_is_no_error() {
        let mut compared = Vec::new();
        compare(&json!({"d": 1}), &json!({"d": 1}), "it", &mut compared);
        compare(&json!({"d": 1e-16}), &json!({"d": 3e-16}), "it", &mut compared);
        assert!(worst(&compared).is_some_and(|error| error < 1e-9));
        compare(&json!({"d": 1e-3}), &json!({"d": 2e-3}), "it", &mut compared);
        assert_eq!(worst(&compared), Some(1.0));
    }
}
