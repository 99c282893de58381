//! The encoding of a type with keys for its parts, at any depth: numbers by `wire`, options by `present` or `shifted`, parts of
//! one type by `with` or `try_from`.

use bytespec_codegen::ast::{Field, Format, Record, Schema, TypeExpr};
use bytespec_codegen::check;
use bytespec_codegen::diagnostics::Diagnostic;
use bytespec_codegen::emit::rust::{Coding, Custom, Holds, Part};
use bytespec_codegen::integer::Integer;
use quote::{ToTokens, quote};
use syn::Type;

use crate::fields::Lower;
use crate::item::named;
use crate::keys::Keys;
use crate::place::Places;
use crate::types::{FieldType, holds, look, same, spelled};
use crate::versions::mentioned;

/// The use of a field's keys by its parts.
struct KeyUse<'k> {
    keys: &'k Keys,
    /// A part uses `wire`.
    wire: bool,
    /// A part uses `shifted`.
    shifted: bool,
    /// A part has the type of `of`.
    of: bool,
}

impl Lower<'_> {
    /// The codec of a type that is neither a number nor a boolean; none after a finding.
    pub(crate) fn custom(&mut self, ty: &Type, keys: &Keys, field: &mut Field) -> Option<Custom> {
        let mut uses = KeyUse { keys, wire: false, shifted: false, of: false };
        let part = self.part(ty, &mut uses, field)?;
        if let Some(wire) = keys.place("wire").filter(|_| !uses.wire) {
            let place = self.places.of(ty);
            self.places.found(
                Diagnostic::new("wire-type", "`wire` only applies to numbers")
                    .at(wire, format!("`{}` contains no number", field.common.name.value))
                    .at(place, "this type determines its own encoding"),
            );
            return None;
        }
        if let Some(shifted) = keys.place("shifted").filter(|_| !uses.shifted) {
            let place = self.places.of(ty);
            let name = &field.common.name.value;
            self.places.found(
                Diagnostic::new("field-type", format!("`{name}` contains no optional number"))
                    .at(shifted, "`shifted` applies to optional numbers")
                    .at(place, "expected an `Option` of `u8`, `u16`, `u32` or `u64` in this type")
                    .help("for other options, use `present`"),
            );
            return None;
        }
        if let Some(of) = keys.ty("of").filter(|_| !uses.of) {
            let name = &field.common.name.value;
            let message = format!("no part of `{name}` is `{}`", spelled(of));
            let (of, place) = (self.places.of(of), self.places.of(ty));
            self.places.found(
                Diagnostic::new("field-type", message)
                    .at(of, "expected a part of the field's type, in the same spelling")
                    .at(place, "the field's type"),
            );
            return None;
        }
        let coding = match part {
            Part::Itself(_) => Coding::Type,
            part => {
                self.no_default(&part, keys, field);
                Coding::Part(part)
            }
        };
        Some(Custom { ty: ty.to_token_stream(), coding, holds: holds(ty) })
    }

    /// The codec of a type that is converted to another one.
    pub(crate) fn through(
        &mut self,
        ty: impl ToTokens,
        other: &Type,
        keys: &Keys,
        field: &mut Field,
    ) -> Custom {
        let part = through(other, keys);
        self.no_default(&part, keys, field);
        Custom { ty: ty.to_token_stream(), coding: Coding::Part(part), holds: Holds::One }
    }

    /// Reports several keys that determine the encoding.
    pub(crate) fn one_encoding(&mut self, keys: &Keys) {
        let given = ["with", "try_from", "wire"].into_iter();
        let given: Vec<_> = given.filter_map(|key| Some((key, keys.place(key)?))).collect();
        if let (Some(place), Some((_, [argument, ..]))) = (keys.place("of"), keys.codec("with")) {
            let argument = self.places.of(argument);
            self.places.found(
                Diagnostic::new("conflicting-keys", "`with` for a part cannot have arguments")
                    .at(argument, "this is a field of the whole item")
                    .at(place, "`of` selects parts of the field")
                    .help("make the part a record, in which fields can be arguments"),
            );
        }
        if let (Some(place), true) = (keys.place("of"), given.iter().all(|(key, _)| *key == "wire"))
        {
            self.places.found(
                Diagnostic::new("required-key", "`of` requires another key")
                    .at(place, "`of` selects the parts for `with` or `try_from`")
                    .help("add `with` or `try_from`, or remove `of`"),
            );
        }
        into_of_nothing(keys, self.places);
        if let [(first, _), (second, place), ..] = given.as_slice() {
            let message = format!("both `{first}` and `{second}` determine the encoding");
            self.places.found(
                Diagnostic::new("conflicting-keys", message)
                    .at(*place, "the second one is here")
                    .help("remove one of them"),
            );
        }
    }

    /// Reports a default that a schema cannot have. A type with parts can only have an empty list.
    fn no_default(&mut self, part: &Part, keys: &Keys, field: &Field) {
        let Some(default) = keys.place("default") else { return };
        let is_none = |value| same(value, quote!(None));
        let is_none = keys.value("default").is_some_and(is_none);
        let is_said = match part {
            Part::List(_) => true,
            Part::Shifted(_) => is_none,
            _ => false,
        };
        if !is_said {
            let message = format!(
                "`{}` has several parts and cannot have a default",
                field.common.name.value
            );
            self.places.found(
                Diagnostic::new("default", message)
                    .at(default, "a default is a number, a boolean or `[]`")
                    .help("make it an `Option`, whose default is `None`"),
            );
        }
    }

    /// The parts of a type. A type without a part that uses a key determines its own encoding.
    fn part(&mut self, ty: &Type, uses: &mut KeyUse<'_>, field: &mut Field) -> Option<Part> {
        let has_wire = uses.keys.place("wire").is_some();
        let itself = Part::Itself(ty.to_token_stream());
        if uses.keys.ty("of").is_some_and(|of| same(ty, of)) {
            uses.of = true;
            let through = uses.keys.ty("try_from").map(|other| through(other, uses.keys));
            let module = uses.keys.codec("with").map(|(path, _)| path.to_token_stream());
            let module = module.map(|path| Part::Module(path, ty.to_token_stream()));
            if let Some(part) = module.or(through) {
                return Some(part);
            }
        }
        let part = match look(ty) {
            FieldType::Int(int) if has_wire => Part::Number(self.number(&int, uses, field)?),
            FieldType::NonZero(int) if has_wire => Part::NonZero(self.number(&int, uses, field)?),
            FieldType::Float(float) if has_wire => Part::Float(self.float(&float, uses, field)?),
            FieldType::Bool if has_wire => Part::Truth(self.truth(uses, field)?),
            FieldType::Option(of)
                if uses.keys.place("shifted").is_some()
                    && let FieldType::Int(int) = look(of)
                    && int.starts_with('u') =>
            {
                Part::Shifted(self.shifted(&int, uses, field)?)
            }
            FieldType::Option(of) if uses.keys.place("present").is_some() => {
                Part::Optional(Box::new(self.part(of, uses, field)?))
            }
            FieldType::Vec(of) => match self.part(of, uses, field)? {
                Part::Itself(_) => itself,
                of => Part::List(Box::new(of)),
            },
            FieldType::Array(of, len) => match self.part(of, uses, field)? {
                Part::Itself(_) => itself,
                of => Part::Array(Box::new(of), len.to_token_stream()),
            },
            FieldType::Box(of) => match self.part(of, uses, field)? {
                Part::Itself(_) => itself,
                of => Part::Boxed(Box::new(of)),
            },
            FieldType::Tuple(types) => {
                let parts = types.into_iter().map(|part| self.part(part, uses, field));
                let parts = parts.collect::<Option<Vec<_>>>()?;
                match parts.iter().all(|part| matches!(part, Part::Itself(_))) {
                    true => itself,
                    false => Part::Tuple(parts),
                }
            }
            FieldType::Unsupported(help) => {
                let place = self.places.of(ty);
                self.unsupported(help, place, field);
                return None;
            }
            _ => itself,
        };
        Some(part)
    }

    /// The encoding of an integer inside a type.
    fn number(&mut self, int: &str, uses: &mut KeyUse<'_>, field: &mut Field) -> Option<Integer> {
        uses.wire = true;
        let wire = self.integer(int, uses.keys, field)?;
        self.checked(&wire)
    }

    /// The number in a `shifted` option, which is encoded as a varint.
    fn shifted(&mut self, int: &str, uses: &mut KeyUse<'_>, field: &mut Field) -> Option<Integer> {
        uses.shifted = true;
        if uses.keys.place("wire").is_none() {
            let fixed = Integer::of_rust(int)?;
            return Some(Integer { coding: bytespec_codegen::integer::Coding::Varint, ..fixed });
        }
        let integer = self.number(int, uses, field)?;
        if integer.width().is_some() {
            let place = uses.keys.place("wire").unwrap_or(field.common.name.span);
            let message = format!(
                "the wire type of `{}` is not a varint, which `shifted` requires",
                field.common.name.value
            );
            self.places.found(
                Diagnostic::new("wire-type", message)
                    .at(place, format!("expected `varint<{int}>`"))
                    .help("remove `wire` or `shifted`"),
            );
            return None;
        }
        Some(integer)
    }

    /// A number that follows the rules of types.
    fn checked(&mut self, wire: &TypeExpr) -> Option<Integer> {
        let place = wire.span;
        let field = Field {
            common: named("value".to_owned(), place),
            ty: wire.clone(),
            ..Field::default()
        };
        let record = Record {
            common: named("Number".to_owned(), place),
            fields: vec![field],
            ..Record::default()
        };
        let format = Format {
            common: named("derived".to_owned(), place),
            versions: mentioned(&Schema::default(), place),
            ..Format::default()
        };
        let schema = Schema { formats: vec![format], records: vec![record], ..Schema::default() };
        let found = check::check(&schema);
        if found.is_empty() {
            return Integer::of(wire);
        }
        self.places.findings.extend(found);
        None
    }

    /// The encoding of a float.
    fn float(&mut self, float: &str, uses: &mut KeyUse<'_>, field: &Field) -> Option<Integer> {
        uses.wire = true;
        let wire = uses.keys.type_expr("wire", self.places)?;
        let integer = self.checked(&wire)?;
        let fits = |integer: &Integer| integer.float() && format!("f{}", integer.bits) == float;
        let integer = Some(integer).filter(fits);
        if integer.is_none() {
            let message =
                format!("the wire type of `{}` is not one of `{float}`", field.common.name.value);
            self.places.found(
                Diagnostic::new("wire-type", message)
                    .at(wire.span, format!("expected `{float}` or `{float}be`")),
            );
        }
        integer
    }

    /// The encoding of a boolean as a number.
    fn truth(&mut self, uses: &mut KeyUse<'_>, field: &Field) -> Option<Integer> {
        uses.wire = true;
        let wire = uses.keys.type_expr("wire", self.places)?;
        let integer = self.checked(&wire)?;
        let integer = Some(integer).filter(|integer| !integer.float() && !integer.signed());
        if integer.is_none() {
            let message = format!(
                "the wire type of `{}` is not an unsigned integer, which a boolean requires",
                field.common.name.value
            );
            self.places.found(
                Diagnostic::new("wire-type", message)
                    .at(wire.span, "expected `u8` to `u64`, or `varint<u8>` to `varint<u64>`"),
            );
        }
        integer
    }
}

/// A conversion: from one type in readers, and into the same or another one in writers.
fn through(other: &Type, keys: &Keys) -> Part {
    let into = keys.ty("into").unwrap_or(other);
    Part::Through(other.to_token_stream(), into.to_token_stream())
}

/// Reports `into` without `try_from`.
pub(crate) fn into_of_nothing(keys: &Keys, places: &mut Places) {
    if let (Some(place), None) = (keys.place("into"), keys.place("try_from")) {
        places.found(
            Diagnostic::new("required-key", "`into` requires `try_from`")
                .at(place, "`into` only applies to writers")
                .help("add `try_from` for readers"),
        );
    }
}
