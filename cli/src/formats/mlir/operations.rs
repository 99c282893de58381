//! The listing of operations.

use super::speller::{Speller, Text};
use super::strings;
use crate::formats::bounds::Indent;
use crate::formats::{Stop, hex};
use crate::output;
use bytespec::ErrorKind;
use bytespec::mlir::{
    AttributeId, Event, OpNameId, PropertyBlobId, PropertyValue, RegionsHeader, SegmentSizes,
    UseLists, view,
};
use bytespec::signatures::{Count, Group, Known, Members};
use bytespec::wire::Cursor;
use std::collections::HashMap;
use std::rc::Rc;

/// Names up to this length, in bytes, are always written out; of longer ones as many letters.
const LONG_NAME: usize = 64;

/// The most numbers of an order of uses that are listed.
const SHOWN: usize = 16;

/// Lists operations one after the other. Values have the numbers of the file.
pub(super) struct Lister<'s, 'f, 'a> {
    speller: &'s Speller<'f, 'a>,
    /// Locations are listed too.
    locations: bool,
    names: Vec<Option<Name>>,
    sizes: HashMap<Sizing, Rc<SegmentSizes>>,
    open: Vec<Open>,
}

/// The name of an operation, and what its parts are called.
#[derive(Clone)]
struct Name {
    text: Rc<str>,
    registered: bool,
    known: Known,
}

/// What tells the sizes of segments.
type Sizing = (OpNameId, Option<PropertyBlobId>, Option<AttributeId>);

/// An operation whose regions are being listed.
struct Open {
    regions: u64,
    /// Regions that were entered.
    entered: u64,
    /// Blocks of the region at hand, and those that were entered.
    blocks: u64,
    block: u64,
    /// Which regions are called what.
    named: Option<Vec<Members>>,
}

impl<'s, 'f, 'a> Lister<'s, 'f, 'a> {
    /// A lister, with or without locations.
    pub(super) fn new(speller: &'s Speller<'f, 'a>, locations: bool) -> Self {
        Lister { speller, locations, names: Vec::new(), sizes: HashMap::new(), open: Vec::new() }
    }

    /// Lists all operations.
    pub(super) fn list(&mut self) -> Result<(), Stop> {
        let mut walker = self.speller.file.walk();
        while let Some(event) = walker.next()? {
            match event {
                Event::Operation(op) => {
                    let text = self.operation(&op.record, op.first_result);
                    self.finish_operation(text, op.record.name, op.use_lists, op.regions)?;
                }
                Event::Region(header) => self.region(header.blocks)?,
                Event::Block(block) => {
                    self.block(&block.record, block.first_argument, block.use_lists)?;
                }
                Event::EndRegion => {}
                Event::End => {
                    if self.open.pop().is_some_and(|open| open.regions > 0) {
                        self.line("}")?;
                    }
                }
            }
        }
        Ok(())
    }

    fn line(&self, text: &str) -> Result<(), Stop> {
        output::line(format_args!("{}{text}", Indent(self.open.len())))?;
        match self.speller.allowance.notice() {
            Some(notice) => Ok(output::line(format_args!("{notice}"))?),
            None => Ok(()),
        }
    }

    fn name(&mut self, id: OpNameId) -> Option<Name> {
        let index = id.0 as usize;
        if let Some(Some(name)) = self.names.get(index) {
            return Some(name.clone());
        }
        let found = self.speller.file.op_name(id).ok()?;
        let name = Name {
            text: strings::label(found.full().as_bytes()).into(),
            registered: found.registered,
            // What cannot be found out is not known; the operation is listed all the same.
            known: self.speller.file.signature(id).unwrap_or_default(),
        };
        if self.names.len() <= index {
            self.names.resize(index + 1, None);
        }
        self.names[index] = Some(name.clone());
        Some(name)
    }

