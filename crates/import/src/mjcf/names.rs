//! Names of things, each kind for itself.

use std::collections::HashMap;

use crate::error::{ImportError, hint};
use crate::xml::Element;

/// The names of one kind.
#[derive(Debug)]
pub(super) struct Table {
    kind: &'static str,
    numbers: HashMap<String, usize>,
}

impl Table {
    fn new(kind: &'static str) -> Self {
        Self { kind, numbers: HashMap::new() }
    }

    /// A name for a number; each only once.
    pub(super) fn add(
        &mut self,
        element: &Element,
        name: Option<&str>,
        number: usize,
    ) -> Result<(), ImportError> {
        let Some(name) = name else { return Ok(()) };
        match self.numbers.insert(name.to_owned(), number) {
            None => Ok(()),
            Some(_) => {
                let kind = self.kind;
                Err(element.error_at("name", format!("\"{name}\": there is such a {kind} already")))
            }
        }
    }

    /// The number that an attribute names.
    pub(super) fn find(&self, element: &Element, key: &'static str) -> Result<usize, ImportError> {
        let name = element.required(key)?;
        self.numbers.get(name).copied().ok_or_else(|| {
            let hint = hint(name, self.sorted());
            element.error_at(key, format!("\"{name}\": there is no such {}{hint}", self.kind))
        })
    }

    /// The number of a name.
    pub(super) fn get(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// All of them in order.
    pub(super) fn sorted(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.numbers.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }
}

/// All kinds that are referred to.
#[derive(Debug)]
pub(super) struct Names {
    pub(super) body: Table,
    pub(super) joint: Table,
    pub(super) geom: Table,
    pub(super) site: Table,
    pub(super) mesh: Table,
    pub(super) height_field: Table,
    pub(super) tendon: Table,
    pub(super) actuator: Table,
    pub(super) equality: Table,
    pub(super) keyframe: Table,
}

impl Names {
    pub(super) fn new() -> Self {
        let table = Table::new;
        Self {
            body: table("body"),
            joint: table("joint"),
            geom: table("geom"),
            site: table("site"),
            mesh: table("mesh"),
            height_field: table("hfield"),
            tendon: table("tendon"),
            actuator: table("actuator"),
            equality: table("equality"),
            keyframe: table("key"),
        }
    }

    /// A body, or the world as `None`.
    pub(super) fn body(
        &self,
        element: &Element,
        key: &'static str,
    ) -> Result<Option<usize>, ImportError> {
        match element.text(key) {
            Some("world") => Ok(None),
            _ => self.body.find(element, key).map(Some),
        }
    }
}
