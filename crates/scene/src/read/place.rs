//! Where something stands in a scene file, and the names it may use there.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::expression::Scope;
use super::mesh::MeshCache;
use crate::error::SceneError;

/// The file and its text.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Name for messages.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Meshes that were read already.
    pub meshes: &'a MeshCache,
    /// Who wants to know which keys are asked for.
    pub asked: Option<&'a RefCell<Asked>>,
}

/// The keys that readers ask for, by the kind of the section.
pub type Asked = BTreeMap<String, BTreeSet<&'static str>>;

impl Source<'_> {
    /// The path of a file that is named relative to the scene.
    pub fn beside(&self, file: &str) -> Result<PathBuf, String> {
        if self.file.starts_with("builtin:") {
            return Err("a built-in scene has no files beside it".into());
        }
        Ok(Path::new(self.file).parent().unwrap_or(Path::new("")).join(file))
    }

    /// An error at a place in the text.
    pub fn error(&self, span: &Range<usize>, reason: impl Into<String>) -> SceneError {
        let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        SceneError::Text { file: self.file.into(), line, reason: reason.into() }
    }
}

/// What a table and its values share.
#[derive(Clone, Debug)]
pub struct Origin<'a> {
    /// Where it comes from.
    pub source: Source<'a>,
    /// The names that its expressions may use.
    pub scope: Rc<Scope>,
    /// What it is for people: `body "crate"`.
    pub label: String,
}

impl Origin<'_> {
    /// The kind of the table, as the guide names it: `body`, `motor`, and with
    /// a type `joint.gear`.
    pub fn kind(&self, typed: Option<&str>) -> String {
        let last = self.label.rsplit(": ").next().unwrap_or_default();
        let word = last.split([' ', '[']).next().unwrap_or_default();
        let kind = match word {
            "shapes" | "zone" => "shape",
            "keyframes" => "keyframe",
            "turned" => "rotation",
            _ if word.starts_with("travel_") || word.starts_with("rotation_") => "axis",
            "first_rotation" | "second_rotation" => "axis",
            _ => word,
        };
        typed.map_or_else(|| kind.into(), |typed| format!("{kind}.{typed}"))
    }

    /// An error at a place in the text, which names the table.
    pub fn error(&self, span: &Range<usize>, reason: impl AsRef<str>) -> SceneError {
        let label = if self.label.is_empty() { String::new() } else { format!("{}: ", self.label) };
        self.source.error(span, format!("{label}{}", reason.as_ref()))
    }
}
