//! The texts of operations, checked by the rules for templates in a schema and by the needs of a parser of MLIR's text.

use bytespec_codegen::ast::{
    Field, Format, Op, Port, Region, Schema, Span, Spanned, TypeArg, TypeExpr, Union,
};
use bytespec_codegen::check;
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{OperationPart, OperationText, PartKind};
use bytespec_codegen::operation_text::{
    OTHERS, Piece, Test, Word, mnemonic, parse, shows_others, spell, values,
};
use syn::Type;

use crate::item::named;
use crate::place::Places;
use crate::types::{FieldType, look};

const RULE: &str = "operation-text";

/// A word for the end of the operation: no token begins with it.
const END: &str = " end_of_operation";
/// An attribute of any form.
const ANY: &str = "AnyAttribute";

/// The parts of an operation, by the names of their types.
const KINDS: [(&str, PartKind); 5] = [
    ("Value", PartKind::Operand),
    ("OpResult", PartKind::Result),
    ("OpRegion", PartKind::Region),
    ("BlockId", PartKind::Successor),
    ("AttributeId", PartKind::Attribute),
];

/// The number of members of a part.
#[derive(Clone, Copy, PartialEq)]
enum Count {
    One,
    Optional,
    Many,
}

/// A part of an operation.
struct Part<'p> {
    name: &'p str,
    /// Where it is.
    place: Span,
    kind: PartKind,
    count: Count,
    /// The operand with the same type.
    type_of: Option<&'p str>,
}

/// Searches for one kind of mistakes.
type Stage = fn(&Texted<'_>, &[Piece]) -> Vec<Diagnostic>;

/// Visits a group: its condition, its first word or mark, and the tokens that can follow it.
type SeeGroup<'s, 'p> = dyn FnMut(&'p str, Option<&'p str>, &[Next<'p>]) + 's;

/// An operation with a text.
struct Texted<'p> {
    name: &'p str,
    parts: Vec<Part<'p>>,
    has_properties: bool,
    text: &'p Spanned<String>,
}

/// Checks and parses the text of an operation. Reports faults at their places, and returns none then.
pub(crate) fn read(
    operation: &str,
    parts: &[(OperationPart, Type, Span)],
    has_properties: bool,
    text: &Spanned<String>,
    places: &mut Places,
) -> Option<OperationText> {
    let parts: Option<Vec<Part<'_>>> =
        parts.iter().map(|(part, ty, place)| kind(part, ty, *place, places)).collect();
    let found = |message: String, label: &str| {
        Diagnostic::new(RULE, message).at(text.span, label.to_owned())
    };
    let pieces = match parse(&text.value) {
        Ok(pieces) => pieces,
        Err(error) => {
            places.found(found(format!("`{}` is not a template", text.value), &error));
            return None;
        }
    };
    if mnemonic(&pieces) != operation {
        places.found(found(
            format!("the text of `{operation}` begins with another word"),
            &format!("expected `{operation}` first: parsers identify the operation by its name"),
        ));
        return None;
    }
    let op = Texted { name: operation, parts: parts?, has_properties, text };
    let pieces = renamed(&pieces, &str::to_owned);
    let stages: [Stage; 4] = [words, types, rules, lookahead];
    for stage in stages {
        let findings = stage(&op, &pieces);
        if !findings.is_empty() {
            findings.into_iter().for_each(|finding| places.found(finding));
            return None;
        }
    }
    let mut plain = Vec::new();
    behind(&op, &pieces, &mut Vec::new(), &mut |word, name, next| {
        let is_property = word == Word::Value && op.part(name).is_none();
        if is_property && next.iter().any(|next| may_belong(*next)) {
            plain.push(name.to_owned());
        }
    });
    let kinds = op.parts.iter().map(|part| part.kind).collect();
    Some(OperationText { pieces, kinds, plain, place: places.span(text.span) })
}

/// The kind of a field, by its type.
fn kind<'p>(
    part: &'p OperationPart,
    ty: &Type,
    place: Span,
    places: &mut Places,
) -> Option<Part<'p>> {
    let (inner, count) = match look(ty) {
        FieldType::Option(inner) => (inner, Count::Optional),
        FieldType::Vec(inner) => (inner, Count::Many),
        _ => (ty, Count::One),
    };
    let last = match inner {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    };
    let found = KINDS.iter().find(|(name, _)| Some(*name) == last.as_deref());
    let Some((_, kind)) = found else {
        let types: Vec<_> = KINDS.iter().map(|(name, _)| format!("`{name}`")).collect();
        places.found(
            Diagnostic::new(RULE, format!("the type of `{}` cannot be part of a text", part.name))
                .at(place, format!("expected {}, an `Option` or a `Vec` of one", types.join(", "))),
        );
        return None;
    };
    let type_of = part.type_of.as_ref().map(|(name, _)| name.as_str());
    Some(Part { name: &part.name, place, kind: *kind, count, type_of })
}

