//! The solver against dense algebra, against itself on other threads, and against the clock's absence: same bits always.

use dynamics::Held;
use dynamics::solver::sample::{Fabric, Lie, Noise, Sample};
use dynamics::solver::{
    Automatic, BlockJacobi, BlockMatrix, Chosen, Coupled, Cycle, Filter, Limits, Link, Links, Multigrid, Operator,
    Preconditioner, Solved, Symmetric, Workspace, solve,
};
use geometry::Vector;
use nalgebra::{DMatrix, DVector};

const EXACT: Limits = Limits { tolerance: 1e-10, iterations: 5000 };

fn random(count: usize, seed: u64) -> Vec<Vector> {
    let mut noise = Noise(seed);
    (0..count).map(|_| noise.vector()).collect()
}

fn flat(x: &[Vector]) -> DVector<f64> {
    DVector::from_iterator(3 * x.len(), x.iter().flat_map(|v| [v.x, v.y, v.z]))
}

/// The blocks as one dense matrix, the diagonal from its definition.
fn dense(matrix: &BlockMatrix) -> DMatrix<f64> {
    let n = matrix.particles();
    let mut full = DMatrix::zeros(3 * n, 3 * n);
    for i in 0..n {
        let mut diagonal = matrix.own()[i].full();
        for j in (0..n).filter(|&j| j != i) {
            let block = matrix.block(i, j);
            diagonal -= block;
            full.fixed_view_mut::<3, 3>(3 * i, 3 * j).copy_from(&block);
        }
        full.fixed_view_mut::<3, 3>(3 * i, 3 * i).copy_from(&diagonal);
    }
    full
}

fn dense_links(links: &Links, n: usize) -> DMatrix<f64> {
    let mut full = DMatrix::zeros(3 * n, 3 * n);
    for link in links.list() {
        for a in 0..link.particles.len() {
            for b in 0..link.particles.len() {
                let (i, j) = (link.particles[a] as usize, link.particles[b] as usize);
                let mut view = full.fixed_view_mut::<3, 3>(3 * i, 3 * j);
                view += link.stiffness.full() * (link.weights[a] * link.weights[b]);
            }
        }
    }
    full
}

fn some_links(n: usize) -> Links {
    let mut noise = Noise(3);
    let list = (0..20u32).map(|k| {
        let first = (7 * k) % (n as u32 - 5);
        let stiffness = Symmetric::outer(noise.vector().normalize(), 0.02) + Symmetric::scaled(1e-4);
        let weights = if k % 2 == 0 { [1.0, -0.3, -0.3, -0.2, -0.2] } else { [1.0, -1.0, 0.0, 0.0, 0.0] };
        Link { particles: [first, first + 3, first + 1, first + 2, first + 4], weights, stiffness }
    });
    Links::new(n, list)
}

fn close(a: &DVector<f64>, b: &DVector<f64>, tolerance: f64) {
    let off = (a - b).norm() / b.norm();
    assert!(off <= tolerance, "off by {off:e}");
}

fn every_kind_held() -> Filter {
    let n = Vector::new(1.0, 2.0, -0.5).normalize();
    Filter::new([
        (0, Held::Everywhere),
        (5, Held::OnLine(n)),
        (17, Held::OnPlane(n)),
        (18, Held::OnPlane(Vector::y())),
        (40, Held::Everywhere),
    ])
}

#[test]
fn products_are_those_of_the_dense_matrix() {
    let sample = Sample::sheet(9, Lie::Wavy);
    let matrix = sample.matrix(Fabric::of(1000.0));
    let n = matrix.particles();
    let links = some_links(n);
    let system = Coupled { matrix: &matrix, links: &links };
    let full = dense(&matrix) + dense_links(&links, n);
    let x = random(n, 1);
    let mut y = x.clone();
    system.apply(&x, &mut y);
    close(&flat(&y), &(&full * flat(&x)), 1e-13);
    let mut diagonal = vec![Symmetric::default(); n];
    system.diagonal(&mut diagonal);
    for (i, d) in diagonal.iter().enumerate() {
        let expected = full.fixed_view::<3, 3>(3 * i, 3 * i).into_owned();
        // Rounded blocks do not sum to a symmetric one; the diagonal is its symmetric part.
        assert!((d.full() - expected).norm() <= 1e-7 * expected.norm(), "particle {i}");
    }
}

