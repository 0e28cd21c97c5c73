//! The table of keys for people: `SCENE.md` and `selvedge check --keys`.

use super::keys::{Fallback, KEYS, Key};
use std::fmt::Write;

const HEAD: &str = "\
# Scene files

Every key of a scene, made from the table in `src/scene/keys.rs`; `selvedge check --keys` prints it. Lists of tables are
written `[[garment]]` or `pin = [{ … }]`; `[]` stands for each of their elements, `*` for a name that you choose. File names are
relative to the scene's folder. Units are SI, Y is up, indices start at 0. Any key can be replaced on the command line:
`--set simulation.fps=30`, `--set garment.flag.material.density=0.2`; a list is entered by number, by name, or with `*`.

Papers: BW98 Baraff and Witkin, Large Steps in Cloth Simulation; VMT00 Volino and Magnenat-Thalmann, Implementing Fast Cloth
Simulation with Collision Response; BFA02 Bridson, Fedkiw and Anderson, Robust Treatment of Collisions; BWK03 Baraff, Witkin and
Kass, Untangling Cloth; LKC98 Liu, Ko and Chang, A Simple Self-Collision Avoidance for Cloth Animation; SSIF08 Selle, Su, Irving and Fedkiw, Robust High-Resolution Cloth.

| key | holds | unit | default | means | source |
|---|---|---|---|---|---|
";

/// The whole of `SCENE.md`.
pub fn markdown() -> String {
    let mut text = HEAD.to_owned();
    for key in KEYS {
        let cells = [&format!("`{}`", key.path), &key.kind.wanted(), key.unit, &default(key), key.meaning, key.source];
        let _ = writeln!(text, "| {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    text
}

/// The keys as plain text: one paragraph each.
pub fn plain() -> String {
    let mut text = String::new();
    for key in KEYS {
        let unit = if key.unit.is_empty() { String::new() } else { format!(", in {}", key.unit) };
        let _ = writeln!(text, "{}\n    {}\n    {}{unit}", key.path, key.meaning, key.kind.wanted());
        let _ = writeln!(text, "    default: {}    source: {}", default(key), key.source);
    }
    text
}

fn default(key: &Key) -> String {
    match key.fallback {
        Fallback::Needed => "none: it is needed".to_owned(),
        Fallback::Value("{}") => "as its keys say".to_owned(),
        Fallback::Value(text) => format!("`{text}`"),
        Fallback::Otherwise(text) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_current() {
        let committed = include_str!("../../SCENE.md");
        assert!(
            committed == markdown(),
            "write it anew: cargo run -p selvedge -- check --keys=markdown > crates/driver/SCENE.md"
        );
    }
}
