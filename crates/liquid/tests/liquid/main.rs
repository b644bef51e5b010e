//! Whole liquids against what is known of them by hand.

mod behaviour;
mod pushing;

use glam::DVec3;
use stickslip_liquid::{
    DEFAULT_SOLVER, DEFAULT_TOLERANCE, Liquid, LiquidDescription, LiquidState, Solids,
    default_options,
};
use stickslip_solve::{Request, registry};

/// Gravity (m/s²).
const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

/// A liquid with the default solver at its beginning.
fn begin(
    description: LiquidDescription,
    solids: &dyn Solids,
    tolerance: f64,
) -> (Liquid, LiquidState) {
    let solver = registry::find(DEFAULT_SOLVER).expect("registered").build(&default_options());
    let request = Request { tolerance: Some(tolerance), ..Request::default() };
    let mut liquid = Liquid::new(description, solver.expect("good options"), request)
        .unwrap_or_else(|error| panic!("{error}"));
    liquid.place(solids);
    let state = LiquidState::new(liquid.description(), solids);
    (liquid, state)
}

/// The default accuracy.
fn plain(description: LiquidDescription, solids: &dyn Solids) -> (Liquid, LiquidState) {
    begin(description, solids, DEFAULT_TOLERANCE)
}
