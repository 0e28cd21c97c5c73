//! Hierarchies of boxes, against trying every pair.

use geometry::bvh::{Bounds, BoxTree, Hierarchy, ParryTree};
use geometry::shapes::Shape;
use geometry::{Point, Vector};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

type Pairs = Vec<(u32, u32)>;

fn build<T: Hierarchy>(boxes: &[Bounds]) -> T {
    T::build(boxes.len(), |i| boxes[i as usize])
}

/// The pairs of a search, in the order they came.
fn raw_self_pairs(tree: &impl Hierarchy) -> Pairs {
    tree.self_pairs(Vec::new, |found, a, b| found.push((a, b))).concat()
}

fn raw_cross_pairs<T: Hierarchy>(a: &T, b: &T) -> Pairs {
    a.cross_pairs(b, Vec::new, |found, a, b| found.push((a, b))).concat()
}

fn sorted(mut pairs: Pairs) -> Pairs {
    pairs.sort_unstable();
    pairs
}

/// The pairs of a self search whose boxes overlap in double precision, sorted. Panics if a pair came twice.
fn self_pairs(tree: &impl Hierarchy, boxes: &[Bounds]) -> Pairs {
    let all = sorted(raw_self_pairs(tree).into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect());
    assert!(all.windows(2).all(|w| w[0] != w[1]), "a pair was visited twice");
    assert!(all.iter().all(|(a, b)| a != b), "a box was paired with itself");
    all.into_iter().filter(|&(a, b)| boxes[a as usize].overlaps(&boxes[b as usize])).collect()
}

fn cross_pairs<T: Hierarchy>(a: &T, b: &T, boxes: [&[Bounds]; 2]) -> Pairs {
    let all = sorted(raw_cross_pairs(a, b));
    assert!(all.windows(2).all(|w| w[0] != w[1]), "a pair was visited twice");
    all.into_iter().filter(|&(a, b)| boxes[0][a as usize].overlaps(&boxes[1][b as usize])).collect()
}

fn brute_self(boxes: &[Bounds]) -> Pairs {
    let pairs = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| boxes[a].overlaps(&boxes[b])).map(|(a, b)| (a as u32, b as u32)).collect()
}

fn brute_cross(one: &[Bounds], other: &[Bounds]) -> Pairs {
    let pairs = (0..one.len()).flat_map(|a| (0..other.len()).map(move |b| (a, b)));
    pairs.filter(|&(a, b)| one[a].overlaps(&other[b])).map(|(a, b)| (a as u32, b as u32)).collect()
}

fn boxes_of(shape: &Shape) -> Vec<Bounds> {
    shape.triangles.iter().map(|t| Bounds::around(t.map(|v| &shape.positions[v as usize]))).collect()
}

fn random_boxes(random: &mut impl Rng, count: usize, size: f64, place: impl Fn(f64) -> f64) -> Vec<Bounds> {
    let mut corner = || Point::new(random.random(), random.random(), random.random());
    let mut one = || {
        let low = corner();
        let high = low + (corner() - Point::origin()) * size;
        Bounds { low: low.map(&place), high: high.map(&place) }
    };
    (0..count).map(|_| one()).collect()
}

/// Sets of boxes of many sizes, spreads and positions.
fn sets() -> Vec<(String, Vec<Bounds>)> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut sets = Vec::new();
    for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 100, 1000] {
        sets.push((format!("{count} boxes"), random_boxes(&mut random, count, 0.2, |x| x)));
    }
    sets.push(("boxes far from the origin".into(), random_boxes(&mut random, 500, 0.1, |x| 1e6 + x)));
    sets.push(("huge boxes".into(), random_boxes(&mut random, 300, 0.1, |x| (x - 0.5) * 1e99)));
    sets.push(("huge and tiny boxes".into(), random_boxes(&mut random, 300, 0.1, |x| (x - 0.5).powi(9) * 1e40)));
    sets.push(("tiny boxes".into(), random_boxes(&mut random, 300, 0.1, |x| x * 1e-60)));
    sets.push(("equal boxes".into(), vec![Bounds { low: Point::origin(), high: Point::new(1.0, 1.0, 1.0) }; 40]));
    let everything = Bounds { low: Point::from([-1e99; 3]), high: Point::from([1e99; 3]) };
    sets.push(("huge boxes around everything".into(), vec![everything; 5]));
    sets.push(("flat sheet".into(), boxes_of(&Shape::sheet(12, 1.0))));
    sets.push(("crumpled sheet".into(), boxes_of(&Shape::crumpled(25, 12, 0.2, 5))));
    sets.push(("sphere".into(), boxes_of(&Shape::sphere(20, 20, 3.0))));
    sets
}

