//! The project's own hierarchy, made for meshes that are searched against themselves.
//!
//! - Boxes are single precision, rounded outwards, relative to the middle of the first build: half the memory, and one
//!   vector instruction compares a side of two boxes.
//! - Primitives are split at the median of the widest axis down to small leaves, and stored in the order of the leaves.
//! - A subtree is a contiguous run of nodes and of primitives, so refitting splits both slices in two and runs the halves
//!   in parallel.

use super::{Bounds, Hierarchy};
use crate::{Point, Vector};
use rayon::prelude::*;

/// Primitives in a leaf at the most: what measured best on sheets of 20K to 500K triangles.
const LEAF: usize = 4;

/// Below this many primitives a subtree is handled by one thread.
const GRAIN: usize = 4096;

/// A search is cut into tasks until there are this many, or no more can be had.
const TASKS: usize = 512;

/// Outward rounding: twice the relative error of a conversion to single precision.
const OUTWARD: f32 = 2.0 * f32::EPSILON;

/// A box in single precision. The fourth lanes are always zero: they fill a vector register.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Box32 {
    low: [f32; 4],
    high: [f32; 4],
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Primitives below: `first..first + count` in leaf order.
    first: u32,
    count: u32,
    /// The right child; the left one follows its parent. 0 for a leaf.
    right: u32,
}

/// The project's hierarchy: see the module.
#[derive(Clone, Debug, Default)]
pub struct BoxTree {
    origin: Vector,
    nodes: Vec<Node>,
    node_boxes: Vec<Box32>,
    /// Which primitive stands at each place of the leaf order.
    primitives: Vec<u32>,
    primitive_boxes: Vec<Box32>,
}

impl Box32 {
    const EMPTY: Self = Self {
        low: [f32::INFINITY, f32::INFINITY, f32::INFINITY, 0.0],
        high: [f32::NEG_INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY, 0.0],
    };

    #[inline]
    fn new(bounds: &Bounds, origin: &Vector) -> Self {
        let mut rounded = Self { low: [0.0; 4], high: [0.0; 4] };
        for i in 0..3 {
            rounded.low[i] = -outward(origin[i] - bounds.low[i]);
            rounded.high[i] = outward(bounds.high[i] - origin[i]);
        }
        rounded
    }

    #[inline]
    fn overlaps(&self, other: &Self) -> bool {
        let mut all = true;
        for i in 0..4 {
            all &= (self.low[i] <= other.high[i]) & (other.low[i] <= self.high[i]);
        }
        all
    }

    #[inline]
    fn union(&self, other: &Self) -> Self {
        let mut both = *self;
        for i in 0..4 {
            both.low[i] = if other.low[i] < both.low[i] { other.low[i] } else { both.low[i] };
            both.high[i] = if other.high[i] > both.high[i] { other.high[i] } else { both.high[i] };
        }
        both
    }
}

/// A single-precision number that is no smaller.
#[inline]
fn outward(value: f64) -> f32 {
    // The clamp keeps the sum below from becoming infinity minus infinity.
    let nearest = (value as f32).clamp(f32::MIN, f32::MAX);
    nearest + (nearest.abs() * OUTWARD + f32::MIN_POSITIVE)
}

impl BoxTree {
    fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].right == 0
    }

    fn children(&self, node: u32) -> [u32; 2] {
        [node + 1, self.nodes[node as usize].right]
    }
}

impl Hierarchy for BoxTree {
    fn build(count: usize, bounds: impl Fn(u32) -> Bounds + Sync) -> Self {
        let mut tree = Self::default();
        let mut centers: Vec<(Point, u32)> =
            (0..count as u32).into_par_iter().map(|i| (bounds(i).center(), i)).collect();
        let all = Bounds::around(centers.iter().map(|(center, _)| center));
        tree.origin = if count == 0 { Vector::zeros() } else { all.center().coords };
        if count > 0 {
            split(&mut centers);
            lay_out(&mut tree.nodes, 0, count as u32);
        }
        tree.primitives = centers.into_iter().map(|(_, primitive)| primitive).collect();
        tree.node_boxes = vec![Box32::EMPTY; tree.nodes.len()];
        tree.primitive_boxes = vec![Box32::EMPTY; count];
        tree.refit(bounds);
        tree
    }

