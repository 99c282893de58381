//! Resolves names that depend on the rest of the schema: in expressions, members of enums (`kind = one or kind = two`), variants of
//! unions (`value = Text`), and fields of the record in a field (`header.count`); and members of enums as tags. Reads only the tree.
//!
//! A name compared with a value of an enum is a member of that enum if the enum has it, or if it is no word and no field. In
//! `one.other`, `one` is a record or a variant of this name, and otherwise a field.

use crate::ast::described::{LastOf, MemberName};
use crate::ast::{
    ByteOrder, Expression, Field, Place, Presence, PresenceHow, Record, Repeat, RunKeys, Schema,
    Spanned, Tag, TypeArg, TypeExpr, Variant,
};
use crate::expression::hexadecimal;
use bytespec_plan::{Encoding, Operator};
use std::collections::{HashMap, HashSet};

/// Resolves names.
pub(super) fn resolve(schema: &mut Schema) {
    resolve_arguments(schema);
    let known = Known::new(schema);
    known.tags(schema);
    let of_records = schema.records.iter_mut().map(|record| &mut record.fields);
    let of_variants = schema.variants.iter_mut().map(|variant| &mut variant.fields);
    of_records.chain(of_variants).for_each(|fields| known.tests(fields));
    for record in &mut schema.records {
        let own: Vec<Named> = record.fields.iter().map(named).collect();
        let prefix = record.begins_with.as_ref().map(|name| name.value.as_str());
        known.fields(&mut record.fields, [known.own(prefix), &own]);
    }
    for variant in &mut schema.variants {
        let own: Vec<Named> = variant.fields.iter().map(named).collect();
        known.fields(&mut variant.fields, [&[], &own]);
    }
    for format in &mut schema.formats {
        if let Some(ByteOrder::Selected(test)) = &mut format.byte_order {
            known.expression(test, None, [&[], &[]]);
        }
    }
}

/// Makes the arguments of records, and the tags of unions, expressions of the fields that give them.
fn resolve_arguments(schema: &mut Schema) {
    let records = schema.records.iter().map(|record| record.common.name.value.clone());
    let unions = schema.unions.iter().map(|union| union.common.name.value.clone());
    let items: HashSet<String> = records.chain(unions).collect();
    let of_records = schema.records.iter_mut().map(|record| &mut record.fields);
    let of_variants = schema.variants.iter_mut().map(|variant| &mut variant.fields);
    for field in of_records.chain(of_variants).flatten() {
        let ty = element(&field.ty);
        if !ty.arguments.is_empty() && items.contains(&ty.name) {
            field.run.get_or_insert_default().arguments.clone_from(&ty.arguments);
        }
    }
}

/// The type in lists of a type.
fn element(ty: &TypeExpr) -> &TypeExpr {
    let mut ty = ty;
    while let ("list" | "rest", Some(TypeArg::Type(inner))) = (ty.name.as_str(), ty.args.first()) {
        ty = inner;
    }
    ty
}

/// A field, and its type or the enum of its numbers.
type Named = (String, String);

fn named(field: &Field) -> Named {
    let element = field.element().unwrap_or(&field.ty);
    let ty = field.names.as_ref().map_or(&element.name, |names| &names.value);
    (field.common.name.value.clone(), ty.clone())
}

/// The fields that an expression can name: those of the base record (`begins_with`), and the record's own.
type Names<'k> = [&'k [Named]; 2];

fn type_of<'k>(names: Names<'k>, field: &str) -> Option<&'k str> {
    let mut all = names.into_iter().flatten();
    all.find(|(name, _)| name == field).map(|(_, ty)| ty.as_str())
}

/// The meaning of words as tags of a union.
#[derive(Clone, Copy)]
enum Words<'k> {
    /// Texts in an encoding, or bytes.
    Texts(Encoding),
    /// Members of an enum.
    Members(&'k str),
}

/// The members of an enum, by name.
type Members = HashMap<String, Option<i128>>;

/// The names that expressions can use.
struct Known {
    enums: HashMap<String, Members>,
    /// For each union, the names of its variants.
    unions: HashMap<String, HashSet<String>>,
    records: HashSet<String>,
    /// For each record and variant, its base record (`begins_with`) and its fields.
    items: HashMap<String, (Option<String>, Vec<Named>)>,
}

