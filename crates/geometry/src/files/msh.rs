//! Gmsh MSH 2.2 and 4.1, text and binary: points, triangles, quadrangles (cut in two)
//! and tetrahedra of first order. Points and lines are left out; where there are
//! tetrahedra, so are triangles. Anything else is refused by its number.

use std::collections::HashMap;

use glam::DVec3;

use super::text::quoted;
use super::{ContentError, Location, Mesh};
use crate::mesh::{Surface, Tetrahedra};

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, ContentError> {
    let mut source = Source { bytes, at: 0, binary: None };
    let version = source.format()?;
    let mut found = Found::default();
    while let Some(section) = source.section()? {
        match (section.as_str(), version) {
            ("Nodes", Version::Two) => found.nodes_2(&mut source)?,
            ("Nodes", Version::Four) => found.nodes_4(&mut source)?,
            ("Elements", Version::Two) => found.elements_2(&mut source)?,
            ("Elements", Version::Four) => found.elements_4(&mut source)?,
            _ => {}
        }
        source.end(&section)?;
    }
    found.mesh()
}

#[derive(Clone, Copy)]
enum Version {
    Two,
    Four,
}

#[derive(Clone, Copy)]
enum Order {
    Little,
    Big,
}

/// Words of a text, or numbers of a binary file.
struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
    binary: Option<Order>,
}

impl<'a> Source<'a> {
    fn wrong(&self, what: impl Into<String>) -> ContentError {
        let line = 1 + self.bytes[..self.at].iter().filter(|&&byte| byte == b'\n').count();
        let place = match self.binary {
            None => Location::Line(line),
            Some(_) => Location::Byte(self.at),
        };
        ContentError::new(place, what)
    }

    fn word(&mut self) -> Result<&'a str, ContentError> {
        let space = |byte: &&u8| byte.is_ascii_whitespace();
        self.at += self.bytes[self.at..].iter().take_while(space).count();
        let length = self.bytes[self.at..].iter().take_while(|byte| !space(byte)).count();
        if length == 0 {
            return Err(self.wrong("the file ends too early"));
        }
        let word = &self.bytes[self.at..self.at + length];
        self.at += length;
        std::str::from_utf8(word).map_err(|_| self.wrong("this is no text"))
    }

    fn raw<const N: usize>(&mut self) -> Result<[u8; N], ContentError> {
        let Some(raw) = self.bytes.get(self.at..self.at + N).and_then(|raw| raw.try_into().ok())
        else {
            return Err(self.wrong("the file ends too early"));
        };
        self.at += N;
        Ok(raw)
    }

    fn parsed<T: std::str::FromStr>(&mut self, what: &str) -> Result<T, ContentError> {
        let word = self.word()?;
        word.parse().map_err(|_| self.wrong(format!("expected {what}, found {}", quoted(word))))
    }

    /// A number of 32 bits.
    fn int(&mut self) -> Result<i64, ContentError> {
        match self.binary {
            None => self.parsed("a whole number"),
            Some(Order::Little) => Ok(i32::from_le_bytes(self.raw()?).into()),
            Some(Order::Big) => Ok(i32::from_be_bytes(self.raw()?).into()),
        }
    }

    /// A number of 64 bits that is not negative.
    fn size(&mut self) -> Result<u64, ContentError> {
        match self.binary {
            None => self.parsed("a whole number from 0"),
            Some(Order::Little) => Ok(u64::from_le_bytes(self.raw()?)),
            Some(Order::Big) => Ok(u64::from_be_bytes(self.raw()?)),
        }
    }

    /// A count of things of which each takes a byte at least.
    fn count(&mut self) -> Result<usize, ContentError> {
        let count = self.size()?;
        self.checked(count)
    }

    fn checked(&self, count: u64) -> Result<usize, ContentError> {
        match usize::try_from(count) {
            Ok(count) if count <= self.bytes.len() - self.at => Ok(count),
            _ => Err(self.wrong(format!("{count} of them do not fit into the file"))),
        }
    }

    fn number(&mut self) -> Result<f64, ContentError> {
        let value = match self.binary {
            None => self.parsed("a number")?,
            Some(Order::Little) => f64::from_le_bytes(self.raw()?),
            Some(Order::Big) => f64::from_be_bytes(self.raw()?),
        };
        if value.is_finite() { Ok(value) } else { Err(self.wrong("a coordinate is not finite")) }
    }

    fn point(&mut self) -> Result<DVec3, ContentError> {
        Ok(DVec3::new(self.number()?, self.number()?, self.number()?))
    }

    fn line_end(&mut self) {
        let rest = self.bytes[self.at..].iter().take_while(|&&byte| byte != b'\n').count();
        self.at = (self.at + rest + 1).min(self.bytes.len());
    }

    fn format(&mut self) -> Result<Version, ContentError> {
        if self.word()? != "$MeshFormat" {
            return Err(ContentError::line(1, "expected $MeshFormat"));
        }
        let version = match self.word()? {
            "2.2" | "2" | "2.1" => Version::Two,
            "4.1" => Version::Four,
            other => {
                let what = format!("version {} of MSH: expected 2.2 or 4.1", quoted(other));
                return Err(self.wrong(what));
            }
        };
        let binary = self.parsed::<u8>("0 for text or 1 for binary")? == 1;
        if self.parsed::<u8>("the size of a number, 8")? != 8 {
            return Err(self.wrong("numbers of another size than 8 bytes"));
        }
        if binary {
            self.line_end();
            let order = match self.raw::<4>()? {
                [1, 0, 0, 0] => Order::Little,
                [0, 0, 0, 1] => Order::Big,
                _ => return Err(self.wrong("expected the number 1 in binary")),
            };
            self.binary = Some(order);
        }
        self.end("MeshFormat")?;
        Ok(version)
    }

    /// The name of the next section, its `$` left away.
    fn section(&mut self) -> Result<Option<String>, ContentError> {
        if self.bytes[self.at..].trim_ascii().is_empty() {
            return Ok(None);
        }
        let word = self.word()?;
        let Some(name) = word.strip_prefix('$') else {
            return Err(self.wrong(format!("expected a section, found {}", quoted(word))));
        };
        if self.binary.is_some() && ["Nodes", "Elements"].contains(&name) {
            self.line_end();
        }
        Ok(Some(name.to_owned()))
    }

    /// Goes behind the end of a section, whatever is still in it.
    fn end(&mut self, section: &str) -> Result<(), ContentError> {
        let end = format!("$End{section}");
        let rest = &self.bytes[self.at..];
        match rest.windows(end.len()).position(|window| window == end.as_bytes()) {
            Some(place) => {
                self.at += place + end.len();
                Ok(())
            }
            None => Err(self.wrong(format!("{end} is missing"))),
        }
    }
}

