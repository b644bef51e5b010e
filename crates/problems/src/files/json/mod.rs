//! JSON problem files; the [module above](super) says what they hold.

mod diagnose;
mod shape;

use std::fmt::Write;

use serde::Serialize;
use stickslip_linalg::{SparseMatrix, Stencil, Triplets};

use super::FileError;
use shape::{CompliancePart, EntriesPart, GridPart, JacobianPart, ProblemPart};
use stickslip_solve::nearest_name;
use stickslip_solve::{FactoredForm, FrictionContact, Inertia, Kind, Problem, ProblemData};

/// More columns of J than this are a slip of the pen, not a scene: every
/// column costs memory even when it is empty.
const MAX_COLUMNS: usize = 10_000_000;

/// Reads the text of a JSON problem file; `origin` names it in errors, and
/// the problem where it has no name of its own.
///
/// ```
/// let text = r#"{"kind": "lcp", "n": 1, "A": {"rows": [0], "cols": [7], "vals": [2]}, "b": [-1]}"#;
/// let error = stickslip_problems::files::read_json(text, "one.json").unwrap_err();
/// assert_eq!(error.to_string(), "one.json: A.cols[0] is 7 but n = 1");
/// ```
pub fn read_json(text: &str, origin: &str) -> Result<Problem, FileError> {
    // Editors on Windows put a byte-order mark there.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut part: ProblemPart =
        serde_json::from_str(text).map_err(|error| diagnose::explain(text, origin, &error))?;
    let (grid, n, checker) = (part.grid.take(), part.n, Checker { file: origin });
    let others = part.a.is_some() || part.j.is_some();
    let data = checker.data(part)?;
    let made = match grid {
        Some(_) if others => return checker.fail("grid", "stands in the place of A, J and Minv"),
        Some(grid) => Problem::on_stencil(data, checker.stencil(grid, n)?),
        None => Problem::new(data),
    };
    made.map_err(FileError::problem(origin))
}

/// The JSON text of a problem, one line per key. Everything that
/// [`Problem::data`] holds is kept to the last bit, and so are the faces of a
/// grid; factors beside a border become the matrix that they are.
pub fn to_json(problem: &Problem) -> String {
    let data = problem.data();
    let mut text = String::from("{");
    put(&mut text, "name", &data.name);
    put(&mut text, "kind", &data.kind.name());
    put(&mut text, "n", &problem.size());
    let (factored, known) = (problem.factored(), data.matrix.as_ref());
    if let Some(stencil) = problem.stencil() {
        put(&mut text, "grid", &GridPart::from(stencil));
    } else if let Some(matrix) = known.or_else(|| factored.is_none().then(|| problem.matrix())) {
        put(&mut text, "A", &EntriesPart::from(matrix.to_triplets()));
    }
    if let Some(factored) = factored {
        put(&mut text, "J", &JacobianPart::from(&factored.jacobian));
        put(&mut text, "Minv", &EntriesPart::from(factored.inertia.inverse().to_triplets()));
        put(&mut text, "C", &factored.compliance);
    }
    put(&mut text, "b", &data.b);
    put(&mut text, "lo", &finite_or_null(&data.lo));
    put(&mut text, "hi", &finite_or_null(&data.hi));
    let contacts: Vec<_> = data.contacts.iter().map(shape::ContactPart::from).collect();
    put(&mut text, "contacts", &contacts);
    put(&mut text, "x0", &data.x0);
    put(&mut text, "solution", &data.solution);
    text.push_str("}\n");
    text
}

fn put(text: &mut String, key: &str, value: &impl Serialize) {
    // Only maps with keys that are not strings can fail, and there are none.
    let value = serde_json::to_string(value).expect("no map is written");
    let separator = if text.len() > 1 { ",\n " } else { "" };
    let _ = write!(text, "{separator}\"{key}\": {value}");
}

fn finite_or_null(bounds: &[f64]) -> Vec<Option<f64>> {
    bounds.iter().map(|bound| bound.is_finite().then_some(*bound)).collect()
}

/// Turns the parts of a file into data, with indices checked.
struct Checker<'a> {
    file: &'a str,
}

