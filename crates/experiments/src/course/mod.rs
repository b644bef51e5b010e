//! The SIGGRAPH 2022 course "Contact and Friction Simulation for Computer
//! Graphics" (Andrews, Erleben, Ferguson).

pub mod ccd;
pub mod ccp;
pub mod fig_16;
pub mod fig_17;
pub mod fig_18;
pub mod fig_20;
pub mod fig_21;
pub mod fig_22;
pub mod fig_23;
pub mod fig_24;
pub mod fig_29;
pub mod fig_30;
pub mod fig_32;
pub mod fig_33;
pub mod fig_34;
pub mod fig_35;
pub mod fig_37;
pub mod fig_39;
pub mod fig_40;
pub mod fig_43;
pub mod fig_7;
pub mod fig_9;
mod puck;
pub mod r_factors;
mod structures;
pub mod table_2;
pub mod table_3;
pub mod table_4;
pub mod table_5;

/// The document.
const DOCUMENT: &str = "SIGGRAPH 2022 course";
