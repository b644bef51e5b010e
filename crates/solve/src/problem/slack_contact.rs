//! Contacts in directions with a slack, found in the matrix.
//!
//! Row β of a contact reads 0 ≤ μ xₙ − eᵀλ (Erleben 2013, Eq 27): zero on the
//! diagonal, −σ at each direction, whose own row has +σ at β, and μ ≥ 0 at the
//! normal, which does not see β. A problem need not say that it has such rows:
//! files and generators have them as well as [`super::DirectionForm`].

use stickslip_linalg::SparseMatrix;

use super::Problem;

/// The K + 2 rows of a contact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlackContact {
    /// Its normal; none where the friction bound is fixed, or there is no friction.
    pub normal: Option<usize>,
    /// Its directions, ascending.
    pub directions: Vec<usize>,
    /// Its β.
    pub slack: usize,
}

impl SlackContact {
    /// All its rows.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.normal.iter().chain(&self.directions).copied().chain([self.slack])
    }
}

impl Problem {
    /// The contacts in directions with a slack, by their β.
    pub fn slack_contacts(&self) -> Vec<SlackContact> {
        if self.asymmetry().is_none() {
            return Vec::new();
        }
        // Factors are symmetric: what is not comes with the border.
        let matrix = self.border.as_ref().unwrap_or_else(|| self.matrix());
        let is_slack = |&row: &usize| {
            self.diagonal()[row] == 0.0 && self.lo()[row] == 0.0 && self.hi()[row] == f64::INFINITY
        };
        let mut found: Vec<SlackContact> = Vec::new();
        let mut place = vec![usize::MAX; self.size()];
        for slack in (0..self.size()).filter(is_slack) {
            let Some(contact) = read(matrix, slack) else { continue };
            if contact.rows().all(|row| place[row] == usize::MAX) {
                contact.rows().for_each(|row| place[row] = found.len());
                found.push(contact);
            }
        }
        // Nobody but its directions sees a β.
        let mut seen_elsewhere = vec![false; found.len()];
        for row in 0..matrix.rows() {
            for (column, _) in matrix.row(row).filter(|entry| entry.1 != 0.0) {
                let at = place[column];
                if at != usize::MAX && found[at].slack == column {
                    seen_elsewhere[at] |= found[at].directions.binary_search(&row).is_err();
                }
            }
        }
        let mut elsewhere = seen_elsewhere.into_iter();
        found.retain(|_| elsewhere.next() == Some(false));
        found
    }
}

/// The contact whose β this is, if it reads like one.
fn read(matrix: &SparseMatrix, slack: usize) -> Option<SlackContact> {
    let mut contact = SlackContact { normal: None, directions: Vec::new(), slack };
    for (column, value) in matrix.row(slack).filter(|entry| entry.1 != 0.0) {
        let opposite = matrix.get(column, slack);
        match contact.normal {
            _ if value < 0.0 && opposite == -value => contact.directions.push(column),
            None if value > 0.0 && opposite == 0.0 => contact.normal = Some(column),
            _ => return None,
        }
    }
    (!contact.directions.is_empty()).then_some(contact)
}
