//! Every key of a scene, once: what it may hold, its unit, its default, what it means and where that comes from.
//!
//! This table is what a scene is checked against, what fills in defaults, what `selvedge check --keys` prints and what
//! `SCENE.md` is made of. A path names a key: `[]` goes into every element of a list, `*` stands for a key that the
//! user chooses.

use super::kind::Kind::{
    self, Choice, File, Flag, Integer, Integers, Letters, NameOrNumber, Number, NumberOrTable, Numbers, Table, Tables,
    Text, TextOrTable, Texts, Vertices,
};

/// A key that a scene may have.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The way to it: `garment[].material.density`.
    pub path: &'static str,
    /// What it may hold.
    pub kind: Kind,
    /// The unit, empty if it has none.
    pub unit: &'static str,
    /// What holds where it is left out.
    pub fallback: Fallback,
    /// What it means.
    pub meaning: &'static str,
    /// Where the meaning or the default comes from.
    pub source: &'static str,
}

/// What holds where a key is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// It must not be left out.
    Needed,
    /// A value, as TOML spells it.
    Value(&'static str),
    /// No fixed value: what happens instead.
    Otherwise(&'static str),
}

use Fallback::{Needed, Otherwise, Value};

/// The largest length and coordinate, in metres: beyond it a scene is in the wrong unit.
const FAR: f64 = 1e4;
/// The fastest wind and the fastest pull, in m/s.
const FAST: f64 = 1e4;
/// The largest stiffness, in N/m and N·m: ten times that of steel sheet.
const STIFF: f64 = 1e8;
/// The longest time, in seconds.
const LONG: f64 = 1e6;
/// The most that a collider turns, in degrees: a hundred times round.
const TURN: f64 = 36_000.0;
/// The largest coefficient of friction: beyond it nothing slides.
const ROUGH: f64 = 10.0;
/// The most cells along one side of a sheet. Their product is bounded too, where the sheet is made.
const CELLS: i64 = 4096;
/// The last frame: file names have six digits.
pub const LAST_FRAME: i64 = 999_999;

const PRESET: Fallback = Otherwise("as in the preset");
const OURS: &str = "this project";
const CONTRACT: &str = "glTF 2.0";

const fn key(
    path: &'static str,
    kind: Kind,
    unit: &'static str,
    fallback: Fallback,
    meaning: &'static str,
    source: &'static str,
) -> Key {
    Key { path, kind, unit, fallback, meaning, source }
}

/// All keys, tables before what is in them.
#[rustfmt::skip]
pub const KEYS: &[Key] = &[
    key("body", Table, "", Otherwise("no body: garments hang from pins in the world"), "the animated character", OURS),
    key("body.file", File, "", Needed, "its glTF file: .glb or .gltf", CONTRACT),
    key("body.animation", NameOrNumber, "", Otherwise("the first; the bind pose if the file has none"), "the animation that plays, by name or number; its time 0 is frame 0", CONTRACT),
    key("body.wrap", Choice(&["clamp", "loop"]), "", Value("\"clamp\""), "what happens beyond the animation's end: its last pose holds, or it begins again", OURS),
    key("body.collide", Texts, "", Otherwise("every skinned mesh that is no garment"), "nodes or meshes that are the body, as patterns with * and ?", OURS),

    key("body.friction", NumberOrTable(0.0, ROUGH), "", Value("0.4"), "Coulomb's coefficient of friction with cloth: one for all, or `{ sticking = …, sliding = … }`", "SSIF08 §6"),
    key("body.friction.sticking", Number(0.0, ROUGH), "", Needed, "up to which cloth at rest stays", "SSIF08 §6"),
    key("body.friction.sliding", Number(0.0, ROUGH), "", Needed, "with which sliding cloth is held back; no more than `sticking`", "SSIF08 §6"),
    key("body.friction_of", Table, "", Otherwise("all parts rub alike"), "friction of parts of the body", OURS),
    key("body.friction_of.*", NumberOrTable(0.0, ROUGH), "", Otherwise("as in `body.friction`"), "friction of the parts whose joints match the pattern; the last match wins", OURS),
    key("body.friction_of.*.sticking", Number(0.0, ROUGH), "", Needed, "up to which cloth at rest stays", "SSIF08 §6"),
    key("body.friction_of.*.sliding", Number(0.0, ROUGH), "", Needed, "with which sliding cloth is held back; no more than `sticking`", "SSIF08 §6"),

    key("garment", Tables, "", Needed, "the garments; they are simulated together", OURS),
    key("garment[].name", Text, "", Otherwise("the file's stem, the node's name, or `sheet`"), "its name in reports; no two are the same", OURS),
    key("garment[].file", File, "", Otherwise("`node` or `shape` says what it is"), "its mesh: .obj .ply .glb .gltf, modelled around the body's bind pose", OURS),
    key("garment[].node", Text, "", Otherwise("`file` or `shape` says what it is"), "a node of the body's own file that is this garment", OURS),
    key("garment[].shape", Table, "", Otherwise("`file` or `node` says what it is"), "a mesh made from nothing", OURS),
    key("garment[].shape.sheet", Table, "", Needed, "a flat rectangle of quads, each cut in two; its groups are `first_row`, `last_row`, `first_column`, `last_column`, `corners`, and `corner_0` to `corner_3` around it", "VMT00 §4.1"),
    key("garment[].shape.sheet.size", Numbers(2, 1e-6, FAR), "m", Value("[1.0, 1.0]"), "its width and height", "VMT00 §4.1"),
    key("garment[].shape.sheet.cells", Integers(2, 1, CELLS), "", Value("[50, 50]"), "quads along its width and its height; at most four million together", "VMT00 §4.1"),
    key("garment[].shape.sheet.plane", Choice(&["xz", "xy", "zy"]), "", Value("\"xz\""), "the axes along which its width and its height run", OURS),
    key("garment[].shape.sheet.center", Numbers(3, -FAR, FAR), "m", Value("[0.0, 0.0, 0.0]"), "where its middle is", OURS),
    key("garment[].material", TextOrTable, "", Value("\"cotton\""), "a preset (cotton, silk, wool, denim, jersey, leather), or a table that overrides one field by field", "dynamics::material"),
    key("garment[].material.preset", Text, "", Value("\"cotton\""), "the preset that is overridden; `custom` is none and needs every field", "dynamics::material"),
    key("garment[].material.density", Number(1e-4, 1e3), "kg/m²", PRESET, "mass per area", "BW98 §2"),
    key("garment[].material.stretch_warp", Number(0.0, STIFF), "N/m", PRESET, "resistance to stretch along the warp, which is u", "BW98 §4.2"),
    key("garment[].material.stretch_weft", Number(0.0, STIFF), "N/m", PRESET, "resistance to stretch along the weft, which is v", "BW98 §4.2"),
    key("garment[].material.shear", Number(0.0, STIFF), "N/m", PRESET, "resistance to shear", "BW98 §4.3"),
    key("garment[].material.bend_warp", Number(0.0, STIFF), "N·m", PRESET, "bending rigidity along the warp", "BW98 §4.4"),
    key("garment[].material.bend_weft", Number(0.0, STIFF), "N·m", PRESET, "bending rigidity along the weft", "BW98 §4.4"),
    key("garment[].material.stretch_damping", Number(0.0, 10.0), "s", PRESET, "damping of stretch", "BW98 §4.5"),
    key("garment[].material.shear_damping", Number(0.0, 10.0), "s", PRESET, "damping of shear", "BW98 §4.5"),
    key("garment[].material.bend_damping", Number(0.0, 10.0), "s", PRESET, "damping of bending", "BW98 §4.5"),
    key("garment[].material.air_drag", Number(0.0, 1e3), "kg/m³", PRESET, "air drag along the normal: pressure per square of the speed difference", "SSIF08 §8"),
    key("garment[].material.thickness", Number(1e-7, 1.0), "m", PRESET, "how far apart two layers rest", "BFA02 §6"),
    key("garment[].layer", Integer(0, 1000), "", Value("0"), "its place in the order of layers; 0 is innermost", OURS),
    key("garment[].rest", Choice(&["mesh", "uv"]), "", Value("\"mesh\""), "the shape without tension: the mesh itself, or the flat pattern of its texture coordinates", "BW98 §4.1"),
    key("garment[].rest_file", File, "", Otherwise("the garment's own mesh"), "a mesh of the same vertices and faces that is the shape without tension, for a garment that starts crumpled or tangled", OURS),
    key("garment[].uv_scale", Number(1e-9, 1e9), "m", Otherwise("the scale that makes the pattern's area the mesh's"), "the length of one unit of texture coordinates", OURS),
    key("garment[].velocity", Numbers(3, -FAST, FAST), "m/s", Value("[0.0, 0.0, 0.0]"), "its velocity at the start; what is pinned moves as its pins do", "SSIF08 figure 10"),
    key("garment[].pin", Tables, "", Otherwise("nothing is pinned"), "vertices whose motion is dictated; where two pins name a vertex, the later counts", "BW98 §5"),
    key("garment[].pin[].group", Text, "", Otherwise("`vertices` says which"), "the vertices of a group, object or material of the file", OURS),
    key("garment[].pin[].vertices", Vertices, "", Otherwise("`group` says which"), "vertices by number, in the file's order", OURS),
    key("garment[].pin[].to", Choice(&["world", "body"]), "", Value("\"world\""), "what holds them: a place in the world, or the nearest face of the body in its bind pose", OURS),
    key("garment[].pin[].fix", Letters("xyz"), "", Value("\"xyz\""), "the directions in which they are held; in the others they slide", "BW98 §5"),
    key("garment[].pin[].move", Numbers(3, -FAST, FAST), "m/s", Otherwise("they do not move by themselves"), "a steady motion, from time 0 on", OURS),
    key("garment[].pin[].path", Tables, "", Otherwise("they do not move by themselves"), "a motion by keys, straight between them and held before the first and after the last", OURS),
    key("garment[].pin[].path[].time", Number(-LONG, LONG), "s", Needed, "when; frame / fps, and later than the key before", OURS),
    key("garment[].pin[].path[].offset", Numbers(3, -FAR, FAR), "m", Needed, "how far from where the pin would hold them", OURS),

    key("flypaper", Table, "", Otherwise("every surface holds alike, but limbs far from where cloth is worn do not carry it along"), "how strongly each surface holds pinched cloth; weights are normalised per particle", "BWK03 §4.3"),
    key("flypaper.*", Number(0.0, 1e6), "", Otherwise("1"), "the weight of the body parts whose joints, or of the colliders whose names match the pattern; the last match wins", "BWK03 §4.3"),
    key("flypaper.garment", Tables, "", Otherwise("all garments are held alike"), "weights for one garment or one group of its vertices, after those of [flypaper]; of several for the same vertices the last match wins", "BWK03 §4.3"),
    key("flypaper.garment[].name", Text, "", Needed, "the garment", OURS),
    key("flypaper.garment[].group", Text, "", Otherwise("the whole garment"), "a group of its vertices", OURS),
    key("flypaper.garment[].*", Number(0.0, 1e6), "", Otherwise("as in [flypaper]"), "the weight of the surfaces that match the pattern", "BWK03 §4.3"),

    key("collider", Tables, "", Otherwise("nothing but the body"), "solids besides the body", OURS),
    key("collider[].name", Text, "", Needed, "its name in reports and in [flypaper]", OURS),
    key("collider[].shape", Table, "", Needed, "one of plane, sphere, capsule, box, mesh", OURS),
    key("collider[].shape.plane", Table, "", Otherwise("another shape"), "everything behind a plane", OURS),
    key("collider[].shape.plane.point", Numbers(3, -FAR, FAR), "m", Value("[0.0, 0.0, 0.0]"), "a point on it", OURS),
    key("collider[].shape.plane.normal", Numbers(3, -FAR, FAR), "", Value("[0.0, 1.0, 0.0]"), "the direction out of it", OURS),
    key("collider[].shape.sphere", Table, "", Otherwise("another shape"), "a sphere", OURS),
    key("collider[].shape.sphere.center", Numbers(3, -FAR, FAR), "m", Value("[0.0, 0.0, 0.0]"), "its centre", OURS),
    key("collider[].shape.sphere.radius", Number(1e-6, FAR), "m", Needed, "its radius", OURS),
    key("collider[].shape.capsule", Table, "", Otherwise("another shape"), "a cylinder with round ends", OURS),
    key("collider[].shape.capsule.from", Numbers(3, -FAR, FAR), "m", Needed, "one end of its axis", OURS),
    key("collider[].shape.capsule.to", Numbers(3, -FAR, FAR), "m", Needed, "the other end", OURS),
    key("collider[].shape.capsule.radius", Number(1e-6, FAR), "m", Needed, "its radius", OURS),
    key("collider[].shape.box", Table, "", Otherwise("another shape"), "a box along the axes", OURS),
    key("collider[].shape.box.center", Numbers(3, -FAR, FAR), "m", Value("[0.0, 0.0, 0.0]"), "its middle", OURS),
    key("collider[].shape.box.size", Numbers(3, 1e-6, FAR), "m", Needed, "its lengths along x, y and z", OURS),
    key("collider[].shape.mesh", Table, "", Otherwise("another shape"), "a mesh", OURS),
    key("collider[].shape.mesh.file", File, "", Needed, "its file: .obj .ply .glb .gltf", OURS),
    key("collider[].shape.mesh.animation", NameOrNumber, "", Otherwise("it keeps its shape"), "the animation of its glTF file that it plays, by name or number, like a body", CONTRACT),
    key("collider[].friction", NumberOrTable(0.0, ROUGH), "", Value("0.4"), "Coulomb's coefficient of friction with cloth: one for all, or `{ sticking = …, sliding = … }`", "SSIF08 §6"),
    key("collider[].friction.sticking", Number(0.0, ROUGH), "", Needed, "up to which cloth at rest stays", "SSIF08 §6"),
    key("collider[].friction.sliding", Number(0.0, ROUGH), "", Needed, "with which sliding cloth is held back; no more than `sticking`", "SSIF08 §6"),
    key("collider[].path", Tables, "", Otherwise("it stands still"), "a motion by keys, held before the first and after the last", OURS),
    key("collider[].path[].time", Number(-LONG, LONG), "s", Needed, "when; frame / fps, and later than the key before", OURS),
    key("collider[].path[].offset", Numbers(3, -FAR, FAR), "m", Value("[0.0, 0.0, 0.0]"), "how far from where its shape puts it", OURS),
    key("collider[].path[].turn", Numbers(3, -TURN, TURN), "°", Value("[0.0, 0.0, 0.0]"), "how it is turned: about the axis of this vector, by its length, around its own origin, which moves with it: the centre of a sphere, box or capsule, a plane's point, the middle of the box around a mesh as its file has it. Between keys the three numbers change like those of `offset`, so it may turn round more than once", OURS),
    key("collider[].interpolation", Choice(&["smooth", "linear"]), "", Value("\"smooth\""), "between keys: it starts and stops gently at every key, so that velocity and acceleration are continuous; or it moves evenly and changes its velocity at once, which kicks the cloth. Take `linear` for keys of every frame", OURS),

    key("wind", Table, "", Value("{}"), "the air", OURS),
    key("wind.velocity", Numbers(3, -FAST, FAST), "m/s", Value("[0.0, 0.0, 0.0]"), "its velocity, the same everywhere", "VMT00 §2"),

    key("simulation", Table, "", Value("{}"), "how time is cut and steps are taken", OURS),
    key("simulation.mode", Choice(&["gia", "robust", "hybrid", "boxes"]), "", Value("\"hybrid\""), "how collisions are treated: `gia` lets cloth pass through itself where it is pinched and draws it back; `robust` proves of every step that nothing passes through anything, and says where solids leave no room; `hybrid` is both: the proof wherever solids permit it; `boxes` keeps layers apart by the boxes of their triangles, roughly and cheaply, for previews", "BWK03, BFA02, LKC98, this project"),
    key("simulation.cloth_friction", Number(0.0, 10.0), "", Value("0.3"), "Coulomb's coefficient of friction between layers of cloth", "BFA02 §7.3"),
    key("simulation.collision_steps", Integer(1, 10_000), "", Value("1"), "in modes `robust` and `hybrid`: how many steps are taken before all of them are proven clean together; a frame ends a round of them", "SSIF08 §4"),
    key("simulation.rewind", Flag, "", Value("false"), "whether several steps in which something collides are taken anew, half as many at a time, down to one", "BFA02, as SSIF08 §4 tells it"),
    key("simulation.untangle", Flag, "", Value("true"), "whether cloth that has passed through itself is drawn back; without it all layers repel each other, as they are", "BWK03 §5–6"),
    key("simulation.untangle_from", Integer(0, LAST_FRAME), "", Value("0"), "the frame at which that begins; not later than the first frame is from the start, lead-in and all. For comparisons: how cloth is without it, and what it then does", "BWK03 figure 8"),
    key("simulation.flypaper", Flag, "", Value("true"), "whether pinched cloth is held by what pinches it; without it contacts fight over it", "BWK03 §4"),
    key("simulation.mutation", Choice(&["none", "flypaper-off", "gia-off", "weights-ignored", "pinch-without-gia", "parity-ignored", "larger-region", "friction-off", "ccd-tolerance-off"]), "", Value("\"none\""), "for tests of tests alone: an algorithm that is broken on purpose, to see which fixtures notice", OURS),
    key("simulation.fps", Number(1e-3, 1e5), "1/s", Value("24"), "frames a second", OURS),
    key("simulation.steps_per_frame", Integer(1, 10_000), "", Value("4"), "steps into which a frame is cut", "BW98 §6"),
    key("simulation.lead_in", Number(0.0, 3600.0), "s", Value("1.0"), "time before the first frame in which the body goes from its bind pose into it, the cloth following; without a body there is none", OURS),
    key("simulation.frames", Integers(2, 0, LAST_FRAME), "", Value("[0, 96]"), "the first and the last frame, both included", OURS),
    key("simulation.gravity", Numbers(3, -1e3, 1e3), "m/s²", Value("[0.0, -9.81, 0.0]"), "gravity", OURS),
    key("simulation.blend", Number(0.0, 1.0), "", Otherwise("the solver's"), "the midpoint blend λ: 0 is backward Euler, 1 the implicit midpoint rule", "VMT00 eq. 14–15"),
    key("simulation.tolerance", Number(1e-14, 0.5), "", Otherwise("the solver's"), "the solve ends when the residual is this part of the right side", "BW98 §5.2"),
];

/// The keys directly inside a table, with their own names; `*` among them.
pub(crate) fn inside(table: &str) -> impl Iterator<Item = (&'static str, &'static Key)> {
    KEYS.iter().filter_map(move |key| {
        let name = match table {
            "" => key.path,
            table => key.path.strip_prefix(table)?.strip_prefix('.')?,
        };
        (!name.contains(['.', '['])).then_some((name, key))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::tree::{Node, Origin};
    use dynamics::Material;
    use std::collections::BTreeSet;

    #[test]
    fn paths_are_unique_and_every_table_is_there() {
        let paths: BTreeSet<&str> = KEYS.iter().map(|key| key.path).collect();
        assert_eq!(paths.len(), KEYS.len());
        for key in KEYS {
            if let Some((parent, _)) = key.path.rsplit_once('.') {
                let parent = parent.strip_suffix("[]").unwrap_or(parent);
                let kind = KEYS
                    .iter()
                    .find(|key| key.path == parent)
                    .unwrap_or_else(|| panic!("{} has no table", key.path))
                    .kind;
                assert!(matches!(kind, Table | Tables | TextOrTable | NumberOrTable(..)), "{}", key.path);
            }
        }
    }

    #[test]
    fn defaults_are_values_that_are_allowed() {
        for key in KEYS {
            if let Value(text) = key.fallback {
                let node = Node::parse_or_text(text, Origin::Default);
                assert_eq!(key.kind.fault(&node.value), None, "{}", key.path);
            }
        }
    }

    #[test]
    fn a_material_has_the_keys_of_a_material() {
        let fabric = serde_json::to_value(Material::preset("cotton").expect("a preset")).expect("plain numbers");
        let fields: BTreeSet<&str> = fabric.as_object().expect("a table").keys().map(String::as_str).collect();
        let keys: BTreeSet<&str> =
            inside("garment[].material").map(|(name, _)| name).filter(|name| *name != "preset").collect();
        assert_eq!(keys, fields);
    }
}
