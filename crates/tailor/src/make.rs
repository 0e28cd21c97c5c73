//! The stages as one call.

use crate::even::{self, Pass};
use crate::fit::Fit;
use crate::nearest::NearestTree;
use crate::sheet::Sheet;
use crate::verify::{self, Crossings};
use crate::volume::Volume;
use crate::{Cover, Form, Group, Loop, TailorError, Tidied, cut, hem, loops, region, skin, skirt, strays};
use geometry::{Point, Vector, bvh::Bounds, shapes::Shape};

/// Ease and edge of an ordinary garment as a part of the character's height: 15 mm for a person of 1.67 m.
const USUAL: f64 = 0.009;
/// The skin is first drawn at this part of the ease: close enough that legs and arms stay apart, far enough from the body
/// that a triangle of twice the ease does not touch it. Where the layers still cross in a slit, it is drawn again at the next,
/// which fuses more of what is close together.
const FIRST_LEVELS: [f64; 3] = [0.5, 0.75, 1.0];
/// Where there is no room for the ease, the cloth keeps this part of it.
const LEAST: f64 = 0.5;
/// Cells per first level: with fewer, thin parts fall through the grid; with more, it only takes longer.
const CELLS_PER_LEVEL: f64 = 0.8;
/// The volume reaches this many eases or edges beyond the cover: enough that what is bare there still looks like a limb.
const ROOM: f64 = 8.0;
/// Joining a stray to its loop may leave another: rounds of looking again.
const STRAY_ROUNDS: usize = 4;
/// Passes that change edges; the first ones let the skin out from its first level to the ease.
const FULL_PASSES: usize = 14;
/// Passes that let it out.
const LETTING_OUT: usize = 6;
/// Passes that only fair the result.
const RELAXING_PASSES: usize = 6;
/// Room that cloth needs between its first level and a bare part of the body it faces, in eases: the rest of the ease on its
/// own side, the same again on the other, and as much for what the other does when it moves.
const ROOM_IN_FRONT: f64 = 1.5;
/// The cover is spread over this many edge lengths before the cut.
const CUT_WIDTH: f64 = 3.0;
/// Rounds of pushing out what is still too close.
const REPAIRS: usize = 12;
/// No sample of the garment may be closer to the body than this part of the ease.
const CLEARANCE: f64 = 0.4;
/// What is too close is pushed a little farther than it has to go, so that rounding does not bring it back.
const PUSH: f64 = 1.05;
/// Every loop should have at least this many edges: fewer make no ring.
const FEWEST_EDGES: usize = 6;

/// What to make.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Which part of the character is covered.
    pub cover: Cover,
    /// Distance from the body, in metres.
    pub ease: f64,
    /// Length of the edges, in metres.
    pub edge: f64,
    /// A skirt that hangs from the upper loop of the covered region, instead of a garment on that region.
    pub skirt: Option<Skirt>,
}

/// A skirt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skirt {
    /// From waist to hem, straight down, in metres.
    pub length: f64,
    /// How far it goes outwards for every metre down.
    pub flare: f64,
}

impl Order {
    /// An order with the ease and edge length that suit the character's size.
    pub fn new(form: &Form, cover: Cover) -> Self {
        let usual = USUAL * form.height();
        Self { cover, ease: usual, edge: usual, skirt: None }
    }

    fn check(&self, form: &Form) -> Result<(), TailorError> {
        let height = form.height();
        for (name, value) in [("ease", self.ease), ("edge", self.edge)] {
            if !(value > 0.0 && value < height) {
                let expected = format!("above 0 and below the character's height of {height:.3} m");
                return Err(TailorError::Setting { name, value, expected });
            }
        }
        Ok(())
    }
}

/// A garment.
#[derive(Clone, Debug, PartialEq)]
pub struct Garment {
    /// Where its vertices are.
    pub positions: Vec<Point>,
    /// Its triangles, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Its boundaries, the longest first.
    pub loops: Vec<Loop>,
    /// Its faces by the loop they touch, and the rest.
    pub groups: Vec<Group>,
    /// What was found when it was verified.
    pub measure: Measure,
}

