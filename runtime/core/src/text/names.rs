//! Names of members of enums, and of bits.

use super::lexer::is_word;
use super::{Kind, Mark, Scanner};
use crate::error::Result;

impl Scanner<'_> {
    /// Goes behind the name of a member of an enum, and gives that. The name may be the beginning of a longer word only if it is
    /// `open`.
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

    /// Goes behind the longest of some names that comes next, and gives its place among them.
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

    /// Goes behind the name of a member of an enum, or a number, and gives the number.
    ///
    /// # Errors
    /// Something else, and a number that the type does not have.
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

    /// Goes behind names of bits with `|` between, in quotes perhaps, or a number, and gives the number.
    ///
    /// # Errors
    /// Something else, and a number that the type does not have.
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

    /// A number as one of a type; where that does not have it, goes back.
    fn in_range<N: TryFrom<i128>>(&mut self, number: u64, at: Mark) -> Result<N> {
        N::try_from(i128::from(number)).map_err(|_| {
            self.reset(at);
            self.expected("a smaller number")
        })
    }
}
