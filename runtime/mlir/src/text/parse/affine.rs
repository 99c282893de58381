//! Parses affine maps, integer sets and strided layouts.

use super::super::super::generated::{
    AffineExpr, AffineMapForm, AttributeId, BuiltinAttribute, Release, view,
};
use super::super::affine::Operator;
use super::super::options::PrintOptions;
use super::super::printer::Printer;
use super::fold::{Folder, constant, depth, is_symbolic};
use super::parser::Parser;
use crate::BUILTIN;
use crate::codec::context::EntryReleases;
use bytespec_core::dimension::DYNAMIC;
use bytespec_core::error::{Error, ErrorKind, Result, TextFault};
use bytespec_core::hash::Map;
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::{breaks, duplicate};
use bytespec_core::wire::{Cursor, MAX_DEPTH, Writer};

/// The dimensions and symbols of expressions.
#[derive(Debug, Default)]
struct Space<'t> {
    names: Map<&'t str, AffineExpr>,
    dimensions: u64,
    symbols: u64,
}

impl<'t> Parser<'t, '_> {
    /// Parses `affine_map<...>`.
    pub(super) fn affine_map(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        let space = self.space()?;
        if !self.scanner.eat_kind(Kind::Arrow) {
            return Err(self.scanner.expected("`->`"));
        }
        self.scanner.expect(b'(')?;
        let mut results = Vec::new();
        self.list(b')', |parser| {
            results.push(parser.expression(&space)?);
            Ok(())
        })?;
        self.scanner.expect(b'>')?;
        self.add_or_text(map(space.dimensions, space.symbols, results))
    }

    /// The identity map.
    pub(super) fn identity(&mut self, rank: u64) -> Result<AttributeId> {
        let results = (0..rank).map(|position| AffineExpr::Dim { position }).collect::<Vec<_>>();
        self.add_or_text(map(rank, 0, results))
    }

    /// Parses `affine_set<...>`.
    pub(super) fn affine_set(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        let space = self.space()?;
        self.scanner.expect(b':')?;
        self.scanner.expect(b'(')?;
        let (mut constraints, mut equalities) = (Vec::new(), Vec::new());
        self.list(b')', |parser| {
            let (constraint, equality) = parser.constraint(&space)?;
            constraints.push(constraint);
            equalities.push(equality);
            Ok(())
        })?;
        if constraints.is_empty() {
            constraints.push(constant(0));
            equalities.push(true);
        }
        self.scanner.expect(b'>')?;
        self.add_or_text(BuiltinAttribute::IntegerSetAttr {
            num_dims: space.dimensions,
            num_symbols: space.symbols,
            num_constraints: constraints.len() as u64,
            constraints: constraints.into(),
            equalities: equalities.into(),
        })
    }

    /// Parses `strided<...>`.
    pub(super) fn strided(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        self.scanner.expect(b'[')?;
        let mut strides = Vec::new();
        self.list(b']', |parser| {
            strides.push(parser.stride()?);
            Ok(())
        })?;
        let mut offset = 0;
        if self.scanner.eat(b',') {
            self.scanner.expect_word("offset")?;
            self.scanner.expect(b':')?;
            offset = self.stride()?;
        }
        self.scanner.expect(b'>')?;
        self.add_or_text(BuiltinAttribute::StridedLayoutAttr { offset, strides: strides.into() })
    }

    /// An attribute of the dialect `builtin`, or its text if the release has no other encoding for it.
    fn add_or_text(&mut self, attribute: BuiltinAttribute) -> Result<AttributeId> {
        match self.module.add_attribute(attribute.clone()) {
            Err(error) if matches!(error.kind(), ErrorKind::Gate { .. }) => {
                let dialects = self.module.dialect_releases();
                let later = EntryReleases { release: Release::ALL.last().copied(), dialects };
                let mut writer = Writer::new();
                attribute.write(&mut writer, &mut self.module.adding_under(later))?;
                let cx = self.module.plain_context();
                let mut cursor = Cursor::new(writer.as_slice());
                let attribute = view::BuiltinAttribute::read(&mut cursor, &cx.under(Some(later)))?;
                let mut printer =
                    Printer::of_entry(&self.module, PrintOptions::default(), usize::MAX);
                printer.affine(&attribute)?;
                let text = printer.out.into_text();
                self.module.add_attribute_text(BUILTIN.as_bytes(), &text)
            }
            added => added,
        }
    }

    fn stride(&mut self) -> Result<i64> {
        if self.scanner.eat(b'?') {
            return Ok(DYNAMIC);
        }
        let offset = self.scanner.offset();
        let number: i64 = self.scanner.number()?;
        match number {
            DYNAMIC => Err(self.scanner.misfit(offset, "a stride that is known")),
            number => Ok(number),
        }
    }

    fn space(&mut self) -> Result<Space<'t>> {
        let mut space = Space::default();
        self.scanner.expect(b'(')?;
        self.list(b')', |parser| {
            let position = space.dimensions;
            space.dimensions += 1;
            parser.letter(&mut space, AffineExpr::Dim { position })
        })?;
        if self.scanner.eat(b'[') {
            self.list(b']', |parser| {
                let position = space.symbols;
                space.symbols += 1;
                parser.letter(&mut space, AffineExpr::Symbol { position })
            })?;
        }
        Ok(space)
    }

    fn letter(&mut self, space: &mut Space<'t>, meaning: AffineExpr) -> Result<()> {
        let offset = self.scanner.offset();
        let name = self.scanner.expect_kind(Kind::Word, "the name of a dimension or symbol")?;
        match space.names.insert(name, meaning) {
            None => Ok(()),
            Some(_) => Err(duplicate(offset, "dimension or symbol", name)),
        }
    }

    fn constraint(&mut self, space: &Space<'t>) -> Result<(AffineExpr, bool)> {
        let lhs = self.expression(space)?;
        let mark = match self.scanner.kind() {
            Kind::Mark(mark @ (b'=' | b'<' | b'>')) => mark,
            _ => return Err(self.scanner.expected("`==`, `>=` or `<=`")),
        };
        self.scanner.advance();
        self.scanner.expect(b'=')?;
        let rhs = self.expression(space)?;
        let folder = Folder { release: self.release };
        Ok(match mark {
            b'<' => (folder.difference(rhs, lhs), false),
            mark => (folder.difference(lhs, rhs), mark == b'='),
        })
    }

    /// Parses an expression.
    fn expression(&mut self, space: &Space<'t>) -> Result<AffineExpr> {
        let folder = Folder { release: self.release };
        let mut sum = self.term(space)?;
        loop {
            let offset = self.scanner.offset();
            let minus = match self.scanner.kind() {
                Kind::Mark(b'+') => false,
                Kind::Mark(b'-') => true,
                _ => return Ok(sum),
            };
            self.scanner.advance();
            let term = self.term(space)?;
            sum = match minus {
                false => folder.build(Operator::Add, sum, term),
                true => folder.difference(sum, term),
            };
            check_depth(&sum, offset)?;
        }
    }

    /// Parses a term of a sum.
    fn term(&mut self, space: &Space<'t>) -> Result<AffineExpr> {
        let folder = Folder { release: self.release };
        let mut product = self.operand(space)?;
        loop {
            let offset = self.scanner.offset();
            let mut operators = Operator::ALL.iter().filter(|operator| **operator != Operator::Add);
            let spelling = self.scanner.spelling();
            let Some(operator) = operators.find(|operator| operator.word() == spelling) else {
                return Ok(product);
            };
            let operator = *operator;
            self.scanner.advance();
            let by = self.operand(space)?;
            match operator {
                Operator::Mul if !is_symbolic(&product) && !is_symbolic(&by) => {
                    return Err(breaks(offset, TextFault::Factor));
                }
                Operator::Mul => {}
                _ if !is_symbolic(&by) => {
                    return Err(breaks(offset, TextFault::Divisor));
                }
                _ => {}
            }
            product = folder.build(operator, product, by);
            check_depth(&product, offset)?;
        }
    }

    fn operand(&mut self, space: &Space<'t>) -> Result<AffineExpr> {
        let offset = self.scanner.offset();
        match self.scanner.kind() {
            Kind::Mark(b'-') => {
                self.scanner.advance();
                let of = self.inside(|parser| parser.operand(space))?;
                let folder = Folder { release: self.release };
                Ok(folder.build(Operator::Mul, constant(-1), of))
            }
            Kind::Mark(b'(') => {
                self.scanner.advance();
                let inner = self.inside(|parser| parser.expression(space))?;
                self.scanner.expect(b')')?;
                Ok(inner)
            }
            Kind::Integer => {
                let number = self.unsigned("a number of 63 bits")?;
                match i64::try_from(number) {
                    Ok(number) => Ok(constant(number)),
                    Err(_) => Err(self.scanner.misfit(offset, "a number of at most 63 bits")),
                }
            }
            Kind::Word => {
                let name = self.scanner.spelling();
                let Some(meaning) = space.names.get(name) else {
                    return Err(self.scanner.expected("a dimension, a symbol or a number"));
                };
                self.scanner.advance();
                Ok(meaning.clone())
            }
            _ => Err(self.scanner.expected("a dimension, a symbol or a number")),
        }
    }
}

