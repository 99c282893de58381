//! Where to go on behind something that is wrong.

use super::parser::Parser;
use crate::text::Kind;

impl Parser<'_, '_> {
    /// Goes behind what began at an offset and is wrong, to what looks like the next operation; false at the end.
    pub(super) fn recover(&mut self, start: usize) -> bool {
        let wrong = self.scanner.offset();
        self.scanner.resume(start);
        let mut depth = 0usize;
        loop {
            let before = self.scanner.end_before();
            let token = self.scanner.token();
            let begins_line = self.bytes()[before..token.start].contains(&b'\n') && before > start;
            let begins = matches!(
                token.kind,
                Kind::Percent | Kind::String | Kind::Caret | Kind::MetadataBegin | Kind::Mark(b'}')
            ) || self.begins_alias();
            match token.kind {
                Kind::End => return false,
                _ if begins_line && begins && depth == 0 && token.start >= wrong => return true,
                Kind::Mark(b'{') => depth += 1,
                Kind::Mark(b'}') => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    // The region ends in which the operation stands.
                    None if token.start >= wrong && token.start > start => return true,
                    None => {}
                },
                _ => {}
            }
            self.scanner.advance();
        }
    }

    fn begins_alias(&self) -> bool {
        if !matches!(self.scanner.kind(), Kind::Hash | Kind::Exclamation) {
            return false;
        }
        let mut scanner = self.scanner.clone();
        scanner.advance();
        scanner.is(b'=')
    }
}
