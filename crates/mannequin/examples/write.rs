//! Writes the mannequin: `cargo run -p selvedge-mannequin --example write [FILE.glb]`.

fn main() -> std::io::Result<()> {
    let path = std::env::args_os().nth(1).unwrap_or_else(|| "mannequin.glb".into());
    std::fs::write(path, mannequin::glb())
}
