//! Finds where to continue after a fault.

use super::parser::Parser;
use bytespec_core::text::Kind;

impl Parser<'_, '_> {
    /// Skips the faulty text that starts at an offset, up to what looks like the next operation. Returns false at the end.
    pub(super) fn recover(&mut self, start: usize) -> bool {
        let registry = &self.module.registry;
        self.scanner.recover(start, |scanner| match scanner.kind() {
            Kind::Word => {
                // An operation in custom syntax.
                let dialect = scanner.spelling().split_once('.').map(|(dialect, _)| dialect);
                dialect.is_some_and(|dialect| registry.get(dialect.as_bytes()).is_some())
            }
            Kind::Percent | Kind::String | Kind::Caret | Kind::MetadataBegin => true,
            Kind::Mark(mark) => mark == b'}',
            Kind::Hash | Kind::Exclamation => {
                let mut scanner = scanner.clone();
                scanner.advance();
                scanner.is(b'=')
            }
            _ => false,
        })
    }
}
