//! Elements in nested lists.

use super::literal::{Literal, What};
use super::wrong::{breaks, miscounted};
use super::{Kind, Scanner, hexadecimal, misspelled};
use crate::error::{Result, TextFault};

/// The literals of elements, before their type is known.
#[derive(Debug, Default)]
pub struct ElementLists {
    /// The length of the lists at each depth; empty if there is one element for all.
    pub sizes: Vec<u64>,
    /// The literals, in order.
    pub literals: Vec<Literal>,
    /// Whether two literals form one element.
    pub complex: bool,
    /// Whether there are no elements.
    pub absent: bool,
    /// Whether the innermost depth of the lists is known.
    known: bool,
}

impl Scanner<'_> {
    /// Reads an element, or nested lists of elements, before `>`.
    ///
    /// # Errors
    /// Other text, and lists of different lengths or depths.
    pub fn element_lists(&mut self) -> Result<ElementLists> {
        if self.is(b'>') {
            return Ok(ElementLists::none());
        }
        let mut lists = ElementLists::default();
        self.element(&mut lists, 0)?;
        Ok(lists)
    }

    /// Reads an element, or a list of elements, inside of `depth` lists.
    fn element(&mut self, lists: &mut ElementLists, depth: usize) -> Result<()> {
        let offset = self.offset();
        if self.eat(b'[') {
            if lists.known && depth >= lists.sizes.len() {
                return Err(breaks(offset, TextFault::Uneven));
            }
            if depth == lists.sizes.len() {
                lists.sizes.push(u64::MAX);
            }
            let mut count = 0;
            while !self.eat(b']') {
                if count > 0 && !self.eat(b',') {
                    return Err(self.missing("`,` or `]`"));
                }
                count += 1;
                self.inside(|scanner| scanner.element(lists, depth + 1))?;
            }
            lists.known = true;
            let size = &mut lists.sizes[depth];
            if *size == u64::MAX {
                *size = count;
            }
            if *size != count {
                return Err(miscounted(offset, "elements, as in other lists", *size, count));
            }
            return Ok(());
        }
        if lists.known && depth != lists.sizes.len() {
            return Err(breaks(offset, TextFault::Uneven));
        }
        lists.known = true;
        if self.eat(b'(') {
            lists.complex = true;
            let real = self.number_literal("a number")?;
            self.expect(b',')?;
            let imaginary = self.number_literal("a number")?;
            self.expect(b')')?;
            lists.literals.extend([real, imaginary]);
            return Ok(());
        }
        let literal = match self.kind() {
            Kind::String => {
                let token = self.advance();
                Literal { start: token.start, end: token.end, what: What::String }
            }
            _ => self.number_literal("an element")?,
        };
        lists.literals.push(literal);
        Ok(())
    }
}

impl ElementLists {
    /// No elements.
    #[must_use]
    pub fn none() -> Self {
        ElementLists { absent: true, ..ElementLists::default() }
    }

    /// The bytes of all elements, if one string has them in hexadecimal.
    ///
    /// # Errors
    /// A string with something else.
    pub fn digits(&self, text: &str) -> Result<Option<Vec<u8>>> {
        let ([Literal { start, end, what: What::String }], true) =
            (self.literals.as_slice(), self.sizes.is_empty())
        else {
            return Ok(None);
        };
        let spelling = &text[start + 1..end - 1];
        match spelling.strip_prefix("0x").map(str::as_bytes).and_then(hexadecimal) {
            Some(bytes) => Ok(Some(bytes)),
            None => Err(misspelled(*start, spelling, "`0x` and pairs of hexadecimal digits")),
        }
    }
}
