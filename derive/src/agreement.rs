//! Compares a derived item with the item of the same name in a schema.
//!
//! Both are trees of the language and are compared piece by piece: the item itself, then each member, variant and
//! field. Types that the macro cannot analyze are compared by their tokens: the last word of a path is the name of an item.

use bytespec_codegen::ast::{
    Common, Enum, Field, Literal, PresenceHow, Record, Schema, Span, Spanned, TypeArg, TypeExpr,
    Union, Variant, before,
};
use bytespec_codegen::builtin::BUILTIN;
use bytespec_codegen::diagnostics::{Diagnostic, Diagnostics};
use bytespec_codegen::emit::rust::{Coding, Custom, Part};
use bytespec_codegen::integer::Integer;
use bytespec_codegen::syntax::{self, SourceMap};
use proc_macro2::TokenStream;
use quote::quote;
use std::path::{Path, PathBuf};
use syn::{GenericArgument, PathArguments, Type};

use crate::keys::Keys;
use crate::place::Places;
use crate::types::{FieldType, look};

const RULE: &str = "schema-agreement";

/// Compares an item with its schema. Each difference is a finding. The generated code makes the compiler compare again when
/// a file of the schema changes.
pub(crate) fn of(
    keys: &Keys,
    derived: &Schema,
    codecs: &[Custom],
    places: &mut Places,
) -> TokenStream {
    let Some(path) = keys.text("schema", places) else { return TokenStream::new() };
    match Named::read(path) {
        Ok(named) => {
            // An item with older forms is exported as several records; the newest one has another name.
            let newest = if keys.upgrades().next().is_some() { "Now" } else { "" };
            places.findings.extend(named.differences(derived, codecs, newest));
            named.dependencies()
        }
        Err(finding) => {
            places.found(finding);
            TokenStream::new()
        }
    }
}

/// The schema in the key `schema` of an item.
struct Named {
    schema: Schema,
    sources: SourceMap,
    files: Vec<PathBuf>,
    /// The path in the spelling of the item.
    path: Spanned<String>,
}

impl Named {
    /// Reads a file or a folder. Its path is relative to the folder of the crate's manifest or to one above, such as that of the
    /// workspace.
    ///
    /// # Errors
    /// The schema cannot be read, or it breaks a rule.
    fn read(path: Spanned<String>) -> Result<Named, Diagnostic> {
        let root = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default();
        let mut roots = root.ancestors();
        let root = roots.find(|folder| folder.join(&path.value).exists()).unwrap_or(&root);
        let whole = root.join(&path.value);
        let fault = |message: String| Diagnostic::new(RULE, message).at(path.span, "this schema");
        let files = match whole.is_dir() {
            true => syntax::list_folder(&whole).map_err(|error| fault(error.to_string()))?,
            false => vec![whole],
        };
        let mut texts = Vec::new();
        for file in &files {
            let shown = file.strip_prefix(root).unwrap_or(file).to_owned();
            match std::fs::read_to_string(file) {
                Ok(text) => texts.push((shown, text)),
                Err(error) => return Err(fault(format!("`{}`: {error}", shown.display()))),
            }
        }
        let (schema, sources, found) = syntax::read_and_hold(texts);
        match found.iter().next() {
            None => Ok(Named { schema, sources, files, path }),
            Some(first) => {
                let message = format!("`{}` is not valid: {}", path.value, first.message);
                let place = first.primary().map(|span| sources.line_in(Path::new(""), span));
                Err(fault(message).help(match place {
                    Some(place) => format!("see {place}; `bytespec check` lists all findings"),
                    None => "`bytespec check` lists all findings".to_owned(),
                }))
            }
        }
    }

