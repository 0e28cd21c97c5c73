//! `untangle`: `selvedge untangle` and nothing else.

fn main() -> std::process::ExitCode {
    selvedge::main_untangle()
}
