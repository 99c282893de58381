//! The command `bytespec`.

fn main() -> std::process::ExitCode {
    bytespec_cli::main()
}