    /// Generated code that depends on the files.
    fn dependencies(&self) -> TokenStream {
        let files = self.files.iter().map(|file| file.display().to_string());
        quote!(#(const _: &[u8] = ::core::include_bytes!(#files);)*)
    }

    /// The differences of a derived item from the schema. `codecs` are the types of the item's codecs; the name of a record
    /// ends in `newest` in the schema.
    fn differences(&self, derived: &Schema, codecs: &[Custom], newest: &str) -> Diagnostics {
        let mut compare = Compare { named: self, codecs: Vec::new(), found: Diagnostics::new() };
        for (codec, custom) in derived.codecs.iter().zip(codecs) {
            compare.codecs.push((codec.common.name.value.clone(), custom));
        }
        for item in &derived.enums {
            let known = self.schema.enums.iter();
            if let Some(other) =
                compare.item("enum", &item.common, known.map(|it| (&it.common, it)))
            {
                compare.enums(item, other);
            }
        }
        for item in &derived.records {
            let mut common = item.common.clone();
            common.name.value.push_str(newest);
            let known = self.schema.records.iter();
            if let Some(other) = compare.item("record", &common, known.map(|it| (&it.common, it))) {
                compare.records(item, other);
            }
        }
        for item in &derived.unions {
            compare.unions(item, derived);
        }
        compare.found
    }
}

/// The known part of a type.
enum KnownType {
    /// An unknown type.
    Any,
    /// A type without arguments, or with arguments that are not types.
    Name(String),
    /// A type of Rust that reads itself: an item of this name, or another type that only the compiler can resolve.
    Item(String),
    /// A type with another type as its argument.
    Of(&'static str, Box<KnownType>),
}

impl KnownType {
    /// Whether it is equal to a type of a schema.
    fn is(&self, ty: &TypeExpr) -> bool {
        match (self, ty.args.as_slice()) {
            (KnownType::Any, _) => true,
            (KnownType::Name(name), _) => *name == spelled(ty),
            (KnownType::Item(name), _) => is_builtin(ty) || *name == ty.name,
            // Elements of one byte are bytes.
            (KnownType::Of("list", of), []) if ty.name == "blob" => {
                matches!(&**of, KnownType::Name(name) if name == "u8")
            }
            // A list of lists can be a list of records with lists.
            (KnownType::Of(head, of), [TypeArg::Type(inner)]) => {
                let is_record = matches!(**of, KnownType::Of(..)) && !is_builtin(inner);
                ty.name == *head && (is_record || of.is(inner))
            }
            (KnownType::Of(..), _) => false,
        }
    }

    fn words(&self) -> String {
        match self {
            KnownType::Any => "_".to_owned(),
            KnownType::Name(name) | KnownType::Item(name) => name.clone(),
            KnownType::Of(head, of) => format!("{head}<{}>", of.words()),
        }
    }

    /// The type for a Rust type that determines its own encoding.
    fn of(ty: &Type) -> KnownType {
        let list = |of| KnownType::Of("list", Box::new(KnownType::of(of)));
        match look(ty) {
            FieldType::Int(name) | FieldType::Float(name) => KnownType::Name(name),
            FieldType::Bool => KnownType::Name("bool".to_owned()),
            FieldType::NonZero(name) => KnownType::Name(name),
            FieldType::Vec(of) => list(of),
            FieldType::Box(of) => KnownType::of(of),
            FieldType::Bytes => KnownType::Name("blob".to_owned()),
            FieldType::Option(of) => match KnownType::of(of) {
                index @ KnownType::Of("ref", _) => KnownType::Of("flagged", Box::new(index)),
                _ => KnownType::Any,
            },
            FieldType::Named => KnownType::named(ty),
            FieldType::Array(..) | FieldType::Tuple(_) | FieldType::Unsupported(_) => {
                KnownType::Any
            }
        }
    }

    fn of_tokens(tokens: &TokenStream) -> KnownType {
        syn::parse2(tokens.clone()).map_or(KnownType::Any, |ty| KnownType::of(&ty))
    }

    /// The type for a part with keys for its encoding.
    fn of_part(part: &Part) -> KnownType {
        match part {
            Part::Itself(ty) => KnownType::of_tokens(ty),
            Part::Number(number) | Part::Float(number) | Part::NonZero(number) => {
                KnownType::Name(number.spelling())
            }
            Part::Shifted(number) => {
                KnownType::Of("shifted", Box::new(KnownType::Name(number.spelling())))
            }
            Part::List(of) => KnownType::Of("list", Box::new(KnownType::of_part(of))),
            Part::Boxed(of) => KnownType::of_part(of),
            Part::Truth(_)
            | Part::Optional(_)
            | Part::Array(..)
            | Part::Tuple(_)
            | Part::Module(..)
            | Part::Through(..) => KnownType::Any,
        }
    }