impl Known {
    fn new(schema: &Schema) -> Self {
        let mut enums = HashMap::new();
        for item in &schema.enums {
            let members = item.members.iter().map(|member| {
                let value = member.value.as_ref().map(|value| value.value);
                (member.common.name.value.clone(), value)
            });
            enums.entry(item.common.name.value.clone()).or_insert_with(|| members.collect());
        }
        let mut items = HashMap::new();
        for Record { common, begins_with, fields, .. } in &schema.records {
            let prefix = begins_with.as_ref().map(|name| name.value.clone());
            let fields = || (prefix, fields.iter().map(named).collect());
            items.entry(common.name.value.clone()).or_insert_with(fields);
        }
        for Variant { common, fields, .. } in &schema.variants {
            let fields = || (None, fields.iter().map(named).collect());
            items.entry(common.name.value.clone()).or_insert_with(fields);
        }
        let mut unions: HashMap<String, HashSet<String>> = HashMap::new();
        for Variant { common, of, .. } in &schema.variants {
            if let Some(of) = of {
                unions.entry(of.value.clone()).or_default().insert(common.name.value.clone());
            }
        }
        let records = schema.records.iter().map(|record| record.common.name.value.clone());
        Known { enums, unions, records: records.collect(), items }
    }

    /// Makes the tags that are words members of the enum of the fields that give them, or encodes them as the fields that contain
    /// them. If these fields differ, `check` finds it.
    fn tags(&self, schema: &mut Schema) {
        let mut words: HashMap<String, Words> = HashMap::new();
        let mut of_bytes = HashSet::new();
        let records = schema.records.iter().map(|item| (&item.common, &item.fields));
        let variants = schema.variants.iter().map(|item| (&item.common, &item.fields));
        for (item, fields) in records.chain(variants) {
            for field in fields {
                let union = self.unions.get_key_value(&element(&field.ty).name);
                let source = field.run().arguments.first();
                let Some(((union, _), source)) = union.zip(source) else { continue };
                let Some(names) = self.names(&item.name.value) else { continue };
                let of_enum = self.enum_in(source, names);
                let encoding = || crate::builtin::encoding(self.source(names, source)?);
                let found = of_enum.map(Words::Members).or_else(|| encoding().map(Words::Texts));
                if let Some(found) = found {
                    words.entry(union.clone()).or_insert(found);
                } else if self.source(names, source) == Some("bytes") {
                    of_bytes.insert(union.clone());
                }
            }
        }
        for union in of_bytes {
            words.entry(union).or_insert(Words::Texts(Encoding::Utf8));
        }
        for variant in &mut schema.variants {
            let of = variant.of.as_ref().and_then(|of| words.get(&of.value));
            let Some(of) = of else { continue };
            variant.tags.iter_mut().for_each(|tag| self.word(tag, *of));
        }
    }

    fn word(&self, tag: &mut Tag, of: Words<'_>) {
        let span = tag.number.span;
        let digits = tag.digits.as_deref().filter(|_| matches!(of, Words::Texts(_)));
        if let Some(bytes) = digits.and_then(hexadecimal) {
            *tag = Tag::of_bytes(bytes, span);
            return;
        }
        let Some(text) = &tag.text else { return };
        match of {
            Words::Texts(encoding) => {
                *tag = Tag::of_text(Spanned::new(text.clone(), span), encoding);
            }
            Words::Members(item) => {
                let member = self.enums.get(item).and_then(|members| *members.get(text)?);
                let Some(value) = member else { return };
                let name = Spanned::new(text.clone(), span);
                let member = MemberName { name, item: item.to_owned(), value: Some(value) };
                *tag = Tag::from(Spanned::new(value, span));
                tag.member = Some(member);
            }
        }
    }

    /// The type of the field that an expression is.
    fn source<'k>(&'k self, names: Names<'k>, of: &Expression) -> Option<&'k str> {
        match of {
            Expression::Field(name) => type_of(names, &name.value),
            Expression::Around(Place { item, field }) if self.is_field(names, &item.value) => {
                self.type_behind(names, [item, field])
            }
            Expression::InnerAround(Place { item, field }, parts)
                if self.is_field(names, &item.value) =>
            {
                self.type_behind(names, [item, field].into_iter().chain(parts))
            }
            of => {
                let (item, field, parts) = of.path()?;
                let names = item.map_or(Some(names), |item| self.names(&item.value))?;
                self.type_behind(names, [field].into_iter().chain(parts))
            }
        }
    }

    /// The fields of an item, without those of its base record.
    fn own(&self, item: Option<&str>) -> &[Named] {
        item.and_then(|item| self.items.get(item)).map_or(&[], |(_, fields)| fields)
    }

