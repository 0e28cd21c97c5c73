//! glTF files through the document: what comes in, what goes out, and that nothing else changes on the way.

mod create;
mod damaged;
mod elsewhere;
mod moved;
mod reading;
mod small;
