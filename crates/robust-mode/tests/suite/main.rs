//! Steps that are made clean, against momentum, rigidity and the exact check.

mod boxes;
mod degenerate;
mod excused;
mod history;
mod layers;
mod momentum;
mod sandwich;
mod skin;
mod soups;
mod strain;
mod subdivide;
mod support;
