//! STL, text and binary. Equal corners become one point; stored normals are left out,
//! the order of the corners tells the side.

use glam::{DVec3, Vec3};

use super::text::{lines, number, quoted};
use super::{ContentError, Location};
use crate::mesh::Surface;

/// Bytes before the first triangle, and of each.
const HEADER: usize = 84;
const TRIANGLE: usize = 50;

pub(super) fn read(bytes: &[u8]) -> Result<Surface, ContentError> {
    let corners = if is_binary(bytes) { binary(bytes)? } else { text(bytes)? };
    let faces = (0..corners.len() as u32 / 3).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]);
    let loose = Surface::new(corners, faces.collect())?;
    let joined = loose.welded();
    if joined.faces().is_empty() {
        return Err(ContentError::file("every triangle has two equal corners"));
    }
    Ok(joined)
}

fn told(bytes: &[u8]) -> Option<usize> {
    let count = bytes.get(80..HEADER)?.try_into().ok().map(u32::from_le_bytes)?;
    usize::try_from(count).ok()
}

/// The length decides: binary files too may begin with "solid".
fn is_binary(bytes: &[u8]) -> bool {
    let fits = told(bytes).is_some_and(|count| {
        count.checked_mul(TRIANGLE).and_then(|size| size.checked_add(HEADER)) == Some(bytes.len())
    });
    fits || !bytes.trim_ascii_start().starts_with(b"solid")
}

fn binary(bytes: &[u8]) -> Result<Vec<DVec3>, ContentError> {
    let Some(count) = told(bytes) else {
        let what =
            format!("neither \"solid …\" nor a binary header of 84 bytes: {} bytes", bytes.len());
        return Err(ContentError::file(what));
    };
    let there = (bytes.len() - HEADER) / TRIANGLE;
    if count > there || !(bytes.len() - HEADER).is_multiple_of(TRIANGLE) {
        let what = format!(
            "the header tells of {count} triangles of 50 bytes, but {} bytes follow",
            bytes.len() - HEADER
        );
        return Err(ContentError::new(Location::Byte(80), what));
    }
    let mut corners = Vec::with_capacity(3 * count);
    for triangle in bytes[HEADER..].chunks_exact(TRIANGLE).take(count) {
        for corner in triangle[12..48].chunks_exact(12) {
            let axis = |k: usize| {
                // Four bytes of twelve.
                f32::from_le_bytes([corner[k], corner[k + 1], corner[k + 2], corner[k + 3]])
            };
            let point = Vec3::new(axis(0), axis(4), axis(8));
            if !point.is_finite() {
                let at = HEADER + corners.len() / 3 * TRIANGLE;
                let what =
                    format!("triangle {} has a corner that is not finite", corners.len() / 3);
                return Err(ContentError::new(Location::Byte(at), what));
            }
            corners.push(point.as_dvec3());
        }
    }
    Ok(corners)
}

fn text(bytes: &[u8]) -> Result<Vec<DVec3>, ContentError> {
    let mut corners = Vec::new();
    // How many corners the open facet has.
    let mut open: Option<usize> = None;
    let mut last = 1;
    for (line, text) in lines(bytes) {
        last = line;
        let mut words = text.split_whitespace();
        let wrong = |what: &str| Err(ContentError::line(line, what));
        match (words.next(), open) {
            (None | Some("solid" | "endsolid"), None) => {}
            (None | Some("outer" | "endloop"), _) => {}
            (Some("facet"), None) => open = Some(0),
            (Some("facet"), Some(_)) => return wrong("the facet before has no endfacet"),
            (Some("vertex"), Some(count)) => {
                let mut next = |what| number(&mut words, line, what);
                corners.push(DVec3::new(next("x")?, next("y")?, next("z")?));
                open = Some(count + 1);
            }
            (Some("vertex"), None) => return wrong("a vertex outside of any facet"),
            (Some("endfacet"), Some(3)) => open = None,
            (Some("endfacet"), Some(count)) => {
                return wrong(&format!("a facet needs 3 vertices, found {count}"));
            }
            (Some("endfacet"), None) => return wrong("no facet is open"),
            (Some("solid" | "endsolid"), Some(_)) => {
                return wrong("the facet before has no endfacet");
            }
            (Some(word), _) => {
                return wrong(&format!("{} is no word of STL", quoted(word)));
            }
        }
    }
    match open {
        Some(_) => Err(ContentError::line(last, "the file ends within a facet")),
        None => Ok(corners),
    }
}