impl<'p> Texted<'p> {
    fn part(&self, name: &str) -> Option<&Part<'p>> {
        self.parts.iter().find(|part| part.name == name)
    }

    fn finding(&self, message: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic::new(RULE, message).at(self.text.span, label)
    }

    /// Whether the text of a part's value can be empty.
    fn may_be_nothing(&self, word: Word, name: &str) -> bool {
        let of_values = matches!(word, Word::Value | Word::Type);
        of_values && self.part(name).is_some_and(|part| part.count == Count::Many)
    }
}

/// Reports words that the text of a derived operation cannot contain, and names that are not parts.
fn words(op: &Texted<'_>, pieces: &[Piece]) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let head = mnemonic(pieces).len();
    level_words(op, pieces, head, &mut findings);
    findings
}

fn level_words(op: &Texted<'_>, pieces: &[Piece], head: usize, findings: &mut Vec<Diagnostic>) {
    let supported = "supported are `{x}`, `{type x}`, `{dictionary *}` and `{?x|...}`";
    for (at, piece) in pieces.iter().enumerate() {
        let found = match piece {
            Piece::Literal(text) => {
                let text = if at == 0 { &text[head.min(text.len())..] } else { text };
                if text.contains('.') {
                    let label = "a word with a dot is the name of another operation";
                    findings
                        .push(op.finding("`.` is not allowed in the text of an operation", label));
                }
                continue;
            }
            Piece::If(any, inner) => {
                let is_plain = matches!(
                    any.as_slice(),
                    [all] if matches!(all.as_slice(), [Test { negated: false, field: None, member: None, .. }])
                );
                if is_plain {
                    let name = &any[0][0].part;
                    if op.part(name).is_none() && op.has_properties {
                        let message = format!(
                            "`{name}` is a property, and a group cannot depend on a property"
                        );
                        let label = "show it always, or leave it to `{dictionary *}`";
                        findings.push(op.finding(message, label));
                    }
                    level_words(op, inner, 0, findings);
                    continue;
                }
                piece
            }
            Piece::Part { word: Word::Dictionary, of, .. } if of == &[OTHERS] => continue,
            Piece::Part { word: word @ (Word::Value | Word::Type), of, separator } => {
                let Some(part) = op.part(&of[0]) else {
                    if *word == Word::Type && op.has_properties {
                        let message = format!("`{}` has no type", of[0]);
                        findings.push(op.finding(message, "only operands and results have a type"));
                    }
                    continue;
                };
                let is_list = part.count == Count::Many;
                if is_list && matches!(part.kind, PartKind::Region | PartKind::Attribute) {
                    let message = format!("`{}` is a list that a text cannot show", part.name);
                    findings.push(
                        op.finding(message, "only lists of values or successors can be shown"),
                    );
                }
                if separator.is_empty() {
                    continue;
                }
                piece
            }
            piece => piece,
        };
        let message = format!(
            "`{}` is not allowed in the text of an operation",
            spell(std::slice::from_ref(found))
        );
        findings.push(op.finding(message, supported));
    }
}

/// Whether a text shows the type of a part wherever the part is present.
fn shows_type(pieces: &[Piece], name: &str) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Part { word: Word::Type, of, .. } => of[0] == name,
        Piece::If(any, inner) => {
            any.iter().flatten().all(|test| test.part == name) && shows_type(inner, name)
        }
        _ => false,
    })
}

