//! What a parser remembers.

use super::super::super::generated::{AttributeId, OpNameId, PropertyBlobId, TypeId};
use crate::module::ir::{Block, Op, Operands, Value};
use bytespec_core::hash::Map;
use bytespec_core::interner::Interner;
use bytespec_core::properties::{DefaultValue, Field};
use bytespec_core::text::is_name;
use std::ops::Range;

/// What is known of operations with a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpKind {
    pub(super) name: OpNameId,
    /// The layout of the properties, where the release has the operation.
    pub(super) fields: Option<&'static [Field]>,
    /// What they are given where the text leaves it out.
    pub(super) defaults: &'static [DefaultValue],
}

/// The name of some results.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultName<'t> {
    pub(super) text: &'t str,
    pub(super) offset: usize,
    pub(super) count: u32,
}

/// What an operation begins with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'t> {
    pub(super) op: Op,
    /// The name, in quotes.
    pub(super) literal: &'t str,
    /// Where the name stands.
    pub(super) offset: usize,
    /// The line and the column of the name.
    pub(super) place: (u64, u64),
    /// Where the names of the results begin, among those of all operations that did not end yet.
    pub(super) results: usize,
    pub(super) operands: Operands,
    /// The number of the region that it stands in.
    pub(super) region: u32,
}

/// What the text behind the operands of an operation says.
#[derive(Clone, Debug)]
pub(super) struct Tail {
    pub(super) name: OpNameId,
    pub(super) properties: Option<PropertyBlobId>,
    pub(super) attributes: Option<AttributeId>,
    /// The types of the operands and those of the results, among the types of all tails.
    pub(super) inputs: Range<usize>,
    pub(super) results: Range<usize>,
}

/// Texts that were read.
#[derive(Debug, Default)]
pub(super) struct Tails<'t> {
    /// By the name of the operation, in quotes, and the text.
    pub(super) known: Map<(&'t str, &'t str), Tail>,
    pub(super) types: Vec<TypeId>,
    /// The latest operation had a location of its own.
    pub(super) located: bool,
}

/// What was read at an offset for a template: the number of the entry and where it ended, or none where there is no entry.
pub(super) type Known = Option<(u32, usize)>;

/// What tells the order of uses.
#[derive(Debug, Default)]
pub(super) struct Made {
    /// When each operation was made, by its number.
    pub(super) order: Vec<u32>,
    /// Operands whose value was not defined when they were read.
    pub(super) early: Vec<usize>,
    /// There are operations with operands and regions.
    pub(super) around: Vec<u32>,
    pub(super) next: u32,
}

pub(super) const NONE: u32 = u32::MAX;

/// Stands for values of which nothing is known, because what defines them is wrong.
pub(super) const UNKNOWN: Value = Value(u32::MAX >> 1);

/// What names of values and blocks stand for.
#[derive(Debug, Default)]
pub(super) struct Values<'t> {
    numbers: Map<&'t str, u32>,
    /// Those of names that a printer gives, as `%0`, and of its arguments, as `%arg0`: one more than the number, by what is
    /// counted.
    counted: [Vec<u32>; 2],
    /// From here on they are found as all others are, so that no name takes more memory than the text.
    max_counted: usize,
    pub(super) names: Vec<Name<'t>>,
    pub(super) uses: Vec<Use>,
    /// Names that were defined, in order.
    pub(super) defined: Vec<u32>,
    block_numbers: Interner,
    pub(super) blocks: Vec<BlockName<'t>>,
    /// Names of blocks of the regions that are open, with what they stood for around.
    pub(super) hidden: Vec<(u32, Option<NamedBlock>)>,
    /// Regions that were begun.
    pub(super) begun: u32,
}

/// A name of values.
#[derive(Debug)]
pub(super) struct Name<'t> {
    pub(super) text: &'t str,
    /// The first of the values that have it; none where it is not defined.
    pub(super) first: u32,
    /// How many have it; none where what defines it is wrong.
    pub(super) count: u32,
    /// The latest use before the definition.
    pub(super) uses: u32,
}

/// A use of a value that is not defined yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    /// Which operand it is, of those of all operations.
    pub(super) place: usize,
    /// Which of the values that have the name.
    pub(super) number: u32,
    pub(super) ty: TypeId,
    pub(super) offset: usize,
    /// Regions that were begun before.
    pub(super) begun: u32,
    pub(super) next: u32,
}

/// A name of blocks.
#[derive(Debug)]
pub(super) struct BlockName<'t> {
    pub(super) text: &'t str,
    pub(super) block: Option<NamedBlock>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct NamedBlock {
    pub(super) block: Block,
    /// The region that it is of.
    pub(super) region: u32,
    pub(super) defined: bool,
    /// Where it was first named.
    pub(super) offset: usize,
}

