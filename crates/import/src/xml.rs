//! Elements of XML files that know where they stand and which attributes were
//! asked of them, so that every error has its line and no attribute is ignored.

use std::cell::RefCell;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use roxmltree::{Document, Node};

use crate::error::{ImportError, Location, hint};

/// Larger files are refused (bytes).
pub(crate) const MAX_BYTES: u64 = 256 << 20;

/// Elements inside elements beyond this are refused: what is deeper is no model,
/// and readers call themselves for every level.
const MAX_DEPTH: usize = 200;

/// A name with its text.
#[derive(Clone, Debug)]
struct Attribute {
    name: String,
    value: String,
    line: usize,
}

/// One element with all that is inside it.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    name: String,
    attributes: Vec<Attribute>,
    children: Vec<Element>,
    content: String,
    file: Arc<Path>,
    line: usize,
    asked: RefCell<Vec<&'static str>>,
}

/// The root of a file.
#[derive(Debug)]
pub(crate) struct Root {
    /// The element.
    pub(crate) element: Element,
    /// Something blank stands before `<?xml`, which the format forbids and four
    /// public files have.
    pub(crate) begins_blank: bool,
}

/// Reads a file and gives its root element.
pub(crate) fn read(path: &Path) -> Result<Root, ImportError> {
    let fail =
        |reason: std::io::Error| ImportError::file(path, format!("cannot be read: {reason}"));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(fail)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(ImportError::file(path, "is larger than 256 MiB"));
    }
    let text =
        String::from_utf8(bytes).map_err(|_| ImportError::file(path, "is no text in UTF-8"))?;
    parse(path, &text)
}

/// The root element of a text; messages name the path.
pub(crate) fn parse(path: &Path, text: &str) -> Result<Root, ImportError> {
    let file: Arc<Path> = path.into();
    let blank = text.len() - text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).len();
    let before = text[..blank].matches('\n').count();
    let options = roxmltree::ParsingOptions { allow_dtd: false, ..Default::default() };
    let document = Document::parse_with_options(&text[blank..], options).map_err(|error| {
        let line = match error {
            roxmltree::Error::UnexpectedEndOfStream => text.lines().count().max(1),
            _ => error.pos().row as usize + before,
        };
        ImportError::new(Location { file: file.clone(), line }, format!("is no XML: {error}"))
    })?;
    let starts: Vec<usize> = std::iter::once(0)
        .chain(document.input_text().match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    let lines = Lines { file, starts, before };
    let begins_blank = blank > 0 && text[blank..].starts_with("<?xml");
    Ok(Root { element: lines.element(document.root_element(), 0)?, begins_blank })
}

/// Lines of a text.
struct Lines {
    file: Arc<Path>,
    starts: Vec<usize>,
    before: usize,
}

impl Lines {
    fn of(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte) + self.before
    }

    fn element(&self, node: Node<'_, '_>, depth: usize) -> Result<Element, ImportError> {
        let line = self.of(node.range().start);
        if depth > MAX_DEPTH {
            let what = format!("elements are nested deeper than {MAX_DEPTH}");
            return Err(ImportError::new(Location { file: self.file.clone(), line }, what));
        }
        // What belongs to another vocabulary keeps a mark of it, and is never asked for.
        let full = |namespace: Option<&str>, name: &str| match namespace {
            Some(of) => format!("{}:{name}", node.lookup_prefix(of).unwrap_or_default()),
            None => name.to_owned(),
        };
        let attributes = node.attributes().map(|attribute| Attribute {
            name: full(attribute.namespace(), attribute.name()),
            value: attribute.value().to_owned(),
            line: self.of(attribute.range().start),
        });
        let children = node
            .children()
            .filter(Node::is_element)
            .map(|child| self.element(child, depth + 1))
            .collect::<Result<_, _>>()?;
        Ok(Element {
            name: full(node.tag_name().namespace(), node.tag_name().name()),
            attributes: attributes.collect(),
            children,
            content: node.text().unwrap_or_default().trim().to_owned(),
            file: self.file.clone(),
            line,
            asked: RefCell::default(),
        })
    }
}

impl Element {
    /// Its name; one of another vocabulary has its prefix and a colon.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The elements inside.
    pub(crate) fn children(&self) -> &[Element] {
        &self.children
    }

    /// The text before the first element inside.
    pub(crate) fn content(&self) -> &str {
        &self.content
    }

    /// The elements inside, to be replaced.
    pub(crate) fn children_mut(&mut self) -> &mut Vec<Element> {
        &mut self.children
    }

    /// The elements of a name inside.
    pub(crate) fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Where it stands.
    pub(crate) fn place(&self) -> Location {
        Location { file: self.file.clone(), line: self.line }
    }

    /// Something is wrong with it.
    pub(crate) fn error(&self, what: impl AsRef<str>) -> ImportError {
        ImportError::new(self.place(), format!("<{}>: {}", self.label(), what.as_ref()))
    }

    /// Something is wrong with one of its attributes.
    pub(crate) fn error_at(&self, key: &str, what: impl AsRef<str>) -> ImportError {
        let line = self.attribute(key).map_or(self.line, |attribute| attribute.line);
        let what = format!("<{}>: {key} {}", self.label(), what.as_ref());
        ImportError::new(Location { file: self.file.clone(), line }, what)
    }

    /// Its name, with the name that the file gives it.
    fn label(&self) -> String {
        match self.attribute("name") {
            Some(name) => format!("{} \"{}\"", self.name, name.value),
            None => self.name.clone(),
        }
    }

    fn attribute(&self, key: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == key)
    }

    /// The text of an attribute, if it is there.
    pub(crate) fn text(&self, key: &'static str) -> Option<&str> {
        let mut asked = self.asked.borrow_mut();
        if !asked.contains(&key) {
            asked.push(key);
        }
        self.attribute(key).map(|attribute| attribute.value.as_str())
    }

    /// Attributes that change nothing that moves.
    pub(crate) fn ignore(&self, keys: &[&'static str]) {
        keys.iter().for_each(|key| _ = self.text(key));
    }

    /// An error if there is an attribute that was never asked for. Those of other
    /// vocabularies are passed over.
    pub(crate) fn finish(&self) -> Result<(), ImportError> {
        let asked = self.asked.borrow();
        let known = |attribute: &&Attribute| {
            !asked.contains(&attribute.name.as_str()) && !attribute.name.contains(':')
        };
        match self.attributes.iter().find(known) {
            None => Ok(()),
            Some(Attribute { name, line, .. }) => {
                let hint = hint(name, asked.iter().copied());
                let what = format!("<{}>: unknown attribute \"{name}\"{hint}", self.label());
                Err(ImportError::new(Location { file: self.file.clone(), line: *line }, what))
            }
        }
    }

    /// No element may be inside.
    pub(crate) fn no_children(&self) -> Result<(), ImportError> {
        self.children.first().map_or(Ok(()), |child| Err(self.unknown(child, &[])))
    }

    /// An element inside that is not known.
    pub(crate) fn unknown(&self, child: &Element, known: &[&str]) -> ImportError {
        let hint = hint(child.name(), known.iter().copied());
        let what = format!("unknown element <{}> in <{}>{hint}", child.name, self.name);
        ImportError::new(child.place(), what)
    }
}
