//! Parses the text of an operation, piece by piece of its template.

use super::super::super::generated::{Attribute, StringId, Type, TypeId};
use super::super::parts::{Form as ShownForm, Given};
use super::parser::Parser;
use super::state::{State, variadic};
use bytespec_core::error::{Error, ErrorKind, Result, TextFault};
use bytespec_core::operation_text::{Form, Part, Piece, Test};
use bytespec_core::reflect::{Arity, OpInfo};
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::{breaks, unlike};
use bytespec_core::values::Value;

/// The type of an argument that is not known yet.
const PENDING: TypeId = TypeId(u32::MAX);

impl State<'_> {
    pub(super) fn new(info: &'static OpInfo) -> Self {
        State {
            info,
            operands: vec![None; info.operands.len()],
            results: vec![None; info.results.len()],
            attributes: vec![None; info.attributes.len()],
            decided_parts: Vec::new(),
            arguments: vec![Vec::new(); info.regions.len()],
            argument_attributes: Vec::new(),
            mixed: Vec::new(),
            elements_type: None,
            variadic: variadic(info),
            count: None,
            comma: false,
            pending: Vec::new(),
        }
    }

    fn give(&mut self, part: Part, given: Given) {
        if let Part::Attribute(index) = part
            && let Some(place) = self.attributes.get_mut(usize::from(index))
        {
            *place = Some(given);
        }
    }
}

impl<'t> Parser<'t> {
    /// Parses a piece.
    pub(super) fn piece(&mut self, state: &mut State<'t>, piece: &'static Piece) -> Result<()> {
        match *piece {
            Piece::Literal(text) => {
                // A dictionary of flags can precede the types.
                if text.trim_start().starts_with(':') && self.scanner.is(b'{') {
                    self.flags(state)?;
                }
                if text.trim().is_empty() { Ok(()) } else { self.scanner.literal(text, false) }
            }
            Piece::Line => Ok(()),
            Piece::Comma => {
                if std::mem::replace(&mut state.comma, true) {
                    self.scanner.expect(b',')
                } else {
                    Ok(())
                }
            }
            Piece::If(any, inner) => self.group(state, any, inner),
            Piece::AnyOrder(groups) => self.any_order(state, groups),
            Piece::Value(Part::Operand(index), _) => self.operands(state, usize::from(index)),
            Piece::Value(part, separator) => {
                let Part::Attribute(index) = part else { return Ok(()) };
                let Some(form) = state.info.forms.get(usize::from(index)) else { return Ok(()) };
                let given = self.given(*form, separator)?;
                state.give(part, given);
                Ok(())
            }
            Piece::Type(part) | Piece::FullType(part) => self.types_of(state, part),
            Piece::Types(part) => self.types_once(state, part),
            Piece::FirstType(parts) => self.first_type(state, parts),
            Piece::FullResults(part) => self.full_results(state, part),
            Piece::Symbol(part) => {
                let name = self.scanner.symbol()?;
                let name: StringId = self.module.string(&name);
                state.give(part, Given::String(name));
                Ok(())
            }
            Piece::Elements(part, ty) => {
                let (constant, found) = self.elements()?;
                state.give(part, Given::Constant(constant));
                state.elements_type = Some(found);
                if let Some(Part::Result(index)) = ty {
                    state.results[usize::from(index)] = Some(vec![found]);
                }
                Ok(())
            }
            Piece::Mixed(result, field, operands) => self.mixed(state, result, field, operands),
            Piece::Argument(region, _, operand) => self.argument(state, region, operand),
            Piece::Assigned(region, _, operands) => self.assigned(state, region, operands),
            Piece::Parameters(region, _) => self.parameters(state, region),
            Piece::Expressions(part, _) => {
                let values = self.elements_before(b']', Self::call_argument)?;
                state.give(part, Given::Attributes(values));
                Ok(())
            }
            Piece::Dictionary(parts) => self.named_lists(state, parts),
        }
    }

    /// Parses groups in any order.
    fn any_order(&mut self, state: &mut State<'t>, groups: &'static [Piece]) -> Result<()> {
        let mut left: Vec<&'static Piece> = groups.iter().collect();
        loop {
            let start = self.scanner.offset();
            let mut read = None;
            for (at, group) in left.iter().enumerate() {
                self.piece(state, group)?;
                if self.scanner.offset() > start {
                    read = Some(at);
                    break;
                }
            }
            let Some(read) = read else { return Ok(()) };
            left.remove(read);
            state.decided_parts.retain(|(_, has_content)| *has_content);
        }
    }

