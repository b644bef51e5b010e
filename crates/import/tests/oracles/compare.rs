//! Numbers of ours beside those of an oracle: equal to a part of the largest of
//! their kind.

use serde_json::Value;

/// All numbers of a value, in order; `null` counts as none.
fn numbers(value: &Value, into: &mut Vec<f64>) {
    match value {
        Value::Number(number) => into.push(number.as_f64().expect("a number")),
        Value::Array(list) => list.iter().for_each(|value| numbers(value, into)),
        _ => {}
    }
}

/// Collects what differs.
pub struct Compare {
    pub model: String,
    pub tolerance: f64,
    pub worst: f64,
    pub wrong: Vec<String>,
    pub count: usize,
}

impl Compare {
    pub fn new(model: &str, tolerance: f64) -> Self {
        Self { model: model.into(), tolerance, worst: 0.0, wrong: Vec::new(), count: 0 }
    }

    /// Lists of values, each entry of one kind together.
    pub fn kind(&mut self, what: &str, ours: &[&Value], theirs: &[&Value]) {
        self.kind_of_size(what, ours, theirs, 0.0);
    }

    /// The same of a kind that has other numbers too, the largest of them `size`.
    pub fn kind_of_size(&mut self, what: &str, ours: &[&Value], theirs: &[&Value], size: f64) {
        let flat = |values: &[&Value]| {
            let mut all = Vec::new();
            values.iter().for_each(|value| numbers(value, &mut all));
            all
        };
        let (ours, theirs) = (flat(ours), flat(theirs));
        if ours.len() != theirs.len() {
            self.wrong.push(format!("{what}: {} numbers, not {}", ours.len(), theirs.len()));
            return;
        }
        let size = theirs.iter().fold(size, |size, value| size.max(value.abs()));
        for (at, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            // Where all of a kind vanish, what is left of ours is rounding.
            let error = (ours - theirs).abs() / size.max(1e-6);
            self.count += 1;
            self.worst = self.worst.max(error);
            if error.is_nan() || error > self.tolerance {
                self.wrong.push(format!("{what}[{at}]: {ours}, not {theirs}"));
            }
        }
    }

    /// A list of objects: one key of all of them.
    pub fn column(&mut self, what: &str, key: &str, ours: &[&Value], theirs: &[&Value]) {
        let has: Vec<usize> =
            (0..theirs.len()).filter(|&at| theirs[at].get(key).is_some()).collect();
        let pick = |list: &[&Value]| -> Vec<Value> {
            has.iter().map(|&at| list[at].get(key).cloned().unwrap_or(Value::Null)).collect()
        };
        let (ours, theirs) = (pick(ours), pick(theirs));
        for (at, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
            if ours.is_number() || ours.is_array() || theirs.is_number() || theirs.is_array() {
                if ours.is_null() != theirs.is_null() {
                    self.wrong.push(format!("{what} {at} {key}: {ours}, not {theirs}"));
                }
            } else if ours != theirs {
                self.wrong.push(format!("{what} {at} {key}: {ours}, not {theirs}"));
            }
        }
        let turned: Vec<Value> =
            ours.iter().zip(&theirs).map(|(ours, theirs)| same_sign(key, ours, theirs)).collect();
        let ours: Vec<&Value> = turned.iter().collect();
        let theirs: Vec<&Value> = theirs.iter().collect();
        self.kind(&format!("{what}.{key}"), &ours, &theirs);
    }

    pub fn finish(self) {
        let Self { model, worst, count, wrong, .. } = self;
        println!("{model}: {count} numbers, largest difference {worst:.1e}");
        assert!(wrong.is_empty(), "{model}:\n{}", wrong[..wrong.len().min(25)].join("\n"));
        assert!(count > 10, "{model}: only {count} numbers compared");
    }
}

/// q and −q are the same turn.
fn same_sign(key: &str, ours: &Value, theirs: &Value) -> Value {
    if key != "quaternion" {
        return ours.clone();
    }
    let (mut a, mut b) = (Vec::new(), Vec::new());
    numbers(ours, &mut a);
    numbers(theirs, &mut b);
    let dot: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    let sign = if dot < 0.0 { -1.0 } else { 1.0 };
    Value::from(a.iter().map(|value| value * sign).collect::<Vec<_>>())
}

/// The largest number of a key in a list of objects.
pub fn largest(objects: &[&Value], key: &str) -> f64 {
    let mut all = Vec::new();
    objects.iter().filter_map(|object| object.get(key)).for_each(|it| numbers(it, &mut all));
    all.iter().fold(0.0, |size, value| size.max(value.abs()))
}

/// The entries of a list.
pub fn list<'a>(value: &'a Value, key: &str) -> Vec<&'a Value> {
    value.get(key).and_then(Value::as_array).map_or(Vec::new(), |list| list.iter().collect())
}
