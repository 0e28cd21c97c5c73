//! Files made in code and files from elsewhere: every one is read, or refused with a fault; none panics.

mod accessors;
mod elsewhere;
mod folder;
mod meshes;
mod meshopt;
mod mutations;
mod small;