/// What a garment is like.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// The part of its edges within [`verify::EVEN`] of the asked length.
    pub even_edges: f64,
    /// The least distance to the body, in metres, as far as samples tell; never more than twice the ease.
    pub least_distance: f64,
    /// What passes through what.
    pub crossings: Crossings,
    /// What was changed about the region.
    pub tidied: Tidied,
}

/// Makes a garment. One that is not clean is returned too: see [`Measure::crossings`].
pub fn make(form: &Form, order: &Order) -> Result<Garment, TailorError> {
    form.check()?;
    order.check(form)?;
    let field = region::cover_field(form, &order.cover)?;
    let tree = NearestTree::new(&form.positions, &form.triangles);
    let mut best: Option<(Crossings, Shape, Tidied)> = None;
    for level in FIRST_LEVELS {
        let mut pattern = Pattern::draw(form, order, level * order.ease, &tree, &field)?;
        let cloth = sew(pattern.cut_out(order)?, form, order, &tree)?;
        let crossings = verify::crossings(&cloth, form);
        let is_better = best.as_ref().is_none_or(|(before, ..)| crossings.count() < before.count());
        if is_better {
            best = Some((crossings, cloth, pattern.tidied));
        }
        if crossings.is_clean() {
            break;
        }
    }
    // There is at least one level, so there is a best.
    let (crossings, cloth, tidied) = best.unwrap_or_default();
    finish(cloth, form, order, &tree, Measure { crossings, tidied, ..Measure::default() })
}

/// A cut piece as a garment: even, at the ease, hanging if it is a skirt, and clear of the body.
fn sew(cut: Shape, form: &Form, order: &Order, tree: &NearestTree) -> Result<Shape, TailorError> {
    let mut cloth = fit_evenly(cut, order, tree);
    if let Some(skirt) = order.skirt {
        cloth = fit_evenly(hang(&cloth, skirt, form, order)?, order, tree);
    }
    Ok(clear(cloth, order, tree))
}

/// The skin, and what of it is covered.
struct Pattern {
    skin: Shape,
    cover: Vec<f64>,
    tidied: Tidied,
}

impl Pattern {
    /// The skin at the first level, with the cover carried over to it.
    fn draw(form: &Form, order: &Order, level: f64, tree: &NearestTree, field: &[f64]) -> Result<Self, TailorError> {
        let volume = Volume::measure(form, &covered_box(form, order, field), level, level / CELLS_PER_LEVEL)?;
        let skin = skin::polygonise(&volume);
        let body = cut::Covered { form, tree, field };
        let cover = cut::carry(&skin, &body, CUT_WIDTH * order.edge, ROOM_IN_FRONT * order.ease);
        Ok(Self { skin, cover, tidied: Tidied::default() })
    }

    /// Refuses edges that cannot go around even the longest boundary.
    fn check_girth(&self, order: &Order) -> Result<(), TailorError> {
        let raw = cut::clip(&self.skin, &self.cover);
        let longest = loops::rings(&raw).iter().map(|ring| loops::length(&raw, ring)).fold(0.0, f64::max);
        if longest == 0.0 || longest >= FEWEST_EDGES as f64 * order.edge {
            return Ok(());
        }
        let what = format!("its longest boundary is {longest:.4} m around");
        // Twice as many edges as the fewest: the garment also has to go around what is thinner.
        Err(TailorError::TooCoarse { edge: order.edge, what, suggested: longest / (2.0 * FEWEST_EDGES as f64) })
    }

    /// The covered part, without small holes, islands and strays.
    fn cut_out(&mut self, order: &Order) -> Result<Shape, TailorError> {
        self.check_girth(order)?;
        let mut cloth = Shape::default();
        for _ in 0..STRAY_ROUNDS {
            self.tidied += cut::tidy(&self.skin, &mut self.cover, order.edge);
            cloth = cut::clip(&self.skin, &self.cover);
            if !strays::join(&cloth, &self.skin, &mut self.cover, order.edge) {
                break;
            }
        }
        if cloth.triangles.is_empty() {
            let what = "nothing is left of the region after smoothing its outline".to_owned();
            return Err(TailorError::TooCoarse { edge: order.edge, what, suggested: order.edge / 2.0 });
        }
        Ok(cloth)
    }
}

