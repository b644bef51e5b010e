//! Where meshes are: relative paths and `package://`.

use std::path::{Path, PathBuf};

use crate::error::ImportError;
use crate::mjcf::include;
use crate::xml::Element;

/// Folders of packages.
#[derive(Debug)]
pub(super) struct Packages<'a> {
    folder: PathBuf,
    given: &'a [(String, PathBuf)],
}

impl<'a> Packages<'a> {
    pub(super) fn new(path: &Path, given: &'a [(String, PathBuf)]) -> Self {
        Self { folder: path.parent().unwrap_or(Path::new("")).into(), given }
    }

    /// The file that a name means. `package://NAME/rest` is rest below the folder that
    /// was given for NAME; or else NAME/rest below the folder of the model, or rest below
    /// a folder above it that is called NAME or whose `package.xml` says so.
    pub(super) fn resolve(&self, element: &Element, name: &str) -> Result<PathBuf, ImportError> {
        let plain = name.strip_prefix("file://").unwrap_or(name);
        let named = plain.strip_prefix("package://").or_else(|| plain.strip_prefix("model://"));
        let Some(rest) = named else {
            return include::resolve(element, "filename", &self.folder, plain);
        };
        let Some((package, rest)) = rest.split_once('/') else {
            let what = format!("\"{name}\" names a package and no file in it");
            return Err(element.error_at("filename", what));
        };
        if let Some((_, folder)) = self.given.iter().find(|(known, _)| known == package) {
            return include::resolve(element, "filename", folder, rest);
        }
        let below = include::resolve(element, "filename", &self.folder.join(package), rest)?;
        if below.exists() {
            return Ok(below);
        }
        let whole = std::path::absolute(&self.folder).unwrap_or(self.folder.clone());
        for folder in whole.ancestors() {
            let called = folder.file_name().is_some_and(|name| name == package);
            if called || says_its_name(folder, package) {
                return include::resolve(element, "filename", folder, rest);
            }
        }
        let what = format!(
            "\"{name}\": there is no folder of package \"{package}\"; --package {package}=DIR \
             tells it"
        );
        Err(element.error_at("filename", what))
    }
}

/// Whether the `package.xml` of a folder gives it a name.
fn says_its_name(folder: &Path, package: &str) -> bool {
    let path = folder.join("package.xml");
    let small = path.metadata().is_ok_and(|about| about.len() < 1 << 20);
    small
        && std::fs::read_to_string(path)
            .is_ok_and(|text| text.contains(&format!("<name>{package}</name>")))
}
