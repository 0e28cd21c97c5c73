//! `parry`'s hierarchy behind the project's trait.

use super::{Bounds, Hierarchy};
use crate::Point;
use parry3d_f64::bounding_volume::{Aabb, BoundingVolume};
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhNode, BvhWorkspace};

/// A hierarchy of `parry`'s. Searches run on one thread.
pub struct ParryTree {
    tree: Bvh,
    count: u32,
}

fn aabb(bounds: Bounds) -> Aabb {
    Aabb::new(bounds.low.coords.into(), bounds.high.coords.into())
}

impl Hierarchy for ParryTree {
    fn build(count: usize, bounds: impl Fn(u32) -> Bounds + Sync) -> Self {
        let leaves: Vec<Aabb> = (0..count as u32).map(|i| aabb(bounds(i))).collect();
        Self { tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves), count: count as u32 }
    }

    fn refit(&mut self, bounds: impl Fn(u32) -> Bounds + Sync) {
        for i in 0..self.count {
            self.tree.insert_or_update_partially(aabb(bounds(i)), i, 0.0);
        }
        self.tree.refit_without_opt();
    }

    fn self_pairs<C: Send>(&self, new: impl Fn() -> C + Sync, visit: impl Fn(&mut C, u32, u32) + Sync) -> Vec<C> {
        let mut collector = new();
        self.tree
            .traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |a, b| visit(&mut collector, a, b));
        vec![collector]
    }

    fn cross_pairs<C: Send>(
        &self,
        other: &Self,
        new: impl Fn() -> C + Sync,
        visit: impl Fn(&mut C, u32, u32) + Sync,
    ) -> Vec<C> {
        let mut collector = new();
        for (a, b) in self.tree.leaf_pairs(&other.tree, BvhNode::intersects) {
            visit(&mut collector, a, b);
        }
        vec![collector]
    }

    fn overlapping(&self, bounds: &Bounds, visit: impl FnMut(u32)) {
        let bounds = aabb(*bounds);
        self.tree.leaves(|node| node.aabb().intersects(&bounds)).for_each(visit);
    }

    fn around(&self, point: &Point, reach: f64, mut visit: impl FnMut(u32) -> f64) {
        self.overlapping(&Bounds { low: *point, high: *point }.grown(reach), |primitive| {
            visit(primitive);
        });
    }
}
