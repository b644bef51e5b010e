//! Bodies and materials that make no sense are refused by name; what is made
//! of sound ones is as formulas say.

mod masses;
mod materials;
mod refusals;