/// Reports operands and results with a type that the text neither shows nor implies.
fn types(op: &Texted<'_>, pieces: &[Piece]) -> Vec<Diagnostic> {
    let has_type = |part: &&Part<'_>| matches!(part.kind, PartKind::Operand | PartKind::Result);
    let unknown = op.parts.iter().filter(has_type).filter(|part| {
        let of = part.type_of.and_then(|of| op.part(of)).filter(|of| shows_type(pieces, of.name));
        let follows = of.is_some_and(|of| of.count == Count::One || part.count != Count::One);
        !shows_type(pieces, part.name) && !follows
    });
    let finding = |part: &Part<'_>| {
        let (name, operation) = (part.name, op.name);
        op.finding(
            format!("the text of `{operation}` does not show the type of `{name}`"),
            "a parser cannot determine the type from this text",
        )
        .at(part.place, "the part is declared here")
        .help(format!(
            "add `{{type {name}}}`, or add `type_of` with an operand whose type the text shows"
        ))
    };
    unknown.map(finding).collect()
}

/// The findings of the rules for templates.
fn rules(op: &Texted<'_>, pieces: &[Piece]) -> Vec<Diagnostic> {
    let place = op.text.span;
    let plain = |name: &str| TypeExpr { name: name.to_owned(), span: place, ..TypeExpr::default() };
    let of_kind = |kind| op.parts.iter().filter(move |part| part.kind == kind);
    let port = |part: &Part<'_>| Port {
        common: named(plain_name(part.name), part.place),
        optional: part.count == Count::Optional,
        variadic: part.count == Count::Many,
        ..Port::default()
    };
    // For the rules, successors are like operands.
    let operands = of_kind(PartKind::Operand).chain(of_kind(PartKind::Successor)).map(port);
    let operands: Vec<Port> = operands.collect();
    let mut results: Vec<Port> = of_kind(PartKind::Result).map(port).collect();
    // For the rules, an optional result is like any number of results.
    for result in &mut results {
        result.variadic |= std::mem::take(&mut result.optional);
    }
    let attribute = |name: &str, place, ty, optional| Field {
        common: named(plain_name(name), place),
        ty,
        optional,
        ..Field::default()
    };
    let attributes = of_kind(PartKind::Attribute)
        .map(|part| attribute(part.name, part.place, plain(ANY), part.count == Count::Optional));
    let mut attributes: Vec<Field> = attributes.collect();
    if op.has_properties {
        let mut shown = Vec::new();
        properties(op, pieces, &mut shown);
        attributes.extend(shown.iter().map(|name| attribute(name, place, plain(ANY), false)));
    }
    if shows_others(pieces) {
        // Attributes in the dictionary need no place of their own.
        let mut names = Vec::new();
        values(pieces, &mut names);
        let names: Vec<String> = names.into_iter().map(plain_name).collect();
        attributes.retain(|field| names.contains(&field.common.name.value));
        let list = TypeExpr { args: vec![TypeArg::Type(plain(ANY))], ..plain("list") };
        attributes.push(attribute(OTHERS, place, list, true));
    }
    let mut checked = others_as_group(&renamed(pieces, &plain_name));
    checked.push(Piece::Literal(END.to_owned()));
    let same_type =
        op.parts.iter().filter(|part| matches!(part.kind, PartKind::Operand | PartKind::Result));
    let item = Op {
        common: named(op.name.to_owned(), place),
        results,
        attributes,
        operands,
        regions: of_kind(PartKind::Region)
            .map(|part| Region {
                common: named(plain_name(part.name), part.place),
                may_be_empty: part.count == Count::Optional,
                ..Region::default()
            })
            .collect(),
        same_type: same_type.map(|part| Spanned::new(plain_name(part.name), place)).collect(),
        terminator: true,
        text: Some(Spanned::new(spell(&checked), place)),
        ..Op::default()
    };
    let schema = Schema {
        formats: vec![Format { common: named("derived".to_owned(), place), ..Format::default() }],
        unions: vec![Union { common: named(ANY.to_owned(), place), ..Union::default() }],
        ops: vec![item],
        ..Schema::default()
    };
    check::check(&schema).into_iter().filter(|finding| finding.rule == RULE).collect()
}

/// Names without a part, each once: those of properties.
fn properties<'p>(op: &Texted<'_>, pieces: &'p [Piece], shown: &mut Vec<&'p str>) {
    let mut names = Vec::new();
    values(pieces, &mut names);
    for name in names {
        if op.part(name).is_none() && !shown.contains(&name) {
            shown.push(name);
        }
    }
}

