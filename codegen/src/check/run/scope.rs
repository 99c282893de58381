//! `expression`: expressions read numbers that are known at their position, for readers and writers.

use super::graph::{Graph, Item, element};
use crate::ast::described::Property;
use crate::ast::{Covered, Expression, Field, Place, Span, Spanned, TypeExpr};
use crate::builtin::encoding;
use crate::check::cx::{Named, fixed_width, integer_range};
use crate::check::reached::Reached;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::integer::Integer;
use bytespec_plan::Checksum;

pub(super) const RULE: &str = "expression";

/// Words that have another meaning in expressions than a field of that name.
const WORDS: &[&str] =
    &["and", "else", "if", "index", "left", "not", "or", "parameter", "position", "rest", "then"];

/// The kind of a field in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number.
    Number,
    /// A reference to an entry of a table.
    Index,
    /// Bytes, or a text.
    Bytes,
    /// Numbers or bytes of a field that repeats.
    Several,
    /// A list with a count before it, or up to the end of the bytes.
    List,
    /// Another kind.
    Other,
}

pub(super) struct Scopes<'g, 'a, 'c> {
    pub(super) graph: &'g Graph<'a, 'c>,
    /// Absent unless the file is one record.
    pub(super) reached: Option<Reached<'a>>,
}

/// The position of an expression.
pub(super) struct At<'g, 'a> {
    pub(super) place: usize,
    pub(super) item: &'g Item<'a>,
    pub(super) field: &'a Field,
    /// It is evaluated for each element.
    of_element: bool,
    /// The name of the field is that of an element.
    pub(super) names_element: bool,
    /// It is the expression that writers compute.
    pub(super) equals: bool,
}

impl At<'_, '_> {
    /// Whether a name in the expression is that of an element of the field.
    pub(super) fn is_element(&self, name: &str) -> bool {
        self.names_element && self.field.common.name.value == name
    }
}

impl At<'_, '_> {
    /// The position of the field in its item; none for a condition on an element, whose item is another one.
    pub(super) fn position(&self) -> Option<usize> {
        self.item.fields.iter().position(|field| std::ptr::eq(field, self.field))
    }
}

impl<'a> Scopes<'_, 'a, '_> {
    /// Checks the expressions of all run-only items.
    pub(super) fn check(&self, out: &mut Diagnostics) {
        for (at, item) in self.graph.items.iter().enumerate() {
            self.words(item, out);
            self.derived(item, out);
            self.filled(at, out);
            for field in item.fields {
                self.field(at, item, field, out);
            }
        }
    }

    /// Fields whose names have another meaning in expressions.
    fn words(&self, item: &Item<'_>, out: &mut Diagnostics) {
        let own = item.fields.iter().map(|field| &field.common.name);
        let at = item.begins_with.map_or(Span::default(), |name| name.span);
        let before =
            item.before.iter().map(|field| Spanned::new(field.common.name.value.clone(), at));
        let all: Vec<Spanned<String>> = own.cloned().chain(before).collect();
        for name in all.iter().filter(|name| WORDS.contains(&name.value.as_str())) {
            out.found(RULE, format!("`{}` is a reserved word in expressions", name.value))
                .at(name.span, "expressions cannot refer to a field of this name")
                .help("give the field another name; `label` can keep the spelling in listings");
        }
        for field in item.fields {
            let name = &field.common.name;
            if item.before.iter().any(|field| field.common.name.value == name.value) {
                out.found(RULE, format!("the record already has a field `{}`", name.value))
                    .at(name.span, "second declaration")
                    .at(at, "its fields come first");
            }
        }
    }

    fn field(&self, place: usize, item: &Item<'a>, field: &'a Field, out: &mut Diagnostics) {
        let keys = field.run();
        let tag = match self.graph.cx.named(&element(&field.ty).name) {
            Some(Named::Union(union)) => keys.arguments.first().map(|tag| (tag, union)),
            Some(Named::Record(_)) => None,
            _ => {
                if self.graph.cx.is_run(field) {
                    self.arguments(item, field, out);
                }
                None
            }
        };
        let key = keys.transform.as_ref().and_then(|transform| transform.key.as_ref());
        let is_key = |own: &Expression| key.is_some_and(|key| std::ptr::eq(key, own));
        let whole = keys.of_whole().map(|expression| (expression, false));
        let each = keys.of_elements().map(|expression| (expression, true));
        for (expression, of_element) in whole.chain(each) {
            let equals = keys.equals.as_ref().is_some_and(|own| std::ptr::eq(own, expression));
            let names_element =
                field.conditions_of_element().any(|own| std::ptr::eq(own, expression));
            let of_element = of_element || names_element;
            let at = At { place, item, field, of_element, names_element, equals };
            let before = out.len();
            match tag.filter(|(tag, _)| std::ptr::eq(*tag, expression)) {
                Some((tag, union)) => self.tagged(&at, tag, union, out),
                None if is_key(expression) => self.key(&at, expression, out),
                None => self.expression(&at, expression, out),
            }
            if equals && out.len() == before {
                self.circle(&at, out);
            }
        }
        if let Some(test) = keys.last() {
            self.last(test, field, out);
        }
        for expression in [&keys.dialect, &keys.operation].into_iter().flatten() {
            self.name(item, expression, field, out);
        }
    }