    fn named(ty: &Type) -> KnownType {
        let path = match ty {
            Type::Path(path) => &path.path,
            Type::Reference(reference) => return KnownType::named(&reference.elem),
            _ => return KnownType::Any,
        };
        let Some(last) = path.segments.last() else { return KnownType::Any };
        let name = last.ident.to_string();
        let index = |table: &str| KnownType::Of("ref", Box::new(KnownType::Name(table.to_owned())));
        let inner = match &last.arguments {
            PathArguments::AngleBracketed(of) => {
                of.args.iter().find_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
            }
            _ => None,
        };
        match (name.as_str(), inner) {
            ("str" | "String", None) => KnownType::Name("utf8".to_owned()),
            ("Rc" | "Arc" | "Cow", Some(of)) => KnownType::of(of),
            ("AttributeId", None) => index("Attribute"),
            ("TypeId", None) => index("Type"),
            ("StringId", None) => index("String"),
            ("ResourceId", None) => index("Resource"),
            // A generic type has another name for each set of arguments.
            (_, Some(_)) => KnownType::Any,
            (_, None) => KnownType::Item(name),
        }
    }
}

/// Whether a type is built into the language.
fn is_builtin(ty: &TypeExpr) -> bool {
    BUILTIN.iter().any(|builtin| builtin.name == ty.name)
}

/// A type in the spelling of schemas.
fn spelled(ty: &TypeExpr) -> String {
    if let Some(integer) = Integer::of(ty) {
        return integer.spelling();
    }
    let mut text = ty.name.clone();
    let args = ty.args.iter().map(|arg| match arg {
        TypeArg::Type(ty) => spelled(ty),
        TypeArg::Number(number) => number.to_string(),
    });
    let args: Vec<_> = args.collect();
    if !args.is_empty() {
        text += &format!("<{}>", args.join(", "));
    }
    if !ty.arguments.is_empty() {
        text += &format!("({})", ty.spelled_arguments().collect::<Vec<_>>().join(", "));
    }
    text
}

struct Compare<'n> {
    named: &'n Named,
    /// The codecs of the derived item, by name.
    codecs: Vec<(String, &'n Custom)>,
    found: Diagnostics,
}

impl Compare<'_> {
    /// The item of the schema with the name of a derived one.
    fn item<'s, T>(
        &mut self,
        kind: &str,
        common: &Common,
        known: impl Iterator<Item = (&'s Common, &'s T)>,
    ) -> Option<&'s T> {
        let known: Vec<_> = known.collect();
        let name = common.name.value.as_str();
        let found = known.iter().find(|(other, _)| other.name.value == name);
        let Some((other, item)) = found else {
            let message = format!("`{}` has no {kind} `{name}`", self.named.path.value);
            let names = known.iter().map(|(other, _)| other.name.value.as_str());
            self.found.push(
                Diagnostic::new(RULE, message)
                    .at(common.name.span, "the schema does not declare this name")
                    .suggest(name, names),
            );
            return None;
        };
        let versions = (own_versions(common, other), versions(other));
        self.line(common.name.span, other.name.span, name, versions);
        Some(item)
    }

    /// Reports a difference between the derived item and the schema in one part.
    fn line(&mut self, derived: Span, schema: Span, what: &str, (here, there): (String, String)) {
        if here == there {
            return;
        }
        let words = |text: &str| match text.trim_start_matches(", ") {
            "" => "nothing".to_owned(),
            text => text.to_owned(),
        };
        let message = format!("`{what}` differs from `{}`", self.named.path.value);
        self.found.push(Diagnostic::new(RULE, message).at(derived, words(&here)).help(format!(
            "{} has: {}",
            self.named.sources.line_in(Path::new(""), schema),
            words(&there)
        )));
    }

    /// Compares the parts of both in order.
    fn each<'a, T>(
        &mut self,
        owner: &Common,
        (here, there): (&'a [T], &'a [T]),
        common: impl Fn(&T) -> &Common,
        compare: impl Fn(&mut Self, &'a T, &'a T),
    ) {
        for (derived, other) in here.iter().zip(there) {
            let (own, schema) = (&common(derived).name, &common(other).name);
            if own.value != schema.value {
                let names = (format!("`{}`", own.value), format!("`{}`", schema.value));
                return self.line(own.span, schema.span, &own.value, names);
            }
            compare(self, derived, other);
        }
        if let Some(other) = there.get(here.len()) {
            let missing = &common(other).name;
            let message = format!("`{}` lacks `{}`", owner.name.value, missing.value);
            let place = self.named.sources.line_in(Path::new(""), missing.span);
            self.found.push(
                Diagnostic::new(RULE, message)
                    .at(owner.name.span, "expected it in this item")
                    .help(format!("it is declared at {place}")),
            );
        }
        if let Some(derived) = here.get(there.len()) {
            let own = &common(derived).name;
            let message = format!("`{}` has no `{}`", self.named.path.value, own.value);
            self.found
                .push(Diagnostic::new(RULE, message).at(own.span, "the schema does not have it"));
        }
    }

    fn enums(&mut self, here: &Enum, there: &Enum) {
        let (name, other) = (&here.common.name, there.common.name.span);
        let wire = |item: &Enum| {
            let open = if item.is_open() { ", other numbers are kept" } else { "" };
            item.wire.as_ref().map(spelled).unwrap_or_default() + open
        };
        self.line(name.span, other, &name.value, (wire(here), wire(there)));
        let reserved = (reserved(&here.reserved), reserved(&there.reserved));
        self.line(name.span, other, &name.value, reserved);
        let members = (here.members.as_slice(), there.members.as_slice());
        self.each(
            &here.common,
            members,
            |member| &member.common,
            |compare, here, there| {
                let number = |member: &bytespec_codegen::ast::Member| {
                    let number = member.value.as_ref().map(|value| value.value.to_string());
                    number.unwrap_or_default() + &versions(&member.common)
                };
                let name = &here.common.name;
                let lines = (number(here), number(there));
                compare.line(name.span, there.common.name.span, &name.value, lines);
            },
        );
    }

    fn records(&mut self, here: &Record, there: &Record) {
        self.fields(&here.common, &here.fields, &there.fields);
    }

    /// Compares the variants of a derived item. In a dialect, several items form one union of the schema.
    fn unions(&mut self, here: &Union, derived: &Schema) {
        let variants: Vec<&Variant> = derived.variants.iter().collect();
        let unions = self.named.schema.unions.iter();
        let is_of = |union: &Union, variant: &Variant| {
            variant.of.as_ref().is_some_and(|of| of.value == union.common.name.value)
        };
        let mut unions = unions.filter(|union| {
            union.common.name.value == here.common.name.value
                || self.named.schema.variants.iter().any(|variant| {
                    is_of(union, variant)
                        && variants
                            .iter()
                            .any(|own| own.common.name.value == variant.common.name.value)
                })
        });
        let Some(union) = unions.next() else {
            let name = &here.common.name;
            let message = format!("`{}` has no union `{}`", self.named.path.value, name.value);
            self.found.push(
                Diagnostic::new(RULE, message)
                    .at(name.span, "the schema does not declare this name"),
            );
            return;
        };
        let name = &here.common.name;
        let tag = |union: &Union| union.tag.as_ref().map(spelled).unwrap_or_default();
        self.line(name.span, union.common.name.span, &name.value, (tag(here), tag(union)));
        for own in variants {
            let all = self.named.schema.variants.iter().filter(|variant| is_of(union, variant));
            let known = all.map(|variant| (&variant.common, variant));
            let Some(other) = self.item("variant", &own.common, known) else { continue };
            let name = &own.common.name;
            let code = |variant: &Variant| {
                variant.tag().map(|tag| format!("code {}", tag.value)).unwrap_or_default()
            };
            self.line(name.span, other.common.name.span, &name.value, (code(own), code(other)));
            self.fields(&own.common, &own.fields, &other.fields);
        }
    }

    fn fields(&mut self, owner: &Common, here: &[Field], there: &[Field]) {
        // Flags and presence fields have no name in Rust.
        let is_seen = |field: &&Field| !matches!(field.ty.name.as_str(), "flags" | "presence");
        let hidden = |fields: &[Field]| -> Vec<String> {
            let hidden = fields.iter().filter(|field| !is_seen(field));
            hidden.map(|field| spelled(&field.ty)).collect()
        };
        let lines = (hidden(here).join(", "), hidden(there).join(", "));
        let place = there.first().map_or(owner.name.span, |field| field.common.name.span);
        self.line(owner.name.span, place, &owner.name.value, lines);
        let here: Vec<&Field> = here.iter().filter(is_seen).collect();
        let there: Vec<&Field> = there.iter().filter(is_seen).collect();
        self.each(
            owner,
            (&here, &there),
            |field| &field.common,
            |compare, here, there| {
                let known = compare.known(&here.ty);
                let ty = match known.is(&there.ty) {
                    true => spelled(&there.ty),
                    false => known.words(),
                };
                let lines = (line(&ty, here, there), line(&spelled(&there.ty), there, there));
                let name = &here.common.name;
                compare.line(here.ty.span, there.common.name.span, &name.value, lines);
            },
        );
    }

    /// The known part of a type of the derived item.
    fn known(&self, ty: &TypeExpr) -> KnownType {
        let Some((_, custom)) = self.codecs.iter().find(|(name, _)| *name == ty.name) else {
            return KnownType::Name(spelled(ty));
        };
        match &custom.coding {
            Coding::Type => KnownType::of_tokens(&custom.ty),
            Coding::Part(part) => KnownType::of_part(part),
            _ => KnownType::Any,
        }
    }
}

