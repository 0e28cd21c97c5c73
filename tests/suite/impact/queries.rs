//! Sample queries of the Continuous Collision Detection benchmark (Wang et al. 2021): rational coordinates, exact answers.

use geometry::Point;
use geometry::impact::{edge_edge, point_triangle};
use num_bigint::BigInt;
use num_traits::{Float, Zero};
use selvedge_tests::data;
use std::time::Instant;

/// Four points at both ends of a step, and whether they meet.
type Query = ([Point; 4], [Point; 4], bool);

/// Eight rows a query: four points at the start, four at the end; numerators and denominators, then the answer.
fn read(path: &std::path::Path) -> Vec<Query> {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let rows: Vec<(Point, bool)> = text.lines().map(row).collect();
    assert!(rows.len().is_multiple_of(8), "{}: {} rows", path.display(), rows.len());
    let four = |rows: &[(Point, bool)]| std::array::from_fn(|k| rows[k].0);
    rows.chunks(8).map(|query| (four(&query[..4]), four(&query[4..]), query[0].1)).collect()
}

fn row(line: &str) -> (Point, bool) {
    let columns: Vec<BigInt> = line.split(',').map(|n| n.trim().parse().expect("a whole number")).collect();
    let coordinate = |axis: usize| exact_quotient(&columns[2 * axis], &columns[2 * axis + 1]);
    (Point::new(coordinate(0), coordinate(1), coordinate(2)), !columns[6].is_zero())
}

/// A quotient that is a double, exactly.
fn exact_quotient(numerator: &BigInt, denominator: &BigInt) -> f64 {
    let number = |n: &BigInt| n.to_string().parse::<f64>().expect("a number");
    let quotient = number(numerator) / number(denominator);
    let (mantissa, exponent, sign) = Float::integer_decode(quotient);
    let (mantissa, exponent) = (BigInt::from(mantissa) * sign, i32::from(exponent));
    // mantissa · 2^exponent · denominator = numerator
    let (left, right) = (mantissa * denominator, numerator.clone());
    let same = if exponent < 0 { left == right << -exponent as usize } else { left << exponent as usize == right };
    assert!(same, "{numerator}/{denominator} is no double");
    quotient
}

#[test]
fn exact_answers_are_never_missed() {
    let mut asked = 0;
    for set in ["unit-tests", "erleben-wedges", "erleben-sliding-spike"] {
        for (kind, ask) in [("vertex-face", point_triangle as fn(&_, &_, f64) -> Option<f64>), ("edge-edge", edge_edge)]
        {
            let (mut missed, mut alarms, mut meeting, mut seconds, mut count) = (0, 0, 0, 0.0, 0);
            for part in ["data_0_0.csv", "data_0_1.csv"] {
                let Some(path) = data::file(&format!("ccd/{set}/{kind}/{part}")) else { continue };
                let queries = read(&path);
                let begin = Instant::now();
                let answers: Vec<_> = queries.iter().map(|(start, end, _)| ask(start, end, 0.0)).collect();
                seconds += begin.elapsed().as_secs_f64();
                for ((_, _, meets), answer) in queries.iter().zip(answers) {
                    meeting += usize::from(*meets);
                    missed += usize::from(*meets && answer.is_none());
                    alarms += usize::from(!*meets && answer.is_some());
                }
                count += queries.len();
            }
            println!(
                "{set} {kind}: {count} queries, {meeting} meet, {missed} missed, {alarms} false alarms, {:.2} us each",
                1e6 * seconds / f64::max(count as f64, 1.0)
            );
            assert_eq!(missed, 0, "{set} {kind}");
            // Found without a single one; who changes the search and gets some should know.
            assert_eq!(alarms, 0, "{set} {kind}");
            asked += count;
        }
    }
    println!("{asked} queries in all");
}
