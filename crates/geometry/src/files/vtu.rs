//! VTK's XML format of unstructured grids (`.vtu`): points, triangles, quadrangles, polygons
//! and tetrahedra of all pieces, as text or as base64 inside the file. Data that are
//! appended or compressed are refused by name.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::DVec3;
use roxmltree::{Document, Node};

use super::text::quoted;
use super::vtk::Found;
use super::{ContentError, Location, Mesh};

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, ContentError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let what = "this is no text: appended data in raw bytes are not read here";
        ContentError::new(Location::Byte(error.valid_up_to()), what)
    })?;
    let document = Document::parse(text).map_err(|error| {
        let said: String = error.to_string().chars().take(200).collect();
        ContentError::line(error.pos().row as usize, format!("this is no XML: {said}"))
    })?;
    let root = document.root_element();
    match (root.tag_name().name(), root.attribute("type")) {
        ("VTKFile", Some("UnstructuredGrid")) => {}
        ("VTKFile", other) => {
            let found = quoted(other.unwrap_or("nothing"));
            return Err(wrong(root, format!("expected UnstructuredGrid, found {found}")));
        }
        _ => return Err(wrong(root, "expected VTKFile")),
    }
    let file = File {
        is_big: root.attribute("byte_order") == Some("BigEndian"),
        header: if root.attribute("header_type") == Some("UInt64") { 8 } else { 4 },
        compressor: root.attribute("compressor"),
    };
    let mut found = Found { kinds: Some(Vec::new()), ..Found::default() };
    for piece in root.descendants().filter(|node| node.has_tag_name("Piece")) {
        file.add_piece(piece, &mut found)?;
    }
    found.mesh(true)
}

fn wrong(node: Node, what: impl Into<String>) -> ContentError {
    let line = node.document().text_pos_at(node.range().start).row as usize;
    ContentError::line(line, format!("{}: {}", node.tag_name().name(), what.into()))
}

/// How numbers are written.
struct File<'a> {
    is_big: bool,
    /// Bytes of the length before data in base64.
    header: usize,
    compressor: Option<&'a str>,
}

impl File<'_> {
    fn add_piece(&self, piece: Node, found: &mut Found) -> Result<(), ContentError> {
        let part = |name: &str| {
            let inner = piece.children().find(|child| child.has_tag_name(name));
            inner.ok_or_else(|| wrong(piece, format!("has no {name}")))
        };
        let (points, cells) = (part("Points")?, part("Cells")?);
        let first = found.points.len();
        let places = self.numbers(array(points, None)?)?;
        if places.len() % 3 != 0 {
            return Err(wrong(points, "expected three numbers a point"));
        }
        found.points.extend(places.chunks_exact(3).map(DVec3::from_slice));
        let indices = |name: &str| -> Result<Vec<usize>, ContentError> {
            let node = array(cells, Some(name))?;
            let index = |number: &f64| match number.fract() == 0.0 && (0.0..1e15).contains(number) {
                true => Ok(*number as usize),
                false => Err(wrong(node, format!("{name}: {number} is no index"))),
            };
            self.numbers(node)?.iter().map(index).collect()
        };
        let (corners, kinds) = (indices("connectivity")?, indices("types")?);
        let mut begin = 0;
        for end in indices("offsets")? {
            let cell = corners.get(begin..end);
            let cell = cell.ok_or_else(|| wrong(cells, "the offsets are not in order"))?;
            found.cells.push(cell.iter().map(|corner| first + corner).collect());
            begin = end;
        }
        found.kinds.get_or_insert_default().extend(kinds);
        Ok(())
    }

    /// The numbers of a `DataArray`.
    fn numbers(&self, node: Node) -> Result<Vec<f64>, ContentError> {
        let text = node.text().unwrap_or_default().trim();
        match node.attribute("format").unwrap_or("ascii") {
            "ascii" => {
                let number = |word: &str| match word.parse::<f64>() {
                    Ok(number) if number.is_finite() => Ok(number),
                    _ => Err(wrong(node, format!("{} is no number", quoted(word)))),
                };
                text.split_ascii_whitespace().map(number).collect()
            }
            "binary" => {
                if let Some(name) = self.compressor {
                    let what = format!("data that {name} has compressed are not read here");
                    return Err(wrong(node, what));
                }
                let bytes = STANDARD.decode(text);
                let bytes = bytes.map_err(|error| wrong(node, format!("no base64: {error}")))?;
                self.decode(node, bytes.get(self.header..).unwrap_or_default())
            }
            other => Err(wrong(node, format!("data that are {other} are not read here"))),
        }
    }

    fn decode(&self, node: Node, bytes: &[u8]) -> Result<Vec<f64>, ContentError> {
        fn all<const N: usize>(bytes: &[u8], is_big: bool, of: fn([u8; N]) -> f64) -> Vec<f64> {
            let one = |chunk: &[u8]| {
                let mut own = [0; N];
                own.copy_from_slice(chunk);
                if is_big {
                    own.reverse();
                }
                of(own)
            };
            bytes.chunks_exact(N).map(one).collect()
        }
        let big = self.is_big;
        let numbers = match node.attribute("type").unwrap_or_default() {
            "Float64" => all(bytes, big, f64::from_le_bytes),
            "Float32" => all(bytes, big, |own| f64::from(f32::from_le_bytes(own))),
            "Int64" => all(bytes, big, |own| i64::from_le_bytes(own) as f64),
            "UInt64" => all(bytes, big, |own| u64::from_le_bytes(own) as f64),
            "Int32" => all(bytes, big, |own| f64::from(i32::from_le_bytes(own))),
            "UInt32" => all(bytes, big, |own| f64::from(u32::from_le_bytes(own))),
            "UInt8" => all(bytes, big, |[own]: [u8; 1]| f64::from(own)),
            "Int8" => all(bytes, big, |own: [u8; 1]| f64::from(i8::from_le_bytes(own))),
            other => return Err(wrong(node, format!("numbers of type {}", quoted(other)))),
        };
        match numbers.iter().all(|number| number.is_finite()) {
            true => Ok(numbers),
            false => Err(wrong(node, "a number is not finite")),
        }
    }
}