    /// The condition that ends elements is an expression over fields of the record of the elements.
    fn last(&self, test: &Expression, field: &'a Field, out: &mut Diagnostics) {
        let Some(Named::Record(record)) = self.graph.cx.named(&field.ty.name) else { return };
        let known = self.graph.record(&field.ty.name);
        let plain =
            Item { common: &record.common, begins_with: None, before: &[], fields: &record.fields };
        let item = known.map_or(plain, |place| self.graph.items[place]);
        // A record of generated code encloses no run-only item.
        let place = known.unwrap_or(usize::MAX);
        let at =
            At { place, item: &item, field, of_element: true, names_element: false, equals: false };
        self.expression(&at, test, out);
    }

    /// The arguments of a codec are numbers of earlier fields.
    fn arguments(&self, item: &Item<'a>, field: &'a Field, out: &mut Diagnostics) {
        let at = item.fields.iter().position(|other| std::ptr::eq(other, field)).unwrap_or(0);
        for name in element(&field.ty).spelled_arguments() {
            let later = item.fields[at..].iter().any(|other| other.common.name.value == name);
            let kind = self.find(item, &name).filter(|_| !later);
            if !matches!(kind, Some(Kind::Number | Kind::Index)) {
                out.found(RULE, format!("`{name}` is not a number, so a codec cannot take it"))
                    .at(field.ty.span, "expected an earlier field that is a number");
            }
        }
    }

    /// Checks an expression: texts occur only in comparisons, and other operands are numbers.
    pub(super) fn expression(
        &self,
        at: &At<'_, 'a>,
        expression: &Expression,
        out: &mut Diagnostics,
    ) {
        if at.names_element && !self.reads_element(at, expression, out) {
            return;
        }
        expression.walk_while(&mut |part| {
            if let Some(sides) = part.sides()
                && self.floats(at, sides, out)
            {
                return false;
            }
            let Some((of, text)) = part.compared() else {
                self.part(at, part, out);
                return true;
            };
            if let Some(field) = self.source(at, of, out) {
                self.compared(field, text, out);
                match of {
                    Expression::Field(name) => {
                        self.bytes(at, name, out);
                        self.has_bytes(at, name, out);
                    }
                    _ => self.is_text_elsewhere(field, text, out),
                }
            }
            false
        });
    }

    /// Checks a field whose bytes an expression reads.
    pub(super) fn bytes(&self, at: &At<'_, '_>, name: &Spanned<String>, out: &mut Diagnostics) {
        if self.kind_in(at, &name.value).is_some_and(|kind| kind != Kind::Bytes) {
            out.found(RULE, format!("`{}` is neither bytes nor text", name.value))
                .at(name.span, "the expression reads its bytes");
        }
    }

    /// Checks a field of which an expression reads a byte, or a number of fixed width.
    fn element(&self, item: &Item<'_>, name: &Spanned<String>, out: &mut Diagnostics) {
        let fixed = |field: &Field| {
            let keys = field.run();
            let is_list = keys.count.is_some() && !keys.reversed && keys.size.is_none();
            is_list && fixed_width(&field.ty).is_some_and(|width| width > 0)
        };
        let found = self.field_of(item, &name.value);
        if found.is_some_and(|field| self.of_field(field) != Kind::Bytes && !fixed(field)) {
            out.found(RULE, format!("`{}` has no elements that can be read", name.value))
                .at(name.span, "expected bytes, text, or numbers of fixed width with `count` and without `reversed` and `size`");
        }
    }

