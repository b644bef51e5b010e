//! Trees against what shares no code with them: maximal coordinates, differences, closed
//! forms.

mod accelerations;
mod articulated;
mod samples;
mod structure;
mod variation;
