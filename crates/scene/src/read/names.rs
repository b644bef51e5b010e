//! Bodies by name.

use std::collections::HashMap;

use stickslip_dynamics::BodyId;

use super::item::Item;
use crate::error::{SceneError, hint};

/// Bodies by their full names. Only looked up in, never walked through, except
/// for the hint of an error, which does not depend on the order.
#[derive(Debug, Default)]
pub struct Names(HashMap<String, BodyId>);

impl Names {
    /// Whether the name is free.
    pub fn is_free(&self, name: &str) -> bool {
        !self.0.contains_key(name)
    }

    /// Whether any name is one of these.
    pub fn any(&self, is_one: impl Fn(&str) -> bool) -> bool {
        self.0.keys().any(|name| is_one(name))
    }

    /// Gives a body its name.
    pub fn set(&mut self, name: String, body: BodyId) {
        self.0.insert(name, body);
    }

    /// The body that an item names: of the same group first, then of the groups
    /// around it, then of the whole scene.
    pub fn find(&self, item: &Item<'_>, prefix: &str) -> Result<BodyId, SceneError> {
        let name = item.name()?;
        let mut around = prefix;
        loop {
            if let Some(&body) = self.0.get(&format!("{around}{name}")) {
                return Ok(body);
            }
            if around.is_empty() {
                let near = stickslip_solve::nearest_name(&name, self.0.keys().map(String::as_str));
                let hint = near.map_or_else(String::new, |near| hint(&name, [near]));
                return Err(item.error(format!("there is no body \"{name}\"{hint}")));
            }
            let outer = around.trim_end_matches('/').rfind('/').map_or(0, |at| at + 1);
            around = &around[..outer];
        }
    }
}
