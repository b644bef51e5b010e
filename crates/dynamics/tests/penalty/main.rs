//! Penalty steps: against what is known of springs, of friction on slopes, and of weight.

mod friction;
mod soft;
mod springs;
mod support;
