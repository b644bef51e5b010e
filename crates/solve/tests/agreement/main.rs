//! Every solver of the registry against enumeration, against the others, and
//! against badly conditioned problems. A new line in the registry takes part
//! without a change here.

mod conditioning;
mod coupled;
mod cycling;
mod islands;
mod kinds;
mod measure;
mod middle;
mod moving_bounds;
mod regularisation;
mod repetition;
mod roster;
mod small;
mod spaces;
mod table;
mod warm;
