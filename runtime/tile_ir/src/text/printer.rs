//! The state of a printer, and printing operations by their templates.

use super::super::generated::{Attribute, DebugId, Global, NamedAttribute, Op, SECTION_OPERATIONS};
use super::super::module::{Function, Module};
use super::groups::Groups;
use super::locations::Locations;
use super::names::{Namer, Names};
use super::options::PrintOptions;
use super::parts::{Form, Given, Show, ShowAttribute, missing};
use super::visit::{FUNCTION, Printed, no_text, printed, too_deep};
use crate::MAX_REGION_DEPTH;
use crate::module::body::{Body, OpId};
use bytespec_core::error::Result;
use bytespec_core::operation_text::{Part, Piece};
use bytespec_core::quoted;
use bytespec_core::reflect::{Arity, OpInfo};
use bytespec_core::text::output::{Output, Print};
use bytespec_core::values::Value;
use std::fmt::Write;
use std::io;
use std::rc::Rc;

/// Prints a module.
pub(super) struct Printer<'p> {
    pub(super) module: &'p Module,
    /// The texts of types, of which each is computed once.
    pub(super) types: Vec<Option<Rc<str>>>,
    /// The remaining size of the texts of all types, in bytes.
    pub(super) types_left: usize,
    pub(super) out: Output<'p>,
    /// The nesting depth of the current attribute or type.
    pub(super) depth: u32,
    /// Whether a type is printed, and not an attribute in it.
    pub(super) in_type: bool,
    locations: Option<Locations<'p>>,
    pub(super) names: Names,
}

