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
    /// The page, or why there is none.
    pub fn find(folder: Option<&Path>) -> Result<Self, &'static str> {
        match (folder, built::MISSING) {
            (Some(folder), _) => Ok(Self::Folder(folder.into())),
            (None, None) => Ok(Self::BuiltIn),
            (None, Some(reason)) => Err(reason),
        }
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
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}
