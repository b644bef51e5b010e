//! Problems: what is refused, how friction gets its bounds, and the views.

mod contact_blocks;
mod direction_form;
mod friction_bounds;
mod islands;
mod random;
mod validation;