impl Checker<'_> {
    fn data(&self, part: ProblemPart) -> Result<ProblemData, FileError> {
        let n = part.n;
        // Everything sized by n below is thereby bounded by the file's length.
        if part.b.len() != n {
            return self.fail("b", format!("has {} entries but n = {n}", part.b.len()));
        }
        let kind = self.kind(&part.kind)?;
        let contacts = part.contacts.unwrap_or_default().into_iter().enumerate();
        let contacts: Vec<FrictionContact> = contacts
            .map(|(index, contact)| {
                FrictionContact::try_from(contact).or_else(|error| {
                    self.fail(format!("contacts[{index}].shape"), error.to_string())
                })
            })
            .collect::<Result<_, _>>()?;
        let matrix =
            part.a.map(|entries| self.matrix("A", entries, (n, "n"), (n, "n"))).transpose()?;
        let factored = match (part.j, part.minv, part.c) {
            (Some(jacobian), Some(inverse_mass), compliance) => {
                Some(self.factored(jacobian, inverse_mass, compliance, n)?)
            }
            (Some(_), None, _) => return self.fail("Minv", "is missing: J needs it"),
            (None, Some(_), _) => return self.fail("J", "is missing: Minv needs it"),
            (None, None, Some(_)) => return self.fail("J", "is missing: C needs J and Minv"),
            (None, None, None) => None,
        };
        let lo = part.lo.map_or_else(
            || default_lower_bounds(n, &contacts),
            |lo| lo.into_iter().map(|bound| bound.unwrap_or(f64::NEG_INFINITY)).collect(),
        );
        let hi = part.hi.map_or_else(
            || vec![f64::INFINITY; n],
            |hi| hi.into_iter().map(|bound| bound.unwrap_or(f64::INFINITY)).collect(),
        );
        Ok(ProblemData {
            name: part.name.unwrap_or_else(|| super::name_of(self.file)),
            kind,
            matrix,
            factored,
            b: part.b,
            lo,
            hi,
            contacts,
            x0: part.x0,
            solution: part.solution,
        })
    }

    fn stencil(&self, grid: GridPart, n: usize) -> Result<Stencil, FileError> {
        let GridPart { counts, cells, faces } = grid;
        if cells.len() != n {
            return self.fail("grid.cells", format!("has {} entries but n = {n}", cells.len()));
        }
        Stencil::from_lists(&counts, &cells, &faces).or_else(|error| {
            let text = error.to_string();
            let (place, reason) = text.split_once(' ').unwrap_or(("", &text));
            self.fail(format!("grid.{place}"), reason)
        })
    }

    fn kind(&self, name: &str) -> Result<Kind, FileError> {
        let known = Kind::ALL.map(Kind::name);
        Kind::from_name(name).map_or_else(
            || {
                let hint = nearest_name(name, known).map_or_else(
                    || format!("; there are {}", known.join(", ")),
                    |near| format!("; did you mean \"{near}\"?"),
                );
                self.fail("kind", format!("is \"{name}\", which is no kind{hint}"))
            },
            Ok,
        )
    }

    fn factored(
        &self,
        jacobian: JacobianPart,
        inverse_mass: EntriesPart,
        compliance: Option<CompliancePart>,
        n: usize,
    ) -> Result<FactoredForm, FileError> {
        let used =
            |indices: &[usize]| indices.iter().max().map_or(0, |&last| last.saturating_add(1));
        let columns = jacobian.ncols.unwrap_or_else(|| {
            used(&jacobian.cols).max(used(&inverse_mass.rows)).max(used(&inverse_mass.cols))
        });
        if columns > MAX_COLUMNS {
            return self
                .fail("J", format!("has {columns} columns; at most {MAX_COLUMNS} are supported"));
        }
        let freedoms = (columns, "J.ncols");
        let jacobian = EntriesPart::from(jacobian);
        Ok(FactoredForm {
            jacobian: self.matrix("J", jacobian, (n, "n"), freedoms)?,
            inertia: Inertia::from_inverse(self.matrix(
                "Minv",
                inverse_mass,
                freedoms,
                freedoms,
            )?),
            compliance: self.compliance(compliance, n)?,
        })
    }

    fn compliance(&self, part: Option<CompliancePart>, n: usize) -> Result<Vec<f64>, FileError> {
        match part {
            None => Ok(vec![0.0; n]),
            Some(CompliancePart::Diagonal(diagonal)) => Ok(diagonal),
            Some(CompliancePart::Entries(entries)) => {
                let outside =
                    entries.rows.iter().zip(&entries.cols).position(|(row, col)| row != col);
                if let Some(at) = outside {
                    let (row, col) = (entries.rows[at], entries.cols[at]);
                    return self.fail(
                        format!("C.cols[{at}]"),
                        format!("is {col} but C.rows[{at}] is {row}: C must be diagonal"),
                    );
                }
                Ok(self.matrix("C", entries, (n, "n"), (n, "n"))?.diagonal())
            }
        }
    }

    /// The matrix of these entries; a limit is a size and its name.
    fn matrix(
        &self,
        key: &str,
        entries: EntriesPart,
        rows: (usize, &str),
        cols: (usize, &str),
    ) -> Result<SparseMatrix, FileError> {
        for (part, length) in [("cols", entries.cols.len()), ("vals", entries.vals.len())] {
            if length != entries.rows.len() {
                return self.fail(
                    format!("{key}.{part}"),
                    format!("has {length} entries but {key}.rows has {}", entries.rows.len()),
                );
            }
        }
        for (part, indices, limit) in [("rows", &entries.rows, rows), ("cols", &entries.cols, cols)]
        {
            if let Some(at) = indices.iter().position(|&index| index >= limit.0) {
                return self.fail(
                    format!("{key}.{part}[{at}]"),
                    format!("is {} but {} = {}", indices[at], limit.1, limit.0),
                );
            }
        }
        Ok(SparseMatrix::from_triplets(rows.0, cols.0, &Triplets::from(entries)))
    }

    fn fail<T>(&self, place: impl Into<String>, reason: impl Into<String>) -> Result<T, FileError> {
        Err(FileError::value(self.file, place, reason))
    }
}

fn default_lower_bounds(n: usize, contacts: &[FrictionContact]) -> Vec<f64> {
    let mut lo = vec![0.0; n];
    for &tangent in contacts.iter().flat_map(|contact| &contact.tangents) {
        // A row that does not exist is found when the problem is checked.
        if let Some(bound) = lo.get_mut(tangent) {
            *bound = f64::NEG_INFINITY;
        }
    }
    lo
}