    fn names(&self, item: &str) -> Option<Names<'_>> {
        let (prefix, fields) = self.items.get(item)?;
        Some([self.own(prefix.as_deref()), fields])
    }

    fn fields<'k>(&'k self, fields: &mut [Field], names: Names<'k>) {
        for field in fields {
            let (_, ty) = named(field);
            let own = self.known_enum(&ty);
            let Some(keys) = &mut field.run else { continue };
            let RunKeys { equals, value, .. } = &mut **keys;
            for of in equals.iter_mut().chain(value) {
                self.expression(of, own, names);
            }
            for of in keys.expressions_mut() {
                self.expression(of, None, names);
            }
            let Some(Repeat::Last(test, named)) = &mut keys.count else { continue };
            let is_record = self.records.contains(&field.ty.name);
            match self.names(&field.ty.name).filter(|_| is_record) {
                Some(element) => self.expression(test, None, element),
                None => {
                    self.expression(test, None, names);
                    *named = LastOf::Element;
                }
            }
        }
    }

    /// Makes tests expressions if generated code cannot have them: comparisons of two fields, or of a field and a variant, and tests of
    /// fields that can be absent or are in transformed bytes, and of the position of an element or of the field, which no field has.
    fn tests(&self, fields: &mut [Field]) {
        let names: Vec<Named> = fields.iter().map(named).collect();
        let is_optional = |field: &&Field| field.optional || field.run().transform.is_some();
        let optional = fields.iter().filter(is_optional);
        let optional: HashSet<String> =
            optional.map(|field| field.common.name.value.clone()).collect();
        for field in fields {
            let [Presence { how, span, since: None, until: None }] = field.presence.as_slice()
            else {
                continue;
            };
            let (PresenceHow::When(test) | PresenceHow::Unless(test)) = how else { continue };
            let ty = type_of([&[], &names], &test.field);
            let is_place = ty.is_none() && matches!(test.field.as_str(), "index" | "position");
            let compares_fields = ty.zip(test.member.as_deref()).is_some_and(|(ty, member)| {
                let members = self.enums.get(ty);
                type_of([&[], &names], member).is_some()
                    && !members.is_some_and(|members| members.contains_key(member))
            });
            let is_union = ty.is_some_and(|ty| self.unions.contains_key(ty));
            if !(is_place || is_union || compares_fields || optional.contains(&test.field)) {
                continue;
            }
            let asked = test.expression(*span);
            let when = match how {
                PresenceHow::Unless(_) => Expression::Not(Box::new(asked)),
                _ => asked,
            };
            field.presence.clear();
            field.run.get_or_insert_default().when = Some(when);
        }
    }

    /// Whether a name before a dot is a field.
    fn is_field(&self, names: Names<'_>, name: &str) -> bool {
        !self.items.contains_key(name) && type_of(names, name).is_some()
    }

    fn known_enum(&self, name: &str) -> Option<&str> {
        self.enums.get_key_value(name).map(|(name, _)| name.as_str())
    }

    /// Resolves names in an expression. `expected` is the enum of its result.
    fn expression<'k>(&'k self, of: &mut Expression, expected: Option<&'k str>, names: Names<'k>) {
        match of {
            Expression::Field(name) => {
                let members = expected.and_then(|item| Some((item, self.enums.get(item)?)));
                let member = members.and_then(|(_, members)| members.get(&name.value));
                let word = Expression::word(&name.value).filter(|_| member.is_none());
                let is_field = type_of(names, &name.value).is_some();
                if let Some(word) = word {
                    *of = word;
                } else if let Some((item, _)) = members.filter(|_| member.is_some() || !is_field) {
                    *of = Expression::Member(MemberName {
                        name: name.clone(),
                        item: item.to_owned(),
                        value: member.copied().flatten(),
                    });
                }
            }
            Expression::Hexadecimal(digits) => {
                if let Ok(number) = u64::from_str_radix(&digits.value, 16) {
                    *of = Expression::Number(number);
                }
            }
            Expression::Around(Place { item, field }) if self.is_field(names, &item.value) => {
                *of = Expression::Inner(item.clone(), vec![field.clone()]);
            }
            Expression::InnerAround(Place { item, field }, parts)
                if self.is_field(names, &item.value) =>
            {
                let all = [std::slice::from_ref(field), parts].concat();
                *of = Expression::Inner(item.clone(), all);
            }
            Expression::Binary(operator, a, b)
                if let Some(is) = self.variant(*operator, (a, b), names) =>
            {
                *of = is;
            }
            Expression::Binary(operator, a, b) => {
                if matches!(operator, Operator::Equal | Operator::Differs) {
                    self.bytes(a, b, names);
                    self.bytes(b, a, names);
                }
                let beside = match of_members(*operator) {
                    Some(_) => self.enum_in(a, names).or_else(|| self.enum_in(b, names)),
                    None => None,
                };
                let result = expected.filter(|_| of_members(*operator) == Some(Made::Member));
                self.expression(a, beside.or(result), names);
                self.expression(b, beside.or(result), names);
            }
            Expression::If(test, then, otherwise) => {
                self.expression(test, None, names);
                self.expression(then, expected, names);
                self.expression(otherwise, expected, names);
            }
            Expression::Find(place, value) => {
                let beside = self.enum_at(place);
                self.expression(value, beside, names);
            }
            Expression::Not(a)
            | Expression::Minus(a)
            | Expression::Listed(_, a)
            | Expression::Element(_, a) => self.expression(a, None, names),
            _ => {}
        }
    }

    /// Makes digits in hexadecimal bytes, if they are compared with bytes or a text.
    fn bytes(&self, digits: &mut Expression, other: &Expression, names: Names<'_>) {
        let Expression::Hexadecimal(Spanned { value, span }) = digits else { return };
        let ty = self.source(names, other);
        let has_bytes =
            ty.is_some_and(|ty| ty == "bytes" || crate::builtin::encoding(ty).is_some());
        if let Some(bytes) = hexadecimal(value).filter(|_| has_bytes) {
            *digits = Expression::Bytes(Spanned::new(bytes, *span));
        }
    }

    /// The comparison of a field that is a union with one of its variants.
    fn variant(
        &self,
        operator: Operator,
        (a, b): (&Expression, &Expression),
        names: Names<'_>,
    ) -> Option<Expression> {
        let is = |field: &Expression, variant: &Expression| {
            let (Expression::Field(field), Expression::Field(variant)) = (field, variant) else {
                return None;
            };
            let variants = self.unions.get(type_of(names, &field.value)?)?;
            let is = Expression::Is(field.clone(), variant.clone());
            variants.contains(&variant.value).then_some(is)
        };
        let is = is(a, b).or_else(|| is(b, a))?;
        match operator {
            Operator::Equal => Some(is),
            Operator::Differs => Some(Expression::Not(Box::new(is))),
            _ => None,
        }
    }

    /// The enum of the result of an expression.
    fn enum_in<'k>(&'k self, of: &Expression, names: Names<'k>) -> Option<&'k str> {
        match of {
            Expression::Field(name) | Expression::Element(name, _) => {
                self.known_enum(type_of(names, &name.value)?)
            }
            Expression::Around(Place { item, field }) if self.is_field(names, &item.value) => {
                self.enum_behind(names, [item, field])
            }
            Expression::InnerAround(Place { item, field }, parts) => {
                match self.is_field(names, &item.value) {
                    true => self.enum_behind(names, [item, field].into_iter().chain(parts)),
                    false => {
                        let names = self.names(&item.value)?;
                        self.enum_behind(names, [field].into_iter().chain(parts))
                    }
                }
            }
            Expression::Inner(field, parts) => {
                self.enum_behind(names, [field].into_iter().chain(parts))
            }
            Expression::Around(place) | Expression::Listed(place, _) => self.enum_at(place),
            Expression::Binary(operator, a, b) if of_members(*operator) == Some(Made::Member) => {
                self.enum_in(a, names).or_else(|| self.enum_in(b, names))
            }
            Expression::If(_, a, b) => self.enum_in(a, names).or_else(|| self.enum_in(b, names)),
            _ => None,
        }
    }

    /// The enum of the field at a path of names; each is a field of the record in the one before it.
    fn enum_behind<'k, 'n>(
        &'k self,
        names: Names<'k>,
        path: impl IntoIterator<Item = &'n Spanned<String>>,
    ) -> Option<&'k str> {
        self.known_enum(self.type_behind(names, path)?)
    }

    /// The type of the field at such a path.
    fn type_behind<'k, 'n>(
        &'k self,
        names: Names<'k>,
        path: impl IntoIterator<Item = &'n Spanned<String>>,
    ) -> Option<&'k str> {
        let (mut names, mut ty) = (Some(names), None);
        for name in path {
            ty = type_of(names?, &name.value);
            names = self.names(ty?);
        }
        ty
    }

    fn enum_at(&self, place: &Place) -> Option<&str> {
        self.known_enum(type_of(self.names(&place.item.value)?, &place.field.value)?)
    }
}

/// The result of an operator on two members of an enum.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Truth,
    Member,
}

/// The result of an operator on two values of one enum; none for other operators.
fn of_members(operator: Operator) -> Option<Made> {
    match operator {
        Operator::Equal
        | Operator::Differs
        | Operator::Less
        | Operator::Greater
        | Operator::AtMost
        | Operator::AtLeast => Some(Made::Truth),
        Operator::BitAnd | Operator::BitOr | Operator::BitXor | Operator::Min | Operator::Max => {
            Some(Made::Member)
        }
        Operator::And
        | Operator::Or
        | Operator::Add
        | Operator::Subtract
        | Operator::Multiply
        | Operator::Divide
        | Operator::Remainder
        | Operator::ShiftLeft
        | Operator::ShiftRight => None,
    }
}