    /// Parses the types of all results, in parentheses, or one without.
    fn full_results(&mut self, state: &mut State<'t>, part: Part) -> Result<()> {
        let types = self.result_types()?;
        if let Part::Result(index) = part {
            state.results[usize::from(index)] = Some(types);
        }
        Ok(())
    }

    /// Parses the name of an argument with the type of an operand.
    fn argument(&mut self, state: &mut State<'t>, region: Part, operand: Part) -> Result<()> {
        let at = self.scanner.offset();
        let name = self.scanner.expect_kind(Kind::Percent, "an argument, as `%name`")?;
        let (Part::Region(region), Part::Operand(operand)) = (region, operand) else {
            return Ok(());
        };
        // The type is that of the operand, which can follow later.
        let known = state.operands.get(usize::from(operand)).and_then(Option::as_ref);
        let ty = match known.and_then(|values| values.first()) {
            Some(value) => self.body.type_of(*value)?,
            None => PENDING,
        };
        state.arguments[usize::from(region)].push((name, ty, at));
        if ty == PENDING {
            state.pending.push((region, operand));
        }
        Ok(())
    }

    /// Parses a dictionary of lists of attributes.
    fn named_lists(&mut self, state: &mut State<'t>, parts: &[Part]) -> Result<()> {
        let start = self.scanner.offset();
        for entry in self.dictionary()? {
            let name = self.module.string_at(entry.name)?;
            let part = parts.iter().find(|part| match part {
                Part::Attribute(index) => {
                    let found = state.info.attributes.get(usize::from(*index));
                    found.is_some_and(|other| other.as_bytes() == name)
                }
                _ => false,
            });
            let (Some(part), Attribute::Array { elements }) = (part, entry.value) else {
                let name = String::from_utf8_lossy(name).into_owned();
                return Err(breaks(start, TextFault::NotInText { name }));
            };
            state.give(*part, Given::Attributes(elements.to_vec()));
        }
        Ok(())
    }

