//! The types that need the end of their bytes as a parameter.

use super::layout::{Expr, Layout, Member, Repeat, What};

/// Whether each type of a layout needs the end of its bytes, by the type's index.
pub(super) fn ends(layout: &Layout) -> Vec<bool> {
    let mut ends = vec![false; layout.types.len()];
    loop {
        let needs_end = |at: usize| {
            let ty = &layout.types[at];
            ty.members.iter().any(|member| member_needs_end(member, &ends))
                || ty.last.as_ref().is_some_and(is_left)
        };
        let found: Vec<bool> = (0..ends.len()).map(needs_end).collect();
        if found == ends {
            return ends;
        }
        ends = found;
    }
}

/// Whether a member depends on the end of the bytes of its type; `ends` are the types that are known to need theirs.
fn member_needs_end(member: &Member, ends: &[bool]) -> bool {
    let count = match &member.repeat {
        Repeat::End => return true,
        Repeat::Count(count) | Repeat::Until(count) => Some(count),
        Repeat::Once => None,
    };
    let known = [&member.when, &member.size, &member.at, &member.equals];
    if known.into_iter().flatten().chain(count).any(is_left) {
        return true;
    }
    let is_whole = member.size.is_none();
    let call_needs_end =
        |ty: usize, arguments: &[Expr]| is_whole && ends[ty] || arguments.iter().any(is_left);
    match &member.what {
        What::Type(ty, arguments) => call_needs_end(*ty, arguments),
        What::Choice { on, cases, is_open } => {
            let mut cases = cases.iter();
            is_left(on)
                || is_whole && *is_open
                || cases.any(|(_, ty, arguments)| call_needs_end(*ty, arguments))
        }
        What::Bytes | What::Text(_) => is_whole,
        What::Either(test, ..) | What::Value(test, _) => is_left(test),
        What::Number(..)
        | What::Until(..)
        | What::Transformed(..)
        | What::Nothing
        | What::Check => false,
    }
}

/// Whether an expression depends on the number of bytes that are left.
fn is_left(expr: &Expr) -> bool {
    expr.any(&mut |part| matches!(part, Expr::Left))
}
