//! Parses expressions of preview content, which no template can express.
//!
//! The text at the place of an expression determines its kind: a word with a dot is a builtin, any other word a parameter.

use super::super::super::generated::{
    Attribute, Feature, PreviewAccess, PreviewMemorySpace, PreviewSynchronization, StringId, Type,
};
use super::super::super::module::Module;
use super::super::parts::Form;
use super::super::preview::{Make, OPERATORS};
use super::types::Types;
use bytespec_core::dimension::DYNAMIC;
use bytespec_core::error::Result;
use bytespec_core::small::ThinVec;
use bytespec_core::text::wrong::{too_deep, undeclared};
use bytespec_core::text::{Kind, Scanner};
use bytespec_core::wire::MAX_DEPTH;

/// The prefix of attributes.
pub(super) const ATTRIBUTE: &str = "#cuda_tile";

impl<'m> Types<'m> {
    /// The types of a module with preview content. Sets the feature for it.
    pub(super) fn of_preview(module: &'m mut Module) -> Self {
        module.features = module.features.with(Feature::Preview);
        Types(module)
    }

    fn string(&mut self, scanner: &mut Scanner<'_>) -> Result<StringId> {
        let text = scanner.string()?;
        Ok(self.0.string(&text))
    }
}

/// An expression, and its nesting depth.
struct Tree {
    attribute: Attribute,
    height: u32,
}

impl Tree {
    fn leaf(attribute: Attribute) -> Self {
        Tree { attribute, height: 1 }
    }

    /// An expression that contains others.
    fn over(scanner: &Scanner<'_>, inner: u32, attribute: Attribute) -> Result<Self> {
        if inner >= MAX_DEPTH {
            return Err(too_deep("nested attributes").moved_to(scanner.offset()));
        }
        Ok(Tree { attribute, height: inner + 1 })
    }
}

/// Parses an expression with operators.
pub(super) fn short(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Attribute> {
    sum(scanner, types).map(|tree| tree.attribute)
}

fn sum(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    scanner.inside(|scanner| chain(scanner, types, 1, product))
}

fn product(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    chain(scanner, types, 2, signed)
}

/// Parses operands with signs of one precedence between them.
fn chain(
    scanner: &mut Scanner<'_>,
    types: &mut Types<'_>,
    strength: u32,
    operand: fn(&mut Scanner<'_>, &mut Types<'_>) -> Result<Tree>,
) -> Result<Tree> {
    let mut tree = operand(scanner, types)?;
    let eat = |scanner: &mut Scanner<'_>| {
        let mut operators = OPERATORS.iter().filter(|operator| operator.strength == strength);
        operators.find(|operator| match operator.sign.as_bytes() {
            [mark] => scanner.eat(*mark),
            _ => scanner.eat_literal(operator.sign, true),
        })
    };
    while let Some(operator) = eat(scanner) {
        let rhs = operand(scanner, types)?;
        tree = joined(scanner, operator.make, tree, rhs)?;
    }
    Ok(tree)
}

fn joined(scanner: &Scanner<'_>, make: Make, lhs: Tree, rhs: Tree) -> Result<Tree> {
    let inner = lhs.height.max(rhs.height);
    Tree::over(scanner, inner, make(Box::new(lhs.attribute), Box::new(rhs.attribute)))
}

fn signed(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    let mark = scanner.mark();
    if !scanner.eat(b'-') {
        return atom(scanner, types);
    }
    if matches!(scanner.kind(), Kind::Integer | Kind::Float) {
        scanner.reset(mark);
        return value(scanner, types);
    }
    scanner.inside(|scanner| {
        let Tree { attribute, height } = signed(scanner, types)?;
        let operand = Box::new(attribute);
        Tree::over(scanner, height, Attribute::PreviewExprNeg { operand })
    })
}

fn atom(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    match scanner.kind() {
        Kind::Integer | Kind::Float => value(scanner, types),
        Kind::Word => {
            let word = scanner.spelling();
            scanner.advance();
            Ok(Tree::leaf(named(types, word)))
        }
        Kind::Mark(b'(') => in_brackets(scanner, types),
        _ => whole(scanner, types),
    }
}