#[test]
fn stored_blocks_are_transposes_bit_for_bit() {
    let matrix = Sample::sheet(20, Lie::Folded).matrix(Fabric::of(1000.0));
    for i in 0..matrix.particles() {
        for j in matrix.pattern().couplings(i) {
            assert_eq!(matrix.block(i, j as usize), matrix.block(j as usize, i).transpose(), "{i} {j}");
        }
    }
}

#[test]
fn stored_blocks_and_elements_give_the_same_product() {
    for lie in [Lie::Wavy, Lie::Folded, Lie::Crumpled] {
        let sample = Sample::sheet(20, lie);
        let (matrix, free) = (sample.matrix(Fabric::of(1000.0)), sample.matrix_free(Fabric::of(1000.0)));
        let x = random(matrix.particles(), 2);
        let (mut y, mut z) = (x.clone(), x.clone());
        matrix.apply(&x, &mut y);
        free.apply(&x, &mut z);
        // Both round to single precision, at different places.
        close(&flat(&y), &flat(&z), 1e-6);
        let mut both = [vec![Symmetric::default(); x.len()], vec![Symmetric::default(); x.len()]];
        matrix.diagonal(&mut both[0]);
        free.diagonal(&mut both[1]);
        for (a, b) in both[0].iter().zip(&both[1]) {
            assert!((a.full() - b.full()).norm() <= 1e-6 * a.full().norm());
        }
    }
}

#[test]
fn a_translation_meets_mass_alone() {
    let sample = Sample::sheet(30, Lie::Crumpled);
    let (matrix, free) = (sample.matrix(Fabric::of(10_000.0)), sample.matrix_free(Fabric::of(10_000.0)));
    let links = some_links(900);
    let x = vec![Vector::new(0.1, -9.81, 1.0 / 3.0); 900];
    let mut y = x.clone();
    Coupled { matrix: &matrix, links: &Links::default() }.apply(&x, &mut y);
    assert!((0..900).all(|i| y[i] == matrix.own()[i] * x[i]));
    free.apply(&x, &mut y);
    assert!((0..900).all(|i| y[i] == matrix.own()[i] * x[i]));
    Coupled { matrix: &matrix, links: &links }.apply(&x, &mut y);
    assert!((0..900).all(|i| (y[i] - matrix.own()[i] * x[i]).norm() < 1e-15));
}

/// The solution by dense Cholesky on the free directions.
fn dense_solution(full: &DMatrix<f64>, filter: &Filter, b: &[Vector], x: &[Vector]) -> DVector<f64> {
    let n = b.len();
    let mut s = DMatrix::identity(3 * n, 3 * n);
    for (i, free) in filter.held() {
        s.fixed_view_mut::<3, 3>(3 * *i as usize, 3 * *i as usize).copy_from(&free.full());
    }
    let held = DMatrix::identity(3 * n, 3 * n) - &s;
    let dictated = &held * flat(x);
    let right = &s * (flat(b) - full * &dictated);
    (&s * full * &s + held).cholesky().unwrap().solve(&right) + dictated
}

#[test]
fn conjugate_gradients_find_the_dense_solution_with_every_kind_of_constraint() {
    let sample = Sample::sheet(9, Lie::Folded);
    let fabric = Fabric::of(100.0);
    let matrix = sample.matrix(fabric);
    let n = matrix.particles();
    let (filter, links, none) = (every_kind_held(), some_links(n), Links::default());
    let (b, start) = (random(n, 4), random(n, 5));
    for links in [&links, &none] {
        let system = Coupled { matrix: &matrix, links };
        let full = dense(&matrix) + dense_links(links, n);
        let expected = dense_solution(&full, &filter, &b, &start);
        let mut jacobi = BlockJacobi::default();
        jacobi.update(&system, &filter);
        let mut grid = Multigrid::new(matrix.pattern(), &sample.rest, Cycle::default());
        let mut prepared = grid.prepare(&matrix, links, &filter);
        let both: [&mut dyn Preconditioner; 2] = [&mut jacobi, &mut prepared];
        for preconditioner in both {
            let mut x = start.clone();
            let solved = solve(&system, &filter, preconditioner, &b, &mut x, EXACT, &mut Workspace::default());
            assert!(solved.definite && solved.residual <= EXACT.tolerance, "{solved:?}");
            close(&flat(&x), &expected, 1e-7);
            // Held directions keep what was dictated.
            assert_eq!((x[0], x[40]), (start[0], start[40]));
            let kept = (x[18].y - start[18].y).abs();
            assert!(kept < 1e-12, "{kept}");
        }
    }
}