    fn refit(&mut self, bounds: impl Fn(u32) -> Bounds + Sync) {
        if !self.nodes.is_empty() {
            let origin = self.origin;
            let fit = |primitive: u32| Box32::new(&bounds(primitive), &origin);
            refit(&self.nodes, &mut self.node_boxes, &self.primitives, &mut self.primitive_boxes, &fit);
        }
    }

    fn self_pairs<C: Send>(&self, new: impl Fn() -> C + Sync, visit: impl Fn(&mut C, u32, u32) + Sync) -> Vec<C> {
        let whole = if self.nodes.is_empty() { vec![] } else { vec![Task::Within(0)] };
        let tasks = divide(whole, |task, into| match task {
            Task::Within(n) if !self.is_leaf(n) => {
                let [l, r] = self.children(n);
                into.extend([Task::Within(l), Task::Within(r), Task::Between(l, r)]);
                true
            }
            Task::Between(a, b) => self.divide_between(self, a, b, into),
            Task::Within(_) => false,
        });
        run(tasks, new, |collector, task| match task {
            Task::Within(node) => self.within(node, &mut |a, b| visit(collector, a, b)),
            Task::Between(a, b) => self.between(self, a, b, &mut |a, b| visit(collector, a, b)),
        })
    }

    fn cross_pairs<C: Send>(
        &self,
        other: &Self,
        new: impl Fn() -> C + Sync,
        visit: impl Fn(&mut C, u32, u32) + Sync,
    ) -> Vec<C> {
        let empty = self.nodes.is_empty() || other.nodes.is_empty();
        let whole = if empty { vec![] } else { vec![(0, 0)] };
        let tasks = divide(whole, |(a, b), into| {
            let mut parts = Vec::new();
            let divided = self.divide_between(other, a, b, &mut parts);
            into.extend(parts.into_iter().filter_map(|part| match part {
                Task::Between(a, b) => Some((a, b)),
                Task::Within(_) => None,
            }));
            divided
        });
        run(tasks, new, |collector, (a, b)| self.between(other, a, b, &mut |a, b| visit(collector, a, b)))
    }
}

/// A part of a search.
#[derive(Clone, Copy)]
enum Task {
    /// All pairs below one node.
    Within(u32),
    /// All pairs between two nodes.
    Between(u32, u32),
}

/// Divides tasks in place, level by level, until there are enough.
fn divide<T: Copy>(mut tasks: Vec<T>, divide_one: impl Fn(T, &mut Vec<T>) -> bool) -> Vec<T> {
    loop {
        let mut divided = Vec::with_capacity(tasks.len() * 3);
        let mut any = false;
        for &task in &tasks {
            if divide_one(task, &mut divided) {
                any = true;
            } else {
                divided.push(task);
            }
        }
        tasks = divided;
        if !any || tasks.len() >= TASKS {
            return tasks;
        }
    }
}

fn run<T: Send, C: Send>(tasks: Vec<T>, new: impl Fn() -> C + Sync, search: impl Fn(&mut C, T) + Sync) -> Vec<C> {
    tasks
        .into_par_iter()
        .map(|task| {
            let mut collector = new();
            search(&mut collector, task);
            collector
        })
        .collect()
}

impl BoxTree {
    /// Replaces a task between two nodes by its parts; none remain if the boxes are apart. `false` if it cannot be divided.
    fn divide_between(&self, other: &Self, a: u32, b: u32, into: &mut Vec<Task>) -> bool {
        if !self.node_boxes[a as usize].overlaps(&other.node_boxes[b as usize]) {
            return true;
        }
        if self.is_leaf(a) && other.is_leaf(b) {
            return false;
        }
        if self.descends_first(other, a, b) {
            into.extend(self.children(a).map(|child| Task::Between(child, b)));
        } else {
            into.extend(other.children(b).map(|child| Task::Between(a, child)));
        }
        true
    }

    /// Whether `a` is the node to open: the one with more below it.
    fn descends_first(&self, other: &Self, a: u32, b: u32) -> bool {
        self.nodes[a as usize].count >= other.nodes[b as usize].count && !self.is_leaf(a) || other.is_leaf(b)
    }

    fn within(&self, node: u32, visit: &mut impl FnMut(u32, u32)) {
        if self.is_leaf(node) {
            let Node { first, count, .. } = self.nodes[node as usize];
            for a in first as usize..(first + count) as usize {
                self.against_range(
                    &self.primitive_boxes[a],
                    self.primitives[a],
                    a + 1..(first + count) as usize,
                    visit,
                );
            }
        } else {
            let [left, right] = self.children(node);
            self.within(left, visit);
            self.within(right, visit);
            self.between(self, left, right, visit);
        }
    }