    fn part(&self, at: &At<'_, 'a>, part: &Expression, out: &mut Diagnostics) {
        match part {
            Expression::Text(_)
            | Expression::Bytes(_)
            | Expression::Hexadecimal(_)
            | Expression::Decimal(_) => literal_alone(at, part, out),
            Expression::Element(name, _) => {
                self.element(at.item, name, out);
                self.has_bytes(at, name, out);
            }
            Expression::Digits(name, _) => {
                self.bytes(at, name, out);
                self.has_bytes(at, name, out);
            }
            Expression::Is(name, _) if at.is_element(&name.value) => {}
            Expression::Is(name, variant) => {
                self.is_one_union(self.field_of(at.item, &name.value), variant, out);
            }
            Expression::Parameter if !at.field.run().is_parameter() => {
                out.found(RULE, "`parameter` is only valid as the whole `let` of a field")
                    .at(at.field.common.name.span, "this field uses `parameter`")
                    .help("add a field with `let: parameter` at the start of the record, and use that field");
            }
            Expression::Position if at.equals => {
                out.found(RULE, "`equals` cannot depend on `position`")
                    .at(at.field.common.name.span, "`position` is the offset of this number")
                    .help("add a field with `let: position`, and refer to it");
            }
            Expression::Left => self.left(at, out),
            Expression::Checksum(kind, pieces) => self.checksum(at, part, (*kind, pieces), out),
            Expression::Field(name) => {
                if let Some(kind) = self.kind_in(at, &name.value)
                    && !matches!(kind, Kind::Number | Kind::Index)
                {
                    out.push(not_a_number(name, self.field_of(at.item, &name.value)));
                }
                if at.equals {
                    self.check_let(at, &name.value, at.item.fields.len(), out);
                }
            }
            Expression::Of(property, name) => self.property(at, *property, name, out),
            Expression::Index => {
                let element = at.of_element && (at.field.run().count.is_some() || at.names_element);
                if !element && !self.graph.is_in_elements(at.place) {
                    out.found(RULE, "`index` is used outside elements")
                        .at(at.field.common.name.span, "this field uses `index`")
                        .help("use it in `size` of a field with `count`, or in a record that is an element");
                }
            }
            Expression::Inner(field, parts) => {
                self.inner(self.field_of(at.item, &field.value), parts, out);
            }
            Expression::InnerAround(place, parts) => {
                if self.is_around(at, place, out)
                    && let Some(outer) = self.graph.place(&place.item.value)
                {
                    let field = self.field_of(&self.graph.items[outer], &place.field.value);
                    self.inner(field, parts, out);
                }
            }
            Expression::Around(place) => self.enclosing(at, place, out),
            Expression::Count(place)
            | Expression::Listed(place, _)
            | Expression::Find(place, _) => {
                let before = out.len();
                self.listed(part, place, out);
                self.check_known(at, part, place, out);
                if out.len() == before {
                    self.are_read(at, place, out);
                }
            }
            _ => {}
        }
    }

    fn checksum(
        &self,
        at: &At<'_, '_>,
        part: &Expression,
        (kind, pieces): (Checksum, &[Covered]),
        out: &mut Diagnostics,
    ) {
        let is_let = at.field.run().value.is_some();
        if !at.equals && !is_let {
            let message = format!("only `equals` can contain `{}` of these bytes", kind.word());
            for piece in pieces {
                out.found(RULE, message.clone())
                    .at(piece.field.span, "a reader does not keep these bytes");
            }
            return;
        }
        let whole = at.field.run().equals.as_ref();
        if kind.digest_size().is_some() && !whole.is_some_and(|own| std::ptr::eq(own, part)) {
            out.found(RULE, "a digest is not a number")
                .at(at.field.common.name.span, format!("`{}` is bytes", kind.word()))
                .help("use it as the whole `equals` of a field of type `bytes`");
        }
        pieces.iter().for_each(|piece| self.summed(at, (kind, piece), out));
    }

    /// A writer does not know the number of bytes left: only the presence and the size of a value and the end of a list, which the
    /// writer has, can depend on it.
    fn left(&self, at: &At<'_, '_>, out: &mut Diagnostics) {
        let keys = at.field.run();
        let is_known = |expression: &&Expression| {
            let end = keys.last_of_element().filter(|_| keys.size.is_none());
            let mut known = [keys.when.as_ref(), keys.bytes(), end].into_iter().flatten();
            known.any(|known| std::ptr::eq(known, *expression))
        };
        // An element with a size of its own ends before the bytes that are left.
        let last = keys.last().filter(|_| keys.size.is_some());
        let others = keys.expressions().filter(|expression| !is_known(expression)).chain(last);
        let computed = match &keys.value {
            Some(_) => Some("let"),
            None if keys.equals.is_some() || keys.constant.is_some() => Some("equals"),
            None => None,
        };
        if others.into_iter().any(Expression::reads_left) {
            out.found(
                RULE,
                "only `when`, `size` and `last` can depend on the number of bytes left",
            )
            .at(at.field.common.name.span, "this field uses `left`")
            .help("write `count: rest` or `size: rest` for a field that takes all of them");
        } else if computed.is_some() || at.field.ty.name == "filler" {
            out.found(
                RULE,
                format!("the presence of `{}` cannot depend on `left`", at.field.common.name.value),
            )
            .at(at.field.common.name.span, "a writer could not determine its presence")
            .help(match computed {
                Some(key) => format!(
                    "remove `{key}`, or put it into a record that is present if bytes are left"
                ),
                None => "put it into a record that is present if bytes are left".to_owned(),
            });
        }
    }