#[test]
fn self_pairs_are_all_that_overlap() {
    let mut most = 0;
    for (name, boxes) in sets() {
        let expected = brute_self(&boxes);
        assert!(self_pairs(&build::<BoxTree>(&boxes), &boxes) == expected, "{name}");
        most = most.max(expected.len());
    }
    assert!(most > 1000);
}

#[test]
fn cross_pairs_are_all_that_overlap() {
    let sets = sets();
    let mut met = 0;
    for (name_a, a) in &sets {
        for (name_b, b) in &sets {
            let expected = brute_cross(a, b);
            let found = cross_pairs(&build::<BoxTree>(a), &build::<BoxTree>(b), [a, b]);
            assert!(found == expected, "{name_a} against {name_b}");
            met += usize::from(!expected.is_empty());
        }
    }
    assert!(met > 100, "only {met} sets meet");
}

/// Pairs that do not overlap in double precision may be visited, but not so many that the search is for nothing.
#[test]
fn few_pairs_are_visited_in_vain() {
    for away in [0.0, 10.0] {
        let boxes = boxes_of(&Shape::crumpled(25, 12, 0.2, 5).moved(Vector::repeat(away)));
        let (visited, overlapping) = (raw_self_pairs(&build::<BoxTree>(&boxes)).len(), brute_self(&boxes).len());
        assert!(visited <= overlapping + overlapping / 100, "{away} m away: {visited} visited, {overlapping} overlap");
    }
}

/// `parry`'s tree as a second opinion, where its numbers can hold the boxes.
#[test]
fn both_hierarchies_agree() {
    let sets: Vec<_> = sets().into_iter().filter(|(name, boxes)| !name.contains("huge") && boxes.len() > 1).collect();
    for (name, boxes) in &sets {
        let (ours, theirs) = (build::<BoxTree>(boxes), build::<ParryTree>(boxes));
        assert!(self_pairs(&ours, boxes) == self_pairs(&theirs, boxes), "{name}");
    }
    for [(name_a, a), (name_b, b)] in sets.array_windows() {
        let (ours, theirs) = ((build::<BoxTree>(a), build(b)), (build::<ParryTree>(a), build(b)));
        let found = cross_pairs(&ours.0, &ours.1, [a, b]);
        assert!(found == cross_pairs(&theirs.0, &theirs.1, [a, b]), "{name_a} against {name_b}");
    }
}

/// After a refit the tree has the shape of other boxes, and finds all the same.
#[test]
fn refitted_trees_find_the_new_pairs() {
    let mut random = Pcg64Mcg::seed_from_u64(2);
    for (count, far) in [(1, 1.0), (37, 1.0), (600, 1.0), (600, 1e6), (600, 1e99)] {
        let before = random_boxes(&mut random, count, 0.1, |x| x);
        let after = random_boxes(&mut random, count, 0.1, |x| (x - 0.25) * far);
        let mut ours: BoxTree = build(&before);
        ours.refit(|i| after[i as usize]);
        assert!(self_pairs(&ours, &after) == brute_self(&after), "{count} boxes, moved to {far}");
        assert!(cross_pairs(&ours, &build(&before), [&after, &before]) == brute_cross(&after, &before));
        ours.refit(|i| before[i as usize]);
        assert!(self_pairs(&ours, &before) == brute_self(&before), "{count} boxes, moved back from {far}");
    }
}

#[test]
fn a_refitted_parry_tree_finds_the_new_pairs() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let (before, after) = (random_boxes(&mut random, 200, 0.1, |x| x), random_boxes(&mut random, 200, 0.1, |x| x));
    let mut theirs: ParryTree = build(&before);
    theirs.refit(|i| after[i as usize]);
    assert!(self_pairs(&theirs, &after) == brute_self(&after));
}

/// The order too is the same: later stages may rely on it.
#[test]
fn threads_do_not_change_the_order() {
    let boxes = boxes_of(&Shape::crumpled(60, 12, 0.2, 5));
    let other = boxes_of(&Shape::crumpled(50, 12, 0.2, 6));
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| {
            let (mut tree, other): (BoxTree, BoxTree) = (build(&boxes), build(&other));
            tree.refit(|i| boxes[i as usize]);
            (raw_self_pairs(&tree), raw_cross_pairs(&tree, &other))
        })
    };
    let (one, two) = (on(1), on(2));
    assert!(one == two);
    assert!(one.0.len() > 10_000 && !one.1.is_empty());
}

#[test]
fn boxes_that_only_touch_overlap() {
    let cell = |x: f64, y: f64| Bounds { low: Point::new(x, y, 0.0), high: Point::new(x + 0.1, y + 0.1, 0.0) };
    let boxes: Vec<Bounds> =
        (0..6).flat_map(|i| (0..6).map(move |j| cell(f64::from(i) / 10.0, f64::from(j) / 10.0))).collect();
    let expected = brute_self(&boxes);
    assert!(self_pairs(&build::<BoxTree>(&boxes), &boxes) == expected);
    assert!(expected.len() > 60);
}

