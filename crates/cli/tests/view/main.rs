//! `stickslip view` through its socket, as a page would use it.

mod back;
mod bad_messages;
mod bodies;
mod coordinates;
mod drag;
mod files;
mod frame;
mod lanes;
mod manners;
mod page;
mod readouts;
mod scenes;
mod server;
mod soft;