/// (I + W H) Δv = W b with W the inverse masses, directional where held: VMT00 eq. 5–6.
#[test]
fn directional_inverse_masses_are_the_same_system() {
    let sample = Sample::sheet(7, Lie::Wavy);
    let fabric = Fabric::of(200.0);
    let matrix = sample.matrix(fabric);
    let n = matrix.particles();
    let filter = every_kind_held();
    let masses = sample.masses(fabric);
    let mut stiffness = dense(&matrix);
    let mut inverse = DMatrix::zeros(3 * n, 3 * n);
    for (i, mass) in masses.iter().enumerate() {
        let mut view = stiffness.fixed_view_mut::<3, 3>(3 * i, 3 * i);
        view -= Symmetric::scaled(*mass).full();
        let free = filter.at(i).map_or_else(|| Symmetric::scaled(1.0), |s| *s);
        inverse.fixed_view_mut::<3, 3>(3 * i, 3 * i).copy_from(&(free.full() / *mass));
    }
    let b = random(n, 6);
    let left = DMatrix::identity(3 * n, 3 * n) + &inverse * stiffness;
    let expected = left.lu().solve(&(inverse * flat(&b))).unwrap();
    let mut jacobi = BlockJacobi::default();
    jacobi.update(&matrix, &filter);
    let mut x = vec![Vector::zeros(); n];
    solve(&matrix, &filter, &mut jacobi, &b, &mut x, EXACT, &mut Workspace::default());
    close(&flat(&x), &expected, 1e-6);
}

#[test]
fn the_cycle_is_symmetric_and_positive() {
    let folded = Sample::sheet(40, Lie::Folded);
    for sample in [Sample::sheet(40, Lie::Wavy), folded.shuffled(), folded.beside(&Sample::sheet(25, Lie::Crumpled))] {
        let matrix = sample.matrix(Fabric::of(1000.0));
        let n = matrix.particles();
        let (filter, links) = (every_kind_held(), some_links(n));
        for degree in 1..4 {
            let mut grid = Multigrid::new(matrix.pattern(), &sample.rest, Cycle { degree, range: 6.0 });
            let mut cycle = grid.prepare(&matrix, &links, &filter);
            for seed in 0..4 {
                let (mut a, mut b) = (random(n, 10 + seed), random(n, 20 + seed));
                filter.apply(&mut a);
                filter.apply(&mut b);
                let (mut ma, mut mb) = (a.clone(), b.clone());
                cycle.apply(&a, &mut ma);
                cycle.apply(&b, &mut mb);
                let (aa, bb) = (flat(&a).dot(&flat(&ma)), flat(&b).dot(&flat(&mb)));
                assert!(aa > 0.0 && bb > 0.0);
                let off = (flat(&a).dot(&flat(&mb)) - flat(&b).dot(&flat(&ma))).abs();
                assert!(off <= 2e-5 * (aa * bb).sqrt(), "{off:e} of {:e}", (aa * bb).sqrt());
            }
        }
    }
}

/// Makes the hinges of a small patch a thousand times as stiff: a state of the cloth that is extreme in one place.
fn stiffen(sample: &Sample, matrix: &mut BlockMatrix, fabric: Fabric) {
    let (old, centre) = (matrix.clone(), geometry::Point::new(0.4, 0.6, 0.0));
    let inside = |h: &[u32; 4]| h.iter().all(|&i| (sample.rest[i as usize] - centre).norm() < 0.02);
    let patch: Vec<usize> = (0..sample.hinges.len()).filter(|&k| inside(&sample.hinges[k])).collect();
    assert!(patch.len() > 40);
    matrix.fill(|i, blocks| {
        blocks.iter_mut().zip(old.pattern().couplings(i)).for_each(|(block, j)| *block = old.block(i, j as usize));
        for &k in &patch {
            let hinge = &sample.hinges[k];
            let Some(a) = hinge.iter().position(|&h| h as usize == i) else { continue };
            let (weight, g) = sample.bend(k, fabric);
            for (block, j) in blocks.iter_mut().zip(old.pattern().couplings(i)) {
                if let Some(b) = hinge.iter().position(|&h| h == j) {
                    *block += g[a] * g[b].transpose() * (1000.0 * weight);
                }
            }
        }
        old.own()[i]
    });
}

