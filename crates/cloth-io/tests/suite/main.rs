//! Files in and out, through the crate's public face. A module for each thing a user relies on.

mod atomic;
mod document;
mod foreign;
mod hostile;
mod obj;
mod ply;
mod random;
mod support;
