//! The shape of a JSON problem file, key by key.

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use stickslip_linalg::{SparseMatrix, Stencil, Triplets};

use stickslip_solve::sets::{Directions, Polygon, SetError};
use stickslip_solve::{FrictionContact, Rolling, Section, SectionShape};

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProblemPart {
    pub name: Option<String>,
    pub kind: String,
    pub n: usize,
    #[serde(rename = "A")]
    pub a: Option<EntriesPart>,
    #[serde(rename = "J")]
    pub j: Option<JacobianPart>,
    #[serde(rename = "Minv")]
    pub minv: Option<EntriesPart>,
    #[serde(rename = "C")]
    pub c: Option<CompliancePart>,
    pub grid: Option<GridPart>,
    pub b: Vec<f64>,
    pub lo: Option<Vec<Option<f64>>>,
    pub hi: Option<Vec<Option<f64>>>,
    pub contacts: Option<Vec<ContactPart>>,
    pub x0: Option<Vec<f64>>,
    pub solution: Option<Vec<f64>>,
}

/// A square matrix as triplets.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct EntriesPart {
    pub rows: Vec<usize>,
    pub cols: Vec<usize>,
    pub vals: Vec<f64>,
}

/// A by the faces of a grid: cells along each axis, the cell of each row, and by
/// axis the coefficient of the face between each cell and the next.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GridPart {
    pub counts: Vec<usize>,
    pub cells: Vec<usize>,
    pub faces: Vec<Vec<f64>>,
}

/// J as triplets with the number of its columns.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct JacobianPart {
    pub rows: Vec<usize>,
    pub cols: Vec<usize>,
    pub vals: Vec<f64>,
    pub ncols: Option<usize>,
}

/// One contact.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ContactPart {
    pub normal: usize,
    pub tangents: Vec<usize>,
    pub mu: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<ShapePart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolling: Option<RollingPart>,
}

/// Resistance to rolling over the last tangents: {"rows": 2, "mu": 0.01}.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RollingPart {
    pub rows: usize,
    pub mu: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
}

/// The section of a contact: "disc", "square", {"polygon": 8},
/// {"ellipse": [1, 0.5]} or {"hull": [[0.2, 0], [0, 0.5], [-0.1, 0]]}.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum ShapePart {
    Disc,
    Square,
    Polygon(usize),
    Ellipse(Vec<f64>),
    Hull(Vec<[f64; 2]>),
}

/// C as its diagonal or as triplets.
pub enum CompliancePart {
    Diagonal(Vec<f64>),
    Entries(EntriesPart),
}

// By hand because serde's untagged enums lose the place of an error.
impl<'de> Deserialize<'de> for CompliancePart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EitherForm;

        impl<'de> Visitor<'de> for EitherForm {
            type Value = CompliancePart;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an array of n numbers, or {rows, cols, vals}")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut diagonal = Vec::new();
                while let Some(value) = seq.next_element()? {
                    diagonal.push(value);
                }
                Ok(CompliancePart::Diagonal(diagonal))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                EntriesPart::deserialize(MapAccessDeserializer::new(map))
                    .map(CompliancePart::Entries)
            }
        }

        deserializer.deserialize_any(EitherForm)
    }
}

impl From<Triplets> for EntriesPart {
    fn from(Triplets { rows, cols, vals }: Triplets) -> Self {
        Self { rows, cols, vals }
    }
}

impl From<EntriesPart> for Triplets {
    fn from(EntriesPart { rows, cols, vals }: EntriesPart) -> Self {
        Self { rows, cols, vals }
    }
}

impl From<&Stencil> for GridPart {
    fn from(stencil: &Stencil) -> Self {
        Self {
            counts: stencil.counts().to_vec(),
            cells: stencil.cells().iter().map(|&cell| cell as usize).collect(),
            faces: stencil.faces(),
        }
    }
}

impl From<&SparseMatrix> for JacobianPart {
    fn from(matrix: &SparseMatrix) -> Self {
        let Triplets { rows, cols, vals } = matrix.to_triplets();
        Self { rows, cols, vals, ncols: Some(matrix.cols()) }
    }
}

impl From<JacobianPart> for EntriesPart {
    fn from(JacobianPart { rows, cols, vals, .. }: JacobianPart) -> Self {
        Self { rows, cols, vals }
    }
}

impl From<&FrictionContact> for ContactPart {
    fn from(contact: &FrictionContact) -> Self {
        let shape = match &contact.section.shape {
            SectionShape::Disc => None,
            SectionShape::Square => Some(ShapePart::Square),
            SectionShape::Polygon(directions) => Some(ShapePart::Polygon(directions.count())),
            SectionShape::Ellipse(factors) => Some(ShapePart::Ellipse(factors.clone())),
            SectionShape::Hull(polygon) => Some(ShapePart::Hull(polygon.vertices().collect())),
        };
        Self {
            normal: contact.normal,
            tangents: contact.tangents.clone(),
            mu: contact.mu,
            shape,
            radius: contact.section.radius,
            rolling: contact.section.rolling.map(|rolling| {
                let Rolling { rows, mu, radius } = rolling;
                RollingPart { rows, mu, radius }
            }),
        }
    }
}

impl TryFrom<ContactPart> for FrictionContact {
    type Error = SetError;

    fn try_from(part: ContactPart) -> Result<Self, SetError> {
        let shape = match part.shape {
            None | Some(ShapePart::Disc) => SectionShape::Disc,
            Some(ShapePart::Square) => SectionShape::Square,
            Some(ShapePart::Polygon(count)) => SectionShape::Polygon(Directions::new(count)?),
            Some(ShapePart::Ellipse(factors)) => SectionShape::Ellipse(factors),
            Some(ShapePart::Hull(corners)) => SectionShape::Hull(Polygon::hull(&corners)?.into()),
        };
        let rolling = part.rolling.map(|rolling| {
            let RollingPart { rows, mu, radius } = rolling;
            Rolling { rows, mu, radius }
        });
        let section = Section { shape, radius: part.radius, rolling };
        Ok(Self { normal: part.normal, tangents: part.tangents, mu: part.mu, section })
    }
}
