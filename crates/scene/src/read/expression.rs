//! Arithmetic in scene files: numbers written as `"= n * 0.5"`.
//!
//! ```text
//! sum     = product { ("+" | "-") product }
//! product = factor { ("*" | "/" | "%") factor }
//! factor  = "-" factor | atom [ "^" factor ]
//! atom    = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
//! ```
//! Functions: `sin cos tan` of degrees, `asin acos atan` in degrees, `sqrt abs
//! floor min max`; `pi` is a name. `uniform(low, high)`, `normal(mean, deviation)` and
//! `choice(a, b, …)` are random: a hash of the scene's seed, the place of the expression in
//! the file, the numbers of the copy, and how many came before it in the expression. So
//! the same seed gives the same scene, whatever else is changed or read twice.

use crate::error::hint;

/// Deeper nesting than this is refused, so that no text can exhaust the stack.
const MAX_NESTED: usize = 50;

const FUNCTIONS: [&str; 14] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "abs", "floor", "min", "max", "uniform",
    "normal", "choice",
];

/// Names with their values; inner names hide outer ones.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    names: Vec<(String, f64)>,
    /// The scene's seed, and the numbers of the copies that this is in.
    seed: u64,
}

impl Scope {
    /// Without names; the seed is that of random functions.
    pub fn seeded(seed: u64) -> Self {
        Self { names: Vec::new(), seed: mix(seed) }
    }

    /// Adds a name.
    pub fn set(&mut self, name: impl Into<String>, value: f64) {
        self.names.push((name.into(), value));
    }

    /// Adds the number of a copy, which has random numbers of its own.
    pub fn set_index(&mut self, name: impl Into<String>, index: usize) {
        self.seed = mix(self.seed ^ (index as u64 + 1));
        self.set(name, index as f64);
    }

    fn get(&self, name: &str) -> Option<f64> {
        let found = self.names.iter().rev().find(|(known, _)| known == name);
        found.map(|entry| entry.1).or_else(|| (name == "pi").then_some(std::f64::consts::PI))
    }

    /// Evaluates an expression; the error says what is wrong with it.
    pub fn evaluate(&self, text: &str) -> Result<f64, String> {
        self.evaluate_at(text, &[])
    }

    /// The same; random functions differ by the salt.
    pub fn evaluate_salted(&self, text: &str, salt: u64) -> Result<f64, String> {
        self.evaluate_all(text, &[], salt)
    }

    /// The same with more names, which hide the others.
    pub fn evaluate_at(&self, text: &str, place: &[(&str, f64)]) -> Result<f64, String> {
        self.evaluate_all(text, place, 0)
    }

    fn evaluate_all(&self, text: &str, place: &[(&str, f64)], salt: u64) -> Result<f64, String> {
        let random = mix(self.seed ^ mix(salt));
        let mut parser = Parser { rest: text.trim_start(), scope: self, place, depth: 0, random };
        let value = parser.sum()?;
        match parser.rest.chars().next() {
            Some(found) => Err(format!("expected an operator, found '{found}' in \"{text}\"")),
            None if value.is_finite() => Ok(value),
            None => Err(format!("\"{text}\" is {value}, not a finite number")),
        }
    }

    /// Replaces every `{expression}` in a name by its value.
    pub fn fill(&self, text: &str) -> Result<String, String> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (inside, behind) =
                after.split_once('}').ok_or_else(|| format!("\"{text}\" lacks a closing }}"))?;
            filled += before;
            filled += &self.evaluate(inside)?.to_string();
            rest = behind;
        }
        Ok(filled + rest)
    }
}

/// Whether a parameter can be called so.
pub fn is_name(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && characters.all(is_name_character)
        && text != "pi"
        && !FUNCTIONS.contains(&text)
}

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

struct Parser<'t> {
    rest: &'t str,
    scope: &'t Scope,
    place: &'t [(&'t str, f64)],
    depth: usize,
    /// Whatever the next random number is made of.
    random: u64,
}

