//! The stage after the solve: what the solver proposes is made clean (crate `robust_mode`).
//!
//! The cloth and all solids are one mesh, the cloth first. What is held, pinned or part of a solid goes where it is told; the rest
//! gives way. After every step everything is checked exactly; what is found is either *forced*, because solids or pins left no
//! room, or left over from an earlier step, or a defect of this program, which is kept so that it can be reproduced.
//!
//! Velocities of the step before are changed along with the present ones: the midpoint blend would otherwise take an impulse for
//! an acceleration, and answer it with half its opposite in the next step.
//!
//! Particles that are held in some directions only count as held in all: an impulse must not move them off their line or plane.

use crate::frame::RestLengths;
use crate::layers;
use crate::scene::Scene;
use crate::solids::{Skin, Solids};
use contact::cloth::ClothReach;
use contact::{ClothSearch, When};
use dynamics::{Cloth, Constraints, State};
use geometry::{Assembly, EdgeId, FaceId, Mesh, Point, Vector, VertexId};
use rayon::prelude::*;
use robust_mode::{Checked, History, Invariant, Moved, Pair, Report, Robust, Settings, Sweep, Thread};

/// How often the way out of a solid is halved: what is pushed in by centimetres ends a tenth of a millimetre farther out than it must.
const HALVINGS: usize = 8;

/// Cloth and solids as one mesh that stays clean.
#[derive(Debug)]
pub struct StaysClean {
    mesh: Mesh,
    /// How many vertices are cloth: the first ones.
    cloth: usize,
    skin: Skin,
    thickness: Vec<f64>,
    friction: Vec<f64>,
    /// Where cloth that is inside a solid may leave it.
    exits: Vec<bool>,
    /// Which particles of the cloth solids let through in this step.
    let_through: Vec<bool>,
    inverse_masses: Vec<f64>,
    threads: Vec<Thread>,
    /// Whether what has passed through is drawn back by the analysis: hybrid mode.
    hands_over: bool,
    /// The part of the thickness that is kept between two sides.
    separation: f64,
    search: ClothSearch,
    robust: Robust,
    invariant: Invariant,
    start: Vec<Point>,
    moved: Moved,
    /// The check of where the step starts, if it is known.
    checked: Option<Checked>,
}

/// What is known of the particles in a step.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Who goes where it is told.
    pub fixed: &'a Constraints,
    /// Who of them is pinched, ascending.
    pub pinched: &'a [VertexId],
    /// Whom solids let through in the solve, because they would have torn the cloth, and who is torn.
    pub let_through: &'a [VertexId],
    /// The masses of all, in kg.
    pub masses: &'a [f64],
}

/// How a step went.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What was done.
    pub report: Report,
    /// Crossings of the cloth, with itself and with solids, at the start and at the end.
    pub crossings: [usize; 2],
    /// Particles of the cloth that passed from the promise to the analysis in this step, and those that returned.
    pub handed: [usize; 2],
    /// A promise that was broken for no reason.
    pub defect: Option<Defect>,
}

/// A step that was not made clean although it should have been: enough to do it again.
#[derive(Clone, Debug)]
pub struct Defect {
    /// The triangles of everything.
    pub triangles: Vec<[u32; 3]>,
    /// Where it started.
    pub start: Vec<Point>,
    /// Where the solver wanted it to end.
    pub proposed: Vec<Point>,
    /// Where it ended.
    pub end: Vec<Point>,
}

impl Outcome {
    /// Whether cloth met something on its way.
    pub fn collided(&self) -> bool {
        self.report.impulses > 0 || self.report.zones.zones > 0
    }
}

impl StaysClean {
    /// For a scene's cloth and solids.
    pub fn new(scene: &Scene, assembly: &Assembly, cloth: &Cloth, rest: &RestLengths, solids: &Solids) -> Option<Self> {
        let skin = Skin::new(solids);
        let count = assembly.mesh().vertex_count();
        let mut triangles: Vec<[u32; 3]> = assembly.mesh().faces().iter().map(|t| t.map(|v| v.0)).collect();
        triangles.extend(skin.triangles.iter().map(|t| t.map(|v| v + count as u32)));
        // Cloth and solids are meshes already, and share nothing.
        let mesh = Mesh::new(count + skin.friction.len(), &triangles).ok()?;
        let mut positions = assembly.positions().to_vec();
        skin.append(solids, When::T0, &mut positions);
        let mut thickness = layers::thickness(assembly, cloth);
        let thinnest = thickness.iter().copied().filter(|own| *own > 0.0).fold(f64::INFINITY, f64::min);
        thickness.resize(mesh.vertex_count(), thinnest);
        let mut friction = vec![scene.specs.simulation.cloth_friction; count];
        friction.extend_from_slice(&skin.friction);
        let mut search = ClothSearch::new(&mesh, &positions);
        search.ask(|face| face.index() < assembly.mesh().faces().len());
        // Where bodies squeeze cloth its edges are short by far; a limit would fight them, and the solver would answer.
        let strain = Settings::default().strain.filter(|_| !scene.specs.simulation.holds_pinched());
        let settings = Settings { strain, ..Settings::default() };
        Some(Self {
            cloth: count,
            thickness,
            friction,
            exits: Vec::new(),
            let_through: Vec::new(),
            inverse_masses: Vec::new(),
            threads: threads(assembly.mesh(), rest),
            hands_over: scene.specs.simulation.untangles(),
            separation: scene.specs.simulation.mutation.separation(),
            search,
            robust: Robust::new(&mesh, &positions, settings),
            invariant: Invariant::new(&mesh, &positions),
            start: positions,
            moved: Moved::default(),
            checked: None,
            skin,
            mesh,
        })
    }