/// The tube of a skirt on the highest loop of a garment.
fn hang(cloth: &Shape, skirt: Skirt, form: &Form, order: &Order) -> Result<Shape, TailorError> {
    let points = |ring: Vec<u32>| ring.into_iter().map(|v| cloth.positions[v as usize]).collect::<Vec<Point>>();
    let height = |ring: &[Point]| ring.iter().map(|p| p.y).sum::<f64>() / ring.len().max(1) as f64;
    let rings = loops::rings(cloth).into_iter().map(points);
    let waist = rings.max_by(|a, b| height(a).total_cmp(&height(b))).ok_or(TailorError::NoWaist)?;
    let volume = Volume::measure(form, &form.bounds(), order.ease, order.ease)?;
    let is_body: Vec<bool> = volume.value.iter().map(|&value| value < 0.0).collect();
    skirt::tube(form, order, skirt, &waist, &volume.grid, &is_body)
}

/// The box around everything covered, with room around it; no larger than the form.
fn covered_box(form: &Form, order: &Order, field: &[f64]) -> Bounds {
    let covered = form.positions.iter().zip(field).filter(|(_, cover)| **cover > 0.0).map(|(p, _)| p);
    let (around, whole) = (Bounds::around(covered), form.bounds());
    let room = Vector::repeat(ROOM * order.ease.max(order.edge));
    Bounds { low: (around.low - room).sup(&whole.low), high: (around.high + room).inf(&whole.high) }
}

/// Even triangles, let out from the first level to the ease.
fn fit_evenly(cloth: Shape, order: &Order, tree: &NearestTree) -> Shape {
    let least = LEAST * order.ease;
    let mut sheet = Sheet::new(cloth);
    for number in 0..FULL_PASSES + RELAXING_PASSES {
        let share = ((number + 1) as f64 / LETTING_OUT as f64).min(1.0);
        let fit = Fit { tree, ease: least + (order.ease - least) * share, least };
        let kind = if number < FULL_PASSES { Pass::Full } else { Pass::Relax };
        even::pass(&mut sheet, order.edge, &fit, kind);
        hem::straighten(&mut sheet, &fit, number);
    }
    sheet.into_shape()
}

/// Pushes out whatever is too close to the body or passes through it.
fn clear(mut cloth: Shape, order: &Order, tree: &NearestTree) -> Shape {
    let clearance = CLEARANCE * order.ease;
    for _ in 0..REPAIRS {
        let mut pushes = vec![Vector::zeros(); cloth.positions.len()];
        let mut any = false;
        for (point, vertices) in verify::samples(&cloth) {
            let Some(place) = tree.within(&point, clearance) else { continue };
            let Some(away) = (point - place.point).try_normalize(0.0) else { continue };
            any = true;
            let push = away * (clearance * PUSH - place.distance);
            for vertex in vertices {
                let so_far = &mut pushes[vertex as usize];
                if push.norm_squared() > so_far.norm_squared() {
                    *so_far = push;
                }
            }
        }
        if !any {
            break;
        }
        for (position, push) in cloth.positions.iter_mut().zip(&pushes) {
            *position += push;
        }
    }
    cloth
}

/// Loops, groups and the verification.
fn finish(
    cloth: Shape,
    form: &Form,
    order: &Order,
    tree: &NearestTree,
    known: Measure,
) -> Result<Garment, TailorError> {
    let loops = loops::find(&cloth, form, tree);
    if let Some(short) = loops.iter().find(|l| l.vertices.len() < FEWEST_EDGES) {
        let what = format!("loop {} has {} edges only", short.name, short.vertices.len());
        return Err(TailorError::TooCoarse { edge: order.edge, what, suggested: short.length / FEWEST_EDGES as f64 });
    }
    let measure = Measure {
        even_edges: verify::even_share(&cloth, order.edge),
        least_distance: verify::least_distance(&cloth, form, tree, order.ease),
        ..known
    };
    let groups = loops::groups(&cloth, &loops);
    Ok(Garment { positions: cloth.positions, triangles: cloth.triangles, loops, groups, measure })
}
