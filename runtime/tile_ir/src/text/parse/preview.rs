//! Parses expressions of preview content, which no template can express.
//!
//! The text at the place of an expression determines its kind: a word with a dot is a builtin, any other word a parameter.

use super::super::super::generated::{Attribute, PreviewMemorySpace, Type};
use super::super::parts::Form;
use super::super::preview::{Make, NESTED, OPERATORS};
use super::parser::Parser;
use bytespec_core::dimension::DYNAMIC;
use bytespec_core::error::Result;
use bytespec_core::reflect::{Reflect, each_inside};
use bytespec_core::small::ThinVec;
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::too_deep;
use bytespec_core::wire::MAX_DEPTH;

/// An expression, and its nesting depth.
struct Tree {
    attribute: Attribute,
    height: u32,
}

impl Tree {
    fn leaf(attribute: Attribute) -> Self {
        Tree { attribute, height: 1 }
    }
}

/// The nesting depth of an attribute.
fn height(item: &dyn Reflect) -> u32 {
    let mut inner = 0;
    each_inside(item, &mut |item| inner = inner.max(height(item)));
    inner + 1
}

impl<'t> Parser<'t> {
    /// Parses an expression with operators.
    pub(super) fn expression(&mut self) -> Result<Attribute> {
        self.has_preview();
        self.sum().map(|tree| tree.attribute)
    }

    /// An expression that contains others.
    fn over(&self, inner: u32, attribute: Attribute) -> Result<Tree> {
        if inner >= MAX_DEPTH {
            return Err(too_deep(NESTED).moved_to(self.scanner.offset()));
        }
        Ok(Tree { attribute, height: inner + 1 })
    }

    fn sum(&mut self) -> Result<Tree> {
        self.inside(NESTED, |parser| parser.chain(1, Self::product))
    }

    fn product(&mut self) -> Result<Tree> {
        self.chain(2, Self::signed)
    }

    /// Parses operands with signs of one precedence between them.
    fn chain(&mut self, strength: u32, operand: fn(&mut Self) -> Result<Tree>) -> Result<Tree> {
        let mut tree = operand(self)?;
        while let Some(make) = self.operator(strength) {
            let rhs = operand(self)?;
            let inner = tree.height.max(rhs.height);
            let both = make(Box::new(tree.attribute), Box::new(rhs.attribute));
            tree = self.over(inner, both)?;
        }
        Ok(tree)
    }

    fn operator(&mut self, strength: u32) -> Option<Make> {
        let mut operators = OPERATORS.iter().filter(|operator| operator.strength == strength);
        let found = operators.find(|operator| match operator.sign.as_bytes() {
            [mark] => self.scanner.eat(*mark),
            _ => self.scanner.eat_literal(operator.sign, true),
        });
        found.map(|operator| operator.make)
    }

    fn signed(&mut self) -> Result<Tree> {
        let mark = self.scanner.mark();
        if !self.scanner.eat(b'-') {
            return self.atom();
        }
        if matches!(self.scanner.kind(), Kind::Integer | Kind::Float) {
            self.scanner.reset(mark);
            return self.number_in_expression();
        }
        self.inside(NESTED, |parser| {
            let Tree { attribute, height } = parser.signed()?;
            let operand = Box::new(attribute);
            parser.over(height, Attribute::PreviewExprNeg { operand })
        })
    }

    fn atom(&mut self) -> Result<Tree> {
        match self.scanner.kind() {
            Kind::Integer | Kind::Float => self.number_in_expression(),
            Kind::Word => {
                let word = self.scanner.spelling();
                self.scanner.advance();
                Ok(Tree::leaf(self.named(word)))
            }
            Kind::Mark(b'(') => self.in_brackets(),
            _ => {
                let attribute = self.attribute(Form::Full)?;
                Ok(Tree { height: height(&attribute), attribute })
            }
        }
    }

    /// The expression for a word. Only names of builtins contain a dot; builtins are indices.
    fn named(&mut self, word: &str) -> Attribute {
        let name = self.module.string(word);
        if word.contains('.') {
            return Attribute::PreviewExprBuiltin {
                name,
                r#type: self.module.ty(Type::PreviewIndex),
            };
        }
        Attribute::PreviewExprVar { name }
    }

    /// Parses a number. A number without a type is an expression.
    fn number_in_expression(&mut self) -> Result<Tree> {
        let mark = self.scanner.mark();
        if let Ok(value) = self.scanner.number::<i64>()
            && !self.scanner.is(b':')
        {
            return Ok(Tree::leaf(Attribute::PreviewExprInt { value }));
        }
        self.scanner.reset(mark);
        self.number(Form::Full).map(Tree::leaf)
    }

    /// Parses one or several expressions in brackets.
    fn in_brackets(&mut self) -> Result<Tree> {
        self.scanner.expect(b'(')?;
        let mut values = Vec::new();
        let mut height = 0;
        let mut alone = false;
        while !self.scanner.is(b')') {
            let tree = self.sum()?;
            height = height.max(tree.height);
            values.push(tree.attribute);
            alone = values.len() == 1 && !self.scanner.is(b',');
            if !self.scanner.eat(b',') {
                break;
            }
        }
        self.scanner.expect(b')')?;
        if alone && let Some(attribute) = values.pop() {
            return Ok(Tree { attribute, height });
        }
        self.over(height, Attribute::PreviewSymbolicTuple { values: values.into() })
    }

