//! Contacts against oracles that share no code with them.

mod against_parry;
mod broad;
mod common;
mod convex;
mod crossing_edges;
mod deforming;
mod ellipsoid;
mod faces;
mod golden;
mod ground;
mod limits;
mod lines;
mod mass;
mod mesh;
mod oracle;
mod rays;
mod reading;
mod refusals;
mod stack;
mod symmetry;
mod terrain;
