//! Derivatives of steps against central differences of whole steps and closed forms.

#[path = "../simulation/support.rs"]
#[allow(dead_code)]
mod support;

mod borders;
mod forms;
mod inputs;
mod joint_numbers;
mod led;
mod oracle;
mod rounds;
mod runs;
mod sections;
mod steps;