/// A field in one line. A default that is a value of Rust counts as that of the schema.
fn line(ty: &str, field: &Field, there: &Field) -> String {
    let mut text = ty.to_owned();
    if field.optional {
        text.push_str(", optional");
    }
    for presence in &field.presence {
        text += &match &presence.how {
            PresenceHow::Bit(bit) => format!(", bit {bit}"),
            PresenceHow::Field(_) => ", with a presence field".to_owned(),
            PresenceHow::When(test) => format!(", when {test}"),
            PresenceHow::Unless(test) => format!(", unless {test}"),
        };
    }
    text += &versions(&field.common);
    let default = match &field.default {
        Some(default) if matches!(default.value, Literal::Text(_)) => {
            there.default.as_ref().or(Some(default))
        }
        default => default.as_ref(),
    };
    if let Some(default) = default {
        text += &match &default.value {
            Literal::Int(number) => format!(", default {number}"),
            Literal::Bool(value) => format!(", default {value}"),
            Literal::Text(text) => format!(", default {text}"),
            Literal::EmptyList => ", default []".to_owned(),
        };
    }
    text
}

fn versions(common: &Common) -> String {
    let gate = |word: &str, version: &Option<Spanned<String>>| {
        version.as_ref().map(|version| format!(", {word} {}", version.value)).unwrap_or_default()
    };
    gate("since", &common.since) + &gate("until", &common.until)
}

