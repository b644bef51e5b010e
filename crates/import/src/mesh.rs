//! Mesh files that models name.

use std::path::Path;

use stickslip_geometry::files::{self, FileError};
use stickslip_geometry::mesh::Surface;

use crate::error::ImportError;
use crate::xml::Element;

/// Reads the triangles of a file that an attribute names. Messages tell its
/// name and not what is in it.
pub(crate) fn read(element: &Element, key: &str, path: &Path) -> Result<Surface, ImportError> {
    let surface = files::read(path).map_err(|error| {
        let what = match error {
            FileError::Io { reason, .. } => {
                format!("\"{}\" cannot be read: {reason}", path.display())
            }
            other => format!("names a file that cannot be used: {other}"),
        };
        element.error_at(key, what)
    })?;
    surface.into_surface().map_err(|error| element.error_at(key, error.to_string()))
}
