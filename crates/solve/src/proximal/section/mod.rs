//! Newton's method on contacts of any section, in blocks of bodies.
//!
//! A contact is open, sticks, or lies on some face of its section: an edge or
//! a corner of a polygon, a side of a square, the rim of a disc or an
//! ellipsoid. [`face`] finds the face and how the nearest point moves on it,
//! [`response`] what the contact then answers to a motion of its bodies, and
//! [`newton`] puts all contacts together, [`start`] from the last impulses.

pub mod contact_set;
pub mod face;
pub mod newton;
mod proximal;
pub mod response;
pub mod start;