    /// Makes clean what was begun: it was to end at `state`, which is changed, after `duration` seconds.
    pub fn follow(&mut self, solids: &Solids, known: Known, state: &mut State, duration: f64) -> Outcome {
        self.propose(solids, known, state, duration);
        let proposed = self.moved.ends.clone();
        let before = self.checked.take().unwrap_or_default();
        self.let_go(known.pinched, &before);
        self.exits.clear();
        self.exits.resize(self.cloth, false);
        self.skin.append_exits(solids, !known.pinched.is_empty(), &mut self.exits);
        self.let_through.clear();
        self.let_through.resize(self.cloth, false);
        // While the promise holds it is kept, whatever that does to the cloth.
        for particle in known.let_through.iter().filter(|_| !self.robust.strict) {
            self.let_through[particle.index()] = true;
        }
        let near = self.search.find(&self.mesh, &self.start, &self.thickness, &ClothReach::default());
        let history = History::new(&near.contacts, &self.start);
        let Self { mesh, start, inverse_masses, thickness, friction, moved, threads, robust, separation, .. } = self;
        let skin = robust_mode::Skin { exits: &self.exits, end: &proposed, let_through: &self.let_through };
        let (separation, skin) = (*separation, Some(skin));
        let sweep = Sweep { mesh, start, inverse_masses, thickness, friction, duration, separation, skin };
        let is_free = |pair: &Pair| before.excuses(pair) || sweep.lets_through(pair) || sweep.starts_inside(pair);
        let pushes = |pair: &Pair| sweep.yields(pair) && !is_free(pair);
        let near: Vec<_> = history.pairs.iter().filter(|near| pushes(&near.pair)).copied().collect();
        let report = robust.follow(&sweep, moved, &near, threads, &before);
        if !self.robust.strict {
            self.keep_out(solids, &proposed, state);
        }
        self.accept(state);
        let after = self.invariant.check(&self.mesh, &self.moved.ends, self.cloth);
        let crossings = [before.crossings, after.crossings];
        let handed = [added(&before, &after, self.cloth), added(&after, &before, self.cloth)];
        let avoidable = after.avoidable(&self.mesh, |v| self.inverse_masses[v.index()] == 0.0);
        let promised = before.is_clean() && report.forced.is_empty() && !self.let_through.contains(&true);
        let broken = promised && avoidable > 0;
        let defect = broken.then(|| self.defect(proposed));
        self.start.clone_from(&self.moved.ends);
        self.checked = Some(after);
        Outcome { report, crossings, handed, defect }
    }

    /// Whether what has passed through is drawn back from now on.
    pub fn hand_over(&mut self, hands_over: bool) {
        self.hands_over = hands_over;
    }

    /// Takes over where a round of steps begins, and checks it unless the last round ended there.
    pub fn begin(&mut self, solids: &Solids, positions: &[Point]) {
        let was = std::mem::take(&mut self.start);
        self.start.extend_from_slice(positions);
        self.skin.append(solids, When::T0, &mut self.start);
        if self.checked.is_none() || was != self.start {
            self.checked = Some(self.invariant.check(&self.mesh, &self.start, self.cloth));
        }
    }

    /// Takes over where the step is to end.
    fn propose(&mut self, solids: &Solids, Known { fixed, masses, .. }: Known, state: &State, duration: f64) {
        let Self { moved, start, inverse_masses, skin, .. } = self;
        moved.ends.clear();
        moved.ends.extend_from_slice(&state.positions);
        skin.append(solids, When::T1, &mut moved.ends);
        moved.velocities.clear();
        moved.velocities.extend_from_slice(&state.velocities);
        let rest = state.positions.len()..;
        let ways = moved.ends[rest.clone()].iter().zip(&start[rest]).map(|(end, start)| (end - start) / duration);
        moved.velocities.extend(ways);
        inverse_masses.clear();
        inverse_masses.extend(masses.iter().map(|mass| if *mass > 0.0 { mass.recip() } else { 0.0 }));
        inverse_masses.resize(moved.ends.len(), 0.0);
        for constraint in fixed.iter() {
            inverse_masses[constraint.particle.index()] = 0.0;
        }
    }

