//! Functions of which a text has no operations.

use super::super::super::generated::{Attribute, Feature, NamedAttribute, Type, TypeId};
use super::super::super::module::Function;
use super::super::parts::Form;
use super::parser::{Located, Parser};
use super::state::Reference;
use crate::module::body::Body;
use bytespec_core::error::Result;
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::duplicate;

impl<'t> Parser<'t> {
    /// Reads a function without operations.
    pub(super) fn declaration(&mut self) -> Result<()> {
        let start = self.scanner.offset();
        self.scanner.advance();
        self.scanner.expect_word("extern")?;
        self.module.features = self.module.features.with(Feature::Preview);
        let name = self.scanner.symbol()?;
        let name = self.module.string(&name);
        let mut const_params = Vec::new();
        if self.scanner.eat_literal("<[", false) {
            let mut first = true;
            while !self.scanner.eat_literal("]>", false) {
                self.scanner.comma(&mut first)?;
                const_params.push(self.const_param()?);
            }
        }
        self.scanner.expect(b'(')?;
        let (mut params, mut said): (Vec<TypeId>, Vec<Vec<NamedAttribute>>) = Default::default();
        let mut first = true;
        while !self.scanner.eat(b')') {
            self.scanner.comma(&mut first)?;
            self.scanner.expect_kind(Kind::Percent, "an argument, as `%name`")?;
            self.scanner.expect(b':')?;
            params.push(self.ty()?);
            said.push(if self.scanner.is(b'{') { self.dictionary()? } else { Vec::new() });
        }
        let mut results = Vec::new();
        if self.scanner.eat_kind(Kind::Arrow) {
            if self.scanner.eat(b'(') {
                let mut first = true;
                while !self.scanner.eat(b')') {
                    self.scanner.comma(&mut first)?;
                    results.push(self.ty()?);
                }
            } else {
                results.push(self.ty()?);
            }
        }
        let location = match self.scanner.is_word("loc") {
            true => Some(self.location()?),
            false => None,
        };
        let signature =
            self.module.ty(Type::Function { params: params[..].into(), results: results.into() });
        let mut function = Function::kernel(name, signature, &[]);
        function.body = Body::new(&params);
        function.kernel = false;
        function.private = true;
        function.const_params = Some(Attribute::Array { elements: const_params.into() });
        function.arg_attrs = of_arguments(said);
        self.add_function(function, location, start)
    }

    /// Reads a compile-time parameter: a name and its type.
    fn const_param(&mut self) -> Result<Attribute> {
        if self.scanner.kind() != Kind::Word {
            return self.attribute(Form::Full);
        }
        let name = self.scanner.spelling();
        self.scanner.advance();
        let name = self.module.string(name);
        self.scanner.expect(b':')?;
        Ok(Attribute::PreviewConstParam { name, r#type: self.ty()? })
    }

    /// Adds a function, unless there is one of its name.
    pub(super) fn add_function(
        &mut self,
        function: Function,
        location: Option<Reference<'t>>,
        start: usize,
    ) -> Result<()> {
        if self.module.functions.iter().any(|other| other.name == function.name) {
            let name = self.module.string_at(function.name)?;
            return Err(duplicate(start, "function", &String::from_utf8_lossy(name)));
        }
        if let Some(location) = location {
            let index = self.module.functions.len();
            self.located.push((Located::Function(index), location));
        }
        self.module.functions.push(function);
        Ok(())
    }
}

/// What is said of the parameters of a function, where anything is.
pub(super) fn of_arguments(said: Vec<Vec<NamedAttribute>>) -> Attribute {
    let all = match said.iter().any(|entries| !entries.is_empty()) {
        true => said,
        false => Vec::new(),
    };
    let elements = all.into_iter().map(|entries| Attribute::Dictionary { entries: entries.into() });
    Attribute::Array { elements: elements.collect() }
}
