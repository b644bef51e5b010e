//! Tables, plots, pictures and text layout for people, whatever it is that
//! they show.
//!
//! | what | where |
//! |---|---|
//! | a table as data, for people and for machines | [`Table`] |
//! | columns, wrapped text and numbers in a terminal | [`layout`] |
//! | curves in panels, as SVG | [`plot`] |
//! | bodies and the forces between them, as SVG | [`picture`] |

mod fit;
pub mod layout;
pub mod picture;
pub mod plot;
mod table;
mod wrap;

pub use layout::Align;
pub use table::{Cell, Column, Style, Table};
pub use wrap::hanging;