/// SplitMix64 (Steele, Lea and Flood 2014).
fn mix(value: u64) -> u64 {
    let mut value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

impl<'t> Parser<'t> {
    fn take(&mut self, symbol: char) -> bool {
        match self.rest.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, symbol: char) -> Result<(), String> {
        match self.rest.chars().next() {
            _ if self.take(symbol) => Ok(()),
            Some(found) => Err(format!("expected '{symbol}', found '{found}'")),
            None => Err(format!("expected '{symbol}' at the end")),
        }
    }

    /// The longest beginning whose characters pass, and what follows spaces after it.
    fn word(&mut self, passes: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|it| !passes(it)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.factor()?;
        loop {
            if self.take('*') {
                value *= self.factor()?;
            } else if self.take('/') {
                value /= self.factor()?;
            } else if self.take('%') {
                value %= self.factor()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn factor(&mut self) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > MAX_NESTED {
            return Err("the expression is nested too deeply".into());
        }
        let value = if self.take('-') {
            -self.factor()?
        } else {
            let base = self.atom()?;
            if self.take('^') { libm::pow(base, self.factor()?) } else { base }
        };
        self.depth -= 1;
        Ok(value)
    }

    fn atom(&mut self) -> Result<f64, String> {
        if self.take('(') {
            let value = self.sum()?;
            self.expect(')')?;
            return Ok(value);
        }
        match self.rest.chars().next() {
            None => Err("expected a number or a name at the end".into()),
            Some(first) if first.is_ascii_alphabetic() => self.name(),
            Some(first) if first.is_ascii_digit() || first == '.' => self.number(),
            Some(found) => Err(format!("expected a number or a name, found '{found}'")),
        }
    }

    fn number(&mut self) -> Result<f64, String> {
        let mut previous = ' ';
        let end = self.rest.find(|it: char| {
            let exponent_sign = matches!(it, '+' | '-') && matches!(previous, 'e' | 'E');
            previous = it;
            !(it.is_ascii_digit() || matches!(it, '.' | 'e' | 'E') || exponent_sign)
        });
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest.trim_start();
        digits.parse().map_err(|_| format!("\"{digits}\" is not a number"))
    }

    fn name(&mut self) -> Result<f64, String> {
        let name = self.word(is_name_character);
        if !self.take('(') {
            let here = self.place.iter().find(|entry| entry.0 == name).map(|entry| entry.1);
            return here.or_else(|| self.scope.get(name)).ok_or_else(|| {
                let known = self.scope.names.iter().map(|entry| entry.0.as_str());
                let known = known.chain(self.place.iter().map(|entry| entry.0));
                format!("there is no \"{name}\"{}", hint(name, known))
            });
        }
        let mut arguments = vec![self.sum()?];
        while self.take(',') {
            arguments.push(self.sum()?);
        }
        self.expect(')')?;
        match (name, arguments.as_slice()) {
            ("uniform", [low, high]) => Ok(low + (high - low) * self.draw()),
            // Box and Muller (1958).
            ("normal", [mean, deviation]) => {
                let radius = (-2.0 * libm::log(1.0 - self.draw())).sqrt();
                let angle = std::f64::consts::TAU * self.draw();
                Ok(mean + deviation * radius * libm::cos(angle))
            }
            ("choice", all) => Ok(all[(self.draw() * all.len() as f64) as usize]),
            _ => apply(name, &arguments),
        }
    }

    /// Evenly spread in [0, 1).
    fn draw(&mut self) -> f64 {
        self.random = mix(self.random);
        (self.random >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn apply(function: &str, arguments: &[f64]) -> Result<f64, String> {
    Ok(match (function, arguments) {
        ("sin", [x]) => libm::sin(x.to_radians()),
        ("cos", [x]) => libm::cos(x.to_radians()),
        ("tan", [x]) => libm::tan(x.to_radians()),
        ("asin", [x]) => libm::asin(*x).to_degrees(),
        ("acos", [x]) => libm::acos(*x).to_degrees(),
        ("atan", [x]) => libm::atan(*x).to_degrees(),
        ("sqrt", [x]) => x.sqrt(),
        ("abs", [x]) => x.abs(),
        ("floor", [x]) => x.floor(),
        ("min", [x, y]) => x.min(*y),
        ("max", [x, y]) => x.max(*y),
        _ if FUNCTIONS.contains(&function) => {
            return Err(format!("{function} does not take {} numbers", arguments.len()));
        }
        _ => {
            return Err(format!(
                "there is no function \"{function}\"{}",
                hint(function, FUNCTIONS)
            ));
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope() -> Scope {
        let mut scope = Scope::default();
        scope.set("n", 4.0);
        scope.set("width", 0.5);
        scope
    }

    #[test]
    fn values_are_those_of_school() {
        let cases = [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("10 - 4 - 3", 3.0),
            ("8 / 4 / 2", 1.0),
            ("-2 ^ 2", -4.0),
            ("2 ^ -1", 0.5),
            ("2 ^ 3 ^ 2", 512.0),
            ("7 % 4 * 2", 6.0),
            ("n * width", 2.0),
            ("1.5e-1+1E1", 10.15),
            ("max(n, 2) - min(1, 3)", 3.0),
            ("floor(2.7) + abs(-1) + sqrt(9)", 6.0),
            ("atan(1)", 45.0),
            (" .5 ", 0.5),
        ];
        for (text, expected) in cases {
            let value = scope().evaluate(text).expect(text);
            assert!((value - expected).abs() < 1e-12, "{text} is {value}");
        }
        assert!((scope().evaluate("sin(30)").expect("a sine") - 0.5).abs() < 1e-15);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases = [
            ("", "expected a number or a name"),
            ("1 +", "at the end"),
            ("1 2", "expected an operator, found '2'"),
            ("(1", "expected ')'"),
            ("widht", "did you mean \"width\"?"),
            ("sine(3)", "did you mean \"sin\"?"),
            ("sin(1, 2)", "does not take 2 numbers"),
            ("1 / 0", "not a finite number"),
            ("sqrt(-1)", "not a finite number"),
            ("1.2.3", "\"1.2.3\" is not a number"),
            ("2 & 3", "'&'"),
            ("ä", "'ä'"),
        ];
        for (text, said) in cases {
            let message = scope().evaluate(text).expect_err(text);
            assert!(message.contains(said), "{text}: {message}");
        }
        for nested in ["(".repeat(100_000), "-".repeat(100_000), "2^".repeat(100_000)] {
            assert!(scope().evaluate(&nested).expect_err("deep").contains("nested too deeply"));
        }
    }

    /// Random functions repeat with their seed and place, differ with either, and are
    /// spread as their names say.
    #[test]
    fn random_functions_follow_seed_and_place() {
        let at = |seed: u64, salt: u64, text: &str| {
            Scope::seeded(seed).evaluate_salted(text, salt).expect(text)
        };
        let text = "uniform(2, 4)";
        assert_eq!(at(1, 7, text), at(1, 7, text));
        assert_ne!(at(1, 7, text), at(2, 7, text));
        assert_ne!(at(1, 7, text), at(1, 8, text));
        assert_ne!(at(1, 7, "uniform(0, 1) - uniform(0, 1)"), 0.0);
        let mut copy = Scope::seeded(1);
        copy.set_index("i", 0);
        assert_ne!(copy.evaluate_salted(text, 7), Ok(at(1, 7, text)));
        let all = |text: &str| -> Vec<f64> { (0..4000).map(|salt| at(3, salt, text)).collect() };
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
        let even = all(text);
        assert!(even.iter().all(|it| (2.0..4.0).contains(it)));
        assert!((mean(&even) - 3.0).abs() < 3.0 * (4.0_f64 / 12.0 / 4000.0).sqrt());
        let bell = all("normal(1, 2)");
        assert!((mean(&bell) - 1.0).abs() < 3.0 * 2.0 / 4000_f64.sqrt());
        let squares: Vec<f64> = bell.iter().map(|it| (it - 1.0).powi(2)).collect();
        assert!((mean(&squares) - 4.0).abs() < 3.0 * 4.0 * (2.0_f64 / 4000.0).sqrt());
        let chosen = all("choice(1, 5)");
        assert!(chosen.iter().all(|it| [1.0, 5.0].contains(it)));
        assert!((mean(&chosen) - 3.0).abs() < 3.0 * 2.0 / 4000_f64.sqrt());
        assert!(scope().evaluate("uniform(1)").is_err_and(|it| it.contains("does not take 1")));
    }

    #[test]
    fn names_are_filled_in() {
        assert_eq!(scope().fill("link-{n + 1}-{width}!"), Ok("link-5-0.5!".into()));
        assert!(scope().fill("link-{n").is_err_and(|message| message.contains("closing")));
    }
}