    /// Who lets go of cloth rather than tearing it, for the analysis to draw it back: nobody in robust mode. In hybrid mode solids
    /// and what they hold do while something is pinched, everything dictated does while the cloth is not clean anyway, and otherwise
    /// only if pins and solids leave no room.
    fn let_go(&mut self, pinched: &[VertexId], before: &Checked) {
        let Robust { lets_go, strict, .. } = &mut self.robust;
        lets_go.clear();
        *strict = !self.hands_over || (pinched.is_empty() && before.is_clean());
        if self.hands_over {
            let pins = pinched.is_empty() || !before.is_clean();
            lets_go.resize(self.cloth, pins);
            lets_go.resize(self.mesh.vertex_count(), true);
            for particle in pinched {
                lets_go[particle.index()] = true;
            }
        }
    }

    /// Between layers and solids that leave no room, solids win: particles that were pushed into one go back towards where the solver wanted
    /// them, until they are out. What layers then pass through each other the analysis draws back; cloth inside a limb is seen.
    fn keep_out(&mut self, solids: &Solids, proposed: &[Point], state: &State) {
        let Self { moved, inverse_masses, thickness, cloth, .. } = self;
        let way_back = |i: usize| {
            let (end, wanted) = (&moved.ends[i], &proposed[i]);
            if inverse_masses[i] == 0.0 || end == wanted {
                return None;
            }
            let enough = solids.depth_of(wanted) + thickness[i];
            let is_in = |part: f64| solids.depth_of(&(end + (wanted - end) * part)) > enough;
            is_in(0.0).then(|| (i, first_out(is_in)))
        };
        let ways: Vec<(usize, f64)> = (0..*cloth).into_par_iter().filter_map(way_back).collect();
        for (i, part) in ways {
            let (end, velocity) = (&mut moved.ends[i], &mut moved.velocities[i]);
            *end += (proposed[i] - *end) * part;
            *velocity += (state.velocities[i] - *velocity) * part;
        }
    }

    /// Takes what was changed over into the state.
    fn accept(&self, state: &mut State) {
        let changes: Vec<Vector> =
            self.moved.velocities.iter().zip(&state.velocities).map(|(now, was)| now - was).collect();
        state.positions.copy_from_slice(&self.moved.ends[..self.cloth]);
        state.velocities.copy_from_slice(&self.moved.velocities[..self.cloth]);
        if let Some(before) = &mut state.before {
            before.velocities.iter_mut().zip(changes).for_each(|(velocity, change)| *velocity += change);
        }
    }

    fn defect(&self, proposed: Vec<Point>) -> Defect {
        let triangles = self.mesh.faces().iter().map(|t| t.map(|v| v.0)).collect();
        Defect { triangles, start: self.start.clone(), proposed, end: self.moved.ends.clone() }
    }
}

/// How far along a way that begins inside and ends outside it leads out, from above.
fn first_out(is_in: impl Fn(f64) -> bool) -> f64 {
    let (mut inside, mut outside) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (inside + outside);
        *(if is_in(middle) { &mut inside } else { &mut outside }) = middle;
    }
    outside
}

/// How many particles of the cloth a path has to do with now, and had not before.
fn added(before: &Checked, now: &Checked, cloth: usize) -> usize {
    let was = before.involved();
    now.involved().iter().filter(|v| v.index() < cloth && was.binary_search(v).is_err()).count()
}

/// Every edge of the cloth with its length at rest.
fn threads(mesh: &Mesh, rest: &RestLengths) -> Vec<Thread> {
    let length = |edge: usize| {
        let (id, owner): (EdgeId, FaceId) = (EdgeId::at(edge), mesh.edges()[edge].owner());
        let place = mesh.face_edges(owner).iter().position(|own| *own == id);
        place.map_or(0.0, |place| rest.0[owner.index()][place])
    };
    let thread = |edge: usize| Thread { ends: mesh.edges()[edge].vertices, rest: length(edge) };
    (0..mesh.edges().len()).map(thread).filter(|thread| thread.rest > 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_out_ends_just_outside() {
        for rim in [0.001, 0.3, 0.999] {
            let part = first_out(|part| part < rim);
            assert!((rim..=rim + 0.5_f64.powi(HALVINGS as i32)).contains(&part), "{part} for {rim}");
        }
    }
}
