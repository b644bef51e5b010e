//! What an experiment measured when its file in `kept/` was written, beside
//! what it measures now.
//!
//! A file has a line for the verdict, and one for each claim:
//! whether it holds (+) or not (−), its weight, its text and what was measured.
//! `~` alone stands in front of a claim that hangs on the clock or on chaos, of
//! which nothing but the text is compared; behind the sign it says that only
//! the numbers do.
//! `STICKSLIP_MEASURED=write` writes the files anew, after a change that is
//! meant to change what is measured, and keeps the `~`.

use std::path::PathBuf;

use stickslip_experiments::{Claim, Findings, Ruling};

/// Numbers may differ by this share: an iteration more or less is no other
/// result.
const BAND: f64 = 0.1;

/// What is smaller is rounding, whatever it says.
const ROUNDING: f64 = 1e-12;

/// What is kept of a claim.
#[derive(Debug)]
struct Line<'a> {
    sign: &'a str,
    weight: &'a str,
    text: &'a str,
    measured: &'a str,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Self {
        let mut parts = line.splitn(4, " | ");
        let mut next = || parts.next().unwrap_or_else(|| panic!("four parts: {line}"));
        Self { sign: next(), weight: next(), text: next(), measured: next() }
    }

    fn is_loose(&self) -> bool {
        self.sign == "~"
    }

    fn has_loose_numbers(&self) -> bool {
        self.sign.ends_with('~')
    }
}

/// Compares with what is kept, or writes it.
pub fn compare(name: &str, found: &Findings) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts/kept");
    let path = folder.join(format!("{name}.txt"));
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let (verdict, claims) = kept.split_once('\n').unwrap_or(("", ""));
    let claims: Vec<Line<'_>> = claims.lines().map(Line::read).collect();
    if std::env::var("STICKSLIP_MEASURED").is_ok_and(|value| value == "write") {
        std::fs::write(&path, written(found, &claims)).expect("writable");
        return;
    }
    let texts = |all: Vec<(&str, &str)>| all.into_iter().map(|it| format!("{it:?}")).collect();
    let before: Vec<String> = texts(claims.iter().map(|it| (it.weight, it.text)).collect());
    let now: Vec<String> =
        texts(found.claims.iter().map(|it| (weight(it), it.text.as_str())).collect());
    assert_eq!(now, before, "{name} makes other claims than {} keeps", path.display());
    for (line, claim) in claims.iter().zip(&found.claims).filter(|(line, _)| !line.is_loose()) {
        assert_eq!(sign(claim), line.sign.trim_end_matches('~'), "{claim:?} against {line:?}");
        let same = line.has_loose_numbers() || alike(line.measured, &claim.measured);
        assert!(same, "{claim:?} against {line:?}");
    }
    let decided = |line: &Line<'_>| line.is_loose() && line.weight != "aside";
    if !claims.iter().any(decided) {
        assert_eq!(found.verdict().name(), verdict, "{name}");
    }
}

fn written(found: &Findings, before: &[Line<'_>]) -> String {
    let mut text = format!("{}\n", found.verdict().name());
    for claim in &found.claims {
        let line = before.iter().find(|line| line.text == claim.text);
        let sign = match line {
            Some(line) if line.is_loose() => "~".into(),
            Some(line) if line.has_loose_numbers() => format!("{}~", sign(claim)),
            _ => sign(claim).to_owned(),
        };
        let Claim { text: said, measured, .. } = claim;
        text += &format!("{sign} | {} | {said} | {measured}\n", weight(claim));
    }
    text
}

fn sign(claim: &Claim) -> &'static str {
    match claim.ruling {
        Ruling::Holds => "+",
        Ruling::Fails => "−",
        Ruling::Open => "?",
        Ruling::NotTestable => "/",
    }
}

fn weight(claim: &Claim) -> &'static str {
    claim.weight.name()
}

/// A number in a text, and a unit in its last place; whole numbers have none.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Number {
    value: f64,
    grain: f64,
}

/// Whether the words are the same and every number is within the band, or
/// rounded to its neighbour.
fn alike(kept: &str, now: &str) -> bool {
    let ((kept, before), (now, after)) = (numbers(kept), numbers(now));
    let near = |(one, two): (&Number, &Number)| {
        let apart = (one.value - two.value).abs();
        let band = BAND * one.value.abs().max(two.value.abs());
        let least = ROUNDING.max(1.001 * one.grain.max(two.grain));
        one.value == two.value || apart <= band.max(least)
    };
    kept == now && before.len() == after.len() && before.iter().zip(&after).all(near)
}

/// The text with # for each number, and the numbers.
fn numbers(text: &str) -> (String, Vec<Number>) {
    let (mut words, mut found) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = number_length(rest);
        if length == 0 || words.ends_with(char::is_alphabetic) {
            words.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (digits, power) = rest[..length].split_once('e').unwrap_or((&rest[..length], "0"));
        let decimals = digits.split_once('.').map_or(0, |parts| parts.1.len() as i32);
        let power: i32 = power.parse().expect("digits");
        let whole = decimals == 0 && !rest[..length].contains('e');
        let grain = if whole { 0.0 } else { 10f64.powi(power - decimals) };
        found.push(Number { value: rest[..length].parse().expect("a number"), grain });
        words.push('#');
        rest = &rest[length..];
    }
    (words, found)
}

/// How many bytes of the beginning are a number: 7, 0.25, 1.2e-9.
fn number_length(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(text);
    if length > 0 && text[length..].starts_with('.') && digits(&text[length + 1..]) > 0 {
        length += 1 + digits(&text[length + 1..]);
    }
    if length > 0 && text[length..].starts_with('e') {
        let sign = usize::from(text[length + 1..].starts_with(['-', '+']));
        let power = digits(&text[length + 1 + sign..]);
        length += if power > 0 { 1 + sign + power } else { 0 };
    }
    length
}

#[test]
fn numbers_are_found_and_held_against_each_other() {
    let (words, found) = numbers("1.25e-9 m against 40, 0.50");
    assert_eq!(words, "# m against #, #");
    assert_eq!(found.iter().map(|it| it.value).collect::<Vec<_>>(), [1.25e-9, 40.0, 0.5]);
    assert!(alike("7 of 8", "7 of 8") && !alike("7 of 8", "6 of 8"));
    assert!(alike("100 sweeps", "109 sweeps") && !alike("100 sweeps", "112 sweeps"));
    assert!(alike("0.01 m", "0.02 m") && !alike("0.01 m", "0.03 m"));
    assert!(alike("1e-9", "2e-9") && !alike("1e-9", "3e-9"));
    assert!(!alike("1 m", "1 s"));
    assert!(alike("7e-15 J", "2e-16 J"));
    assert!(alike("NaN", "NaN") && !alike("NaN", "1"));
}