/// The versions of a derived item. The version before another one counts as that of the schema.
fn own_versions(own: &Common, other: &Common) -> String {
    let mut own = own.clone();
    if own.until.as_ref().is_some_and(|until| before::later(&until.value).is_some()) {
        own.until = other.until.clone().or(own.until);
    }
    versions(&own)
}

fn reserved(reserved: &[bytespec_codegen::ast::Reserved]) -> String {
    let mut numbers: Vec<_> = reserved.iter().map(|reserved| reserved.number.value).collect();
    numbers.sort_unstable();
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    if numbers.is_empty() { String::new() } else { format!("reserved {}", numbers.join(", ")) }
}

#[cfg(test)]
mod tests {
    use crate::expand::by_name;
    use syn::{Item, parse_quote};

    /// A derived item agrees with its export.
    #[test]
    fn models_agree_with_what_they_export() {
        let mut items = 0;
        for model in ["motor", "log", "quant"] {
            let file = std::fs::read_to_string(format!("tests/models/{model}.rs")).unwrap();
            for item in syn::parse_file(&file).unwrap().items {
                let mut input: syn::DeriveInput = match item {
                    Item::Struct(item) => item.into(),
                    Item::Enum(item) => item.into(),
                    _ => continue,
                };
                // A generic item is several items of the schema.
                if input.generics.type_params().next().is_some() {
                    continue;
                }
                let derives = crate::golden::strip(&mut input.attrs.clone());
                let path = format!("tests/schema/{model}/schema.yaml");
                input.attrs.push(parse_quote!(#[bytecode(schema = #path)]));
                for name in derives.iter().filter(|name| name.starts_with("Bytecode")) {
                    // A difference would be an error of the compiler, which panics outside of a macro.
                    assert!(by_name(name, &input).is_some());
                    items += 1;
                }
            }
        }
        assert!(items > 0);
    }
}
