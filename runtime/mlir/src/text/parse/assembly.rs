//! Parses operations in the custom form that a dialect of the registry defines: MLIR's assembly format.
//!
//! The pieces of the template are parsed one after the other. A group is present if its first words and punctuation marks are.
//! Values are sorted into their groups after the whole operation was parsed, as those around regions are in the generic form.

use super::super::super::generated::TypeId;
use super::attributes::Entry;
use super::open::{Assembly, Group, Open};
use super::parser::Parser;
use super::state::{Head, Suffix, ValueName};
use super::types::here;
use crate::dialect::{MAX_UNTYPED_RESULTS, OpGroup, OpPartKind, OpText};
use crate::module::ir::{BlockId, Chain};
use crate::operations::properties::{Property, PropertyValue, exist};
use crate::operations::typed::sizes_name;
use bytespec_core::error::{Error, ErrorKind, Result, TextFault};
use bytespec_core::operation_text::{Part, Piece};
use bytespec_core::properties::{Field, Kind as FieldKind};
use bytespec_core::signatures::Count;
use bytespec_core::text::Kind;
use bytespec_core::text::wrong::{breaks, unlike};

/// The groups of one kind in a template.
fn groups(text: &OpText, kind: OpPartKind) -> impl Iterator<Item = &'static OpGroup> {
    text.parts.iter().filter(move |part| part.kind == kind)
}

