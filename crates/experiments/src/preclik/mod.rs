//! Preclik et al.
