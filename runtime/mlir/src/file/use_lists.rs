//! Use-list orders of values.

use crate::codec::context::Context;
use crate::generated::{UseListOrder, Version, view};
use crate::tables::names;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result, UseOrderFault};
use bytespec_core::wire::Cursor;

/// The use-list orders of an operation or a block, for some of its values: the order in which the producer had the uses in
/// memory.
#[derive(Clone, Copy, Debug)]
pub struct UseLists<'a> {
    cursor: Cursor<'a>,
    // Orders depend on nothing else of the context. Operations are copied with their lists, so the lists are small.
    version: Version,
    values: usize,
    count: usize,
}

/// The use-list order of one value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UseList<'a> {
    /// The index of the result of the operation, or of the argument of the block.
    pub value: u32,
    /// The order as it is in the file.
    pub order: view::UseListOrder<'a>,
}

impl<'a> UseLists<'a> {
    /// Reads the orders after an operation or block that defines `values` values.
    pub(crate) fn read(
        cursor: &mut Cursor<'a>,
        cx: &Context<'static>,
        values: usize,
    ) -> Result<Self> {
        let start = cursor.position();
        let count = Self::count(cursor, values).field("use_lists")?;
        let lists = UseLists { cursor: *cursor, version: cx.version(), values, count };
        for index in 0..count {
            one(cursor, cx, values).index(index as u64).field("use_lists")?;
        }
        if count == 0 {
            return Err(Error::at(start, ErrorKind::UseOrder(UseOrderFault::NoOrders)))
                .field("use_lists");
        }
        Ok(lists)
    }

    /// The number of orders. For a single value the file has neither a count nor an index.
    fn count(cursor: &mut Cursor<'a>, values: usize) -> Result<usize> {
        if values == 1 {
            return Ok(1);
        }
        let start = cursor.position();
        let count = cursor.prefix()?;
        match usize::try_from(count) {
            Ok(count) if count <= values => Ok(count),
            _ => Err(Error::at(
                start,
                ErrorKind::Limit {
                    limit: "values with an order of uses",
                    found: count,
                    max: values as u64,
                },
            )),
        }
    }

    /// The orders, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = UseList<'a>> + use<'a> {
        let UseLists { mut cursor, version, values, count } = *self;
        let cx = Context::new(version, None);
        (0..count).map_while(move |_| one(&mut cursor, &cx, values).ok())
    }
}

fn one<'a>(cursor: &mut Cursor<'a>, cx: &Context<'static>, values: usize) -> Result<UseList<'a>> {
    let start = cursor.position();
    let value = if values == 1 { 0 } else { cursor.prefix_u32().field("value")? };
    if value as usize >= values {
        return Err(names::past_end("Value", value, values).or_at(start)).field("value");
    }
    let order = view::UseListOrder::read(cursor, cx)?;
    check(&order, start)?;
    Ok(UseList { value, order })
}

/// Checks an order. A direct order is a permutation; an order of pairs has an even number of numbers.
fn check(order: &view::UseListOrder<'_>, start: usize) -> Result<()> {
    let invalid = |fault| Err(Error::at(start, ErrorKind::UseOrder(fault)));
    let len = order.numbers.len();
    if len == 0 {
        return invalid(UseOrderFault::Empty);
    }
    if order.pairs {
        if !len.is_multiple_of(2) {
            return invalid(UseOrderFault::Odd);
        }
        return Ok(());
    }
    let mut seen = vec![false; len];
    for number in order.numbers.iter() {
        match seen.get_mut(number as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => return invalid(UseOrderFault::NotPermutation),
        }
    }
    Ok(())
}

/// Checks an order against the number of uses of its value.
pub(crate) fn check_uses(order: &UseListOrder, uses: usize) -> Result<()> {
    let numbers = &order.numbers;
    let fits = if order.pairs {
        numbers.iter().all(|&number| (number as usize) < uses)
    } else {
        numbers.len() == uses
    };
    if fits {
        return Ok(());
    }
    Err(Error::new(ErrorKind::UseOrder(UseOrderFault::Mismatch { uses })))
}
