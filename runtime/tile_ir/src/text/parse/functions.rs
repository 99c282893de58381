//! Parses functions in the forms without a template in the schema.

use super::super::super::generated::{Attribute, DebugId, TypeId};
use super::super::super::module::Function;
use super::super::functions::{EXTERN, FunctionForm, KERNEL, PRIVATE};
use super::super::parts::Form;
use super::super::printer::{BODY, section};
use super::head::Head;
use super::parser::{Located, Parser};
use super::state::{Open, State, Target};
use crate::module::body::Body;
use bytespec_core::error::Result;
use bytespec_core::operation_text::Part;
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::duplicate;
use std::collections::HashSet;

/// The keyword before the hints of a function.
const HINTS: &str = "optimization_hints";

impl<'t> Parser<'t> {
    /// Parses a function in a form without a template.
    pub(super) fn function(&mut self, form: FunctionForm) -> Result<()> {
        let start = self.scanner.offset();
        self.scanner.advance();
        self.scope.clear();
        self.body = Body::default();
        let whole = form == FunctionForm::Whole;
        let kernel = whole && self.scanner.eat_word(KERNEL);
        let private = !whole || self.scanner.eat_word(PRIVATE);
        let external = whole && self.scanner.eat_word(EXTERN);
        if !whole {
            self.scanner.expect_word(EXTERN)?;
        }
        let name = self.scanner.symbol()?;
        let name = self.module.string(&name);
        let const_params = match self.scanner.eat_literal("<[", false) {
            true => Some(self.const_params()?),
            false if whole => None,
            // Every declaration has this list, even if it is empty.
            false => Some(Vec::new()),
        };
        let info = section("entry")?;
        let mut state = State::new(info);
        self.scanner.expect(b'(')?;
        self.parameters(&mut state, Part::Region(0))?;
        self.scanner.expect(b')')?;
        let results = match self.scanner.eat_kind(Kind::Arrow) {
            true => self.result_types()?,
            false => Vec::new(),
        };
        let hints = match whole && self.scanner.eat_word(HINTS) {
            true => {
                self.scanner.expect(b'=')?;
                self.scanner.expect(b'<')?;
                let hints = self.hints()?;
                self.scanner.expect(b'>')?;
                Some(hints)
            }
            false => None,
        };
        let head = Head { name, kernel, private, external, const_params, results, hints };
        if whole && self.scanner.is(b'{') {
            self.open.push(Open {
                start,
                target: Target::Function,
                names: Vec::new(),
                state,
                left: vec![BODY.iter()],
                regions: vec![None; info.regions.len()],
                head: Some(Box::new(head)),
            });
            return self.run();
        }
        let location = self.optional_location()?;
        let mut names = HashSet::new();
        for (name, _, at) in state.arguments.first().into_iter().flatten() {
            if !names.insert(*name) {
                return Err(duplicate(*at, "value", name));
            }
        }
        let arguments = state.arguments.first().into_iter().flatten();
        let params: Vec<TypeId> = arguments.map(|(_, ty, _)| *ty).collect();
        let function =
            head.function(&mut self.module, Body::new(&params), state.argument_attributes);
        self.add_function(function, location, start)
    }

    /// Parses the compile-time parameters after `<[`.
    fn const_params(&mut self) -> Result<Vec<Attribute>> {
        let (mut params, mut first) = (Vec::new(), true);
        while !self.scanner.eat_literal("]>", false) {
            self.scanner.comma(&mut first)?;
            params.push(self.const_param()?);
        }
        Ok(params)
    }

    /// Parses a compile-time parameter: a name and its type.
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

    /// Adds a function, unless there is one of the same name.
    pub(super) fn add_function(
        &mut self,
        function: Function,
        location: Option<DebugId>,
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
