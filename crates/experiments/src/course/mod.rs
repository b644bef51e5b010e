//! The SIGGRAPH 2022 course "Contact and Friction Simulation for Computer
//! Graphics".

pub mod fig_7;

/// The document.
const DOCUMENT: &str = "SIGGRAPH 2022 course";
