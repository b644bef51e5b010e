//! Every factor against dense elimination, which shares no code with them.

mod downdatable;
mod orderings;
mod samples;
mod unsymmetric;
