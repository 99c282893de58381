//! What the Rust type of a field says.

use quote::ToTokens;
use syn::{GenericArgument, PathArguments, Type};

/// The Rust type of a field, as far as its tokens tell.
pub(crate) enum FieldType<'t> {
    /// An integer of fixed width, by name.
    Int(String),
    /// `bool`
    Bool,
    /// `Option<T>`
    Option(&'t Type),
    /// Any other name: Rust knows whether it reads and writes itself.
    Named,
    /// What cannot be a field, and what to do instead.
    Unsupported(&'static str),
}

const FIXED: &[&str] = &["u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64"];
const LENGTHS: &str = "a derived record has no lists: describe it in a schema";

/// Looks at a type.
pub(crate) fn look(ty: &Type) -> FieldType<'_> {
    let path = match ty {
        // What a macro by example passes on stands in a group of its own.
        Type::Group(group) => return look(&group.elem),
        Type::Paren(inner) => return look(&inner.elem),
        Type::Path(path) if path.qself.is_none() => &path.path,
        Type::Path(_) => return FieldType::Named,
        Type::Array(_) | Type::Slice(_) => return FieldType::Unsupported(LENGTHS),
        Type::Reference(_) | Type::Ptr(_) => {
            return FieldType::Unsupported("a derived record owns what it holds");
        }
        Type::Tuple(_) => {
            return FieldType::Unsupported("give its parts names: make it a record of its own");
        }
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
        name if FIXED.contains(&name) => FieldType::Int(name.to_owned()),
        "Option" => match &last.arguments {
            PathArguments::AngleBracketed(args) => match args.args.first() {
                Some(GenericArgument::Type(inner)) if args.args.len() == 1 => {
                    FieldType::Option(inner)
                }
                _ => FieldType::Named,
            },
            _ => FieldType::Named,
        },
        "usize" | "isize" => FieldType::Unsupported("its width differs: take `u32` or `u64`"),
        "u128" | "i128" => FieldType::Unsupported("an integer has at most 64 bits"),
        "f32" | "f64" => FieldType::Unsupported("take its bits: `u32` or `u64`"),
        "char" => FieldType::Unsupported("take its number: `u32`"),
        "Vec" | "String" | "str" | "Box" | "Rc" | "Arc" | "Cow" | "VecDeque" | "HashMap"
        | "BTreeMap" | "HashSet" | "BTreeSet" => FieldType::Unsupported(LENGTHS),
        _ => FieldType::Named,
    }
}

/// Whether two types are written alike.
pub(crate) fn same(a: &Type, b: &Type) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}
