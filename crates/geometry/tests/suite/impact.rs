//! When moving primitives first meet.

use crate::truth::queries::{Class, query, random};
use crate::truth::tally::{separated, touching};
use crate::truth::{Kind, Query};
use geometry::impact::{TOLERANCE, edge_edge, point_triangle};
use geometry::{Point, Vector};

/// Queries of each class; the example `impact_fuzz` asks ten million.
const QUERIES: u64 = 3000;

/// A triangle in the plane y = 0 around the origin, and a point at a height above it.
fn above(height: f64) -> [Point; 4] {
    [[0.0, height, 0.0], [-1.0, 0.0, -1.0], [2.0, 0.0, -1.0], [-1.0, 0.0, 2.0]].map(Point::from)
}

/// Two crossed edges, the second at a height.
fn crossed(height: f64) -> [Point; 4] {
    [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, height, -1.0], [0.0, height, 1.0]].map(Point::from)
}

fn moved(points: [Point; 4], by: Vector) -> [Point; 4] {
    points.map(|p| p + by)
}

#[test]
fn no_touch_is_missed_and_none_is_told_late() {
    for class in Class::ALL {
        let tally = touching(class, 0, QUERIES);
        assert_eq!(tally.missed, 0, "{class:?}: query {:?} is missed", tally.first_missed);
        // Neither luck nor a vanishing truth: every class has queries that touch.
        assert!(tally.meeting > 0, "{class:?}: nothing touches");
    }
}

#[test]
fn no_separation_is_missed_and_none_is_told_late() {
    for class in Class::ALL {
        let tally = separated(class, 0, QUERIES / 10);
        assert_eq!(tally.missed, 0, "{class:?}: query {:?} is missed", tally.first_missed);
        assert!(tally.meeting > 0, "{class:?}: nothing comes within its separation");
    }
}

#[test]
fn what_is_clear_of_rounding_raises_no_alarm() {
    for class in [Class::Anywhere, Class::Slow, Class::Lattice, Class::Touching, Class::Flat] {
        let tally = touching(class, 0, QUERIES);
        assert_eq!(tally.false_alarms, 0, "{class:?}: {tally:?}");
    }
}

#[test]
fn made_to_touch_touches_in_the_truth_too() {
    let tally = touching(Class::Touching, 0, QUERIES);
    assert_eq!(tally.meeting, QUERIES, "the truth is not told: {tally:?}");
}

#[test]
fn a_fall_ends_where_it_must() {
    // From 3 to −1 the surface is met after three quarters of the way; with a separation of 1, after half.
    for (separation, expected) in [(0.0, 0.75), (1.0, 0.5), (2.0, 0.25)] {
        for (answer, what) in [
            (point_triangle(&above(3.0), &above(-1.0), separation), "point"),
            (edge_edge(&crossed(3.0), &crossed(-1.0), separation), "edge"),
        ] {
            let time = answer.expect(what);
            assert!(time <= expected && time > expected - 2.0 * TOLERANCE, "{what} at {separation}: {time}");
        }
    }
}

#[test]
fn answers_are_as_near_as_they_say() {
    for class in
        [Class::Anywhere, Class::Slow, Class::Lattice, Class::Touching, Class::Flat, Class::Grazing, Class::Sliver]
    {
        for number in 0..QUERIES {
            let query = query(class, &mut random(number));
            for separation in [0.0, 0.01] {
                let Some(time) = query.answer(separation) else { continue };
                let allowed = separation + TOLERANCE * way(&query) + 1e-12;
                let distance = query.at(time).0;
                assert!(distance <= allowed, "{class:?} {number}: {distance} from each other at {time}");
            }
        }
    }
}

/// The farthest that two of the points move against each other.
fn way(query: &Query) -> f64 {
    let difference = |points: &[Point; 4], [from, to]: [usize; 2]| points[to] - points[from];
    let ways =
        query.differences().iter().map(|&pair| (difference(&query.end, pair) - difference(&query.start, pair)).norm());
    ways.fold(0.0, f64::max)
}

#[test]
fn one_plane_proves_what_the_whole_search_proves() {
    let mut parted = 0;
    for number in 0..QUERIES {
        let Query { kind, start, end } = query(Class::Slow, &mut random(number));
        let apart = match kind {
            Kind::PointTriangle => point_triangle::certainly_apart(&start, &end, 0.1),
            Kind::EdgeEdge => edge_edge::certainly_apart(&start, &end, 0.1),
        };
        parted += u64::from(apart);
        assert!(!apart || Query { kind, start, end }.answer(0.1).is_none());
    }
    assert!(parted > QUERIES / 2, "only {parted} of {QUERIES} are parted by one plane");
}

#[test]
fn a_start_within_the_separation_is_told_as_such() {
    let away = Vector::new(0.0, 5.0, 0.0);
    for separation in [1.0, 1.5] {
        assert_eq!(point_triangle(&above(1.0), &moved(above(1.0), away), separation), Some(0.0));
        let mut rising = above(1.0);
        rising[0] += away;
        assert_eq!(point_triangle(&above(1.0), &rising, separation), Some(0.0), "moving away does not help");
    }
    // A part of the distance at the start is what can be kept.
    let mut rising = above(1.0);
    rising[0] += away;
    assert_eq!(point_triangle(&above(1.0), &rising, 0.9), None);
}

#[test]
fn touching_at_either_end_counts() {
    assert_eq!(point_triangle(&above(0.0), &above(1.0), 0.0), Some(0.0));
    assert_eq!(edge_edge(&crossed(0.0), &crossed(1.0), 0.0), Some(0.0));
    for answer in [point_triangle(&above(1.0), &above(0.0), 0.0), edge_edge(&crossed(1.0), &crossed(0.0), 0.0)] {
        assert!(answer.is_some_and(|time| time > 1.0 - 2.0 * TOLERANCE && time <= 1.0), "{answer:?}");
    }
}

#[test]
fn at_one_time_alone_the_same_positions_are_given_twice() {
    let end = above(0.25);
    assert_eq!(point_triangle(&end, &end, 0.249), None);
    assert_eq!(point_triangle(&end, &end, 0.25), Some(0.0));
    let end = crossed(0.25);
    assert_eq!(edge_edge(&end, &end, 0.249), None);
    assert_eq!(edge_edge(&end, &end, 0.25), Some(0.0));
}

#[test]
fn what_is_not_a_number_is_never_proven_apart() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for k in 0..4 {
            for axis in 0..3 {
                let mut start = above(1.0);
                start[k][axis] = bad;
                assert_eq!(point_triangle(&start, &above(2.0), 0.0), Some(0.0), "{bad} at {k}, {axis}");
                assert_eq!(edge_edge(&crossed(2.0), &{ start }, 0.0), Some(0.0), "{bad} at {k}, {axis}");
            }
        }
    }
}

#[test]
fn sizes_from_the_smallest_to_the_largest_are_alike() {
    for scale in [1e-90, 1e-40, 1.0, 1e40, 1e100] {
        let scaled = |points: [Point; 4]| points.map(|p| p * scale);
        assert_eq!(point_triangle(&scaled(above(3.0)), &scaled(above(0.5)), 0.25 * scale), None, "at {scale}");
        let time = edge_edge(&scaled(crossed(3.0)), &scaled(crossed(-1.0)), scale).expect("they meet");
        assert!(time <= 0.5 && time > 0.5 - 2.0 * TOLERANCE, "{time} at {scale}");
    }
}