    fn between(&self, other: &Self, a: u32, b: u32, visit: &mut impl FnMut(u32, u32)) {
        let box_b = &other.node_boxes[b as usize];
        if !self.node_boxes[a as usize].overlaps(box_b) {
            return;
        }
        if self.is_leaf(a) && other.is_leaf(b) {
            let of = |node: &Node| node.first as usize..(node.first + node.count) as usize;
            let range_b = of(&other.nodes[b as usize]);
            for i in of(&self.nodes[a as usize]) {
                // One comparison with the whole leaf often spares the comparisons with its members.
                if self.primitive_boxes[i].overlaps(box_b) {
                    other.against_range(&self.primitive_boxes[i], self.primitives[i], range_b.clone(), visit);
                }
            }
        } else if self.descends_first(other, a, b) {
            let [left, right] = self.children(a);
            self.between(other, left, b, visit);
            self.between(other, right, b, visit);
        } else {
            let [left, right] = other.children(b);
            self.between(other, a, left, visit);
            self.between(other, a, right, visit);
        }
    }

    #[inline]
    fn against_range(
        &self,
        one: &Box32,
        primitive: u32,
        range: std::ops::Range<usize>,
        visit: &mut impl FnMut(u32, u32),
    ) {
        for (candidate, &theirs) in self.primitive_boxes[range.clone()].iter().zip(&self.primitives[range]) {
            if one.overlaps(candidate) {
                visit(primitive, theirs);
            }
        }
    }
}

/// How many of `count` primitives go to the left: as many whole leaves as make the halves most alike.
fn left_count(count: usize) -> usize {
    let leaves = count.div_ceil(LEAF);
    (leaves / 2) * LEAF
}

/// Sorts primitives into leaf order.
fn split(centers: &mut [(Point, u32)]) {
    if centers.len() <= LEAF {
        centers.sort_unstable_by_key(|&(_, primitive)| primitive);
        return;
    }
    let extents = Bounds::around(centers.iter().map(|(center, _)| center)).extents();
    let axis = extents.imax();
    let middle = left_count(centers.len());
    centers.select_nth_unstable_by(middle, |a, b| a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1)));
    let big = centers.len() > GRAIN;
    let (left, right) = centers.split_at_mut(middle);
    if big {
        rayon::join(|| split(left), || split(right));
    } else {
        split(left);
        split(right);
    }
}

/// Lays nodes out in depth-first order.
fn lay_out(nodes: &mut Vec<Node>, first: u32, count: u32) {
    let this = nodes.len();
    nodes.push(Node { first, count, right: 0 });
    if count as usize > LEAF {
        let left = left_count(count as usize) as u32;
        lay_out(nodes, first, left);
        nodes[this].right = nodes.len() as u32;
        lay_out(nodes, first + left, count - left);
    }
}

/// Refits the subtree whose nodes and primitives are these slices, and returns its box.
fn refit(
    nodes: &[Node],
    node_boxes: &mut [Box32],
    primitives: &[u32],
    primitive_boxes: &mut [Box32],
    fit: &(impl Fn(u32) -> Box32 + Sync),
) -> Box32 {
    let root = nodes[0];
    let bounds = if root.right == 0 {
        let mut bounds = Box32::EMPTY;
        for (slot, &primitive) in primitive_boxes.iter_mut().zip(primitives) {
            *slot = fit(primitive);
            bounds = bounds.union(slot);
        }
        bounds
    } else {
        let middle = left_count(root.count as usize);
        // A subtree of n nodes before the right child: the left child is the rest.
        let left_nodes = 2 * middle.div_ceil(LEAF) - 1;
        let (nodes_l, nodes_r) = nodes[1..].split_at(left_nodes);
        let (boxes_l, boxes_r) = node_boxes[1..].split_at_mut(left_nodes);
        let (prims_l, prims_r) = primitives.split_at(middle);
        let (slots_l, slots_r) = primitive_boxes.split_at_mut(middle);
        let mut left = || refit(nodes_l, boxes_l, prims_l, slots_l, fit);
        let mut right = || refit(nodes_r, boxes_r, prims_r, slots_r, fit);
        let (l, r) = if primitives.len() > GRAIN { rayon::join(left, right) } else { (left(), right()) };
        l.union(&r)
    };
    node_boxes[0] = bounds;
    bounds
}