    /// Parses an optional group.
    fn group(
        &mut self,
        state: &mut State<'t>,
        any: &'static [&'static [Test]],
        inner: &'static [Piece],
    ) -> Result<()> {
        match state.decided(any) {
            Some(true) => {
                return inner.iter().try_for_each(|piece| self.piece(state, piece));
            }
            Some(false) => {
                state.leave_out(any, inner);
                return Ok(());
            }
            None => {}
        }
        let (mark, before) = (self.scanner.mark(), state.clone());
        let mut read = || -> Result<()> {
            state.put_in(any);
            inner.iter().try_for_each(|piece| self.piece(state, piece))
        };
        let read = read();
        match read {
            Ok(()) if self.scanner.mark().offset() > mark.offset() => {}
            read => {
                if let Err(error) = read {
                    self.scanner.note(error);
                }
                self.scanner.reset(mark);
                *state = before;
                state.leave_out(any, inner);
            }
        }
        Ok(())
    }

    /// Parses the operands of a group.
    fn operands(&mut self, state: &mut State<'t>, index: usize) -> Result<()> {
        let Some(port) = state.info.operands.get(index) else { return Ok(()) };
        let mut values = Vec::new();
        if port.arity == Arity::Variadic {
            while self.is_value() {
                values.push(self.value()?);
                let mark = self.scanner.mark();
                if !self.scanner.eat(b',') || !self.is_value() {
                    self.scanner.reset(mark);
                    break;
                }
            }
        } else {
            let at = self.scanner.offset();
            let value = self.value()?;
            let ty = self.body.type_of(value)?;
            if port.arity == Arity::Optional && !self.module.fits(ty, port.constraint)? {
                let found = vec![(port.name, self.type_text(ty))];
                let allowed = Some(port.constraint);
                return Err(Error::at(at, ErrorKind::Constraint { found, allowed }));
            }
            values.push(value);
        }
        state.operands[index] = Some(values);
        for (region, operand) in std::mem::take(&mut state.pending) {
            let known = state.operands.get(usize::from(operand)).and_then(|group| group.as_ref());
            match known.and_then(|values| values.first()) {
                Some(value) => {
                    let ty = self.body.type_of(*value)?;
                    let arguments = state.arguments[usize::from(region)].iter_mut();
                    for argument in arguments.filter(|argument| argument.1 == PENDING) {
                        argument.1 = ty;
                    }
                }
                None => state.pending.push((region, operand)),
            }
        }
        Ok(())
    }

    /// Parses an attribute of a form.
    fn given(&mut self, form: Form, separator: &str) -> Result<Given> {
        Ok(match form {
            Form::Flag => Given::Flag(self.scanner.boolean()?),
            Form::Integer => Given::Integer(self.scanner.integer()?),
            Form::Member(names) => {
                Given::Member(self.scanner.member(names, false, |name: &'static str| name)?)
            }
            Form::Reference(table) if table == StringId::TABLE => Given::String(self.string()?),
            Form::Reference(_) => Given::Type(self.ty()?),
            Form::Flags => Given::Flags(self.joined(separator, |parser| parser.scanner.boolean())?),
            Form::Integers => {
                Given::Integers(self.joined(separator, |parser| parser.scanner.number())?)
            }
            Form::Item("Attribute") => Given::Attribute(self.predicate()?),
            Form::Items("Attribute") => Given::Attributes(
                self.joined(separator, |parser| parser.attribute(ShownForm::Short))?,
            ),
            Form::Items("NamedAttribute") => Given::Named(self.hints()?),
            Form::Item(_) | Form::Items(_) | Form::Other => {
                return Err(self.scanner.expected("something that has text"));
            }
        })
    }

    fn joined<T>(
        &mut self,
        separator: &str,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut found = Vec::new();
        if matches!(self.scanner.kind(), Kind::Mark(b']' | b'>' | b')' | b'}')) {
            return Ok(found);
        }
        loop {
            found.push(read(self)?);
            if !self.scanner.eat_literal(separator, false) {
                return Ok(found);
            }
        }
    }

    /// Parses the types of operands, and checks them, or of results.
    fn types_of(&mut self, state: &mut State<'t>, part: Part) -> Result<()> {
        match part {
            Part::Operand(index) => {
                let values = state.operands[usize::from(index)].clone().unwrap_or_default();
                let mut first = true;
                for value in values {
                    self.scanner.comma(&mut first)?;
                    self.type_of(value)?;
                }
                Ok(())
            }
            Part::Result(index) => {
                let one = state.info.results.get(usize::from(index));
                let one = one.is_some_and(|port| port.arity != Arity::Variadic);
                let first = if one { Some(self.ty()?) } else { self.optional_ty() };
                let mut types: Vec<TypeId> = first.into_iter().collect();
                while !types.is_empty()
                    && !one
                    && state.count.is_none_or(|count| types.len() < count)
                {
                    if !self.scanner.eat(b',') {
                        break;
                    }
                    types.push(self.ty()?);
                }
                state.results[usize::from(index)] = Some(types);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Parses the type of a value.
    fn type_of(&mut self, value: Value) -> Result<()> {
        let start = self.scanner.offset();
        let (found, ty) = (self.ty()?, self.body.type_of(value)?);
        if found == ty {
            return Ok(());
        }
        let [expected, found] = [found, ty].map(|ty| format!("of type {}", self.type_text(ty)));
        Err(unlike(start, "the value", found, expected))
    }

    /// Parses one type for all operands, or one for each.
    fn types_once(&mut self, state: &mut State<'t>, part: Part) -> Result<()> {
        let Part::Operand(index) = part else { return Ok(()) };
        let values = state.operands[usize::from(index)].clone().unwrap_or_default();
        let Some((first, others)) = values.split_first() else { return Ok(()) };
        self.type_of(*first)?;
        let ty = self.body.type_of(*first)?;
        let mut same = true;
        for value in others {
            same &= self.body.type_of(*value)? == ty;
        }
        let mark = self.scanner.mark();
        let mut rest = || -> Result<()> {
            for value in others {
                self.scanner.expect(b',')?;
                self.type_of(*value)?;
            }
            Ok(())
        };
        match rest() {
            Err(_) if same => {
                self.scanner.reset(mark);
                Ok(())
            }
            rest => rest,
        }
    }

    /// Parses the type of the first value of some groups.
    fn first_type(&mut self, state: &mut State<'t>, parts: &[Part]) -> Result<()> {
        for part in parts {
            match *part {
                Part::Operand(index) => {
                    let group = state.operands[usize::from(index)].as_ref();
                    if let Some(value) = group.and_then(|group| group.first()) {
                        return self.type_of(*value);
                    }
                }
                Part::Result(index) => {
                    let port = state.info.results.get(usize::from(index));
                    let is_one = port.is_some_and(|port| port.arity != Arity::Variadic);
                    let Some(ty) = self.optional_ty() else { continue };
                    let rank = || self.rank(state);
                    let Some(count) = is_one.then_some(1).or(state.count).or_else(rank) else {
                        let name = port.map_or("", |port| port.name);
                        return Err(breaks(
                            self.scanner.offset(),
                            TextFault::MissingResultCount { name },
                        ));
                    };
                    state.results[usize::from(index)] = Some(vec![ty; count]);
                    return Ok(());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The rank of the view that is the only operand. Such operations have a result for each dimension.
    fn rank(&self, state: &State<'t>) -> Option<usize> {
        let [Some(values)] = &state.operands[..] else { return None };
        let ty = self.module.type_at(self.body.type_of(*values.first()?).ok()?).ok()?;
        Some(match ty {
            Type::TensorView { shape, .. } => shape.len(),
            Type::PartitionView { tile_shape, .. }
            | Type::StridedView { tile_shape, .. }
            | Type::GatherScatterView { tile_shape, .. } => tile_shape.len(),
            _ => return None,
        })
    }

    /// Parses numbers, with operands in place of dynamic ones.
    fn mixed(
        &mut self,
        state: &mut State<'t>,
        result: Part,
        field: &'static str,
        operands: Part,
    ) -> Result<()> {
        let start = self.scanner.offset();
        let mut values = Vec::new();
        let numbers = self.elements_before(b']', |parser| {
            if parser.is_value() {
                values.push(parser.value()?);
                return Ok(None);
            }
            if parser.scanner.eat(b'?') { Ok(None) } else { parser.scanner.number().map(Some) }
        })?;
        if let (Part::Result(result), Part::Operand(index)) = (result, operands) {
            state.mixed.push((result, field, numbers, start));
            state.operands[usize::from(index)] = Some(values);
        }
        Ok(())
    }

    /// Parses arguments of a region and the operands that are their initial values.
    fn assigned(&mut self, state: &mut State<'t>, region: Part, operands: Part) -> Result<()> {
        let (Part::Region(region), Part::Operand(operands)) = (region, operands) else {
            return Ok(());
        };
        let mut values = Vec::new();
        let mut first = true;
        while self.is_value() || !first {
            let at = self.scanner.offset();
            let name = self.scanner.expect_kind(Kind::Percent, "an argument, as `%name`")?;
            self.scanner.expect(b'=')?;
            let value = self.value()?;
            let ty = self.body.type_of(value)?;
            state.arguments[usize::from(region)].push((name, ty, at));
            values.push(value);
            first = false;
            if !self.scanner.eat(b',') {
                break;
            }
        }
        state.operands[usize::from(operands)] = Some(values);
        Ok(())
    }

    /// Parses arguments of a region with their types.
    pub(super) fn parameters(&mut self, state: &mut State<'t>, region: Part) -> Result<()> {
        let Part::Region(region) = region else { return Ok(()) };
        self.elements_before(b')', |parser| {
            let at = parser.scanner.offset();
            let name = parser.scanner.expect_kind(Kind::Percent, "an argument, as `%name`")?;
            parser.scanner.expect(b':')?;
            let ty = parser.ty()?;
            let attributes = match parser.scanner.is(b'{') {
                true => parser.dictionary()?,
                false => Vec::new(),
            };
            // Arguments have no locations; the one in the text is dropped.
            parser.optional_location()?;
            state.arguments[usize::from(region)].push((name, ty, at));
            state.argument_attributes.push(attributes);
            Ok(())
        })?;
        Ok(())
    }

    /// Parses a dictionary of attributes in place of keywords. Flags and numbers are stored, other names are dropped.
    pub(super) fn flags(&mut self, state: &mut State<'t>) -> Result<()> {
        let start = self.scanner.offset();
        for entry in self.dictionary()? {
            let name = self.module.string_at(entry.name)?;
            let Some(index) =
                state.info.attributes.iter().position(|other| other.as_bytes() == name)
            else {
                continue;
            };
            let given = match (state.info.forms.get(index), entry.value) {
                (Some(Form::Flag), Attribute::Bool { value }) => Given::Flag(value),
                (Some(Form::Integer), Attribute::Integer { value, .. }) => {
                    Given::Integer(i128::from(value.cast_signed()))
                }
                _ => {
                    let name = state.info.attributes[index].to_owned();
                    return Err(breaks(start, TextFault::NotInText { name }));
                }
            };
            state.attributes[index] = Some(given);
        }
        Ok(())
    }
}
