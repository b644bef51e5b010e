//! Colours for status, where somebody sees them: `console` knows whether that
//! is a terminal and what NO_COLOR, CLICOLOR and CLICOLOR_FORCE say.

use console::Style;

/// Words that are painted where they fill a cell of a table.
const GOOD: [&str; 4] = ["converged", "valid", "agrees", "holds"];
const BAD: [&str; 10] = [
    "max_iterations",
    "stagnated",
    "cycled",
    "capped",
    "diverged",
    "unsolvable",
    "damaged",
    "not valid",
    "disagrees",
    "fails",
];

fn good() -> Style {
    Style::new().green().force_styling(true)
}

fn bad() -> Style {
    Style::new().red().bold().force_styling(true)
}

fn quiet() -> Style {
    Style::new().yellow().force_styling(true)
}

/// A report with its status words in colour. Nothing else is changed, and a
/// JSON document has no cells.
pub fn paint(text: &str) -> String {
    text.split_inclusive('\n').map(paint_line).collect()
}

fn paint_line(line: &str) -> String {
    let trimmed = line.trim();
    let counted = ["steps not converged", "steps beyond accuracy"];
    if let Some(count) = counted.iter().find_map(|head| trimmed.strip_prefix(head)) {
        let style = if count.trim() == "0" { good() } else { bad() };
        return replace_last(line, count.trim(), &style);
    }
    if let Some((_, verdict)) = trimmed.rsplit_once(": ")
        && (GOOD.contains(&verdict) || BAD.contains(&verdict))
    {
        let style = if GOOD.contains(&verdict) { good() } else { bad() };
        return replace_last(line, verdict, &style);
    }
    for (head, style) in [("not valid:", bad()), ("stopped after", bad()), ("warning:", quiet())] {
        if trimmed.starts_with(head) {
            return line.replacen(head, &style.apply_to(head).to_string(), 1);
        }
    }
    let cell =
        trimmed.split("  ").map(str::trim).find(|cell| GOOD.contains(cell) || BAD.contains(cell));
    match cell {
        None => line.into(),
        Some(word) => {
            let style = if GOOD.contains(&word) { good() } else { bad() };
            replace_last(line, word, &style)
        }
    }
}

fn replace_last(line: &str, word: &str, style: &Style) -> String {
    match line.rfind(word) {
        Some(at) if !word.is_empty() => {
            let (before, after) = (&line[..at], &line[at + word.len()..]);
            format!("{before}{}{after}", style.apply_to(word))
        }
        _ => line.into(),
    }
}

/// What a complaint begins with, in colour.
pub fn paint_head(line: &str) -> String {
    for (head, style) in [("error:", bad()), ("warning:", quiet()), ("  hint:", quiet())] {
        if let Some(rest) = line.strip_prefix(head) {
            return format!("{}{rest}", style.apply_to(head));
        }
    }
    line.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str) -> String {
        paint(text)
            .replace("\u{1b}[32m", "<")
            .replace("\u{1b}[31m\u{1b}[1m", "!")
            .replace("\u{1b}[0m", ">")
    }

    #[test]
    fn only_status_is_painted() {
        assert_eq!(marked(" status   converged\n"), " status   <converged>\n");
        assert_eq!(marked(" pgs  stagnated  3\n"), " pgs  !stagnated>  3\n");
        assert_eq!(marked(" steps not converged   0\n"), " steps not converged   <0>\n");
        assert_eq!(marked(" steps not converged   10\n"), " steps not converged   !10>\n");
        assert_eq!(marked(" a.toml: valid\n"), " a.toml: <valid>\n");
        let json = "{\"status\":\"converged\"}\n";
        assert_eq!(marked(json), json);
        assert_eq!(marked(" a story of what converged\n"), " a story of what converged\n");
    }
}