impl<'t> Parser<'t, '_> {
    /// Starts an operation whose name is the next word.
    pub(super) fn assembly(
        &mut self,
        block: BlockId,
        region: u32,
        results: usize,
    ) -> Result<Open<'t>> {
        let (offset, word) = (self.scanner.offset(), self.scanner.spelling());
        let unknown = || breaks(offset, TextFault::Custom { word: word.to_owned() });
        let found = word.split_once('.').and_then(|(dialect, operation)| {
            let dialect = self.module.registry.get(dialect.as_bytes())?;
            let text = dialect.operation_text(operation)?;
            text.behind_name(operation).map(|rest| (text, rest))
        });
        let (text, rest) = found.filter(|_| exist(self.module.version())).ok_or_else(unknown)?;
        let kind = self.named_kind(word, word)?;
        // The release that the file is for has no custom form of the operation.
        kind.fields.ok_or_else(unknown)?;
        self.scanner.advance();
        self.words_and_marks(rest)?;
        let place = self.lines.place(self.scanner.text().as_bytes(), offset);
        let op = self.add_op(block, kind.name, (None, None))?;
        let operands = self.module.ir.operands_since(self.module.ir.operand_count());
        let count = |kind| groups(text, kind).count();
        let assembly = Assembly {
            text,
            left: vec![text.pieces.get(1..).unwrap_or_default().iter()],
            operands: groups(text, OpPartKind::Operand)
                .map(|_| Group { members: Vec::new(), types: None })
                .collect(),
            results: vec![None; count(OpPartKind::Result)],
            successors: vec![Vec::new(); count(OpPartKind::Successor)],
            regions: Vec::new(),
            properties: Vec::new(),
            entries: Vec::new(),
        };
        let head = Head { op, literal: word, offset, place, results, operands, region };
        Ok(Open {
            head,
            kind,
            inherent: None,
            regions: Vec::new(),
            inside: None,
            assembly: Some(Box::new(assembly)),
        })
    }

    /// Parses an operation up to its next region, or to its end. Returns whether a region comes next.
    pub(super) fn assemble(
        &mut self,
        open: &mut Vec<Open<'t>>,
        mut this: Open<'t>,
    ) -> Result<bool> {
        let (results, region) = (this.head.results, this.head.region);
        let read = match &mut this.assembly {
            Some(assembly) => self.pieces(assembly, region),
            None => Ok(false),
        };
        let read = match read {
            Ok(true) => {
                this.inside = Some(self.begin_region());
                open.push(this);
                return Ok(true);
            }
            Ok(false) => self.assembled(this),
            Err(error) => Err(error),
        };
        read.inspect_err(|_| self.poison(results, region))?;
        self.result_names.truncate(results);
        Ok(false)
    }

    /// Parses pieces up to the next region, or all that are left. Returns whether a region comes next.
    fn pieces(&mut self, assembly: &mut Assembly<'t>, region: u32) -> Result<bool> {
        while let Some(left) = assembly.left.last_mut() {
            match left.next() {
                None => drop(assembly.left.pop()),
                Some(Piece::If(_, inner)) => {
                    if let Some(Piece::Literal(text)) = inner.first()
                        && self.scanner.at_literal(text, false)
                    {
                        assembly.left.push(inner.iter());
                    }
                }
                Some(Piece::Value(Part::Region(index), _)) => {
                    self.scanner.expect(b'{')?;
                    assembly.regions.push(*index);
                    return Ok(true);
                }
                Some(piece) => self.piece(assembly, region, piece)?,
            }
        }
        Ok(false)
    }

    fn piece(&mut self, assembly: &mut Assembly<'t>, region: u32, piece: &Piece) -> Result<()> {
        let text = assembly.text;
        let group = |kind, index: u16| groups(text, kind).nth(usize::from(index));
        match *piece {
            Piece::Literal(text) => self.words_and_marks(text)?,
            Piece::Value(Part::Operand(index), _) => {
                let many = is_many(group(OpPartKind::Operand, index));
                let values = self.joined(many, Kind::Percent, Self::value_name)?;
                if let Some(group) = assembly.operands.get_mut(usize::from(index)) {
                    group.members = values;
                }
            }
            Piece::Value(Part::Successor(index), _) => {
                let many = is_many(group(OpPartKind::Successor, index));
                let blocks = self.joined(many, Kind::Caret, |parser| parser.successor(region))?;
                if let Some(group) = assembly.successors.get_mut(usize::from(index)) {
                    *group = blocks;
                }
            }
            Piece::Value(Part::Attribute(index), _) => {
                let Some(part) = group(OpPartKind::Attribute, index) else { return Ok(()) };
                let offset = self.scanner.offset();
                let value = self.attribute()?;
                let name = self.module.add_string(part.group.name.as_bytes())?;
                assembly.entries.push(Entry { name, offset, value });
            }
            Piece::Value(Part::Property(name), _) => {
                let mut fields = text.layout.iter();
                let Some(field) = fields.find(|field| field.name == name) else { return Ok(()) };
                let value = self.shown_property(field)?;
                assembly.properties.push(Property { name: field.name, value });
            }
            Piece::Type(Part::Operand(index)) => {
                let Some(group) = assembly.operands.get_mut(usize::from(index)) else {
                    return Ok(());
                };
                let mut types = Vec::with_capacity(group.members.len());
                let mut first = true;
                for _ in &group.members {
                    if !std::mem::take(&mut first) && !self.scanner.eat(b',') {
                        return Err(self.scanner.missing("`,` and the type of the next value"));
                    }
                    let offset = self.scanner.offset();
                    types.push((self.ty()?, offset));
                }
                group.types = Some(types);
            }
            Piece::Type(Part::Result(index)) => {
                let mut types = Vec::new();
                let many = is_many(group(OpPartKind::Result, index));
                while !many && types.is_empty() || many && self.at_type() {
                    types.push(self.ty()?);
                    if !many || !self.scanner.eat(b',') {
                        break;
                    }
                }
                if let Some(known) = assembly.results.get_mut(usize::from(index)) {
                    *known = Some(types);
                }
            }
            Piece::Dictionary([]) => {
                if self.scanner.is(b'{') {
                    self.entries(&mut assembly.entries)?;
                }
            }
            _ => return Err(self.scanner.expected("an operation in the generic form")),
        }
        Ok(())
    }

    /// Parses words and punctuation marks.
    fn words_and_marks(&mut self, text: &str) -> Result<()> {
        if text.trim().is_empty() || self.scanner.eat_literal(text, false) {
            return Ok(());
        }
        Err(self.scanner.missing(format!("`{}`", text.trim())))
    }

    /// Parses one name, or names separated by commas.
    fn joined<T>(
        &mut self,
        many: bool,
        kind: Kind,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        if !many {
            return read(self).map(|one| vec![one]);
        }
        let mut found = Vec::new();
        while self.scanner.kind() == kind {
            found.push(read(self)?);
            let mark = self.scanner.mark();
            if !self.scanner.eat(b',') || self.scanner.kind() != kind {
                self.scanner.reset(mark);
                break;
            }
        }
        Ok(found)
    }

    /// Parses the value of a property in the text.
    fn shown_property(&mut self, field: &Field) -> Result<PropertyValue> {
        Ok(match field.kind {
            FieldKind::Varint | FieldKind::OptionalVarint => {
                PropertyValue::Number(self.unsigned("a number that is not negative")?)
            }
            FieldKind::Bool => PropertyValue::Bool(self.scanner.boolean()?),
            FieldKind::String => {
                let bytes = self.scanner.string()?;
                PropertyValue::String(self.module.add_string(&bytes)?)
            }
            _ => PropertyValue::Attribute(self.attribute()?),
        })
    }

    /// Completes a parsed operation.
    fn assembled(&mut self, this: Open<'t>) -> Result<()> {
        let Open { mut head, kind, regions, assembly, .. } = this;
        let Some(assembly) = assembly else { return Ok(()) };
        let Assembly { text, operands, results, successors, regions: order, .. } = *assembly;
        // The text can have the regions in another order than the operation.
        let mut numbered: Vec<(u16, Option<Chain>)> = order.into_iter().zip(regions).collect();
        numbered.sort_by_key(|(index, _)| *index);
        let regions: Vec<Option<Chain>> = numbered.into_iter().map(|(_, chain)| chain).collect();
        self.module.ir.adopt_regions(head.op, &regions)?;
        let start = self.module.ir.operand_count();
        for value in operands.iter().flat_map(|group| &group.members) {
            self.add_operand(*value)?;
        }
        head.operands = self.module.ir.operands_since(start);
        let blocks: Vec<BlockId> = successors.into_iter().flatten().collect();
        if !blocks.is_empty() {
            self.module.ir.set_successors(head.op, blocks.into_iter())?;
            self.branches.push((head.op, head.offset));
        }
        self.check_operands(text, &operands, start)?;
        let results = self.result_types(text, &head, &operands, results)?;
        self.check_results(&head, results.iter().map(Vec::len).sum())?;
        let mut properties = assembly.properties;
        let sizes = |groups: Vec<usize>| {
            let size = |len| u32::try_from(len).unwrap_or(u32::MAX);
            PropertyValue::Segments(groups.into_iter().map(size).collect())
        };
        for (kind, groups) in [
            (OpPartKind::Operand, operands.iter().map(|group| group.members.len()).collect()),
            (OpPartKind::Result, results.iter().map(Vec::len).collect()),
        ] {
            let field = text.layout.iter().find(|field| Some(field.name) == sizes_name(kind));
            if let Some(Field { name, .. }) = field {
                properties.push(Property { name, value: sizes(groups) });
            }
        }
        let given = self.give_remaining(head.op, kind, properties, assembly.entries, head.offset);
        let (properties, attributes) = given.map_err(|error| here(error, head.offset))?;
        let types = &mut self.suffixes.types;
        let middle = types.len();
        types.extend(results.into_iter().flatten());
        let (inputs, results) = (middle..middle, middle..types.len());
        let suffix = Suffix { name: kind.name, properties, attributes, inputs, results };
        self.located(&head, &suffix, &regions)
    }

    /// Checks the operands, from `start` on among those of all operations, against the types in the text or the types that
    /// follow from it.
    fn check_operands(
        &mut self,
        text: &'static OpText,
        operands: &[Group<ValueName<'t>>],
        start: usize,
    ) -> Result<()> {
        let mut place = start;
        for (group, part) in operands.iter().zip(groups(text, OpPartKind::Operand)) {
            let following = part.group.name;
            let like = type_of(part, text, operands);
            for (at, value) in group.members.iter().enumerate() {
                let stated = group.types.as_ref().and_then(|types| types.get(at)).copied();
                let (ty, offset) = match (stated, like) {
                    (Some(stated), _) => stated,
                    (None, Some(ty)) => (ty, value.offset),
                    (None, None) => return Err(no_type(following, value.offset)),
                };
                if let Some((found, expected)) = self.other_type(place, ty) {
                    return Err(unlike(offset, format!("`{}`", value.text), found, expected));
                }
                place += 1;
            }
        }
        Ok(())
    }

    /// The types of each group of results.
    fn result_types(
        &self,
        text: &'static OpText,
        head: &Head<'t>,
        operands: &[Group<ValueName<'t>>],
        stated: Vec<Option<Vec<TypeId>>>,
    ) -> Result<Vec<Vec<TypeId>>> {
        let names = self.result_names.get(head.results..).unwrap_or_default();
        let named: usize = names.iter().map(|name| name.count as usize).sum();
        let parts = || groups(text, OpPartKind::Result);
        let known = stated.iter().zip(parts()).map(|(types, part)| match types {
            Some(types) => types.len(),
            None => usize::from(part.group.count == Count::One),
        });
        // The number of results that nothing else determines.
        let mut left = named.saturating_sub(known.sum());
        if left > MAX_UNTYPED_RESULTS {
            let (limit, found, max) =
                ("results without types", left as u64, MAX_UNTYPED_RESULTS as u64);
            return Err(Error::at(head.offset, ErrorKind::Limit { limit, found, max }));
        }
        let mut found = Vec::with_capacity(stated.len());
        for ((index, types), part) in (0_u16..).zip(stated).zip(parts()) {
            let types = match (types, part.group.count) {
                (Some(types), _) => types,
                (None, _) if text.states_types(Part::Result(index)) => Vec::new(),
                (None, count) => {
                    let most = if count == Count::Variadic { left } else { left.min(1) };
                    let len = if count == Count::One { 1 } else { most };
                    left -= if count == Count::One { 0 } else { len };
                    let like = type_of(part, text, operands);
                    match like {
                        _ if len == 0 => Vec::new(),
                        Some(ty) => vec![ty; len],
                        None => return Err(no_type(part.group.name, head.offset)),
                    }
                }
            };
            found.push(types);
        }
        Ok(found)
    }
}

fn is_many(part: Option<&OpGroup>) -> bool {
    part.is_some_and(|part| part.group.count == Count::Variadic)
}

/// The type of a group whose type follows from an operand, if the text states the type of that operand.
fn type_of(part: &OpGroup, text: &OpText, operands: &[Group<ValueName<'_>>]) -> Option<TypeId> {
    let name = part.type_of?;
    let index = groups(text, OpPartKind::Operand).position(|part| part.group.name == name)?;
    let types = operands.get(index)?.types.as_ref()?;
    types.first().map(|(ty, _)| *ty)
}

/// The error for a value whose type is not in the text.
#[cold]
fn no_type(name: &str, offset: usize) -> Error {
    let item = format!("the type of `{name}`").into();
    Error::at(offset, ErrorKind::Absent { item, why: "is missing" })
}