    fn property(
        &self,
        at: &At<'_, '_>,
        property: Property,
        name: &Spanned<String>,
        out: &mut Diagnostics,
    ) {
        if !at.equals && property == Property::Sizes {
            out.found(RULE, format!("only `equals` can contain the sizes of `{}`", name.value))
                .at(name.span, "a reader does not keep the sizes of elements")
                .help("add a field with the number, with `equals`");
        }
        if matches!(property, Property::Size | Property::Sizes) {
            self.has_bytes(at, name, out);
        }
        let Some(kind) = self.find(at.item, &name.value) else { return };
        if property == Property::Elements && !matches!(kind, Kind::Several | Kind::List) {
            let found = out
                .found(RULE, format!("`{}` has no elements to count", name.value))
                .at(name.span, "expected a list, or a field with `count`");
            if kind == Kind::Bytes {
                found.help(format!("write `size({})` for its number of bytes", name.value));
            }
        }
        if property == Property::Sizes {
            let mut fields = at.item.fields.iter();
            let field = fields.find(|field| field.common.name.value == name.value);
            let keys = field.map(Field::run).filter(|keys| keys.count.is_some());
            if keys.is_none() {
                out.found(RULE, format!("`{}` has no elements with a size in bytes", name.value))
                    .at(name.span, "expected a field with `count`");
            } else if let Some((key, span)) = keys.and_then(|keys| keys.filled()) {
                out.found(
                    RULE,
                    format!("the sizes of `{}` are not those of its values", name.value),
                )
                .at(name.span, "a writer computes sizes from the values")
                .at(span, "fills up to a size that the values do not have")
                .help(format!("remove `{key}`, or remove `equals`"));
            }
        }
    }

    /// The name of a dialect or an operation is an entry of a table of strings.
    fn name(&self, item: &Item<'_>, of: &Expression, field: &Field, out: &mut Diagnostics) {
        let kind = match of {
            Expression::Field(name) => self.find(item, &name.value),
            Expression::Around(place) | Expression::Listed(place, _) => self.kind_at(place),
            _ => Some(Kind::Other),
        };
        if kind.is_some_and(|kind| kind != Kind::Index) {
            out.found(RULE, format!("`{of}` is not a name"))
                .at(field.common.name.span, "requires a name")
                .help("use a field whose type is a `ref` to the table of names");
        }
    }

    pub(super) fn kind_at(&self, place: &Place) -> Option<Kind> {
        match self.graph.place(&place.item.value) {
            Some(item) => self.find(&self.graph.items[item], &place.field.value),
            None => {
                let Named::Record(record) = self.graph.cx.named(&place.item.value)? else {
                    return None;
                };
                let mut fields = record.fields.iter();
                let found = fields.find(|f| f.common.name.value == place.field.value)?;
                Some(self.of_field(found))
            }
        }
    }

    /// The kind of a field of an item, or of the record that it begins with.
    pub(super) fn find(&self, item: &Item<'_>, name: &str) -> Option<Kind> {
        self.field_of(item, name).map(|field| self.of_field(field))
    }

    /// The kind of a field in an expression of another field, or of the elements of that field.
    pub(super) fn kind_in(&self, at: &At<'_, '_>, name: &str) -> Option<Kind> {
        match at.is_element(name) {
            true => Some(self.of_element(at.field)),
            false => self.find(at.item, name),
        }
    }

    /// The kind of an element of a field.
    fn of_element(&self, field: &Field) -> Kind {
        match (&field.run().count, field.element()) {
            (None, Some(element)) => self.of_type(element),
            _ => self.of_value(field),
        }
    }

    pub(super) fn of_field(&self, field: &Field) -> Kind {
        let kind = self.of_value(field);
        match (&field.run().count, kind) {
            (None, kind) => kind,
            (Some(_), Kind::Number | Kind::Index | Kind::Bytes) => Kind::Several,
            (Some(_), _) => Kind::List,
        }
    }

