//! Which pairs are worth asking about: hierarchies of boxes around primitives.
//!
//! A hierarchy is built once and refitted whenever the primitives move. A search visits every pair of primitives whose
//! boxes overlap. It is cut into tasks by the shape of the tree alone; every task fills a collector of its own, and the
//! collectors come back in the order of the tasks: the same for any number of threads.
//!
//! [`BoxTree`] is the one the project uses. [`ParryTree`] puts `parry`'s hierarchy behind the same trait, as the measure
//! for speed and a second opinion in tests.

use crate::Point;

mod bounds;
mod box_tree;
mod parry_tree;

pub use bounds::Bounds;
pub use box_tree::BoxTree;
pub use parry_tree::ParryTree;

/// A hierarchy of boxes over primitives numbered from 0.
pub trait Hierarchy: Sized + Sync {
    /// Builds a hierarchy over the boxes of primitives `0..count`.
    fn build(count: usize, bounds: impl Fn(u32) -> Bounds + Sync) -> Self;

    /// Takes the primitives' new boxes and keeps the shape of the tree.
    fn refit(&mut self, bounds: impl Fn(u32) -> Bounds + Sync);

    /// Visits every unordered pair of different primitives whose boxes overlap, once.
    fn self_pairs<C: Send>(&self, new: impl Fn() -> C + Sync, visit: impl Fn(&mut C, u32, u32) + Sync) -> Vec<C>;

    /// Visits every pair of a primitive here and one there whose boxes overlap.
    fn cross_pairs<C: Send>(
        &self,
        other: &Self,
        new: impl Fn() -> C + Sync,
        visit: impl Fn(&mut C, u32, u32) + Sync,
    ) -> Vec<C>;

    /// Visits every primitive whose box overlaps this one, in an order that depends on the tree alone. Nothing is
    /// allocated.
    fn overlapping(&self, bounds: &Bounds, visit: impl FnMut(u32));

    /// Visits every primitive whose box is within `reach` of a point, and maybe some more, roughly the nearest first. The
    /// visitor returns the reach for the rest of the search: a smaller one as soon as it knows that nothing farther matters, or
    /// the same to see them all. Nothing is allocated.
    fn around(&self, point: &Point, reach: f64, visit: impl FnMut(u32) -> f64);
}
