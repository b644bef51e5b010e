//! The paths that solves take: watched they are the same, and they are what they were.

mod history;
mod kept;
mod samples;
