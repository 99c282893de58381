//! Names of members of enums, and of flags.

use super::lexer::is_word;
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

    /// Reads the name of a member of an enum, or a number, and returns the number.
    ///
    /// # Errors
    /// Other text, and a number that does not fit the type.
    pub fn named<T: Copy, N: TryFrom<i128>>(
        &mut self,
        all: &[T],
        name: impl Fn(T) -> &'static str,
        number: impl Fn(T) -> u64,
    ) -> Result<N> {
        let at = self.mark();
        let Some(member) = self.attempt(|scanner| scanner.member(all, false, name)) else {
            return self.decimal();
        };
        self.in_range(number(member), at)
    }

    /// Reads names of flags with `|` between them, optionally in quotes, or a number. Returns the number.
    ///
    /// # Errors
    /// Other text, and a number that does not fit the type.
    pub fn flags<T: Copy, N: TryFrom<i128>>(
        &mut self,
        all: &[T],
        name: impl Fn(T) -> &'static str,
        bits: impl Fn(T) -> u64,
    ) -> Result<N> {
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
            _ => return self.decimal(),
        };
        let (mut rest, mut number) = (names, 0);
        loop {
            let begins = |member: &&T| {
                let after = rest.strip_prefix(name(**member));
                after.is_some_and(|after| after.is_empty() || after.starts_with('|'))
            };
            let found = all.iter().filter(begins).max_by_key(|member| name(**member).len());
            let Some(member) = found else {
                return Err(self.expected("names of flags, with `|` between"));
            };
            number |= bits(*member);
            match rest[name(*member).len()..].strip_prefix('|') {
                Some(more) => rest = more,
                None => break,
            }
        }
        self.resume(end);
        self.in_range(number, at)
    }

    /// Converts a number into a type; resets the scanner if the number does not fit.
    fn in_range<N: TryFrom<i128>>(&mut self, number: u64, at: Mark) -> Result<N> {
        N::try_from(i128::from(number)).map_err(|_| {
            self.reset(at);
            self.expected("a smaller number")
        })
    }
}
