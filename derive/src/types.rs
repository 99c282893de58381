//! The Rust type of a field.

use bytespec_codegen::emit::rust::Holds;
use quote::ToTokens;
use syn::{Expr, GenericArgument, PathArguments, PathSegment, Type};

/// The Rust type of a field, by its tokens.
pub(crate) enum FieldType<'t> {
    /// An integer of fixed width, by name.
    Int(String),
    /// `f32` or `f64`, by name.
    Float(String),
    /// `bool`
    Bool,
    /// `Option<T>`
    Option(&'t Type),
    /// `Vec<T>`
    Vec(&'t Type),
    /// `[T; N]`, and `N`.
    Array(&'t Type, &'t Expr),
    /// A tuple.
    Tuple(Vec<&'t Type>),
    /// `Box<T>`
    Box(&'t Type),
    /// A `NonZero`, of an integer by name.
    NonZero(String),
    /// `&[u8]`
    Bytes,
    /// Any other type; the compiler checks whether it reads and writes itself.
    Named,
    /// A type that a field cannot have, and a help.
    Unsupported(&'static str),
}

const FIXED: &[&str] = &["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];

/// Classifies a type.
pub(crate) fn look(ty: &Type) -> FieldType<'_> {
    let path = match ty {
        // A macro by example puts its arguments into groups.
        Type::Group(group) => return look(&group.elem),
        Type::Paren(inner) => return look(&inner.elem),
        Type::Path(path) if path.qself.is_none() => &path.path,
        Type::Path(_) => return FieldType::Named,
        Type::Reference(reference) => return borrowed(&reference.elem),
        Type::Slice(_) => return FieldType::Unsupported("use a `Vec`"),
        Type::Ptr(_) => return FieldType::Unsupported("use an owned value, or a reference"),
        Type::Tuple(tuple) if tuple.elems.is_empty() => {
            return FieldType::Unsupported("it has no value: remove the field");
        }
        Type::Array(array) => return FieldType::Array(&array.elem, &array.len),
        Type::Tuple(tuple) => return FieldType::Tuple(tuple.elems.iter().collect()),
        _ => return FieldType::Unsupported("expected the name of a type"),
    };
    let Some(last) = path.segments.last() else { return FieldType::Named };
    let name = last.ident.to_string();
    let first = path.segments.first().map(|segment| segment.ident.to_string());
    let standard = path.segments.len() == 1
        || first.is_some_and(|first| ["std", "core", "alloc"].contains(&first.as_str()));
    if !standard {
        return FieldType::Named;
    }
    match name.as_str() {
        "bool" => FieldType::Bool,
        "f32" | "f64" => FieldType::Float(name),
        name if FIXED.contains(&name) => FieldType::Int(name.to_owned()),
        "Option" => argument(last).map_or(FieldType::Named, FieldType::Option),
        "Vec" => argument(last).map_or(FieldType::Named, FieldType::Vec),
        "Box" => argument(last).map_or(FieldType::Named, FieldType::Box),
        "NonZero" => match argument(last).map(look) {
            Some(FieldType::Int(int)) => FieldType::NonZero(int),
            _ => FieldType::Named,
        },
        name if let Some(int) = name.strip_prefix("NonZero") => {
            let int = int.to_lowercase();
            let known = FIXED.contains(&int.as_str());
            if known { FieldType::NonZero(int) } else { FieldType::Named }
        }
        "usize" | "isize" => {
            FieldType::Unsupported("its width depends on the platform: use `u32` or `u64`")
        }
        "u128" | "i128" => FieldType::Unsupported("an integer has at most 64 bits"),
        "char" => FieldType::Unsupported("use its number, a `u32`"),
        "HashMap" => FieldType::Unsupported("use a `BTreeMap`, whose entries are ordered"),
        "VecDeque" | "HashSet" | "BTreeSet" => {
            FieldType::Unsupported("use a `Vec`, whose elements are ordered")
        }
        _ => FieldType::Named,
    }
}

/// The parts of values of a type that text can omit.
pub(crate) fn holds(ty: &Type) -> Holds {
    match look(ty) {
        FieldType::Option(_) => Holds::Option,
        FieldType::Vec(_) => Holds::List,
        _ => Holds::One,
    }
}

/// Whether a type contains an option.
pub(crate) fn holds_option(ty: &Type) -> bool {
    match look(ty) {
        FieldType::Option(_) => true,
        FieldType::Vec(of) | FieldType::Array(of, _) | FieldType::Box(of) => holds_option(of),
        FieldType::Tuple(parts) => parts.into_iter().any(holds_option),
        _ => false,
    }
}

/// The only argument of a type.
fn argument(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if arguments.args.len() == 1 => Some(inner),
        _ => None,
    }
}

fn borrowed(inner: &Type) -> FieldType<'_> {
    match inner {
        Type::Group(group) => borrowed(&group.elem),
        Type::Slice(slice) => match look(&slice.elem) {
            FieldType::Int(int) if int == "u8" => FieldType::Bytes,
            _ => FieldType::Unsupported("borrow only bytes and text; for a list, use a `Vec`"),
        },
        _ => FieldType::Named,
    }
}

/// Whether two token streams have the same spelling.
pub(crate) fn same(a: impl ToTokens, b: impl ToTokens) -> bool {
    spelled(a) == spelled(b)
}

/// The spelling of tokens, without spaces except between two names.
pub(crate) fn spelled(tokens: impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let is_word = |letter: Option<char>| letter.is_some_and(|l| l.is_alphanumeric() || l == '_');
    let parts = text.split(' ').collect::<Vec<_>>();
    let mut spelled = String::new();
    for part in parts {
        if is_word(spelled.chars().last()) && is_word(part.chars().next()) {
            spelled.push(' ');
        }
        spelled.push_str(part);
    }
    spelled
}
