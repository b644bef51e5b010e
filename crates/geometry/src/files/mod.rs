//! Mesh files: OBJ, STL (both), PLY (all three), glTF (both), COLLADA, Gmsh MSH (2.2 and
//! 4.1, both), legacy VTK (text) and VTU are read; OBJ, PLY and VTK are written.
//!
//! A bad file is an error of one sentence with the place. No count in a header is
//! believed: memory grows with what is truly there. OBJ, STL, DAE, MSH and VTK have readers of
//! our own, because those around tell no place, or know `f32` only, or are not kept.
//!
//! Faces with more than three corners are cut into a fan. Points are kept as they
//! are, but for STL, where equal points become one because the format has none.

mod dae;
mod gltf;
mod msh;
mod obj;
mod ply;
mod stl;
mod text;
mod vtk;
mod vtu;
mod write;

pub use write::{obj_text, ply_text, vtk_surface_text, vtk_tetrahedra_text};

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use thiserror::Error;

use crate::mesh::{MeshError, Surface, Tetrahedra};

/// Larger files are refused (bytes).
pub const MAX_BYTES: u64 = 256 << 20;

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Mesh {
    /// Triangles.
    Surface(Surface),
    /// Tetrahedra.
    Tetrahedra(Tetrahedra),
}

impl Mesh {
    /// The triangles: those of the file, or those around its tetrahedra.
    ///
    /// # Errors
    /// Where the tetrahedra have no outside.
    pub fn into_surface(self) -> Result<Surface, MeshError> {
        match self {
            Self::Surface(surface) => Ok(surface),
            Self::Tetrahedra(tetrahedra) => tetrahedra.boundary(),
        }
    }
}

/// A file format, told by the ending of a file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// STL, text or binary.
    Stl,
    /// Stanford PLY, text or binary.
    Ply,
    /// glTF, `.gltf` or `.glb`.
    Gltf,
    /// COLLADA.
    Dae,
    /// Gmsh.
    Msh,
    /// VTK's legacy format, text.
    Vtk,
    /// VTK's XML format of unstructured grids.
    Vtu,
}

impl Format {
    /// By the ending of a name, `.gz` left away.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        match name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.')?.1 {
            "obj" => Some(Self::Obj),
            "stl" => Some(Self::Stl),
            "ply" => Some(Self::Ply),
            "gltf" | "glb" => Some(Self::Gltf),
            "dae" => Some(Self::Dae),
            "msh" => Some(Self::Msh),
            "vtk" => Some(Self::Vtk),
            "vtu" => Some(Self::Vtu),
            _ => None,
        }
    }
}

/// Where in a file something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// The file as a whole.
    File,
    /// A line, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
    /// A named part.
    Part(String),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => Ok(()),
            Self::Line(line) => write!(f, "line {line}: "),
            Self::Byte(byte) => write!(f, "byte {byte}: "),
            Self::Part(part) => write!(f, "{part}: "),
        }
    }
}

/// What is wrong with a file's content, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{place}{what}")]
pub struct ContentError {
    /// Where.
    pub place: Location,
    /// One sentence.
    pub what: String,
}

impl ContentError {
    fn new(place: Location, what: impl Into<String>) -> Self {
        Self { place, what: what.into() }
    }

    fn line(line: usize, what: impl Into<String>) -> Self {
        Self::new(Location::Line(line), what)
    }

    fn file(what: impl Into<String>) -> Self {
        Self::new(Location::File, what)
    }
}

impl From<MeshError> for ContentError {
    fn from(error: MeshError) -> Self {
        Self::file(error.to_string())
    }
}

/// Why a mesh file could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused.
    #[error("cannot read {}: {reason}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: std::io::Error,
    },
    /// The ending of the name is not known.
    #[error("{} is no mesh file: expected .obj, .stl, .ply, .gltf, .glb, .dae, .msh, .vtk or .vtu", .0.display())]
    UnknownFormat(PathBuf),
    /// Too large.
    #[error("{} is larger than 256 MiB", .0.display())]
    TooLarge(PathBuf),
    /// Something in it is wrong.
    #[error("{}: {error}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What, and where.
        error: ContentError,
    },
}

/// Reads a mesh file, also one that gzip has compressed.
///
/// # Errors
/// Where the file cannot be read or is not what its name says.
pub fn read(path: &Path) -> Result<Mesh, FileError> {
    let format = Format::of(path).ok_or_else(|| FileError::UnknownFormat(path.into()))?;
    let io = |reason| FileError::Io { path: path.into(), reason };
    let take = |reader: &mut dyn Read| {
        let mut bytes = Vec::new();
        reader.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(io)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(FileError::TooLarge(path.into()));
        }
        Ok(bytes)
    };
    let mut bytes = take(&mut std::fs::File::open(path).map_err(io)?)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        bytes = take(&mut GzDecoder::new(bytes.as_slice()))?;
    }
    let beside = |name: &str| beside(path, name);
    let content = |error| FileError::Content { path: path.into(), error };
    read_bytes(format, &bytes, &beside).map_err(content)
}

/// Reads a mesh from bytes; `beside` gives other files that it names (buffers of
/// glTF) or a sentence.
///
/// # Errors
/// Where the bytes are not what they should be.
pub fn read_bytes(
    format: Format,
    bytes: &[u8],
    beside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
) -> Result<Mesh, ContentError> {
    match format {
        Format::Obj => obj::read(bytes).map(Mesh::Surface),
        Format::Stl => stl::read(bytes).map(Mesh::Surface),
        Format::Ply => ply::read(bytes).map(Mesh::Surface),
        Format::Gltf => gltf::read(bytes, beside).map(Mesh::Surface),
        Format::Dae => dae::read(bytes).map(Mesh::Surface),
        Format::Msh => msh::read(bytes),
        Format::Vtk => vtk::read(bytes),
        Format::Vtu => vtu::read(bytes),
    }
}

/// A file that another names: in the same folder or below.
fn beside(path: &Path, name: &str) -> Result<Vec<u8>, String> {
    let relative = Path::new(name);
    let plain = |part| matches!(part, std::path::Component::Normal(_));
    if !relative.components().all(plain) {
        return Err(format!("\"{name}\" does not lie in the folder of the file"));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let file = std::fs::File::open(folder.join(relative));
    let mut bytes = Vec::new();
    file.and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read \"{name}\": {error}"))?;
    Ok(bytes)
}
