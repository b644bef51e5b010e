//! VTK's legacy format as text: polygons of `POLYDATA`, triangles, quadrangles, polygons
//! and tetrahedra of `UNSTRUCTURED_GRID`, in both ways of writing cells. Points and
//! lines are left out; where there are tetrahedra, so are faces. Data that belong to
//! points and cells are passed over.

use glam::DVec3;

use super::text::{lines, number, quoted};
use super::{ContentError, Mesh};
use crate::mesh::{Surface, Tetrahedra};

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, ContentError> {
    let rows: Vec<(usize, String)> =
        lines(bytes).map(|(line, text)| (line, text.into_owned())).collect();
    let head = |at: usize| rows.get(at).map_or("", |(_, text)| text.trim());
    if !head(0).starts_with("# vtk DataFile") {
        return Err(ContentError::line(1, "expected \"# vtk DataFile\""));
    }
    match head(2) {
        "ASCII" => {}
        "BINARY" => return Err(ContentError::line(3, "binary files are not read here")),
        other => {
            let what = format!("expected ASCII, found {}", quoted(other));
            return Err(ContentError::line(3, what));
        }
    }
    let of_row = |(line, text): &'_ (usize, String)| {
        let words: Vec<(usize, String)> =
            text.split_ascii_whitespace().map(|word| (*line, word.to_owned())).collect();
        words
    };
    let words = rows.iter().skip(3).flat_map(of_row).collect();
    let mut source = Source { words, at: 0 };
    let mut found = Found::default();
    let mut is_grid = false;
    while let Some(word) = source.next_word() {
        match word.as_str() {
            "DATASET" => {
                is_grid = match source.word("a kind of data set")?.as_str() {
                    "POLYDATA" => false,
                    "UNSTRUCTURED_GRID" => true,
                    other => {
                        let what = format!(
                            "expected POLYDATA or UNSTRUCTURED_GRID, found {}",
                            quoted(other)
                        );
                        return Err(source.wrong(what));
                    }
                };
            }
            "POINTS" => found.points = source.points()?,
            "CELLS" if is_grid => found.cells = source.cells()?,
            "POLYGONS" if !is_grid => found.cells = source.cells()?,
            "VERTICES" | "LINES" if !is_grid => _ = source.cells()?,
            "CELL_TYPES" if is_grid => {
                let count = source.count()?;
                found.kinds = Some(source.indices(count)?);
            }
            "METADATA" => source.skip_metadata(),
            "POINT_DATA" | "CELL_DATA" => break,
            other => return Err(source.wrong(format!("{} is not read here", quoted(other)))),
        }
    }
    found.mesh(is_grid)
}

struct Source {
    words: Vec<(usize, String)>,
    at: usize,
}

impl Source {
    fn wrong(&self, what: impl Into<String>) -> ContentError {
        let line = self.words.get(self.at.saturating_sub(1)).map_or(3, |word| word.0);
        ContentError::line(line, what)
    }

    fn next_word(&mut self) -> Option<String> {
        let word = self.words.get(self.at)?.1.clone();
        self.at += 1;
        Some(word)
    }

    fn word(&mut self, what: &str) -> Result<String, ContentError> {
        self.next_word().ok_or_else(|| self.wrong(format!("{what} is missing")))
    }

    /// A count of things of which each is a word at least.
    fn count(&mut self) -> Result<usize, ContentError> {
        let word = self.word("a count")?;
        match word.parse::<usize>() {
            Ok(count) if count <= self.words.len() - self.at => Ok(count),
            Ok(count) => Err(self.wrong(format!("{count} of them do not fit into the file"))),
            Err(_) => Err(self.wrong(format!("expected a count, found {}", quoted(&word)))),
        }
    }

    fn indices(&mut self, count: usize) -> Result<Vec<usize>, ContentError> {
        let mut all = Vec::new();
        for _ in 0..count {
            let word = self.word("an index")?;
            let wrong = |_| self.wrong(format!("expected an index, found {}", quoted(&word)));
            all.push(word.parse().map_err(wrong)?);
        }
        Ok(all)
    }