/// The source of the text of an operation.
#[derive(Clone, Copy)]
pub(super) enum Source<'p> {
    Op(OpId, &'p Op),
    Function(&'p Function),
    /// The operations of a function, after the part before them.
    Body(&'p Function),
    Global(&'p Global),
}

/// A template with only the operations of a function.
pub(super) static BODY: [Piece; 2] = [Piece::Literal(" "), Piece::Value(Part::Region(0), "")];

/// An operation that is being printed.
pub(super) struct Current<'p> {
    pub(super) source: Source<'p>,
    /// The function body that contains it.
    pub(super) body: Option<&'p Body>,
    pub(super) info: &'static OpInfo,
    pub(super) groups: Groups<'p>,
    /// The number of spaces at its start.
    indent: usize,
    /// Whether a comma comes before the next item that can have one.
    comma: bool,
    /// The printed groups of operands, one bit each.
    pub(super) operands: u64,
    /// The number of printed arguments of the next region.
    pub(super) arguments: usize,
}

/// The work left, the next item last.
enum Work<'p> {
    Pieces(std::slice::Iter<'static, Piece>),
    Ops(Printed<'p>, usize),
    End,
}

impl<'p> Current<'p> {
    /// The values of a group of operands, which are marked as printed.
    pub(super) fn operands(&mut self, index: u16) -> &'p [Value] {
        self.operands |= 1u64.checked_shl(u32::from(index)).unwrap_or(0);
        self.groups.operands.get(usize::from(index)).copied().unwrap_or_default()
    }
}

impl Print for Printer<'_> {
    fn out(&mut self) -> &mut String {
        &mut self.out
    }
}

impl<'p> Printer<'p> {
    pub(super) fn new(
        module: &'p Module,
        options: &PrintOptions,
        sink: Option<&'p mut dyn io::Write>,
        max: usize,
    ) -> Result<Self> {
        let locations = options.locations.then(|| Locations::of(module)).transpose()?;
        Ok(Printer {
            module,
            types: vec![None; module.types().len()],
            types_left: max,
            out: Output::new(sink, max),
            depth: 0,
            in_type: false,
            locations,
            names: Names::default(),
        })
    }

    /// Prints the whole module.
    pub(super) fn all(&mut self) -> Result<()> {
        let module = self.module;
        let producer = match module.producer {
            Some(producer) => module.string_at(producer)?,
            None => &[],
        };
        if !producer.is_empty() {
            self.out.push_str("// Producer: ");
            // The producer is printed without escapes.
            self.out.bytes(producer)?;
            self.out.push('\n');
        }
        for global in &module.globals {
            self.run(Source::Global(global), None)?;
        }
        for function in &module.functions {
            self.names = Namer::names(module, function, &FUNCTION, self.out.left())?;
            self.function(function)?;
        }
        if module.globals.is_empty() && module.functions.is_empty() && producer.is_empty() {
            self.out.push('\n');
        }
        let definitions = self.locations.as_ref().map_or(0, Locations::len);
        for index in 0..definitions {
            if let Some(locations) = &self.locations {
                locations.define(&mut self.out, index);
            }
            self.out.flush_if_full()?;
        }
        self.out.flush()
    }

    /// Prints an operation of a function, with those in its regions.
    pub(super) fn op(&mut self, function: &'p Function, id: OpId) -> Result<()> {
        let op = function.body.op(id)?;
        self.names = Namer::names(self.module, function, &FUNCTION, self.out.left())?;
        self.run(Source::Op(id, op), Some(&function.body))
    }

    /// Prints a value of a function.
    pub(super) fn value(&mut self, function: &'p Function, value: Value) -> Result<()> {
        function.body.check_value(value)?;
        self.names = Namer::names(self.module, function, &FUNCTION, self.out.left())?;
        self.values(&[value]);
        Ok(())
    }

    /// Prints an operation with its content.
    pub(super) fn run(&mut self, source: Source<'p>, body: Option<&'p Body>) -> Result<()> {
        let mut ops: Vec<Current<'p>> = Vec::new();
        let mut work: Vec<Work<'p>> = Vec::new();
        self.begin((source, body), 0, &mut ops, &mut work)?;
        while let Some(next) = work.last_mut() {
            match next {
                Work::End => {
                    work.pop();
                    if let Some(current) = ops.pop() {
                        self.end(&current)?;
                    }
                }
                Work::Ops(left, indent) => {
                    let indent = *indent;
                    let (Some(body), Some(id)) = (body, left.next()) else {
                        work.pop();
                        self.indent(indent);
                        self.out.push('}');
                        continue;
                    };
                    let source = Source::Op(id, body.op(id)?);
                    if ops.len() > MAX_REGION_DEPTH {
                        return Err(too_deep());
                    }
                    self.indent(indent + 2);
                    self.begin((source, Some(body)), indent + 2, &mut ops, &mut work)?;
                }
                Work::Pieces(left) => {
                    let Some(piece) = left.next() else {
                        work.pop();
                        continue;
                    };
                    let Some(current) = ops.last_mut() else { return Ok(()) };
                    match piece {
                        Piece::If(any, inner) => {
                            if self.holds(current, any)? {
                                work.push(Work::Pieces(inner.iter()));
                            }
                        }
                        Piece::AnyOrder(inner) => work.push(Work::Pieces(inner.iter())),
                        Piece::Value(Part::Region(index), _) => {
                            let region = self.region(current, *index)?;
                            self.out.push_str("{\n");
                            work.push(Work::Ops(region, current.indent));
                        }
                        piece => self.piece(current, piece)?,
                    }
                }
            }
        }
        Ok(())
    }

    fn begin(
        &mut self,
        (source, body): (Source<'p>, Option<&'p Body>),
        indent: usize,
        ops: &mut Vec<Current<'p>>,
        work: &mut Vec<Work<'p>>,
    ) -> Result<()> {
        let mut groups = Groups::default();
        let info = match source {
            Source::Op(id, op) => {
                groups.fill(op);
                self.names.declare(&mut self.out, id, &groups.results);
                op.kind().info()
            }
            Source::Function(_) | Source::Body(_) => section("entry")?,
            Source::Global(_) => section("global")?,
        };
        if info.text.is_empty() {
            return Err(no_text(format!("`{}`", info.name)));
        }
        let text = if let Source::Body(_) = source { &BODY } else { info.text };
        ops.push(Current {
            source,
            body,
            info,
            groups,
            indent,
            comma: false,
            operands: 0,
            arguments: 0,
        });
        work.push(Work::End);
        work.push(Work::Pieces(text.iter()));
        Ok(())
    }

    fn end(&mut self, current: &Current<'p>) -> Result<()> {
        let location = match current.source {
            Source::Op(id, _) => {
                all_shown(current)?;
                current.body.and_then(|body| body.location(id))
            }
            Source::Function(function) | Source::Body(function) => function.location,
            Source::Global(_) => None,
        };
        self.end_line(location)
    }

    pub(super) fn end_line(&mut self, location: Option<DebugId>) -> Result<()> {
        if let Some(locations) = &self.locations {
            let _ = write!(self.out, " loc(#{})", locations.alias(location));
        }
        self.out.push('\n');
        self.out.flush_if_full()
    }

    /// The printed operations of a region.
    fn region(&self, current: &mut Current<'p>, index: u16) -> Result<Printed<'p>> {
        let body = current.body.ok_or_else(|| missing("the body"))?;
        let Source::Op(id, _) = current.source else {
            return printed(body, [Body::ENTRY].into_iter(), &FUNCTION);
        };
        self.all_arguments(current, index)?;
        let index = usize::from(index);
        let info = current.info.regions.get(index).ok_or_else(|| missing("a region"))?;
        printed(body, body.blocks(body.own_region(id, index)?), info)
    }

    /// Prints a single piece of a template.
    fn piece(&mut self, current: &mut Current<'p>, piece: &Piece) -> Result<()> {
        match *piece {
            Piece::Literal(text) => self.out.push_str(text),
            Piece::Line => {
                self.out.push('\n');
                self.indent(current.indent);
            }
            Piece::Comma => {
                let again = std::mem::replace(&mut current.comma, true);
                self.out.push_str(if again { ", " } else { "" });
            }
            Piece::Value(Part::Operand(index), _) => self.values(current.operands(index)),
            Piece::Value(part, separator) => {
                if let Some(value) = attribute(current, part) {
                    self.shown(value, separator)?;
                }
            }
            Piece::Type(part) => self.each_type_of(current, part)?,
            Piece::Types(part) => self.types_once(current, part)?,
            Piece::FirstType(parts) => self.first_type(current, parts)?,
            Piece::FullType(part) => {
                self.list(self.types_of(current, part)?, Self::full_type)?;
            }
            Piece::FullResults(part) => {
                let types = self.types_of(current, part)?;
                self.full_results(&types)?;
            }
            Piece::Symbol(part) => {
                if let Some(Given::String(name)) = attribute(current, part) {
                    self.out.push('@');
                    quoted::name(&mut self.out, self.module.string_at(name)?);
                }
            }
            Piece::Elements(part, ty) => self.elements_of(current, part, ty)?,
            Piece::Mixed(result, field, operands) => {
                self.mixed(current, (result, field), operands)?;
            }
            Piece::Argument(region, index, operand) => {
                self.argument(current, region, index, operand)?;
            }
            Piece::Assigned(region, from, operands) => {
                self.assigned(current, region, from, operands)?;
            }
            Piece::Parameters(region, attributes) => {
                let arguments = self.arguments(current, region)?;
                let attributes = match attributes.and_then(|part| attribute(current, part)) {
                    Some(Given::Attributes(attributes)) => attributes,
                    _ => Vec::new(),
                };
                current.arguments = arguments.len();
                self.parameters(arguments, &attributes)?;
            }
            Piece::Expressions(part, separator) => {
                if let Some(Given::Attributes(values)) = attribute(current, part) {
                    self.call_arguments(&values, separator)?;
                }
            }
            Piece::Dictionary(parts) => self.named_lists(current, parts)?,
            Piece::If(..) | Piece::AnyOrder(_) => {}
        }
        Ok(())
    }

    /// Prints the elements of a constant, with the type of a part or of the global.
    fn elements_of(&mut self, current: &Current<'p>, part: Part, ty: Option<Part>) -> Result<()> {
        let ty = match (ty, current.source) {
            (Some(ty), _) => self.types_of(current, ty)?.first().copied(),
            (None, Source::Global(global)) => Some(global.r#type),
            (None, _) => None,
        };
        if let (Some(Given::Constant(constant)), Some(ty)) = (attribute(current, part), ty) {
            self.elements(ty, constant)?;
        }
        Ok(())
    }

    /// Prints a dictionary of lists of attributes.
    fn named_lists(&mut self, current: &Current<'p>, parts: &[Part]) -> Result<()> {
        self.out.push('{');
        let mut between = "";
        for part in parts {
            let Part::Attribute(index) = *part else { continue };
            let name = current.info.attributes.get(usize::from(index)).copied();
            if let (Some(Given::Attributes(list)), Some(name)) = (attribute(current, *part), name) {
                let _ = write!(self.out, "{}{name} = [", std::mem::replace(&mut between, ", "));
                self.attributes(&list, ", ", Form::Short)?;
                self.out.push(']');
            }
        }
        self.out.push('}');
        Ok(())
    }

    pub(super) fn values(&mut self, values: &[Value]) {
        for (index, value) in values.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.names.write(&mut self.out, *value);
        }
    }

    /// Prints an attribute, as in operations.
    fn shown(&mut self, value: Given, separator: &str) -> Result<()> {
        match value {
            Given::Flag(flag) => {
                let _ = write!(self.out, "{flag}");
            }
            Given::Integer(number) => {
                let _ = write!(self.out, "{number}");
            }
            Given::Member(name) => self.out.push_str(name),
            Given::String(id) => quoted::quote(&mut self.out, self.module.string_at(id)?),
            Given::Type(id) => self.ty(id)?,
            Given::Constant(id) => {
                let _ = write!(self.out, "constant {}", id.0);
            }
            Given::Flags(list) => self.joined(separator, &list),
            Given::Integers(list) => self.joined(separator, &list),
            // The kind is not printed if no other is possible.
            Given::Attribute(attribute) => self.template(&attribute)?,
            Given::Attributes(list) => self.attributes(&list, separator, Form::Short)?,
            Given::Named(entries) => self.hints(&entries)?,
        }
        Ok(())
    }
}

/// Checks that optional operands that exist were printed: text has no form for some of them without others.
fn all_shown(current: &Current<'_>) -> Result<()> {
    for (index, (group, port)) in
        current.groups.operands.iter().zip(current.info.operands).enumerate()
    {
        let is_shown = index >= 64 || current.operands >> index & 1 == 1;
        if port.arity == Arity::Optional && !group.is_empty() && !is_shown {
            return Err(no_text(format!("`{}` without the operand that it follows", port.name)));
        }
    }
    Ok(())
}

/// The attributes of the parameters of a function.
pub(super) fn argument_attributes(function: &Function) -> &[Attribute] {
    match &function.arg_attrs {
        Attribute::Array { elements } => elements,
        _ => &[],
    }
}

/// The hints of a function.
pub(super) fn hints(function: &Function) -> &[NamedAttribute] {
    match &function.hints {
        Some(Attribute::OptimizationHints { entries }) => entries,
        _ => &[],
    }
}

/// The description of a function or global, as an operation of the schema.
pub(super) fn section(name: &str) -> Result<&'static OpInfo> {
    let found = SECTION_OPERATIONS.iter().find(|info| info.name == name);
    found.ok_or_else(|| no_text(format!("`{name}`")))
}

/// An attribute of the current item.
pub(super) fn attribute(current: &Current<'_>, part: Part) -> Option<Given> {
    let Part::Attribute(index) = part else { return None };
    let index = usize::from(index);
    let name = current.info.attributes.get(index).copied().unwrap_or("");
    match (current.source, name) {
        (Source::Op(_, op), _) => op.attribute(index),
        (Source::Function(function), "sym_name") => function.name.show(),
        (Source::Function(function), "arg_attrs") => {
            Some(Given::Attributes(argument_attributes(function).to_vec()))
        }
        (Source::Function(function), "optimization_hints") => match hints(function) {
            [] => None,
            entries => Some(Given::Named(entries.to_vec())),
        },
        (Source::Global(global), "sym_name") => global.name.show(),
        (Source::Global(global), "value") => global.value.show(),
        (Source::Global(global), "alignment") => global.alignment.show(),
        (Source::Global(global), "symbol_visibility") => global.symbol_visibility.show(),
        (Source::Global(global), "constant") => global.constant.show(),
        _ => None,
    }
}
