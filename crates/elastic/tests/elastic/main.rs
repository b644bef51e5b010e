//! Elements against values of another implementation, against finite
//! differences, and against closed forms.

mod bad;
mod closed;
mod derivatives;
mod flexible;
mod oracle;
mod sums;
mod support;
