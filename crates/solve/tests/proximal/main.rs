//! Proximal methods and friction sections.

mod agreement;
mod closed_forms;
mod factors;
mod files;
mod in_turn;
mod laws;
mod manners;
mod moments;
mod newton_form;
mod rate;
mod samples;
mod sections;