fn check_depth(expression: &AffineExpr, offset: usize) -> Result<()> {
    if depth(expression) <= MAX_DEPTH / 2 {
        return Ok(());
    }
    let (found, max) = (u64::from(depth(expression)), u64::from(MAX_DEPTH / 2));
    Err(Error::at(offset, ErrorKind::Limit { limit: "nested operators", found, max }))
}

/// A map in its shortest form.
fn map(dimensions: u64, symbols: u64, results: Vec<AffineExpr>) -> BuiltinAttribute {
    let positions: Option<Vec<u64>> = results
        .iter()
        .map(|result| match result {
            AffineExpr::Dim { position } => Some(*position),
            _ => None,
        })
        .collect();
    let different = |positions: &Vec<u64>| {
        let mut sorted = positions.clone();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[0] < pair[1])
    };
    let num_dims = dimensions;
    let plain = BuiltinAttribute::AffineMapAttr {
        form: AffineMapForm::Identity,
        num_dims,
        permutation: None,
        projection: None,
        num_symbols: None,
        results: None,
    };
    let (form, permutation, projection, general) = match positions {
        Some(found) if symbols == 0 && different(&found) => {
            if found.len() as u64 == dimensions {
                match found.is_sorted() {
                    true => return plain,
                    false => (AffineMapForm::Permutation, Some(found), None, None),
                }
            } else {
                (AffineMapForm::Projection, None, Some(found), None)
            }
        }
        _ => (AffineMapForm::General, None, None, Some(results)),
    };
    BuiltinAttribute::AffineMapAttr {
        form,
        num_dims,
        permutation: permutation.map(|found| Box::new(found.into())),
        projection: projection.map(|found| Box::new(found.into())),
        num_symbols: general.is_some().then_some(symbols),
        results: general.map(|found| Box::new(found.into())),
    }
}