    fn points(&mut self) -> Result<Vec<DVec3>, ContentError> {
        let count = self.count()?;
        self.word("the type of the points")?;
        let mut axis = |what: &str| {
            let word = self.next_word();
            let line = self.words.get(self.at.saturating_sub(1)).map_or(3, |word| word.0);
            number(&mut word.as_deref().into_iter(), line, what)
        };
        (0..count).map(|_| Ok(DVec3::new(axis("x")?, axis("y")?, axis("z")?))).collect()
    }

    /// Corners of every cell: either each begins with their number, or all numbers come
    /// first as offsets.
    fn cells(&mut self) -> Result<Vec<Vec<usize>>, ContentError> {
        let (count, size) = (self.count()?, self.count()?);
        if self.words.get(self.at).is_none_or(|word| word.1 != "OFFSETS") {
            let mut cells = Vec::new();
            for _ in 0..count {
                let corners = self.count()?;
                cells.push(self.indices(corners)?);
            }
            return Ok(cells);
        }
        self.at += 1;
        self.word("the type of the offsets")?;
        let offsets = self.indices(count)?;
        if self.word("CONNECTIVITY")? != "CONNECTIVITY" {
            return Err(self.wrong("expected CONNECTIVITY"));
        }
        self.word("the type of the corners")?;
        let corners = self.indices(size)?;
        let cell = |pair: &[usize]| {
            let cell = corners.get(pair[0]..pair[1]).map(<[usize]>::to_vec);
            cell.ok_or_else(|| self.wrong("the offsets are not in order"))
        };
        offsets.windows(2).map(cell).collect()
    }

    /// Goes on at the next part of the file.
    fn skip_metadata(&mut self) {
        const PARTS: [&str; 7] =
            ["CELLS", "CELL_TYPES", "POLYGONS", "VERTICES", "LINES", "POINT_DATA", "CELL_DATA"];
        let rest = &self.words[self.at..];
        self.at += rest.iter().take_while(|word| !PARTS.contains(&word.1.as_str())).count();
    }
}

/// What a file says, cell by cell.
#[derive(Default)]
pub(super) struct Found {
    pub(super) points: Vec<DVec3>,
    pub(super) cells: Vec<Vec<usize>>,
    /// Types of cells, of grids.
    pub(super) kinds: Option<Vec<usize>>,
}

impl Found {
    pub(super) fn mesh(self, is_grid: bool) -> Result<Mesh, ContentError> {
        let kinds = match (is_grid, self.kinds) {
            (false, _) => vec![7; self.cells.len()],
            (true, Some(kinds)) if kinds.len() == self.cells.len() => kinds,
            (true, kinds) => {
                let (cells, kinds) = (self.cells.len(), kinds.map_or(0, |kinds| kinds.len()));
                return Err(ContentError::file(format!("{cells} cells, but {kinds} cell types")));
            }
        };
        let (mut faces, mut tetrahedra) = (Vec::new(), Vec::new());
        for (number, (cell, kind)) in self.cells.iter().zip(kinds).enumerate() {
            if let Some(at) = cell.iter().find(|at| **at >= self.points.len()) {
                let many = self.points.len();
                let what = format!("corner {at} of cell {number} is not below the {many} points");
                return Err(ContentError::file(what));
            }
            let corner = |at: usize| cell[at] as u32;
            match (kind, cell.len()) {
                (1..=4, _) => {}
                (5, 3) | (9, 4) | (7, 3..) => {
                    let fan = 1..cell.len() - 1;
                    faces.extend(fan.map(|at| [corner(0), corner(at), corner(at + 1)]));
                }
                (10, 4) => tetrahedra.push([0, 1, 2, 3].map(corner)),
                (5 | 7 | 9 | 10, many) => {
                    let what = format!("cell {number} of type {kind} has {many} corners");
                    return Err(ContentError::file(what));
                }
                _ => {
                    let what = format!(
                        "cells of type {kind}: expected triangles, quadrangles, polygons or \
                         tetrahedra"
                    );
                    return Err(ContentError::file(what));
                }
            }
        }
        if tetrahedra.is_empty() {
            return Ok(Mesh::Surface(Surface::new(self.points, faces)?));
        }
        Ok(Mesh::Tetrahedra(Tetrahedra::new(self.points, tetrahedra)?))
    }
}