    /// Parses an attribute with its name: `#cuda_tile<preview$...<...>>`.
    pub(super) fn preview_attribute(&mut self) -> Result<Attribute> {
        self.has_preview();
        let start = self.scanner.offset();
        let attribute = match self.scanner.eat_literal("#cuda_tile<preview$layout<", false) {
            true => {
                let layout = self.layout()?;
                self.scanner.literal(">>", false)?;
                layout
            }
            false => {
                self.template(|scanner, entries, cx| Attribute::from_text(scanner, entries, cx))?
            }
        };
        // Attributes contain expressions whose operators are nested without brackets.
        match height(&attribute) {
            ..=MAX_DEPTH => Ok(attribute),
            _ => Err(too_deep(NESTED).moved_to(start)),
        }
    }

    /// Parses the content of the brackets of a layout.
    fn layout(&mut self) -> Result<Attribute> {
        let in_words = self.scanner.eat_literal("shapes =", false);
        let mut lists: [ThinVec<Attribute>; 2] = Default::default();
        for (list, before) in lists.iter_mut().zip(["", if in_words { ", strides =" } else { ":" }])
        {
            self.scanner.literal(before, false)?;
            if !in_words {
                self.scanner.expect(b'(')?;
                *list = self.list(b')', Self::expression)?.into();
                continue;
            }
            let start = self.scanner.offset();
            let Attribute::PreviewSymbolicTuple { values } = self.attribute(Form::Full)? else {
                return Err(self.scanner.misfit(start, "a tuple"));
            };
            *list = values;
        }
        let [shapes, strides] = lists;
        Ok(Attribute::PreviewLayout { shapes, strides })
    }

    /// Parses an argument of a call: a type, a string, or an expression.
    pub(super) fn call_argument(&mut self) -> Result<Attribute> {
        self.has_preview();
        match self.scanner.kind() {
            Kind::String => return Ok(Attribute::PreviewExprConstStr { value: self.string()? }),
            Kind::Word | Kind::Exclamation | Kind::Mark(b'(') => {
                let mark = self.scanner.mark();
                let ty = self.optional_ty();
                if let Some(r#type) = ty
                    && (self.scanner.is(b',') || self.scanner.is(b']'))
                {
                    return Ok(Attribute::PreviewConcreteType { r#type });
                }
                self.scanner.reset(mark);
            }
            _ => {}
        }
        self.expression()
    }

    /// Parses the dimensions of a shape: the static sizes and the symbolic ones.
    fn shape(&mut self) -> Result<(Vec<Attribute>, Vec<i64>)> {
        let (mut values, mut sizes) = (Vec::new(), Vec::new());
        loop {
            let value = match self.scanner.kind() {
                Kind::Integer | Kind::Mark(b'-') => {
                    Attribute::PreviewExprInt { value: self.scanner.decimal()? }
                }
                Kind::Mark(b'[') => {
                    self.scanner.advance();
                    let value = self.expression()?;
                    self.scanner.expect(b']')?;
                    value
                }
                _ => return Ok((values, sizes)),
            };
            self.scanner.literal("x", true)?;
            sizes.push(match value {
                Attribute::PreviewExprInt { value } => value,
                _ => DYNAMIC,
            });
            values.push(value);
        }
    }

    /// Parses a type in which expressions are sizes. Returns `None` and reads nothing for any other type.
    pub(super) fn with_expressions(&mut self) -> Result<Option<Type>> {
        let ty = if self.scanner.eat_literal("tile<", false) {
            let (values, shape) = self.shape()?;
            let is_symbolic =
                |value: &Attribute| !matches!(value, Attribute::PreviewExprInt { .. });
            let symbolic = values.iter().any(is_symbolic);
            let symbolic =
                symbolic.then(|| Attribute::PreviewSymbolicTuple { values: values.into() });
            let symbolic_shape = symbolic.into_iter().collect();
            Type::Tile { element: self.ty()?, shape: shape.into(), symbolic_shape }
        } else if self.scanner.eat_literal("preview$fragment<", false) {
            self.fragment()?
        } else {
            return Ok(None);
        };
        self.scanner.expect(b'>')?;
        Ok(Some(ty))
    }

    /// Parses the content of the brackets of a fragment.
    fn fragment(&mut self) -> Result<Type> {
        let (values, concrete_shape) = self.shape()?;
        let element = self.ty()?;
        self.scanner.expect(b',')?;
        let all = PreviewMemorySpace::ALL;
        let memory_space = self.scanner.member(all, false, PreviewMemorySpace::name)?;
        let mut between = |name: &str| -> Result<Attribute> {
            self.scanner.literal(name, false)?;
            let layout = self.layout()?;
            self.scanner.expect(b'>')?;
            Ok(layout)
        };
        let mem_layout = between(", mem_layout = <")?;
        let fragmap = between(", fragmap = <")?;
        let alignment = match self.scanner.eat_literal(", alignment =", false) {
            true => self.expression()?,
            false => Attribute::PreviewExprInt { value: 1 },
        };
        Ok(Type::PreviewFragment {
            symbolic_shape: Attribute::PreviewSymbolicTuple { values: values.into() },
            concrete_shape: concrete_shape.into(),
            element,
            memory_space,
            mem_layout,
            fragmap,
            alignment,
        })
    }
}
