//! The files of the page: built into the program, or from a folder.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

mod built {
    include!(concat!(env!("OUT_DIR"), "/page.rs"));
}

/// Where the files of the page come from.
#[derive(Clone, Debug)]
pub enum Page {
    /// The program.
    BuiltIn,
    /// A folder, for whoever works on the page.
    Folder(PathBuf),
}

impl Page {
    /// The page in the program, or that of a folder.
    pub fn new(folder: Option<&Path>) -> Self {
        folder.map_or(Self::BuiltIn, |folder| Self::Folder(folder.into()))
    }

    /// The file at a path of the address, with its type.
    pub fn file(&self, path: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
        let path = match path.trim_start_matches('/') {
            "" => "index.html",
            path => path,
        };
        let content = match self {
            Self::BuiltIn => {
                let (_, content) = built::FILES.iter().find(|(name, _)| *name == path)?;
                Cow::Borrowed(*content)
            }
            Self::Folder(folder) => {
                let inside = |part| matches!(part, Component::Normal(_));
                let path = Path::new(path);
                let found = path.components().all(inside).then(|| folder.join(path))?;
                Cow::Owned(std::fs::read(found).ok()?)
            }
        };
        Some((content_type(path), content))
    }
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `cargo xtask test` builds it anew and compares every byte; this needs no Node.js.
    #[test]
    fn the_kept_page_is_that_of_the_sources() {
        let is_kept = std::hint::black_box(built::IS_KEPT);
        assert!(is_kept, "viewer/ has changed: `npm run page` there keeps what it builds");
    }

    #[test]
    fn the_page_names_only_files_that_are_there() {
        let (kind, index) = Page::BuiltIn.file("/").expect("there");
        assert_eq!(kind, "text/html; charset=utf-8");
        let index = String::from_utf8_lossy(&index);
        let named: Vec<&str> =
            index.split("\"./").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(named.len() >= 2, "{index}");
        for path in named {
            assert!(Page::BuiltIn.file(path).is_some(), "{path}");
        }
        assert_eq!(Page::BuiltIn.file("sources.txt"), None);
    }
}
