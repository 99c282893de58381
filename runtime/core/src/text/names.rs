//! Names of members of enums, and of flags.

use super::lexer::is_word;
use super::template::{Integer, Members, members};
use super::{Kind, Mark, Scanner};
use crate::error::Result;

impl Scanner<'_> {
    /// Reads the name of a member of an enum, and returns the member. If it is `open`, the name may be the beginning of a longer
    /// word.
    ///
    /// # Errors
    /// Another token.
    pub fn member<T: Copy>(
        &mut self,
        all: &[T],
        open: bool,
        name: impl Fn(T) -> &'static str,
    ) -> Result<T> {
        let found = self.longest_name(open, &|at| all.get(at).map(|member| name(*member)))?;
        Ok(all[found])
    }

    /// Reads the longest of the names that match, and returns its index.
    fn longest_name(
        &mut self,
        open: bool,
        name: &dyn Fn(usize) -> Option<&'static str>,
    ) -> Result<usize> {
        let names = || (0..).map_while(name);
        let matching = names().enumerate().filter(|(_, name)| self.at_literal(name, open));
        let Some((found, name)) = matching.max_by_key(|(_, name)| name.len()) else {
            let names: Vec<String> = names().map(|name| format!("`{name}`")).collect();
            return Err(self.expected(format!("one of {}", names.join(", "))));
        };
        self.literal(name, open)?;
        Ok(found)
    }

    /// Reads the name of a member of an enum, and returns the member's position, see [`Scanner::member`].
    pub(super) fn position(&mut self, of: &dyn Members, open: bool) -> Result<usize> {
        self.longest_name(open, &|at| of.name(at))
    }

    /// Reads the name of a member of an enum, or a number, and returns the number.
    pub(super) fn named(&mut self, of: &dyn Members, integer: Integer) -> Result<i128> {
        let at = self.mark();
        let Some(member) = self.attempt(|scanner| scanner.position(of, false)) else {
            return self.whole(integer);
        };
        self.in_range(of.number(member), integer, at)
    }

    /// Reads names of flags with `|` between them, optionally in quotes, or a number. Returns the number.
    pub(super) fn flags(&mut self, of: &dyn Members, integer: Integer) -> Result<i128> {
        let at = self.mark();
        let start = self.token().start;
        let (names, end) = match self.kind() {
            Kind::String => (self.spelling().trim_matches('"'), self.token().end),
            Kind::Word => {
                let rest = &self.text()[start..];
                let belongs = |byte: u8| is_word(byte) || byte == b'|';
                let end = rest.bytes().position(|byte| !belongs(byte)).unwrap_or(rest.len());
                (&rest[..end], start + end)
            }
            _ => return self.whole(integer),
        };
        let (mut rest, mut number) = (names, 0);
        loop {
            let begins = |name: &str| {
                let after = rest.strip_prefix(name);
                after.is_some_and(|after| after.is_empty() || after.starts_with('|'))
            };
            let found = members(of).filter(|(_, name)| begins(name));
            let Some((member, name)) = found.max_by_key(|(_, name)| name.len()) else {
                return Err(self.expected("names of flags, with `|` between"));
            };
            number |= of.number(member);
            match rest[name.len()..].strip_prefix('|') {
                Some(more) => rest = more,
                None => break,
            }
        }
        self.resume(end);
        self.in_range(number, integer, at)
    }

    /// Resets the scanner if the number does not fit.
    fn in_range(&mut self, number: i128, integer: Integer, at: Mark) -> Result<i128> {
        if !integer.holds(number) {
            self.reset(at);
            return Err(self.expected("a smaller number"));
        }
        Ok(number)
    }
}