/// A name for a schema: names of attributes can contain dots, which have another meaning in a schema.
fn plain_name(name: &str) -> String {
    name.replace('.', "_")
}

/// The same with other names; conditions are about parts, not about fields of parts.
fn renamed(pieces: &[Piece], rename: &dyn Fn(&str) -> String) -> Vec<Piece> {
    let test = |test: &Test| {
        let field = test.field.as_ref().map(|field| format!(".{field}")).unwrap_or_default();
        let part = rename(&format!("{}{field}", test.part));
        Test { negated: test.negated, part, field: None, member: test.member.clone() }
    };
    let piece = |piece: &Piece| match piece {
        Piece::If(any, inner) => {
            let any = any.iter().map(|all| all.iter().map(test).collect()).collect();
            Piece::If(any, renamed(inner, rename))
        }
        Piece::AnyOrder(inner) => Piece::AnyOrder(renamed(inner, rename)),
        Piece::Part { word, of, separator } => Piece::Part {
            word: *word,
            of: of.iter().map(|name| rename(name)).collect(),
            separator: separator.clone(),
        },
        piece => piece.clone(),
    };
    pieces.iter().map(piece).collect()
}

/// The same with the dictionary of other attributes in a group: it can be empty.
fn others_as_group(pieces: &[Piece]) -> Vec<Piece> {
    let piece = |piece: &Piece| match piece {
        Piece::If(any, inner) => Piece::If(any.clone(), others_as_group(inner)),
        Piece::Part { word: Word::Dictionary, .. } => {
            let (negated, field, member) = (false, None, None);
            let test = Test { negated, part: OTHERS.to_owned(), field, member };
            Piece::If(vec![vec![test]], vec![piece.clone()])
        }
        piece => piece.clone(),
    };
    pieces.iter().map(piece).collect()
}

/// The next token of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next<'p> {
    /// A word or a mark.
    Text(&'p str),
    /// The name of a value.
    Value,
    /// The name of a block.
    Block,
    Type,
    Attribute,
    /// The end of the operation, and any token between operations.
    End,
}

/// Whether a token after an attribute or a type can be parsed as a part of it.
fn may_belong(next: Next<'_>) -> bool {
    matches!(next, Next::Text(":" | "<"))
}

/// Whether a parser with one token of lookahead cannot distinguish a word or mark from the other continuation.
fn is_like(mark: &str, next: Next<'_>) -> bool {
    let is_word = mark.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    match next {
        Next::Text(text) => text == mark,
        Next::Value => false,
        Next::Block => mark == "^",
        Next::Type => is_word || matches!(mark, "(" | "!"),
        Next::Attribute => is_word || matches!(mark, "(" | "!" | "[" | "{" | "#"),
        Next::End => matches!(mark, "loc" | "}" | "^" | "#" | "!"),
    }
}

/// Reports ambiguities for a parser with one token of lookahead, or one after a comma.
fn lookahead(op: &Texted<'_>, pieces: &[Piece]) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let ambiguous =
        |label: String| op.finding(format!("the text of `{}` is ambiguous", op.name), label);
    groups(op, pieces, &mut Vec::new(), &mut |name, first, next| {
        let Some(first) = first else {
            let message = format!("the group of `{name}` does not begin with a word or mark");
            findings
                .push(op.finding(message, "a parser detects the group by its first word or mark"));
            return;
        };
        if next.iter().any(|next| is_like(first, *next)) {
            let label =
                format!("the text after the group of `{name}` can also begin with `{first}`");
            findings.push(ambiguous(label));
        }
    });
    behind(op, pieces, &mut Vec::new(), &mut |word, name, next| {
        let part = op.part(name);
        let in_group = is_in_own_group(pieces, name);
        let is_many = part.is_some_and(|part| part.count == Count::Many);
        let kind = part.map(|part| part.kind);
        let wrong = |next: &Next<'_>| match (word, kind) {
            (Word::Value, Some(PartKind::Attribute)) => may_belong(*next),
            (Word::Type, _) if *next == Next::Text("<") => true,
            (Word::Type, Some(PartKind::Result)) if is_many => match next {
                Next::Text(text) => *text == "," || is_like(text, Next::Type),
                Next::Type | Next::Attribute => true,
                Next::End => !in_group,
                Next::Value | Next::Block => false,
            },
            (Word::Value, Some(PartKind::Operand)) if is_many && !in_group => {
                matches!(next, Next::Value | Next::End)
            }
            (Word::Value, Some(PartKind::Successor)) if is_many && !in_group => {
                matches!(next, Next::Block | Next::Text("^") | Next::End)
            }
            _ => false,
        };
        if next.iter().any(wrong) {
            findings.push(ambiguous(match word {
                Word::Type => {
                    format!("the text after the type of `{name}` can be parsed as a part of it")
                }
                _ => format!("the text after `{name}` can be parsed as a part of it"),
            }));
        }
    });
    findings
}

