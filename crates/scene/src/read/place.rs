//! Where something stands in a scene file, and the names it may use there.

use std::ops::Range;
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
}

impl Source<'_> {
    /// An error at a place in the text.
    pub fn error(&self, span: &Range<usize>, reason: impl Into<String>) -> SceneError {
        let before = self.text.as_bytes().get(..span.start).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        SceneError::Text { file: self.file.into(), line, reason: reason.into() }
    }
}

/// What a table and its values share.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// Where it comes from.
    pub source: Source<'a>,
    /// The names that its expressions may use.
    pub scope: Rc<Scope>,
    /// What it is for people: `body "crate"`.
    pub label: String,
}

impl Place<'_> {
    /// An error at a place in the text, which names the table.
    pub fn error(&self, span: &Range<usize>, reason: impl AsRef<str>) -> SceneError {
        let label = if self.label.is_empty() { String::new() } else { format!("{}: ", self.label) };
        self.source.error(span, format!("{label}{}", reason.as_ref()))
    }
}
