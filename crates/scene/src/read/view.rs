//! `[view]` and `color`: how a scene is seen. Nothing of it is part of the model.

use super::builder::Builder;
use super::item::Item;
use crate::error::SceneError;
use crate::scene::SceneView;

/// What the section says, before bodies have their numbers.
#[derive(Debug, Default)]
pub struct Wish<'a> {
    camera: Option<[f64; 3]>,
    target: Option<[f64; 3]>,
    follow: Option<Item<'a>>,
}

/// Reads `[view]`.
pub fn read<'a>(item: &Item<'a>) -> Result<Wish<'a>, SceneError> {
    item.section()?.whole(|section| {
        Ok(Wish {
            camera: section.optional("camera", Item::numbers)?,
            target: section.optional("target", Item::numbers)?,
            follow: section.item("follow"),
        })
    })
}

impl Wish<'_> {
    /// A view that goes along with no body.
    pub fn unmoved(&self) -> SceneView {
        SceneView { camera: self.camera, target: self.target, follow: None }
    }

    /// The same with the number of the body that is followed.
    pub fn find(&self, builder: &Builder<'_>) -> Result<SceneView, SceneError> {
        let follow = self.follow.as_ref().map(|item| builder.body_named(item)).transpose()?;
        Ok(SceneView { camera: self.camera, target: self.target, follow })
    }
}

impl Item<'_> {
    /// `#rgb` or `#rrggbb`, as `#rrggbb` in lower case.
    pub fn color(&self) -> Result<String, SceneError> {
        let text = self.text()?;
        let digits = text.strip_prefix('#').unwrap_or_default();
        let is_hexadecimal = digits.chars().all(|digit| digit.is_ascii_hexdigit());
        match digits.len() {
            3 if is_hexadecimal => {
                let doubled = digits.chars().flat_map(|digit| [digit, digit]);
                Ok(format!("#{}", doubled.collect::<String>().to_ascii_lowercase()))
            }
            6 if is_hexadecimal => Ok(text.to_ascii_lowercase()),
            _ => Err(self.expected("a colour such as \"#c96\" or \"#cc9966\"")),
        }
    }
}