/// The bounds on eigenvalues must hold everywhere. Only then is every cycle a step towards the solution: in the norm of the
/// matrix, no error ever grows.
#[test]
fn one_extreme_patch_neither_spoils_the_cycle_nor_slows_it_down() {
    let (sample, fabric) = (Sample::sheet(150, Lie::Wavy), Fabric::of(1000.0));
    let b = sample.right_side(fabric);
    let mut matrix = sample.matrix(fabric);
    stiffen(&sample, &mut matrix, fabric);
    let (mut grid, links) = (Multigrid::new(matrix.pattern(), &sample.rest, Cycle::default()), Links::default());
    let mut prepared = grid.prepare(&matrix, &links, &sample.pins);
    let mut error = random(b.len(), 30);
    sample.pins.apply(&mut error);
    let (mut product, mut change) = (error.clone(), error.clone());
    let mut before = f64::INFINITY;
    for k in 0..40 {
        matrix.apply(&error, &mut product);
        sample.pins.apply(&mut product);
        let now = flat(&error).dot(&flat(&product));
        assert!(now < before, "cycle {k}: {now} after {before}");
        before = now;
        prepared.apply(&product, &mut change);
        sample.pins.apply(&mut change);
        error.iter_mut().zip(&change).for_each(|(e, c)| *e -= c);
    }
    let limits = Limits { tolerance: 1e-6, iterations: 1000 };
    let mut x = vec![Vector::zeros(); b.len()];
    let solved = solve(&matrix, &sample.pins, &mut prepared, &b, &mut x, limits, &mut Workspace::default());
    assert!(solved.simplified.is_none() && solved.residual <= 1e-6 && solved.iterations < 60, "{solved:?}");
}

/// Turns its answers around after ten calls, unless it is simplified.
struct Failing {
    jacobi: BlockJacobi,
    calls: u32,
    fails: bool,
}

impl Preconditioner for Failing {
    fn apply(&mut self, residual: &[Vector], out: &mut [Vector]) {
        self.jacobi.apply(residual, out);
        self.calls += 1;
        if self.fails && self.calls > 10 {
            for v in out {
                *v = -*v;
            }
        }
    }

    fn can_stall(&self) -> bool {
        self.fails
    }

    fn simplify(&mut self) -> bool {
        std::mem::replace(&mut self.fails, false)
    }
}

#[test]
fn a_failing_preconditioner_is_simplified_and_the_solve_goes_on() {
    let sample = Sample::sheet(20, Lie::Wavy);
    let matrix = sample.matrix(Fabric::of(100.0));
    let b = random(400, 12);
    let solution = |fails| {
        let mut preconditioner = Failing { jacobi: BlockJacobi::default(), calls: 0, fails };
        preconditioner.jacobi.update(&matrix, &sample.pins);
        let mut x = vec![Vector::zeros(); 400];
        let solved = solve(&matrix, &sample.pins, &mut preconditioner, &b, &mut x, EXACT, &mut Workspace::default());
        assert!(solved.definite && solved.residual <= EXACT.tolerance, "{solved:?}");
        (x, solved.simplified)
    };
    let ((x, never), (y, once)) = (solution(false), solution(true));
    assert_eq!((never, once), (None, Some(10)));
    close(&flat(&y), &flat(&x), 1e-7);
}

/// A solve with the automatic choice, everything included.
fn run(sample: &Sample, fabric: Fabric, links: &Links, filter: &Filter) -> (Vec<Vector>, Solved) {
    let matrix = sample.matrix(fabric);
    let b = sample.right_side(fabric);
    let mut automatic = Automatic::new(matrix.pattern(), &sample.rest);
    let mut chosen = automatic.prepare(&matrix, links, filter);
    let mut x = vec![Vector::zeros(); b.len()];
    let limits = Limits { tolerance: 1e-4, iterations: 2000 };
    let system = Coupled { matrix: &matrix, links };
    let solved = solve(&system, filter, &mut chosen, &b, &mut x, limits, &mut Workspace::default());
    (x, solved)
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let sample = Sample::sheet(60, Lie::Folded).shuffled();
    let (filter, links) = (every_kind_held(), some_links(3600));
    for stretch in [0.1, 1000.0] {
        let results = [1, 2, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| run(&sample, Fabric::of(stretch), &links, &filter))
        });
        assert!(results[0].1.residual <= 1e-4);
        assert_eq!(results[0], results[1]);
        assert_eq!(results[0], results[2]);
    }
}

