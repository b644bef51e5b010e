//! What the crate `stickslip` offers, as text: the signatures of all that is its own, and the
//! names that it passes on.
//!
//! `crates/stickslip/api.txt` keeps it, so that no change of it goes unseen. The list that
//! rustdoc writes for programs needs a nightly compiler; its pages do not.

use std::collections::BTreeSet;
use std::fs;

use crate::root;

const KEPT: &str = "crates/stickslip/api.txt";

/// Compares the documentation, which must have been made, with what is kept.
pub fn check() -> Result<(), String> {
    let (found, kept) = (list()?, fs::read_to_string(root().join(KEPT)).unwrap_or_default());
    let only = |one: &str, other: &str, sign: char| -> Vec<String> {
        let others: Vec<&str> = other.lines().collect();
        let lines = one.lines().filter(|line| !others.contains(line));
        lines.map(|line| format!("{sign} {line}")).collect()
    };
    let mut changes = only(&kept, &found, '-');
    changes.extend(only(&found, &kept, '+'));
    if changes.is_empty() {
        println!("── public interface: {} signatures, as kept", found.lines().count());
        return Ok(());
    }
    Err(format!("the public interface is not that of {KEPT}; `cargo xtask api` keeps it:\n  {}", {
        changes.join("\n  ")
    }))
}

/// Keeps what the documentation shows.
pub fn write() -> Result<(), String> {
    let doc = ["doc", "--no-deps", "--package", "stickslip"];
    let mut cargo = std::process::Command::new(env!("CARGO"));
    crate::page::run(cargo.args(doc).current_dir(root()), "documentation")?;
    fs::write(root().join(KEPT), list()?).map_err(|error| format!("cannot write {KEPT}: {error}"))
}

fn list() -> Result<String, String> {
    // This program is in a folder of the one that cargo builds into.
    let own = std::env::current_exe().map_err(|error| format!("cannot find this: {error}"))?;
    let target = own.ancestors().nth(2).unwrap_or(root());
    let folder = target.join("doc/stickslip");
    // By links, since pages of what is gone stay where they are.
    let (mut waiting, mut known) = (vec!["index.html".to_owned()], BTreeSet::new());
    let mut lines = Vec::new();
    while let Some(name) = waiting.pop() {
        let page = fs::read_to_string(folder.join(&name))
            .map_err(|error| format!("{}: {error}", folder.join(&name).display()))?;
        let place = name.trim_end_matches(".html").trim_end_matches("index").trim_matches('/');
        lines.extend(signatures(&page).map(|own| format!("stickslip/{place}: {own}")));
        let here = name.rsplit_once('/').map_or(String::new(), |(above, _)| format!("{above}/"));
        for link in links(&page) {
            let link = format!("{here}{link}");
            if known.insert(link.clone()) {
                waiting.push(link);
            }
        }
    }
    lines.sort();
    lines.dedup();
    Ok(lines.join("\n") + "\n")
}

/// The pages below a page that it leads to.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let all = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let below = |link: &&str| !link.contains("..") && !link.contains(':') && *link != "all.html";
    all.filter(|link| link.ends_with(".html")).filter(below)
}

/// The declaration of a page and the signatures of what it has of its own; traits that others
/// declare are left out.
fn signatures(page: &str) -> impl Iterator<Item = String> {
    let own = page.split("id=\"trait-implementations\"").next().unwrap_or_default();
    let own = own.split("id=\"synthetic-implementations\"").next().unwrap_or_default();
    let between = |begin: &'static str, end: &'static str| {
        own.split(begin).skip(1).filter_map(move |rest| rest.split(end).next())
    };
    let declared = between("<pre class=\"rust item-decl\"><code>", "</code></pre>");
    let passed_on = between("<code>pub use ", "</code>").map(|rest| format!("pub use {rest}"));
    let methods = between("<h4 class=\"code-header\">", "</h4>");
    let own = declared.chain(methods).map(str::to_owned).chain(passed_on);
    own.map(|html| text(&html)).collect::<Vec<_>>().into_iter()
}

/// HTML as words, one blank between them.
fn text(html: &str) -> String {
    let mut plain = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => plain.push(letter),
            _ => {}
        }
    }
    let plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    plain.replace("&#39;", "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_gives_its_declaration_and_its_own_methods() {
        let page = "<pre class=\"rust item-decl\"><code>pub struct <a>One</a>&lt;T&gt; { }</code></pre>\
                    <h4 class=\"code-header\">pub fn <a>new</a>()\n  -&gt; Self</h4>\
                    <h2 id=\"trait-implementations\"></h2><h4 class=\"code-header\">fn fmt()</h4>";
        let found: Vec<String> = signatures(page).collect();
        assert_eq!(found, ["pub struct One<T> { }", "pub fn new() -> Self"]);
    }
}
