//! Every factor against dense elimination, which shares no code with them.

mod downdatable;
mod orderings;
mod panels;
mod samples;
mod threads;
mod unsymmetric;