#[test]
fn levels_save_iterations_also_where_the_mesh_is_numbered_at_random_or_in_parts() {
    let wavy = Sample::sheet(60, Lie::Wavy);
    for sample in [wavy.shuffled(), wavy.beside(&Sample::sheet(33, Lie::Crumpled)), wavy] {
        let fabric = Fabric::of(1000.0);
        let matrix = sample.matrix(fabric);
        let (x, solved) = run(&sample, fabric, &Links::default(), &sample.pins);
        assert!(solved.iterations <= 30, "{solved:?}");
        let mut jacobi = BlockJacobi::default();
        jacobi.update(&matrix, &sample.pins);
        let mut y = vec![Vector::zeros(); x.len()];
        let b = sample.right_side(fabric);
        let plain = solve(&matrix, &sample.pins, &mut jacobi, &b, &mut y, EXACT, &mut Workspace::default());
        assert!(plain.iterations > 10 * solved.iterations, "{plain:?}");
        close(&flat(&x), &flat(&y), 1e-2);
    }
}

#[test]
fn the_choice_follows_stiffness() {
    let sample = Sample::sheet(40, Lie::Wavy);
    let none = Links::default();
    for (stretch, expected) in [(0.1, "Jacobi"), (50.0, "Grid"), (1000.0, "Grid")] {
        let matrix = sample.matrix(Fabric { bend: 1e-9, ..Fabric::of(stretch) });
        let mut automatic = Automatic::new(matrix.pattern(), &sample.rest);
        let chosen = match automatic.prepare(&matrix, &none, &sample.pins) {
            Chosen::Jacobi(_) => "Jacobi",
            Chosen::Grid(_) => "Grid",
        };
        assert_eq!(chosen, expected, "{stretch}");
    }
}

/// No preconditioner.
struct Plain;

impl Preconditioner for Plain {
    fn apply(&mut self, residual: &[Vector], out: &mut [Vector]) {
        out.copy_from_slice(residual);
    }
}

#[test]
fn an_indefinite_matrix_is_noticed() {
    let sample = Sample::sheet(9, Lie::Wavy);
    let mut matrix = sample.matrix(Fabric::of(1.0));
    matrix.fill(|i, _| Symmetric::scaled(if i == 40 { -1.0 } else { 1.0 }));
    let b = random(81, 8);
    let mut x = vec![Vector::zeros(); 81];
    let solved = solve(&matrix, &Filter::default(), &mut Plain, &b, &mut x, EXACT, &mut Workspace::default());
    assert!(!solved.definite, "{solved:?}");
}

#[test]
fn everything_held_and_nothing_to_do() {
    let sample = Sample::sheet(20, Lie::Wavy);
    let all = Filter::new((0..400).map(|i| (i, Held::Everywhere)));
    let (x, solved) = run(&sample, Fabric::of(1000.0), &Links::default(), &all);
    assert_eq!((solved.iterations, solved.residual), (0, 0.0));
    assert!(x.iter().all(|v| *v == Vector::zeros()));
    // A whole patch held in one direction leaves coarse particles without stiffness there.
    let patch = Filter::new((0..200).map(|i| (i, Held::OnPlane(Vector::z()))));
    let (x, solved) = run(&sample, Fabric::of(1000.0), &Links::default(), &patch);
    assert!(solved.residual <= 1e-4 && solved.iterations < 60, "{solved:?}");
    assert!(x[..200].iter().all(|v| v.z == 0.0));
}

#[cfg(feature = "direct")]
#[test]
fn iterations_reach_the_direct_solution() {
    use dynamics::solver::solve_directly;
    let sample = Sample::sheet(40, Lie::Folded);
    let matrix = sample.matrix(Fabric::of(1000.0));
    let n = matrix.particles();
    let (filter, links) = (every_kind_held(), some_links(n));
    let b = sample.right_side(Fabric::of(1000.0));
    let start = random(n, 9);
    let (mut x, mut y) = (start.clone(), start);
    solve_directly(&matrix, &links, &filter, &b, &mut x).unwrap();
    let mut grid = Multigrid::new(matrix.pattern(), &sample.rest, Cycle::default());
    let mut prepared = grid.prepare(&matrix, &links, &filter);
    let system = Coupled { matrix: &matrix, links: &links };
    let solved = solve(&system, &filter, &mut prepared, &b, &mut y, EXACT, &mut Workspace::default());
    assert!(solved.residual <= EXACT.tolerance, "{solved:?}");
    close(&flat(&y), &flat(&x), 1e-5);
}
