//! `selvedge`: the command line. Everything is in the library, so that tests and other binaries can use it.

fn main() -> std::process::ExitCode {
    selvedge::main()
}