/// Whether the group around a part depends on the part having members.
fn is_in_own_group(pieces: &[Piece], name: &str) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::If(any, inner) => {
            let mut shown = Vec::new();
            values(inner, &mut shown);
            let is_own = any.iter().flatten().any(|test| test.part == name);
            is_own && (shown.contains(&name) || shows_type(inner, name))
                || is_in_own_group(inner, name)
        }
        _ => false,
    })
}

/// Calls `see` for each group with its condition, its first word or mark, and the tokens that can follow it.
fn groups<'p>(
    op: &Texted<'_>,
    pieces: &'p [Piece],
    after: &mut Vec<&'p [Piece]>,
    see: &mut SeeGroup<'_, 'p>,
) {
    for (at, piece) in pieces.iter().enumerate() {
        let rest = &pieces[at + 1..];
        let (name, inner): (&str, &[Piece]) = match piece {
            Piece::If(any, inner) => (any[0].first().map_or("", |test| &test.part), inner),
            Piece::Part { word: Word::Dictionary, .. } => (OTHERS, &[]),
            _ => continue,
        };
        let first = match inner.first() {
            _ if name == OTHERS => Some("{"),
            Some(Piece::Literal(text)) => first_token(text),
            _ => None,
        };
        after.push(rest);
        see(name, first, &firsts(op, after));
        groups(op, inner, after, see);
        after.pop();
    }
}

/// Calls `see` for each shown part, with the tokens that can follow it.
fn behind<'p>(
    op: &Texted<'_>,
    pieces: &'p [Piece],
    after: &mut Vec<&'p [Piece]>,
    see: &mut dyn FnMut(Word, &'p str, &[Next<'p>]),
) {
    for (at, piece) in pieces.iter().enumerate() {
        after.push(&pieces[at + 1..]);
        match piece {
            Piece::Part { word, of, .. } if *word != Word::Dictionary => {
                see(*word, &of[0], &firsts(op, after));
            }
            Piece::If(_, inner) => behind(op, inner, after, see),
            _ => {}
        }
        after.pop();
    }
}

/// The tokens that some pieces can begin with; the last ones follow them.
fn firsts<'p>(op: &Texted<'_>, after: &[&'p [Piece]]) -> Vec<Next<'p>> {
    let mut found = Vec::new();
    for pieces in after.iter().rev() {
        for piece in *pieces {
            let may_be_nothing = match piece {
                Piece::Literal(text) => match first_token(text) {
                    Some(token) => {
                        found.push(Next::Text(token));
                        false
                    }
                    None => true,
                },
                Piece::If(_, inner) => {
                    found
                        .extend(firsts(op, &[inner]).into_iter().filter(|next| *next != Next::End));
                    true
                }
                Piece::Part { word: Word::Dictionary, .. } => {
                    found.push(Next::Text("{"));
                    true
                }
                Piece::Part { word, of, .. } => {
                    let kind = op.part(&of[0]).map(|part| part.kind);
                    found.push(match (word, kind) {
                        (Word::Type, _) => Next::Type,
                        (_, Some(PartKind::Operand)) => Next::Value,
                        (_, Some(PartKind::Successor)) => Next::Block,
                        (_, Some(PartKind::Region)) => Next::Text("{"),
                        _ => Next::Attribute,
                    });
                    op.may_be_nothing(*word, &of[0])
                }
                Piece::Line | Piece::Comma | Piece::AnyOrder(_) => true,
            };
            if !may_be_nothing {
                return found;
            }
        }
    }
    found.push(Next::End);
    found
}

/// The first word or mark of a text.
fn first_token(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let first = text.chars().next()?;
    let len = match first {
        c if is_word(c) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
        '-' if text.starts_with("->") => 2,
        c => c.len_utf8(),
    };
    Some(&text[..len])
}
