//! What may touch: `<pair>` and `<exclude>`.

use super::Reader;
use super::joint::HARD;
use crate::error::ImportError;
use crate::mechanism::Pair;
use crate::remark::Remarks;
use crate::xml::Element;

/// The attributes of pairs as far as they are known.
#[derive(Clone, Debug, Default)]
pub(super) struct PairAttributes {
    friction: Option<[f64; 5]>,
    dimensions: Option<i64>,
}

impl PairAttributes {
    /// Takes over what an element says.
    pub(super) fn apply(
        &mut self,
        element: &Element,
        remarks: &mut Remarks,
    ) -> Result<(), ImportError> {
        let mut friction = self.friction.unwrap_or([1.0, 1.0, 0.005, 0.0001, 0.0001]);
        if element.overlay("friction", 1, &mut friction)?.is_some() {
            self.friction = Some(friction);
            remarks.warn(element, "friction", "contacts take the friction of their geoms here")?;
        }
        self.dimensions = element.whole("condim")?.or(self.dimensions);
        if self.dimensions.is_some_and(|dimensions| ![1, 3, 4, 6].contains(&dimensions)) {
            return Err(element.error_at("condim", "must be 1, 3, 4 or 6"));
        }
        remarks.warn_of(element, &["solref", "solimp", "solreffriction"], HARD)?;
        for key in ["margin", "gap", "adhesion"] {
            if element.number(key)?.is_some_and(|value| value != 0.0) {
                remarks.warn(element, key, "contacts begin where surfaces touch here")?;
            }
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// Reads a section of contacts.
    pub(super) fn contacts(&mut self, section: &Element) -> Result<(), ImportError> {
        section.finish()?;
        for element in section.children() {
            match element.name() {
                "exclude" => {
                    let bodies =
                        [self.names.body(element, "body1")?, self.names.body(element, "body2")?];
                    element.ignore(&["name"]);
                    self.mechanism.excludes.push(bodies);
                }
                "pair" => self.pair(element)?,
                _ => return Err(section.unknown(element, &["pair", "exclude"])),
            }
            element.finish()?;
        }
        Ok(())
    }

    /// Without numbers of its own, a pair takes the larger ones of its geoms.
    fn pair(&mut self, element: &Element) -> Result<(), ImportError> {
        let class = self.classes.of(element, self.classes.main())?;
        let mut attributes = self.classes.get(class).pair.clone();
        attributes.apply(element, self.remarks)?;
        let geoms =
            [self.names.geom.find(element, "geom1")?, self.names.geom.find(element, "geom2")?];
        if geoms[0] == geoms[1] {
            return Err(element.error("pairs a geom with itself"));
        }
        let [first, second] = geoms.map(|geom| &self.mechanism.geoms[geom]);
        let larger = |at: usize| first.friction[at].max(second.friction[at]);
        let dimensions = attributes.dimensions.map(|dimensions| dimensions as u8);
        self.mechanism.pairs.push(Pair {
            geoms,
            friction: attributes
                .friction
                .unwrap_or_else(|| [larger(0), larger(0), larger(1), larger(2), larger(2)]),
            dimensions: dimensions.unwrap_or(first.dimensions.max(second.dimensions)),
        });
        geoms.into_iter().for_each(|geom| self.mechanism.geoms[geom].visual = false);
        element.ignore(&["name"]);
        Ok(())
    }
}