/// The only array of a section, or the one of a name.
fn array<'a>(section: Node<'a, 'a>, name: Option<&str>) -> Result<Node<'a, 'a>, ContentError> {
    let fits = |node: &Node| {
        let own = node.attribute("Name").unwrap_or_default();
        node.has_tag_name("DataArray") && name.is_none_or(|name| own == name)
    };
    let found = section.children().find(fits);
    found.ok_or_else(|| wrong(section, format!("has no DataArray {}", name.unwrap_or("of points"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(points: &str, corners: &str, head: &str) -> String {
        format!(
            "<VTKFile type='UnstructuredGrid' byte_order='LittleEndian'{head}><UnstructuredGrid>\
             <Piece NumberOfPoints='4' NumberOfCells='1'><Points>{points}</Points><Cells>{corners}\
             <DataArray Name='offsets' format='ascii'>4</DataArray>\
             <DataArray Name='types' format='ascii'>10</DataArray></Cells></Piece>\
             </UnstructuredGrid></VTKFile>"
        )
    }

    const POINTS: &str = "<DataArray type='Float64' format='ascii'>0 0 0 1 0 0 0 1 0 0 0 1\
         </DataArray>";
    const CORNERS: &str = "<DataArray type='Int32' Name='connectivity' format='ascii'>0 1 2 3\
         </DataArray>";

    /// Text and base64 give the same tetrahedron; what is not read says so.
    #[test]
    fn grids_are_read_as_text_and_as_bytes() {
        let plain = read(grid(POINTS, CORNERS, "").as_bytes()).expect("a grid");
        let Mesh::Tetrahedra(cells) = &plain else { panic!("tetrahedra") };
        assert_eq!((cells.points().len(), cells.cells()), (4, &[[0, 1, 2, 3]][..]));
        let mut bytes = 16_u32.to_le_bytes().to_vec();
        bytes.extend([0_i32, 1, 2, 3].into_iter().flat_map(i32::to_le_bytes));
        let packed =
            CORNERS.replace("'ascii'>0 1 2 3", &format!("'binary'>{}", STANDARD.encode(bytes)));
        assert_eq!(read(grid(POINTS, &packed, "").as_bytes()), Ok(plain));
        let wrong = |text: String| read(text.as_bytes()).expect_err("wrong").to_string();
        let packer = " compressor='vtkZLibDataCompressor'";
        assert!(wrong(grid(POINTS, &packed, packer)).contains("vtkZLibDataCompressor"));
        assert!(
            wrong(grid(POINTS, &CORNERS.replace("ascii", "appended"), "")).contains("appended")
        );
        assert!(wrong(grid(POINTS, &CORNERS.replace('3', "9"), "")).contains("corner 9"));
        assert!(wrong(grid("", CORNERS, "")).contains("no DataArray"));
    }
}