    fn operation(&mut self, op: &view::Operation<'f>, first_result: u32) -> Text<'s, 'f, 'a> {
        let mut text = self.speller.line();
        if let Some(results) = &op.results {
            let numbers = (first_result..).take(results.len());
            text.list(", ", numbers, |text, number| text.format(format_args!("%{number}")));
            text.push(if results.is_empty() { "" } else { " = " });
        }
        let name = self.name(op.name);
        match &name {
            Some(name) => {
                text.push(if name.registered { "" } else { "unregistered " });
                let long = name.text.len() > LONG_NAME;
                if long && self.speller.allowance.is_spent() {
                    let start: String = name.text.chars().take(LONG_NAME).collect();
                    text.format(format_args!("{start}... (operation name {})", op.name.0));
                } else {
                    text.push(&name.text);
                    self.speller.allowance.spend(if long { name.text.len() } else { 0 });
                }
            }
            None => {
                text.checked(self.speller.file.op_name(op.name), |_| {});
                text.format(format_args!("<bad name {}>", op.name.0));
            }
        }
        let known = name.as_ref().map(|name| name.known).unwrap_or_default();
        let sizes = self.sizes(op, &known);
        if let Some(operands) = &op.operands {
            let groups = known.share_operands(operands.len(), sizes.operands.as_deref());
            text.push("(");
            text.grouped(groups, operands.iter(), |text, id| {
                text.format(format_args!("%{}", id.0));
            });
            text.push(")");
        }
        if let Some(successors) = &op.successors {
            text.push(" [");
            let groups = known.share_successors(successors.len());
            text.grouped(groups, successors.iter(), |text, id| {
                text.format(format_args!("^bb{}", id.0));
            });
            text.push("]");
        }
        if let Some(properties) = op.properties {
            let registered = name.is_none_or(|name| name.registered);
            text.properties(op.name, properties, registered);
        }
        if let Some(attributes) = op.attributes {
            text.dictionary(attributes);
        }
        if let Some(results) = &op.results {
            text.push(if results.is_empty() { "" } else { " : " });
            // One group needs no name.
            let several = known.results.is_some_and(|groups| groups.len() > 1);
            let groups = several
                .then(|| known.share_results(results.len(), sizes.results.as_deref()))
                .flatten();
            text.grouped(groups, results.iter(), Text::ty);
        }
        if self.locations {
            text.located(op.location);
        }
        text
    }

    /// The sizes of segments that an operation says, where they are needed. Those of one dictionary are
    /// looked for once.
    fn sizes(&mut self, op: &view::Operation<'f>, known: &Known) -> Rc<SegmentSizes> {
        let lists = [known.operands, known.results].into_iter().flatten();
        let several =
            |groups: &[Group]| groups.iter().filter(|g| g.count != Count::One).count() > 1;
        if !lists.into_iter().any(several) {
            return Rc::default();
        }
        let found = self.sizes.entry((op.name, op.properties, op.attributes));
        // What is wrong with them is said where they are listed.
        let sizes =
            found.or_insert_with(|| self.speller.file.segment_sizes(op).unwrap_or_default().into());
        Rc::clone(sizes)
    }

    fn finish_operation(
        &mut self,
        mut text: Text<'_, '_, '_>,
        name: OpNameId,
        uses: Option<UseLists<'_>>,
        regions: Option<RegionsHeader>,
    ) -> Result<(), Stop> {
        if let Some(uses) = uses {
            text.uses(&uses);
        }
        let Some(header) = regions else { return self.line(&text.out) };
        text.push(if header.isolated { " isolated" } else { "" });
        let known = self.name(name).map(|name| name.known).unwrap_or_default();
        let named = usize::try_from(header.regions).ok();
        let named = named.and_then(|count| known.share_regions(count));
        let open = Open { regions: header.regions, entered: 0, blocks: 0, block: 0, named };
        if header.regions > 0 {
            text.format(format_args!(" {}", open.begin(0)));
        }
        self.line(&text.out)?;
        self.open.push(open);
        Ok(())
    }

    fn region(&mut self, blocks: u64) -> Result<(), Stop> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let line = format!("}} {}", open.begin(open.entered));
        open.entered += 1;
        (open.blocks, open.block) = (blocks, 0);
        if open.entered > 1 { self.outer(&line) } else { Ok(()) }
    }

    /// A line that stands as far left as the operation whose regions are being listed.
    fn outer(&mut self, text: &str) -> Result<(), Stop> {
        let open = self.open.pop();
        let done = self.line(text);
        self.open.extend(open);
        done
    }

