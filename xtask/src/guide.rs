//! The guide as HTML, and every link of it and of the README checked.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

use crate::root;
use anchor::anchor;

#[path = "../../crates/scene/src/keys/anchor.rs"]
mod anchor;

/// Pages besides the guide's whose links are checked.
const OTHERS: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/measured.md",
    "viewer/README.md",
    "python/MORE_THAN_ONE_MACHINE.md",
];

const STYLE: &str = "body{font:16px/1.55 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem}\
    pre,code{font:14px/1.45 ui-monospace,monospace;background:#8881;border-radius:4px}pre{padding:.7rem;overflow:auto}\
    code{padding:0 .2em}pre code{padding:0;background:none}table{border-collapse:collapse}td,th{padding:.25rem .7rem;\
    border:1px solid #8884;text-align:left}nav{margin-bottom:2rem}nav a{margin-right:1rem}img{max-width:100%}\
    @media(prefers-color-scheme:dark){body{background:#15181d;color:#e2e6eb}a{color:#2ec4b6}}";

/// Writes the guide, and fails where a link leads nowhere. Where it is given a folder, that is a
/// site of many versions: each has a folder there, and so has the last one as `latest`.
pub fn run(out: Option<&Path>) -> Result<(), String> {
    let Some(site) = out else { return write(&root().join("target/guide")) };
    write(&site.join(env!("CARGO_PKG_VERSION")))?;
    write(&site.join("latest"))?;
    let entries = fs::read_dir(site).map_err(|error| format!("{}: {error}", site.display()))?;
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut versions: Vec<String> = entries.flatten().map(name).collect();
    versions.retain(|name| site.join(name).is_dir());
    let numbers = |name: &String| name.split('.').map(|part| part.parse().ok()).collect();
    versions.sort_by_key(|name| Reverse::<Vec<Option<u32>>>(numbers(name)));
    let line = |name: &String| format!("<li><a href=\"{name}/introduction.html\">{name}</a></li>");
    let list: String = versions.iter().map(line).collect();
    let text = page("<h1>Stickslip, by version</h1>", &format!("<ul>{list}</ul>"));
    fs::write(site.join("index.html"), text).map_err(|error| error.to_string())
}

fn write(target: &Path) -> Result<(), String> {
    let source = root().join("docs/guide/src");
    let summary = read(&source.join("SUMMARY.md"))?;
    let pages = links(&summary);
    let mut wrong = Vec::new();
    let listed: BTreeSet<_> = pages.iter().map(|page| source.join(page)).collect();
    for page in markdown_files(&source)? {
        if !listed.contains(&page) && !page.ends_with("SUMMARY.md") {
            wrong.push(format!("{} is not in SUMMARY.md", page.display()));
        }
    }
    fs::create_dir_all(target).map_err(|error| format!("cannot make {target:?}: {error}"))?;
    let navigation = render(&summary).replace("<h1>Summary</h1>", "").replace(".md\"", ".html\"");
    for page in &pages {
        let text = read(&source.join(page))?;
        wrong.extend(broken(&source.join(page), &text));
        let body = render(&text).replace(".md\"", ".html\"").replace(".md#", ".html#");
        let contents = format!("<details><summary>Contents</summary>{navigation}</details>");
        let whole = self::page(&format!("<nav>{contents}</nav>"), &body);
        let name = target.join(page.replace(".md", ".html"));
        fs::write(&name, whole).map_err(|error| format!("cannot write {name:?}: {error}"))?;
    }
    for other in OTHERS {
        let path = root().join(other);
        wrong.extend(broken(&path, &read(&path)?));
    }
    copy_scenes(&source, target)?;
    if wrong.is_empty() {
        println!("── the guide: {} pages in {}", pages.len(), target.display());
        return Ok(());
    }
    Err(format!("links of the guide:\n  {}", wrong.join("\n  ")))
}

/// A whole page of HTML.
fn page(head: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Stickslip</title>\
         <style>{STYLE}</style>{head}<main>{body}</main></html>\n"
    )
}

fn copy_scenes(source: &Path, target: &Path) -> Result<(), String> {
    let scenes = target.join("scenes");
    fs::create_dir_all(&scenes).map_err(|error| error.to_string())?;
    for entry in fs::read_dir(source.join("scenes")).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().unwrap_or_default();
        fs::copy(&path, scenes.join(name)).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn markdown_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    Ok(paths.filter(|path| path.extension().is_some_and(|it| it == "md")).collect())
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

/// HTML whose headings can be linked to.
fn render(text: &str) -> String {
    let mut events = Vec::new();
    let mut heading: Option<(usize, String)> = None;
    for event in parser(text) {
        match &event {
            Event::Start(Tag::Heading { .. }) => heading = Some((events.len(), String::new())),
            Event::Text(words) | Event::Code(words) => {
                if let Some((_, title)) = &mut heading {
                    title.push_str(words);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((at, title)) = heading.take()
                    && let Some(Event::Start(Tag::Heading { id, .. })) = events.get_mut(at)
                {
                    *id = Some(anchor(&title).into());
                }
            }
            _ => {}
        }
        events.push(event);
    }
    let mut page = String::new();
    html::push_html(&mut page, events.into_iter());
    page
}

fn links(text: &str) -> Vec<String> {
    let link = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    };
    parser(text).filter_map(link).collect()
}

fn anchors(text: &str) -> BTreeSet<String> {
    let page = render(text);
    let parts = page.split(" id=\"").skip(1);
    parts.filter_map(|part| part.split_once('"')).map(|part| part.0.to_owned()).collect()
}

/// The links of a page that lead nowhere; those to other machines are not followed.
fn broken(page: &Path, text: &str) -> Vec<String> {
    let folder = page.parent().unwrap_or(page);
    let check = |link: &String| {
        let (file, part) = link.split_once('#').unwrap_or((link, ""));
        let path = if file.is_empty() { page.to_owned() } else { folder.join(file) };
        let whole = link.contains("://") || link.starts_with("mailto:");
        let has_part = || match file.is_empty() {
            true => anchors(text).contains(part),
            false => read(&path).is_ok_and(|text| anchors(&text).contains(part)),
        };
        let found = path.exists() && (part.is_empty() || has_part());
        (!whole && !found).then(|| format!("{}: {link}", page.display()))
    };
    links(text).iter().filter_map(check).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        let page = root().join("README.md");
        let text = "# A head\n[good](#a-head) [file](Cargo.toml) [away](https://a.example)\n\
                    [bad](#another) ![gone](docs/no-such.png)\n";
        let wrong = broken(&page, text);
        assert_eq!(wrong.len(), 2, "{wrong:?}");
        assert!(wrong[0].ends_with("#another") && wrong[1].ends_with("no-such.png"));
    }
}