    /// The kind of a field, or of each element if it has a number of them.
    fn of_value(&self, field: &Field) -> Kind {
        match field.ty.name.as_str() {
            "flags" | "packed" => Kind::Other,
            // Expressions do not read transformed bytes.
            _ if field.run().transform.is_some() => Kind::Other,
            "unit" | "presence" => Kind::Number,
            // A part without a type is a number.
            "" => Kind::Number,
            // A text without a size before it.
            "utf8" if field.run().size.is_some() || field.run().stop.is_some() => Kind::Bytes,
            _ => self.of_type(&field.ty),
        }
    }

    fn of_type(&self, ty: &TypeExpr) -> Kind {
        match ty.name.as_str() {
            "bool" => Kind::Number,
            "ref" => Kind::Index,
            "bytes" => Kind::Bytes,
            name if name != "utf8" && encoding(name).is_some() => Kind::Bytes,
            "list" | "rest" | "repeat" | "balanced" => Kind::List,
            _ if integer_range(ty).is_some() => Kind::Number,
            name => match self.graph.cx.named(name) {
                Some(Named::Enum(_)) => Kind::Number,
                _ => Kind::Other,
            },
        }
    }
}

/// Refuses a text, bytes or a decimal number that nothing is compared with.
fn literal_alone(at: &At<'_, '_>, part: &Expression, out: &mut Diagnostics) {
    let found = not_compared(part);
    let keys = at.field.run();
    let indexed = keys.expressions().chain(keys.last()).find_map(indexed_text(part));
    out.extend(match (found, indexed) {
        (Some(found), Some(place)) => Some(found.help(of_element(place))),
        (found, _) => found,
    });
}

/// The finding for a text or bytes that are not compared with a field.
pub(super) fn not_compared(of: &Expression) -> Option<Diagnostic> {
    let (message, span) = match of {
        Expression::Text(text) => ("a text is not a number", text.span),
        Expression::Bytes(bytes) => ("bytes are not a number", bytes.span),
        Expression::Hexadecimal(digits) => ("the number is too large", digits.span),
        Expression::Decimal(digits) => {
            let found = Diagnostic::new(RULE, format!("`{}` is not an integer", digits.value));
            let found = found.at(digits.span, "not compared with a floating-point number");
            return Some(found.help("compare a field of the type `f16`, `f32` or `f64` with it"));
        }
        _ => return None,
    };
    let found = Diagnostic::new(RULE, message).at(span, "not compared with a field");
    Some(found.help("compare it with a field of bytes or text, with `=` or `!=`"))
}

/// The place of the values of which one is compared with this text or these bytes.
fn indexed_text<'e>(literal: &Expression) -> impl Fn(&'e Expression) -> Option<&'e Place> {
    move |expression| {
        let mut found = None;
        expression.walk(&mut |part| {
            if let Expression::Binary(_, a, b) = part
                && let (Expression::Listed(place, _), of) | (of, Expression::Listed(place, _)) =
                    (&**a, &**b)
                && std::ptr::eq(of, literal)
            {
                found = Some(place);
            }
        });
        found
    }
}

/// How to compare a text at an index.
fn of_element(place: &Place) -> String {
    let (item, field) = (&place.item.value, &place.field.value);
    format!(
        "compare it where it is read: add `{{name: matches, type: bool, let: '{field} = \"...\"'}}` to `{item}`, and use `{item}.matches[...]` here"
    )
}

/// The finding for a field that is used as a number.
pub(super) fn not_a_number(name: &Spanned<String>, field: Option<&Field>) -> Diagnostic {
    let found = Diagnostic::new(RULE, format!("`{}` is not a number", name.value))
        .at(name.span, "expected a field that is exactly one number");
    let (of, name) = (field.map(|field| field.ty.name.as_str()).unwrap_or_default(), &name.value);
    let is_list = field.is_some_and(|field| field.run().count.is_some());
    found.help(if Integer::fixed(of).is_some_and(Integer::float) {
        "expressions only compare floating-point numbers, such as `x < 0.5`; for their bits, read an integer, such as `u32`"
            .to_owned()
    } else if (of == "bytes" || encoding(of).is_some()) && !is_list {
        format!(
            "`=` and `!=` compare it with a text in quotes, `{name}[0]` is its first byte, and `size({name})` its number of bytes"
        )
    } else {
        "`count`, `has` and `size` give numbers for other fields".to_owned()
    })
}
