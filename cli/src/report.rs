//! Messages on the standard error.

use crate::failure::Failure;
use crate::output::{self, ERROR};

/// Reports a failure, unless it was already reported, and returns the exit code.
pub(crate) fn report(failure: Failure) -> u8 {
    // Output that was printed before the failure comes first. A closed pipe is no second failure.
    let _ = output::flush();
    let code = failure.code();
    match failure {
        Failure::Reported | Failure::ReportedIo | Failure::Closed => {}
        Failure::Input(message) | Failure::Usage(message) | Failure::Io(message) => {
            print_error(&message)
        }
    }
    code
}

/// Prints an error.
pub(crate) fn print_error(message: &str) {
    output::error_line(format_args!("{ERROR}error{ERROR:#}: {message}"));
}

/// Prints a note.
pub(crate) fn note(message: &str) {
    output::error_line(format_args!("note: {message}"));
}
