//! `<include>`: the elements of another file in its place.

use std::path::{Component, Path, PathBuf};

use crate::error::ImportError;
use crate::xml::{self, Element};

/// Files inside files beyond this are refused.
const MAX_DEEP: usize = 16;

/// Puts the content of every included file in the place of its `<include>`.
pub(super) fn expand(root: &mut Element, path: &Path) -> Result<(), ImportError> {
    let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut open = vec![path.to_path_buf()];
    let mut seen = open.clone();
    inside(root, &folder, &mut open, &mut seen)
}

fn inside(
    element: &mut Element,
    folder: &Path,
    open: &mut Vec<PathBuf>,
    seen: &mut Vec<PathBuf>,
) -> Result<(), ImportError> {
    if element.children().iter().any(|child| child.name() == "include") {
        let mut children = Vec::new();
        for child in std::mem::take(element.children_mut()) {
            match child.name() {
                "include" => children.extend(content(&child, folder, open, seen)?),
                _ => children.push(child),
            }
        }
        *element.children_mut() = children;
    }
    // Those that came from other files are expanded already.
    element.children_mut().iter_mut().try_for_each(|child| inside(child, folder, open, seen))
}

fn content(
    include: &Element,
    folder: &Path,
    open: &mut Vec<PathBuf>,
    seen: &mut Vec<PathBuf>,
) -> Result<Vec<Element>, ImportError> {
    let name = include.required("file")?;
    let path = resolve(include, "file", folder, name)?;
    include.finish()?;
    include.no_children()?;
    if open.contains(&path) {
        return Err(include.error_at("file", format!("\"{name}\" includes itself")));
    }
    if seen.contains(&path) {
        return Err(include.error_at("file", format!("\"{name}\" is included twice")));
    }
    if open.len() > MAX_DEEP {
        return Err(include.error(format!("files are included deeper than {MAX_DEEP}")));
    }
    if !path.is_file() {
        return Err(include.error_at("file", format!("\"{name}\" is not there")));
    }
    open.push(path.clone());
    seen.push(path.clone());
    let mut root = xml::read(&path)?.element;
    inside(&mut root, folder, open, seen)?;
    open.pop();
    Ok(std::mem::take(root.children_mut()))
}

/// A file that the model names: absolute paths are refused, `..` is followed.
pub(crate) fn resolve(
    element: &Element,
    key: &str,
    folder: &Path,
    name: &str,
) -> Result<PathBuf, ImportError> {
    let relative = Path::new(name);
    let rooted = |part| matches!(part, Component::RootDir | Component::Prefix(_));
    if name.is_empty() || relative.components().any(rooted) {
        return Err(element.error_at(key, format!("\"{name}\" is no path below a folder")));
    }
    Ok(folder.join(relative))
}
