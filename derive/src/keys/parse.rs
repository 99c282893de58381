//! From tokens to keys and their values.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Field, Ident, Lit, LitStr, Path, Token, Type};

use super::{FORM_KEYS, Key, Keys, Shape, UPGRADE_KEYS, Value};
use crate::place::Places;

/// A key and the tokens after it.
pub(super) struct Pair {
    pub(super) name: Ident,
    after: After,
}

enum After {
    Nothing,
    /// `= tokens`
    Value(TokenStream),
    /// `(tokens)`
    Group(Group),
}

impl Pair {
    /// The tokens of the value.
    pub(super) fn value(&self) -> Option<TokenStream> {
        match &self.after {
            After::Nothing => None,
            After::Value(value) => Some(value.clone()),
            After::Group(group) => Some(TokenTree::Group(group.clone()).into()),
        }
    }
}

/// Keys with commas between.
pub(super) fn pairs(input: ParseStream<'_>) -> syn::Result<Vec<Pair>> {
    let mut pairs = Vec::new();
    while !input.is_empty() {
        let name = input.call(Ident::parse_any)?;
        let after = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            After::Value(until_comma(input)?)
        } else if let Some(TokenTree::Group(group)) =
            input.cursor().token_tree().map(|(token, _)| token)
            && group.delimiter() == Delimiter::Parenthesis
        {
            After::Group(input.parse()?)
        } else {
            After::Nothing
        };
        pairs.push(Pair { name, after });
        if input.is_empty() {
            break;
        }
        input.parse::<Token![,]>()?;
    }
    Ok(pairs)
}

/// Tokens up to a comma that is not between angle brackets; at least one.
fn until_comma(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    let mut depth = 0;
    while !(input.is_empty() || depth == 0 && input.peek(Token![,])) {
        let token: TokenTree = input.parse()?;
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                '<' => depth += 1,
                '>' if depth > 0 => depth -= 1,
                _ => {}
            }
        }
        tokens.extend([token]);
    }
    if tokens.is_empty() {
        return Err(input.error("expected a value"));
    }
    Ok(tokens)
}

/// The value of a key, or the expected form.
pub(super) fn value(pair: &Pair, shape: Shape, places: &mut Places) -> Result<Value, String> {
    let name = &pair.name;
    let literal = match &pair.after {
        After::Value(tokens) => syn::parse2::<Expr>(tokens.clone()).ok().and_then(literal),
        _ => None,
    };
    let tokens = pair.value();
    match (shape, literal) {
        (Shape::Text(_) | Shape::TextOrNothing(_), Some(Lit::Str(text))) => Ok(Value::Text(text)),
        (Shape::TextOrNothing(_), _) if tokens.is_none() => Ok(Value::Nothing),
        (Shape::TextOrNothing(example), _) => {
            Err(format!("expected `{name} = \"{example}\"`, or `{name}` alone"))
        }
        (Shape::Text(example), _) => Err(format!("expected `{name} = \"{example}\"`")),
        (Shape::OneOf(words), Some(Lit::Str(text))) if words.contains(&text.value().as_str()) => {
            Ok(Value::Text(text))
        }
        (Shape::OneOf(words), _) => {
            let words: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
            Err(format!("expected {}", words.join(" or ")))
        }
        (Shape::Number, Some(Lit::Int(number))) => {
            number.base10_parse().map(Value::Number).map_err(|error| error.to_string())
        }
        (Shape::Number, _) => Err(format!("expected `{name} = 0`")),
        (Shape::Nothing, _) if tokens.is_none() => Ok(Value::Nothing),
        (Shape::Nothing, _) => Err(format!("expected `{name}` alone")),
        (Shape::Type(example), _) => ty(pair)
            .map(|ty| Value::Type(Box::new(ty)))
            .ok_or_else(|| format!("expected `{name} = {example}`")),
        (Shape::Value, _) => match &pair.after {
            After::Value(tokens) => Ok(Value::Rust(tokens.clone())),
            _ => Err(format!("expected `{name} = value`")),
        },
        (Shape::Codec, _) => match &pair.after {
            After::Value(tokens) => codec.parse2(tokens.clone()).ok(),
            _ => None,
        }
        .map(|(path, arguments)| Value::Codec(path, arguments))
        .ok_or_else(|| format!("expected `{name} = path::to::module`")),
        (Shape::Texts, _) => list::<LitStr>(pair)
            .map(Value::Texts)
            .ok_or_else(|| format!("expected `{name}(\"1.0\", \"1.1\")`")),
        (Shape::Types, _) => list::<Type>(pair)
            .map(Value::Types)
            .ok_or_else(|| format!("expected `{name}(MyType, Other)`")),
        (Shape::Numbers, _) => {
            numbers(pair).map(Value::Numbers).ok_or_else(|| format!("expected `{name}(1, 2)`"))
        }
        (Shape::Dead, _) => match &pair.after {
            After::Group(group) => dead.parse2(group.stream()).ok(),
            _ => None,
        }
        .map(|(number, was)| Value::Dead(number, was))
        .ok_or_else(|| format!("expected `{name}(5, \"what it was\")`")),
        (Shape::Form, _) => match &pair.after {
            After::Group(group) => Ok(Value::Form(within(group, FORM_KEYS, "a form", places))),
            _ => Err(format!("expected `{name}(code = 1, with = \"field\")`")),
        },
        (Shape::Members, _) => members(pair)
            .map(Value::Members)
            .ok_or_else(|| format!("expected `{name}(field = Enum::Member)`")),
        (Shape::Upgrade, _) => match &pair.after {
            After::Group(group) => {
                Ok(Value::Upgrade(within(group, UPGRADE_KEYS, "an upgrade", places)))
            }
            _ => Err(format!("expected `{name}(from = OldNote, before = \"1.1\")`")),
        },
        (Shape::Gone, _) => match &pair.after {
            After::Group(group) => gone.parse2(group.stream()).ok(),
            _ => None,
        }
        .map(|field| Value::Gone(Box::new(field)))
        .ok_or_else(|| format!("expected `{name}(field: Type, until = \"1.0\", default = 0)`")),
    }
}

