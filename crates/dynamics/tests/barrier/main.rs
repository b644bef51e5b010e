//! Barrier steps: against whole steps of another implementation, never through anything,
//! and against what is known of weight and friction.

mod crossings;
mod forces;
mod joints;
mod options;
mod oracle;
mod support;