/// The expression for a word. Only names of builtins contain a dot; builtins are indices.
fn named(types: &mut Types<'_>, word: &str) -> Attribute {
    let name = types.0.string(word);
    if word.contains('.') {
        return Attribute::PreviewExprBuiltin { name, r#type: types.0.ty(Type::PreviewIndex) };
    }
    Attribute::PreviewExprVar { name }
}

/// Parses a number. A number without a type is an expression.
fn value(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    let mark = scanner.mark();
    if let Ok(value) = scanner.number::<i64>()
        && !scanner.is(b':')
    {
        return Ok(Tree::leaf(Attribute::PreviewExprInt { value }));
    }
    scanner.reset(mark);
    types.number(scanner, Form::Full).map(Tree::leaf)
}

/// Parses one or several expressions in brackets.
fn in_brackets(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    scanner.expect(b'(')?;
    let mut values = Vec::new();
    let mut height = 0;
    let mut alone = false;
    while !scanner.is(b')') {
        let tree = sum(scanner, types)?;
        height = height.max(tree.height);
        values.push(tree.attribute);
        alone = values.len() == 1 && !scanner.is(b',');
        if !scanner.eat(b',') {
            break;
        }
    }
    scanner.expect(b')')?;
    if alone && let Some(attribute) = values.pop() {
        return Ok(Tree { attribute, height });
    }
    Tree::over(scanner, height, Attribute::PreviewSymbolicTuple { values: values.into() })
}

/// Parses an attribute with its name: `#cuda_tile<preview$...<...>>`.
pub(super) fn full(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Attribute> {
    whole(scanner, types).map(|tree| tree.attribute)
}

fn whole(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    scanner.inside(|scanner| match scanner.kind() {
        Kind::Hash if scanner.spelling() == ATTRIBUTE => tagged(scanner, types),
        Kind::Integer | Kind::Float | Kind::Mark(b'-') => {
            types.number(scanner, Form::Full).map(Tree::leaf)
        }
        Kind::String => {
            let value = types.string(scanner)?;
            Ok(Tree::leaf(Attribute::String { value }))
        }
        Kind::Word if scanner.is_word("true") || scanner.is_word("false") => {
            Ok(Tree::leaf(Attribute::Bool { value: scanner.boolean()? }))
        }
        _ => {
            let r#type = types.read(scanner)?;
            Ok(Tree::leaf(Attribute::Type { r#type }))
        }
    })
}

fn tagged(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    scanner.advance();
    scanner.expect(b'<')?;
    let start = scanner.offset();
    let name = scanner.expect_kind(Kind::Word, "an attribute of preview content")?;
    scanner.expect(b'<')?;
    let tree = content(scanner, types, name, start)?;
    scanner.expect(b'>')?;
    scanner.expect(b'>')?;
    Ok(tree)
}

fn content(
    scanner: &mut Scanner<'_>,
    types: &mut Types<'_>,
    name: &str,
    start: usize,
) -> Result<Tree> {
    if let Some(operator) = OPERATORS.iter().find(|operator| operator.label == name) {
        let lhs = whole(scanner, types)?;
        scanner.expect(b',')?;
        let rhs = whole(scanner, types)?;
        return joined(scanner, operator.make, lhs, rhs);
    }
    match name {
        "preview$expr_neg" => {
            let Tree { attribute, height } = whole(scanner, types)?;
            let operand = Box::new(attribute);
            Tree::over(scanner, height, Attribute::PreviewExprNeg { operand })
        }
        "preview$symbolic_tuple" => {
            let (values, height) = list(scanner, types)?;
            let values = values.into();
            Tree::over(scanner, height, Attribute::PreviewSymbolicTuple { values })
        }
        "preview$layout" => layout(scanner, types),
        "preview$scratch_request" => {
            scanner.literal("smem.size =", false)?;
            let size = whole(scanner, types)?;
            scanner.literal(", smem.alignment =", false)?;
            let alignment = whole(scanner, types)?;
            let height = size.height.max(alignment.height);
            let (size, alignment) = (Box::new(size.attribute), Box::new(alignment.attribute));
            let request = Attribute::PreviewScratchRequest { size, alignment };
            Tree::over(scanner, height, request)
        }
        name => leaf(scanner, types, name, start).map(Tree::leaf),
    }
}

/// Parses an attribute that contains no others.
fn leaf(
    scanner: &mut Scanner<'_>,
    types: &mut Types<'_>,
    name: &str,
    start: usize,
) -> Result<Attribute> {
    Ok(match name {
        "preview$expr_int" => Attribute::PreviewExprInt { value: scanner.number()? },
        "preview$expr_var" => Attribute::PreviewExprVar { name: types.string(scanner)? },
        "preview$expr_const_str" => {
            Attribute::PreviewExprConstStr { value: types.string(scanner)? }
        }
        "preview$expr_builtin" => {
            let name = types.string(scanner)?;
            scanner.expect(b',')?;
            Attribute::PreviewExprBuiltin { name, r#type: types.read(scanner)? }
        }
        "preview$concrete_type" => Attribute::PreviewConcreteType { r#type: types.read(scanner)? },
        "preview$const_param" => {
            scanner.literal("name =", false)?;
            let name = types.string(scanner)?;
            scanner.literal(", type =", false)?;
            Attribute::PreviewConstParam { name, r#type: types.read(scanner)? }
        }
        "preview$memory_space" => {
            let all = PreviewMemorySpace::ALL;
            let value = scanner.member(all, false, PreviewMemorySpace::name)?;
            Attribute::PreviewMemorySpaceValue { value }
        }
        "preview$synchronization" => {
            let all = PreviewSynchronization::ALL;
            let value = scanner.member(all, false, PreviewSynchronization::name)?;
            Attribute::PreviewSynchronizationValue { value }
        }
        "preview$access" => {
            let value = scanner.member(PreviewAccess::ALL, false, PreviewAccess::name)?;
            Attribute::PreviewAccessValue { value }
        }
        _ => return Err(undeclared(start, "attribute", name)),
    })
}

/// Parses attributes in square brackets. Returns them with their nesting depth.
fn list(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<(Vec<Attribute>, u32)> {
    scanner.expect(b'[')?;
    let (mut values, mut height, mut first) = (Vec::new(), 0, true);
    while !scanner.eat(b']') {
        scanner.comma(&mut first)?;
        let tree = whole(scanner, types)?;
        height = height.max(tree.height);
        values.push(tree.attribute);
    }
    Ok((values, height))
}

/// Parses the content of the brackets of a layout.
fn layout(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    let in_words = scanner.eat_literal("shapes =", false);
    let mut lists: [ThinVec<Attribute>; 2] = Default::default();
    let mut height = 0;
    for (list, before) in lists.iter_mut().zip(["", if in_words { ", strides =" } else { ":" }]) {
        scanner.literal(before, false)?;
        let start = scanner.offset();
        let tree = if in_words { whole(scanner, types)? } else { several(scanner, types)? };
        let Attribute::PreviewSymbolicTuple { values } = tree.attribute else {
            return Err(scanner.misfit(start, "a tuple"));
        };
        height = height.max(tree.height);
        *list = values;
    }
    let [shapes, strides] = lists;
    Tree::over(scanner, height, Attribute::PreviewLayout { shapes, strides })
}

/// Parses expressions in brackets. A single one is a tuple, too.
fn several(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Tree> {
    scanner.expect(b'(')?;
    let (mut values, mut height, mut first) = (Vec::new(), 0, true);
    while !scanner.eat(b')') {
        scanner.comma(&mut first)?;
        let tree = sum(scanner, types)?;
        height = height.max(tree.height);
        values.push(tree.attribute);
    }
    Ok(Tree { attribute: Attribute::PreviewSymbolicTuple { values: values.into() }, height })
}

/// Parses an argument of a call: a type, a string, or an expression.
pub(super) fn argument(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Attribute> {
    let ends = |scanner: &Scanner<'_>| scanner.is(b',') || scanner.is(b']');
    match scanner.kind() {
        Kind::String => {
            let value = types.string(scanner)?;
            return Ok(Attribute::PreviewExprConstStr { value });
        }
        Kind::Word | Kind::Exclamation | Kind::Mark(b'(') => {
            let ty = scanner.attempt(|scanner| {
                let ty = types.read(scanner)?;
                if ends(scanner) { Ok(ty) } else { Err(scanner.expected("`,` or `]`")) }
            });
            if let Some(r#type) = ty {
                return Ok(Attribute::PreviewConcreteType { r#type });
            }
        }
        _ => {}
    }
    short(scanner, types)
}

/// Parses the type of a tile, after `tile<`. Sizes are numbers, or expressions in brackets.
fn tile(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<Type> {
    let (values, shape) = shape(scanner, types)?;
    let symbolic = values.iter().any(|value| !matches!(value, Attribute::PreviewExprInt { .. }));
    let symbolic = symbolic.then(|| Attribute::PreviewSymbolicTuple { values: values.into() });
    let element = types.read(scanner)?;
    scanner.expect(b'>')?;
    let symbolic_shape = symbolic.into_iter().collect();
    Ok(Type::Tile { element, shape: shape.into(), symbolic_shape })
}

/// Parses the dimensions of a shape: the static sizes and the symbolic ones.
fn shape(scanner: &mut Scanner<'_>, types: &mut Types<'_>) -> Result<(Vec<Attribute>, Vec<i64>)> {
    let (mut values, mut sizes) = (Vec::new(), Vec::new());
    loop {
        let value = match scanner.kind() {
            Kind::Integer | Kind::Mark(b'-') => {
                Attribute::PreviewExprInt { value: scanner.decimal()? }
            }
            Kind::Mark(b'[') => {
                scanner.advance();
                let value = short(scanner, &mut Types::of_preview(types.0))?;
                scanner.expect(b']')?;
                value
            }
            _ => return Ok((values, sizes)),
        };
        scanner.literal("x", true)?;
        sizes.push(match value {
            Attribute::PreviewExprInt { value } => value,
            _ => DYNAMIC,
        });
        values.push(value);
    }
}

impl Types<'_> {
    /// Parses a type with expressions. Returns `None` and reads nothing for any other type.
    pub(super) fn with_expressions(&mut self, scanner: &mut Scanner<'_>) -> Result<Option<Type>> {
        if scanner.eat_literal("tile<", false) {
            return tile(scanner, self).map(Some);
        }
        if scanner.eat_literal("preview$sym_t<", false) {
            let expr = short(scanner, &mut Types::of_preview(self.0))?;
            scanner.expect(b'>')?;
            return Ok(Some(Type::PreviewSymT { expr }));
        }
        if !scanner.eat_literal("preview$fragment<", false) {
            return Ok(None);
        }
        let (values, concrete_shape) = shape(scanner, self)?;
        let symbolic_shape = Attribute::PreviewSymbolicTuple { values: values.into() };
        let types = &mut Types::of_preview(self.0);
        let element = types.read(scanner)?;
        scanner.expect(b',')?;
        let all = PreviewMemorySpace::ALL;
        let memory_space = scanner.member(all, false, PreviewMemorySpace::name)?;
        let mut between = |scanner: &mut Scanner<'_>, name: &str| -> Result<Attribute> {
            scanner.literal(name, false)?;
            let tree = layout(scanner, types)?;
            scanner.expect(b'>')?;
            Ok(tree.attribute)
        };
        let mem_layout = between(scanner, ", mem_layout = <")?;
        let fragmap = between(scanner, ", fragmap = <")?;
        let alignment = match scanner.eat_literal(", alignment =", false) {
            true => short(scanner, types)?,
            false => Attribute::PreviewExprInt { value: 1 },
        };
        scanner.expect(b'>')?;
        Ok(Some(Type::PreviewFragment {
            symbolic_shape,
            concrete_shape: concrete_shape.into(),
            element,
            memory_space,
            mem_layout,
            fragmap,
            alignment,
        }))
    }
}
