//! The point of a surface nearest to a point: a hierarchy of boxes over triangles, asked one point at a time.
//!
//! Not here: signs. Which side a point is on is the volume's business.

use geometry::{Point, Vector, bvh::Bounds};

/// Triangles in a leaf: below this, looking at all of them is cheaper than another level.
const LEAF: usize = 4;
/// Room for the nodes still to visit: twice the depth of a tree over four thousand million triangles.
const STACK: usize = 64;

/// A place on a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub triangle: u32,
    pub point: Point,
    /// Barycentric coordinates in the triangle.
    pub weights: [f64; 3],
    pub distance: f64,
}

/// A hierarchy over the triangles of a surface.
pub(crate) struct NearestTree<'a> {
    positions: &'a [Point],
    triangles: &'a [[u32; 3]],
    order: Vec<u32>,
    nodes: Vec<Node>,
}

struct Node {
    bounds: Bounds,
    /// Its triangles in `order`, for a leaf; for others the second child, the first being the next node.
    content: Content,
}

enum Content {
    Leaf(std::ops::Range<u32>),
    Second(u32),
}

impl<'a> NearestTree<'a> {
    pub fn new(positions: &'a [Point], triangles: &'a [[u32; 3]]) -> Self {
        let corners = |t: u32| triangles[t as usize].map(|v| positions[v as usize]);
        let centers: Vec<Point> = (0..triangles.len() as u32)
            .map(|t| Point::from(corners(t).iter().map(|p| p.coords).sum::<Vector>() / 3.0))
            .collect();
        let mut tree = Self { positions, triangles, order: (0..triangles.len() as u32).collect(), nodes: Vec::new() };
        let mut order = std::mem::take(&mut tree.order);
        if !order.is_empty() {
            tree.build(&mut order, 0, &centers);
        }
        tree.order = order;
        tree
    }

    fn build(&mut self, order: &mut [u32], first: usize, centers: &[Point]) {
        let points = order.iter().flat_map(|&t| self.triangles[t as usize]).map(|v| &self.positions[v as usize]);
        let bounds = Bounds::around(points);
        let at = self.nodes.len();
        let range = first as u32..(first + order.len()) as u32;
        self.nodes.push(Node { bounds, content: Content::Leaf(range) });
        if order.len() <= LEAF {
            return;
        }
        let spread = Bounds::around(order.iter().map(|&t| &centers[t as usize])).extents();
        let axis = spread.imax();
        let middle = order.len() / 2;
        // The number breaks ties: the tree depends on the surface alone.
        order.select_nth_unstable_by(middle, |&a, &b| {
            centers[a as usize][axis].total_cmp(&centers[b as usize][axis]).then(a.cmp(&b))
        });
        let (low, high) = order.split_at_mut(middle);
        self.build(low, first, centers);
        let second = self.nodes.len() as u32;
        self.build(high, first + middle, centers);
        self.nodes[at].content = Content::Second(second);
    }

    /// The nearest place within a distance; the lowest triangle where several are equally near.
    pub fn within(&self, point: &Point, reach: f64) -> Option<Place> {
        let mut best: Option<Place> = None;
        let mut limit = reach * reach;
        let mut stack = Vec::with_capacity(STACK);
        stack.extend(self.nodes.first().map(|root| (0u32, squared_gap(&root.bounds, point))));
        while let Some((index, gap)) = stack.pop() {
            if gap > limit {
                continue;
            }
            let node = &self.nodes[index as usize];
            match &node.content {
                Content::Leaf(range) => {
                    for &triangle in &self.order[range.start as usize..range.end as usize] {
                        let corners = self.triangles[triangle as usize].map(|v| self.positions[v as usize]);
                        let (nearest, weights) = closest_point(point, &corners);
                        let squared = (nearest - point).norm_squared();
                        let is_better = match &best {
                            None => squared <= limit,
                            Some(b) => squared < limit || (squared == limit && triangle < b.triangle),
                        };
                        if is_better {
                            limit = squared;
                            best = Some(Place { triangle, point: nearest, weights, distance: squared.sqrt() });
                        }
                    }
                }
                Content::Second(second) => {
                    let child = |i: u32| (i, squared_gap(&self.nodes[i as usize].bounds, point));
                    let (a, b) = (child(index + 1), child(*second));
                    // The nearer child is looked at first.
                    stack.extend(if a.1 < b.1 { [b, a] } else { [a, b] });
                }
            }
        }
        best
    }

    /// The nearest place, however far; `None` only for an empty surface.
    pub fn nearest(&self, point: &Point) -> Option<Place> {
        self.within(point, f64::INFINITY)
    }
}

fn squared_gap(bounds: &Bounds, point: &Point) -> f64 {
    let nearest = point.sup(&bounds.low).inf(&bounds.high);
    (nearest - point).norm_squared()
}

/// The point of a triangle nearest to a point, and its barycentric coordinates (Ericson, Real-Time Collision Detection,
/// §5.1.5: the seven regions of the plane, told apart by the signs of dot products).
pub(crate) fn closest_point(p: &Point, [a, b, c]: &[Point; 3]) -> (Point, [f64; 3]) {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return (*a, [1.0, 0.0, 0.0]);
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    if d3 >= 0.0 && d4 <= d3 {
        return (*b, [0.0, 1.0, 0.0]);
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 && d1 > d3 {
        let v = d1 / (d1 - d3);
        return (a + ab * v, [1.0 - v, v, 0.0]);
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d6 >= 0.0 && d5 <= d6 {
        return (*c, [0.0, 0.0, 1.0]);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 && d2 > d6 {
        let w = d2 / (d2 - d6);
        return (a + ac * w, [1.0 - w, 0.0, w]);
    }
    let va = d3 * d6 - d5 * d4;
    let (e1, e2) = (d4 - d3, d5 - d6);
    if va <= 0.0 && e1 >= 0.0 && e2 >= 0.0 && e1 + e2 > 0.0 {
        let w = e1 / (e1 + e2);
        return (b + (c - b) * w, [0.0, 1.0 - w, w]);
    }
    let sum = va + vb + vc;
    if sum.is_nan() || sum <= 0.0 {
        return (*a, [1.0, 0.0, 0.0]);
    }
    let (v, w) = (vb / sum, vc / sum);
    (a + ab * v + ac * w, [1.0 - v - w, v, w])
}