    fn block(
        &mut self,
        block: &view::BlockHeader<'f>,
        first_argument: u32,
        uses: Option<UseLists<'_>>,
    ) -> Result<(), Stop> {
        // The file itself is a block too.
        let (number, blocks) = match self.open.last_mut() {
            Some(open) => {
                open.block += 1;
                (open.block - 1, open.blocks)
            }
            None => (0, 0),
        };
        let arguments = block.arguments.filter(|arguments| !arguments.is_empty());
        // Where nothing else tells that there is a block, its label does.
        let told = self.open.is_empty() || block.operations > 0;
        if arguments.is_none() && blocks <= 1 && told {
            return Ok(());
        }
        let mut text = self.speller.line();
        text.format(format_args!("^bb{number}"));
        if let Some(arguments) = arguments {
            text.push("(");
            let numbered = (first_argument..).zip(arguments.iter());
            text.list(", ", numbered, |text, (number, argument)| {
                text.format(format_args!("%{number}: "));
                text.ty(argument.r#type);
                if let Some(location) = argument.location.filter(|_| self.locations) {
                    text.located(location);
                }
            });
            text.push(")");
        }
        text.push(":");
        if let Some(uses) = uses {
            text.uses(&uses);
        }
        self.outer(&text.out)
    }
}

impl Open {
    /// What begins a region: a brace behind its name, where it has one.
    fn begin(&self, index: u64) -> String {
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let mut of = self.named.iter().flatten().filter(|group| group.places.contains(&index));
        match of.next().map(|members| members.group.name).filter(|name| !name.is_empty()) {
            Some(name) => format!("{name} {{"),
            None => "{".to_owned(),
        }
    }
}

impl Text<'_, '_, '_> {
    /// Adds a list, by groups where they are known: `name=item`, or `name=[item, item]` of one that may have
    /// any number. A group with nothing in it is left out.
    fn grouped<T>(
        &mut self,
        groups: Option<Vec<Members>>,
        mut items: impl Iterator<Item = T>,
        mut each: impl FnMut(&mut Self, T),
    ) {
        let Some(groups) = groups else { return self.list(", ", items, each) };
        let some = groups.iter().filter(|members| !members.places.is_empty());
        self.list(", ", some, |text, members| {
            let named = !members.group.name.is_empty();
            if named {
                text.push(members.group.name);
                text.push("=");
            }
            let many = named && !matches!(members.group.count, Count::One | Count::Optional);
            text.push(if many { "[" } else { "" });
            let members = items.by_ref().take(members.places.len());
            text.list(", ", members, &mut each);
            text.push(if many { "]" } else { "" });
        });
    }

    fn located(&mut self, location: AttributeId) {
        self.push(" loc(");
        self.location(location);
        self.push(")");
    }

    /// Adds the attributes of an operation.
    fn dictionary(&mut self, id: AttributeId) {
        self.push(" ");
        self.attribute(id);
    }

    /// Adds properties by name, or as bytes where it is not known what they are.
    fn properties(&mut self, name: OpNameId, id: PropertyBlobId, registered: bool) {
        let file = self.speller.file;
        let bytes = match self.checked(file.properties(id), |text| text.push(" <bad properties>")) {
            Some(bytes) => bytes,
            None => return,
        };
        if !registered {
            // The producer kept those of an operation that it did not know as one attribute.
            let mut cursor = Cursor::new(bytes);
            if let (Ok(attribute), true) = (cursor.prefix_u32(), cursor.is_empty()) {
                self.push(" <");
                self.attribute(AttributeId(attribute));
                return self.push(">");
            }
        }
        let list = match file.property_list(name, id) {
            Ok(list) => list,
            Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => None,
            Err(error) => {
                self.checked(Err::<(), _>(error), |_| {});
                None
            }
        };
        let Some(list) = list else {
            let (len, bytes) = (bytes.len(), hex::preview(bytes));
            let plural = if len == 1 { "" } else { "s" };
            return self.format(format_args!(" <{len} property byte{plural}: {bytes}>"));
        };
        let set = list.iter().filter(|property| property.value != PropertyValue::None);
        let mut between = " <{";
        for property in set {
            self.push(std::mem::replace(&mut between, ", "));
            self.push(property.name);
            self.property(&property.value);
        }
        self.push(if between == ", " { "}>" } else { "" });
    }

    fn property(&mut self, value: &PropertyValue) {
        use bytespec::mlir::view::BuiltinAttribute::UnitAttr;
        if let PropertyValue::Attribute(id) = value
            && let Ok(attribute) = self.speller.file.attribute(*id)
            && matches!(attribute.builtin(), Some(UnitAttr))
        {
            return;
        }
        self.push(" = ");
        match value {
            PropertyValue::Attribute(id) => self.attribute(*id),
            PropertyValue::Number(number) => self.format(format_args!("{number}")),
            PropertyValue::Bool(value) => self.format(format_args!("{value}")),
            PropertyValue::String(id) => self.string(*id),
            PropertyValue::Segments(sizes) => self.format(format_args!("{sizes:?}")),
            PropertyValue::None => self.push("none"),
        }
    }

    /// Adds the orders of uses, by the number of the result or argument.
    fn uses(&mut self, lists: &UseLists<'_>) {
        self.push(" uses");
        for list in lists.iter() {
            let pairs = if list.order.pairs { "pairs " } else { "" };
            self.format(format_args!(" {}: {pairs}[", list.value));
            let numbers = &list.order.numbers;
            let shown = numbers.iter().take(SHOWN);
            self.list(", ", shown, |text, number| text.format(format_args!("{number}")));
            self.push(if numbers.len() > SHOWN { ", ...]" } else { "]" });
        }
    }
}
