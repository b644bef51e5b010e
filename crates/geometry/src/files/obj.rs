//! Wavefront OBJ: `v` and `f`. What only looks (normals, colours, materials, groups)
//! is left out; curves and free-form surfaces are refused.

use std::borrow::Cow;

use glam::DVec3;

use super::ContentError;
use super::text::{lines, number, quoted};
use crate::mesh::Surface;

/// Statements that do not change where the triangles are.
const LEFT_OUT: [&str; 17] = [
    "vn",
    "vt",
    "o",
    "g",
    "s",
    "mg",
    "usemtl",
    "mtllib",
    "l",
    "p",
    "usemap",
    "maplib",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
];

pub(super) fn read(bytes: &[u8]) -> Result<Surface, ContentError> {
    let mut points = Vec::new();
    let mut faces = Vec::new();
    let mut lines = lines(bytes);
    while let Some((line, first)) = lines.next() {
        let text = whole(first, &mut lines);
        let text = text.split('#').next().unwrap_or_default();
        let mut words = text.split_whitespace();
        match words.next() {
            None => {}
            Some("v") => {
                let mut next = |what| number(&mut words, line, what);
                points.push(DVec3::new(next("x")?, next("y")?, next("z")?));
            }
            Some("f") => {
                let corners: Vec<u32> =
                    words.map(|word| corner(word, points.len(), line)).collect::<Result<_, _>>()?;
                if corners.len() < 3 {
                    let what = format!("a face needs three corners, found {}", corners.len());
                    return Err(ContentError::line(line, what));
                }
                let fan = |k: usize| [corners[0], corners[k], corners[k + 1]];
                faces.extend((1..corners.len() - 1).map(fan));
            }
            Some(word) if LEFT_OUT.contains(&word) => {}
            Some(word) => {
                let what = format!("{} is no statement of OBJ that is known here", quoted(word));
                return Err(ContentError::line(line, what));
            }
        }
    }
    Ok(Surface::new(points, faces)?)
}

/// A line with those that a backslash at its end joins to it.
fn whole<'a>(
    first: Cow<'a, str>,
    lines: &mut impl Iterator<Item = (usize, Cow<'a, str>)>,
) -> Cow<'a, str> {
    let mut text = first;
    while let Some(begun) = text.trim_end().strip_suffix('\\') {
        let Some((_, next)) = lines.next() else { break };
        text = Cow::Owned(format!("{begun} {next}"));
    }
    text
}

/// `7`, `7/1`, `7//3`, `7/1/3` or the same with −1 for the last point.
fn corner(word: &str, points: usize, line: usize) -> Result<u32, ContentError> {
    let number = word.split('/').next().unwrap_or_default();
    let wrong = |what: String| ContentError::line(line, what);
    let index: i64 = number
        .parse()
        .map_err(|_| wrong(format!("a corner is no number of a point: {}", quoted(word))))?;
    let place = if index > 0 { index - 1 } else { points as i64 + index };
    if index == 0 || place < 0 || place >= points as i64 {
        return Err(wrong(format!("point {index} is not among the {points} before this line")));
    }
    // Points are fewer than bytes, and bytes fewer than 2³².
    Ok(place as u32)
}