#[derive(Default)]
struct Found {
    numbers: HashMap<u64, u32>,
    points: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    tetrahedra: Vec<[u32; 4]>,
}

impl Found {
    fn add_point(&mut self, source: &Source, tag: u64, point: DVec3) -> Result<(), ContentError> {
        // Points are fewer than bytes, and bytes fewer than 2³².
        if self.numbers.insert(tag, self.points.len() as u32).is_some() {
            return Err(source.wrong(format!("point {tag} is there twice")));
        }
        self.points.push(point);
        Ok(())
    }

    fn nodes_2(&mut self, source: &mut Source) -> Result<(), ContentError> {
        // The count stands there as text even in binary files.
        let count: u64 = source.parsed("the number of points")?;
        let count = source.checked(count)?;
        if source.binary.is_some() {
            source.line_end();
        }
        for _ in 0..count {
            let tag = source.int()?;
            let point = source.point()?;
            self.add_point(source, tag as u64, point)?;
        }
        Ok(())
    }

    fn nodes_4(&mut self, source: &mut Source) -> Result<(), ContentError> {
        let blocks = source.count()?;
        for _ in 0..3 {
            source.size()?;
        }
        for _ in 0..blocks {
            let dimension = source.int()?;
            source.int()?;
            let parametric = source.int()? != 0;
            let count = source.count()?;
            let tags: Vec<u64> = (0..count).map(|_| source.size()).collect::<Result<_, _>>()?;
            for tag in tags {
                let point = source.point()?;
                let parameters = if parametric { dimension.clamp(0, 3) } else { 0 };
                for _ in 0..parameters {
                    source.number()?;
                }
                self.add_point(source, tag, point)?;
            }
        }
        Ok(())
    }

    fn elements_2(&mut self, source: &mut Source) -> Result<(), ContentError> {
        let count: u64 = source.parsed("the number of elements")?;
        let count = source.checked(count)?;
        if source.binary.is_some() {
            source.line_end();
        }
        let mut done = 0;
        while done < count {
            let (kind, batch, tags) = if source.binary.is_some() {
                let (kind, batch, tags) = (source.int()?, source.int()?, source.int()?);
                (kind, batch.clamp(0, (count - done) as i64), tags)
            } else {
                source.int()?;
                (source.int()?, 1, source.int()?)
            };
            if batch == 0 {
                return Err(source.wrong("a block without elements"));
            }
            let tags = source.checked(tags.max(0) as u64)?;
            for _ in 0..batch {
                if source.binary.is_some() {
                    source.int()?;
                }
                for _ in 0..tags {
                    source.int()?;
                }
                self.element(source, kind, |source| Ok(source.int()? as u64))?;
            }
            done += batch as usize;
        }
        Ok(())
    }

    fn elements_4(&mut self, source: &mut Source) -> Result<(), ContentError> {
        let blocks = source.count()?;
        for _ in 0..3 {
            source.size()?;
        }
        for _ in 0..blocks {
            source.int()?;
            source.int()?;
            let kind = source.int()?;
            let count = source.count()?;
            for _ in 0..count {
                source.size()?;
                self.element(source, kind, |source| source.size())?;
            }
        }
        Ok(())
    }

    fn element(
        &mut self,
        source: &mut Source,
        kind: i64,
        next: impl Fn(&mut Source) -> Result<u64, ContentError>,
    ) -> Result<(), ContentError> {
        let mut corner = || {
            let tag = next(source)?;
            let known = self.numbers.get(&tag).copied();
            known.ok_or_else(|| source.wrong(format!("point {tag} is not there")))
        };
        match kind {
            1 => _ = [corner()?, corner()?],
            2 => self.triangles.push([corner()?, corner()?, corner()?]),
            3 => {
                let [a, b, c, d] = [corner()?, corner()?, corner()?, corner()?];
                self.triangles.extend([[a, b, c], [a, c, d]]);
            }
            4 => self.tetrahedra.push([corner()?, corner()?, corner()?, corner()?]),
            15 => _ = corner()?,
            other => {
                let what = format!(
                    "elements of type {other}: expected points, lines, triangles, quadrangles or tetrahedra of first order"
                );
                return Err(source.wrong(what));
            }
        }
        Ok(())
    }

    fn mesh(self) -> Result<Mesh, ContentError> {
        if self.tetrahedra.is_empty() {
            return Ok(Mesh::Surface(Surface::new(self.points, self.triangles)?));
        }
        Ok(Mesh::Tetrahedra(Tetrahedra::new(self.points, self.tetrahedra)?))
    }
}