/// How much was known when a region began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) defined: usize,
    pub(super) hidden: usize,
    /// The number of the region.
    pub(super) region: u32,
}

impl<'t> Values<'t> {
    pub(super) fn enter(&mut self) -> Scope {
        self.begun += 1;
        Scope { defined: self.defined.len(), hidden: self.hidden.len(), region: self.begun }
    }

    /// No names, for a text of so many bytes.
    pub(super) fn new(len: usize) -> Self {
        Values { max_counted: len, ..Values::default() }
    }

    /// The values that have a name that a printer gives, which begins at an offset of a text, and where it ends; none where it
    /// is another one, or nothing has it yet.
    #[inline]
    pub(super) fn counted(&self, text: &[u8], at: usize) -> Option<(&Name<'t>, usize)> {
        const ARGUMENT: &[u8] = b"%arg";
        let rest = &text[at..];
        let which = usize::from(rest.starts_with(ARGUMENT));
        let start = if which == 1 { ARGUMENT.len() } else { 1 };
        let (mut number, mut end) = (0, start);
        while let Some(digit) = rest.get(end).filter(|byte| byte.is_ascii_digit()) {
            number = usize::wrapping_add(10usize.wrapping_mul(number), usize::from(digit - b'0'));
            end += 1;
        }
        // A zero in front, more than digits and other letters make another name of it.
        let plain = (end == start + 1 || rest.get(start) != Some(&b'0'))
            && (1..=MAX_DIGITS).contains(&(end - start))
            && (which == 0 || !rest.get(end).is_some_and(|byte| is_name(*byte)));
        let name = plain.then(|| self.counted[which].get(number)).flatten()?;
        Some((self.names.get(name.checked_sub(1)? as usize)?, at + end))
    }

    pub(super) fn name(&mut self, text: &'t str) -> u32 {
        let next = self.names.len() as u32;
        if let Some((which, count)) = counted(text).filter(|(_, count)| *count < self.max_counted) {
            let numbers = &mut self.counted[which];
            if numbers.len() <= count {
                numbers.resize(count + 1, 0);
            }
            if numbers[count] == 0 {
                self.names.push(Name { text, first: NONE, count: 0, uses: NONE });
                numbers[count] = next + 1;
            }
            return numbers[count] - 1;
        }
        let number = *self.numbers.entry(text).or_insert(next);
        if number == next {
            self.names.push(Name { text, first: NONE, count: 0, uses: NONE });
        }
        number
    }

    pub(super) fn block_name(&mut self, text: &'t str) -> u32 {
        let (next, blocks) = (self.blocks.len(), &self.blocks);
        let content = |number| blocks.get(number as usize).map(|name| name.text);
        let known = self.block_numbers.place(next, content, &Some(text));
        known.unwrap_or_else(|| {
            self.blocks.push(BlockName { text, block: None });
            next as u32
        })
    }
}

/// A number that is counted has no more digits.
const MAX_DIGITS: usize = 9;

/// The number in a name that a printer gives, and whether it is an argument's.
fn counted(text: &str) -> Option<(usize, usize)> {
    let name = text.as_bytes().strip_prefix(b"%")?;
    let (which, digits) = match name.strip_prefix(b"arg") {
        Some(digits) => (1, digits),
        None => (0, name),
    };
    let plain = matches!(digits, [b'0'] | [b'1'..=b'9', ..]) && digits.len() <= MAX_DIGITS;
    let add = |number: usize, digit: &u8| {
        digit.is_ascii_digit().then(|| 10 * number + usize::from(digit - b'0'))
    };
    let number = digits.iter().try_fold(0, add).filter(|_| plain)?;
    Some((which, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_counted() {
        for (text, found) in
            [("%0", Some((0, 0))), ("%120", Some((0, 120))), ("%arg7", Some((1, 7)))]
        {
            assert_eq!(counted(text), found);
        }
        for text in ["%01", "%arg", "%", "%1a", "%1234567890", "%argument", "%00"] {
            assert_eq!(counted(text), None, "{text}");
        }
        let mut values = Values::new(100);
        let names = ["%1", "%arg1", "%01", "%99", "%100", "%x", "%1", "%100"];
        let numbers = names.map(|name| values.name(name));
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 0, 4]);
        let found = |text: &str| {
            let (name, end) = values.counted(text.as_bytes(), 0)?;
            Some((name.text, end))
        };
        assert_eq!(found("%1, %x"), Some(("%1", 2)));
        assert_eq!(found("%99#1)"), Some(("%99", 3)));
        assert_eq!(found("%1a"), Some(("%1", 2)), "a name of digits ends before a letter");
        assert_eq!(found("%arg1)"), Some(("%arg1", 5)));
        for text in ["%01", "%x", "%2", "%arg1a", "%arg2", "%arg", "%", "%00000000000000000000001"]
        {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