fn list<T: syn::parse::Parse>(pair: &Pair) -> Option<Vec<T>> {
    let After::Group(group) = &pair.after else { return None };
    let list = Punctuated::<T, Token![,]>::parse_terminated.parse2(group.stream()).ok()?;
    (!list.is_empty()).then(|| list.into_iter().collect())
}

/// The type behind `=`.
fn ty(pair: &Pair) -> Option<Type> {
    let After::Value(tokens) = &pair.after else { return None };
    syn::parse2::<Type>(tokens.clone())
        .ok()
        .filter(|ty| matches!(ty, Type::Path(_) | Type::Group(_) | Type::Tuple(_) | Type::Array(_)))
}

/// The numbers in a group, with their tokens; at least one.
fn numbers(pair: &Pair) -> Option<Vec<(u64, TokenStream)>> {
    let numbers = list::<syn::LitInt>(pair)?.into_iter();
    let number = |lit: syn::LitInt| {
        let number = lit.base10_parse().ok()?;
        Some((number, quote::ToTokens::into_token_stream(lit)))
    };
    numbers.map(number).collect()
}

/// The fields in a group, with the members of enums that they must be; at least one.
fn members(pair: &Pair) -> Option<Vec<(Ident, Path)>> {
    let After::Group(group) = &pair.after else { return None };
    let list = Punctuated::<_, Token![,]>::parse_terminated_with;
    let list = |input: ParseStream<'_>| list(input, member);
    let members = list.parse2(group.stream()).ok()?;
    (!members.is_empty()).then(|| members.into_iter().collect())
}

/// The keys in a group.
fn within(group: &Group, known: &'static [Key], what: &str, places: &mut Places) -> Keys {
    let before = places.findings.len();
    let mut keys = Keys::default();
    match pairs.parse2(group.stream()) {
        Ok(pairs) => keys.add(pairs, known, what, places),
        Err(error) => places.syntax(&error),
    }
    keys.broken = places.findings.len() > before;
    keys
}

/// `path`, or `path(field, ...)`.
fn codec(input: ParseStream<'_>) -> syn::Result<(Path, Vec<Ident>)> {
    let path = input.call(Path::parse_mod_style)?;
    if input.is_empty() {
        return Ok((path, Vec::new()));
    }
    let inner;
    syn::parenthesized!(inner in input);
    let arguments = Punctuated::<Ident, Token![,]>::parse_terminated(&inner)?;
    Ok((path, arguments.into_iter().collect()))
}

/// `field = Enum::Member`.
fn member(input: ParseStream<'_>) -> syn::Result<(Ident, Path)> {
    let field = input.call(Ident::parse_any)?;
    input.parse::<Token![=]>()?;
    let path = input.call(Path::parse_mod_style)?;
    // A single word would be a pattern that matches everything.
    if path.segments.len() < 2 { Err(input.error("too short")) } else { Ok((field, path)) }
}

/// `5, "what it was"`.
fn dead(input: ParseStream<'_>) -> syn::Result<(u64, LitStr)> {
    let number: syn::LitInt = input.parse()?;
    input.parse::<Token![,]>()?;
    let was = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    if input.is_empty() { Ok((number.base10_parse()?, was)) } else { Err(input.error("too much")) }
}

/// `name: Type, key = value, ...`, as the field that has these keys.
fn gone(input: ParseStream<'_>) -> syn::Result<Field> {
    let name: Ident = input.call(Ident::parse_any)?;
    let colon = input.parse::<Token![:]>()?;
    let ty: Type = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    let keys: TokenStream = input.parse()?;
    Ok(Field {
        attrs: vec![syn::parse_quote!(#[bytecode(#keys)])],
        vis: syn::Visibility::Inherited,
        mutability: syn::FieldMutability::None,
        ident: Some(name),
        colon_token: Some(colon),
        ty,
    })
}

fn literal(value: Expr) -> Option<Lit> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        // A macro by example puts its arguments into groups.
        Expr::Group(group) => literal(*group.expr),
        _ => None,
    }
}
