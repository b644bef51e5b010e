//! What operations on a factor will cost.

use super::Analysis;
use super::panels::Panel;

/// Measured prices: of a panel and of each that changes it, of an entry of L, and of a product
/// and its sum.
const PANEL: f64 = 100.0;
const ENTRY: f64 = 3.0;
const PRODUCT: f64 = 0.08;
/// Of an entry in a solve.
const SOLVE: f64 = 2.0;

/// Estimated times, in units of about a nanosecond. They rest on operation
/// counts and measured prices, so they never depend on the machine's mood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Of a factorisation from scratch.
    pub factor: f64,
    /// Of one solve.
    pub solve: f64,
}

impl Analysis {
    pub(super) fn estimate_costs(&mut self, n: usize) {
        self.costs.factor = PANEL * (self.panels.len() + self.changes.len()) as f64;
        self.costs.factor += ENTRY * self.stored() as f64;
        for column in (0..n).rev() {
            let panel = &self.panels[self.panel_of[column]];
            let length = length(panel, column);
            self.costs.factor += PRODUCT * length * length;
            self.costs.solve += SOLVE * length;
            let local = column - panel.begin;
            let rest = match self.panel_rows(panel).get(local + 1) {
                Some(&parent) => self.path_cost[parent],
                None => 0.0,
            };
            self.path_cost[column] = rest + 4.0 * change_price(panel) * length;
        }
        for row in 0..n {
            let own = &self.panels[self.panel_of[row]];
            let mut cost = 0.0;
            for column in own.begin..row {
                cost += 2.0 * change_price(own) * length(own, column);
            }
            for &(index, _) in
                &self.row_panels[self.row_panel_starts[row]..self.row_panel_starts[row + 1]]
            {
                let panel = &self.panels[index];
                cost +=
                    change_price(panel) * (panel.width * (2 * panel.height - panel.width)) as f64;
            }
            self.reach_cost[row] = cost;
        }
    }
}

/// Entries of a column from its diagonal down.
fn length(panel: &Panel, column: usize) -> f64 {
    (panel.height - (column - panel.begin)) as f64
}

/// Measured, of an operation of a rank-one change: what a panel begins with is shared by its
/// columns.
fn change_price(panel: &Panel) -> f64 {
    0.3 + 0.7 / panel.width as f64
}
