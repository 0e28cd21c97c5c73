//! Writes every generated fixture anew: `cargo run --release -p make-fixtures [FOLDER]`, by default under `fixtures`.

use std::path::PathBuf;

fn main() -> anyhow::Result<()> {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures"));
    let folder = std::env::args_os().nth(1).map_or_else(default, PathBuf::from);
    make_fixtures::files::write_all(&folder.join("tangles"))?;
    make_fixtures::files::write_scenes(&folder.join("scenes"))?;
    make_fixtures::files::write_solids(&folder.join("solids"))?;
    let mannequin = mannequin::Mannequin::new();
    make_fixtures::files::write_bodies(&folder.join("bodies"), &mannequin)?;
    make_fixtures::files::write_garments(&folder.join("garments"), &mannequin)
}