fn overlapping(tree: &impl Hierarchy, bounds: &Bounds) -> Vec<u32> {
    let mut found = Vec::new();
    tree.overlapping(bounds, |i| found.push(i));
    found
}

#[test]
fn a_box_finds_all_that_overlap_it() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    for (name, boxes) in sets() {
        let tree: BoxTree = build(&boxes);
        for asked in random_boxes(&mut random, 40, 0.3, |x| x).iter().chain(boxes.iter().take(20)) {
            let expected: Vec<u32> = (0..boxes.len() as u32).filter(|&i| boxes[i as usize].overlaps(asked)).collect();
            let mut found = overlapping(&tree, asked);
            found.sort_unstable();
            assert!(found.windows(2).all(|w| w[0] != w[1]), "{name}: a box was visited twice");
            found.retain(|&i| boxes[i as usize].overlaps(asked));
            assert!(found == expected, "{name}");
        }
        if !name.contains("huge") && boxes.len() > 1 {
            let mut theirs = overlapping(&build::<ParryTree>(&boxes), &boxes[0]);
            theirs.sort_unstable();
            theirs.retain(|&i| boxes[i as usize].overlaps(&boxes[0]));
            let mut ours = overlapping(&tree, &boxes[0]);
            ours.sort_unstable();
            ours.retain(|&i| boxes[i as usize].overlaps(&boxes[0]));
            assert!(ours == theirs, "{name}: the hierarchies disagree");
        }
    }
}

/// How far a point is from a box.
fn away(point: &Point, bounds: &Bounds) -> f64 {
    let axis = |i: usize| (bounds.low[i] - point[i]).max(point[i] - bounds.high[i]).max(0.0);
    Vector::new(axis(0), axis(1), axis(2)).norm()
}

#[test]
fn a_reach_that_stays_finds_all_and_one_that_shrinks_finds_the_nearest() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut saved = 0;
    for (name, boxes) in sets() {
        let tree: BoxTree = build(&boxes);
        for asked in random_boxes(&mut random, 30, 0.3, |x| x) {
            let (point, reach) = (asked.low, asked.extents().x);
            let mut all = Vec::new();
            tree.around(&point, reach, |i| {
                all.push(i);
                reach
            });
            all.sort_unstable();
            all.retain(|&i| away(&point, &boxes[i as usize]) <= reach);
            let expected: Vec<u32> =
                (0..boxes.len() as u32).filter(|&i| away(&point, &boxes[i as usize]) <= reach).collect();
            assert!(all == expected, "{name}");
            let (mut nearest, mut visited) = (reach, 0);
            tree.around(&point, reach, |i| {
                visited += 1;
                nearest = away(&point, &boxes[i as usize]).min(nearest);
                nearest
            });
            let truth = boxes.iter().map(|b| away(&point, b)).fold(reach, f64::min);
            assert_eq!(nearest, truth, "{name}");
            saved += all.len().saturating_sub(visited);
        }
    }
    assert!(saved > 1000, "the shrinking reach spared only {saved} visits");
}

#[test]
fn pairs_are_visited_of_which_one_is_asked_about() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    for (name, boxes) in sets() {
        let (mut tree, mut other) = (build::<BoxTree>(&boxes), build::<BoxTree>(&boxes));
        let (all, crossing) = (self_pairs(&tree, &boxes), cross_pairs(&tree, &other, [&boxes, &boxes]));
        for share in [0.0, 0.05, 0.5, 1.0] {
            let [here, there]: [Vec<bool>; 2] =
                std::array::from_fn(|_| boxes.iter().map(|_| random.random_bool(share)).collect());
            tree.ask(|i| here[i as usize]);
            other.ask(|i| there[i as usize]);
            let wanted = |(a, b): &&(u32, u32)| here[*a as usize] || here[*b as usize];
            let expected: Pairs = all.iter().filter(wanted).copied().collect();
            assert_eq!(self_pairs(&tree, &boxes), expected, "{name}, {share}");
            let visited = raw_self_pairs(&tree);
            assert!(visited.iter().all(|pair| wanted(&pair)), "{name}, {share}: others are visited");
            let wanted = |(a, b): &&(u32, u32)| here[*a as usize] || there[*b as usize];
            let expected: Pairs = crossing.iter().filter(wanted).copied().collect();
            assert_eq!(cross_pairs(&tree, &other, [&boxes, &boxes]), expected, "{name}, {share}: two trees");
        }
    }
}
