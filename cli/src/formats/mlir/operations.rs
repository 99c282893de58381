//! Lists operations.

use super::speller::Speller;
use super::strings;
use crate::formats::hex;
use crate::formats::listing::{Listing, Names, group, list};
use crate::formats::stop::Stop;
use bytespec::ErrorKind;
use bytespec::mlir::{
    AttributeId, Event, File, OpNameId, PropertyBlobId, PropertyValue, RegionsHeader, SegmentSizes,
    UseLists, WalkedOperation, view,
};
use bytespec::signatures::{CommonSignature, Count, Group, Members};
use bytespec::wire::Cursor;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::rc::Rc;

/// The maximum length of a name that is always printed completely, in bytes; longer ones are cut to this number of characters.
const LONG_NAME: usize = 64;

/// The maximum number of numbers in a use-list order that are listed.
const SHOWN: usize = 16;

/// Lists operations. Values have the numbers of the file.
pub(super) struct Lister<'s, 'f, 'a, 'm> {
    file: &'f File<'a>,
    speller: &'s mut Speller<'m>,
    /// Whether locations are listed.
    locations: bool,
    names: Vec<Option<Name>>,
    sizes: HashMap<Sizing, Rc<SegmentSizes>>,
    listing: Listing,
    /// The number of blocks of each open region, and how many of them have started.
    blocks: Vec<(u64, u64)>,
}

/// The name of an operation, and the names of its parts.
#[derive(Clone)]
struct Name {
    text: Rc<str>,
    registered: bool,
    known: CommonSignature,
}

/// The parts of an operation that determine its segment sizes.
type Sizing = (OpNameId, Option<PropertyBlobId>, Option<AttributeId>);

impl<'s, 'f, 'a, 'm> Lister<'s, 'f, 'a, 'm> {
    /// A lister, with or without locations.
    pub(super) fn new(file: &'f File<'a>, speller: &'s mut Speller<'m>, locations: bool) -> Self {
        Lister {
            file,
            speller,
            locations,
            names: Vec::new(),
            sizes: HashMap::new(),
            listing: Listing::default(),
            blocks: Vec::new(),
        }
    }

    /// Lists all operations.
    pub(super) fn list(&mut self) -> Result<(), Stop> {
        let mut walker = self.file.walk();
        while let Some(event) = walker.next()? {
            match event {
                Event::Operation(op) => {
                    let text = self.operation(op);
                    self.finish_operation(text, op.name, op.use_lists(), op.regions)?;
                }
                Event::Region(header) => {
                    self.blocks.push((header.blocks, 0));
                    self.listing.region(&self.speller.allowance)?;
                }
                Event::Block(block) => {
                    self.block(&block.record(), block.first_argument, block.use_lists())?;
                }
                Event::EndRegion => {
                    self.blocks.pop();
                }
                Event::End => self.listing.end(&self.speller.allowance)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn name(&mut self, id: OpNameId) -> Option<Name> {
        let index = id.0 as usize;
        if let Some(Some(name)) = self.names.get(index) {
            return Some(name.clone());
        }
        let found = self.file.op_name(id).ok()?;
        let name = Name {
            text: strings::label(found.full().as_bytes()).into(),
            registered: found.registered,
            // Without a signature the operation is listed, too.
            known: self.file.signature(id).unwrap_or_default(),
        };
        if self.names.len() <= index {
            self.names.resize(index + 1, None);
        }
        self.names[index] = Some(name.clone());
        Some(name)
    }

    fn operation(&mut self, op: &WalkedOperation<'f>) -> String {
        let mut out = String::new();
        let record = op.record();
        if let Some(results) = &record.results {
            let numbers = (op.first_result..).take(results.len());
            list(&mut out, numbers, |out, number| {
                let _ = write!(out, "%{number}");
            });
            out.push_str(if results.is_empty() { "" } else { " = " });
        }
        let name = self.name(op.name);
        match &name {
            Some(name) => {
                out.push_str(if name.registered { "" } else { "unregistered " });
                let long = name.text.len() > LONG_NAME;
                if long && self.speller.allowance.is_spent() {
                    let start: String = name.text.chars().take(LONG_NAME).collect();
                    let _ = write!(out, "{start}... (operation name {})", op.name.0);
                } else {
                    out.push_str(&name.text);
                    self.speller.allowance.spend(if long { name.text.len() } else { 0 });
                }
            }
            None => {
                self.check(self.file.op_name(op.name));
                let _ = write!(out, "<bad name {}>", op.name.0);
            }
        }
        let known = name.as_ref().map(|name| name.known).unwrap_or_default();
        let sizes = self.sizes(op, &known);
        if let Some(operands) = &record.operands {
            let groups = known.share_operands(operands.len(), sizes.operands.as_deref());
            out.push('(');
            grouped(&mut out, groups, operands.iter(), |out, id| {
                let _ = write!(out, "%{}", id.0);
            });
            out.push(')');
        }
        if let Some(successors) = &record.successors {
            out.push_str(" [");
            let groups = known.share_successors(successors.len());
            grouped(&mut out, groups, successors.iter(), |out, id| {
                let _ = write!(out, "^bb{}", id.0);
            });
            out.push(']');
        }
        if let Some(properties) = op.properties {
            let registered = name.is_none_or(|name| name.registered);
            self.properties(&mut out, op.name, properties, registered);
        }
        if let Some(attributes) = op.attributes {
            out.push(' ');
            self.speller.attribute(&mut out, attributes);
        }
        if let Some(results) = &record.results {
            out.push_str(if results.is_empty() { "" } else { " : " });
            // One group needs no name.
            let several = known.results.is_some_and(|groups| groups.len() > 1);
            let groups = several
                .then(|| known.share_results(results.len(), sizes.results.as_deref()))
                .flatten();
            grouped(&mut out, groups, results.iter(), |out, ty| self.speller.ty(out, ty));
        }
        if self.locations {
            self.speller.location(&mut out, op.location);
        }
        out
    }

    /// The segment sizes that an operation states, if they are needed. Those of one dictionary are looked up once.
    fn sizes(&mut self, op: &WalkedOperation<'f>, known: &CommonSignature) -> Rc<SegmentSizes> {
        let lists = [known.operands, known.results].into_iter().flatten();
        let several =
            |groups: &[Group]| groups.iter().filter(|g| g.count != Count::One).count() > 1;
        if !lists.into_iter().any(several) {
            return Rc::default();
        }
        let found = self.sizes.entry((op.name, op.properties, op.attributes));
        // The list of entries reports their faults.
        let sizes = found.or_insert_with(|| self.file.segment_sizes(op).unwrap_or_default().into());
        Rc::clone(sizes)
    }

    fn finish_operation(
        &mut self,
        mut out: String,
        name: OpNameId,
        uses: Option<UseLists<'_>>,
        regions: Option<RegionsHeader>,
    ) -> Result<(), Stop> {
        if let Some(uses) = uses {
            orders(&mut out, &uses);
        }
        let Some(header) = regions else {
            return self.listing.operation(&out, &self.speller.allowance);
        };
        out.push_str(if header.isolated { " isolated" } else { "" });
        let known = self.name(name).map(|name| name.known).unwrap_or_default();
        let named = usize::try_from(header.regions).ok();
        let named = named.and_then(|count| known.share_regions(count)).into_iter().flatten();
        let names: Names = named.map(|members| (members.places, members.group.name)).collect();
        self.listing.begin(out, (header.regions, names), &self.speller.allowance)
    }

    fn block(
        &mut self,
        block: &view::BlockHeader<'f>,
        first_argument: u32,
        uses: Option<UseLists<'_>>,
    ) -> Result<(), Stop> {
        // The file itself is a block too.
        let (number, blocks) = match self.blocks.last_mut() {
            Some((blocks, started)) => {
                *started += 1;
                (*started - 1, *blocks)
            }
            None => (0, 0),
        };
        let arguments = block.arguments.filter(|arguments| !arguments.is_empty());
        // A block without other content is visible only by its label.
        let is_shown = self.listing.is_outside() || block.operations > 0;
        if arguments.is_none() && blocks <= 1 && is_shown {
            return Ok(());
        }
        let mut out = format!("^bb{number}");
        if let Some(arguments) = arguments {
            out.push('(');
            let numbered = (first_argument..).zip(arguments.iter());
            list(&mut out, numbered, |out, (number, argument)| {
                let _ = write!(out, "%{number}: ");
                self.speller.ty(out, argument.r#type);
                if let Some(location) = argument.location.filter(|_| self.locations) {
                    self.speller.location(out, location);
                }
            });
            out.push(')');
        }
        out.push(':');
        if let Some(uses) = uses {
            orders(&mut out, &uses);
        }
        self.listing.block(&out, &self.speller.allowance)
    }

    /// The value of a result. An error is stored.
    fn check<T>(&mut self, value: bytespec::Result<T>) -> Option<T> {
        value.map_err(|error| self.speller.fail(error)).ok()
    }

    /// Appends properties by name, or as bytes if they have no known layout.
    fn properties(
        &mut self,
        out: &mut String,
        name: OpNameId,
        id: PropertyBlobId,
        registered: bool,
    ) {
        let Some(bytes) = self.check(self.file.properties(id)) else {
            return out.push_str(" <bad properties>");
        };
        if !registered {
            // The producer kept those of an operation that it did not know as one attribute.
            let mut cursor = Cursor::new(bytes);
            if let (Ok(attribute), true) = (cursor.prefix_u32(), cursor.is_empty()) {
                out.push_str(" <");
                self.speller.attribute(out, AttributeId(attribute));
                return out.push('>');
            }
        }
        let list = match self.file.property_list(name, id) {
            Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => None,
            list => self.check(list).flatten(),
        };
        let Some(list) = list else {
            let (len, bytes) = (bytes.len(), hex::preview(bytes));
            let plural = if len == 1 { "" } else { "s" };
            let _ = write!(out, " <{len} property byte{plural}: {bytes}>");
            return;
        };
        let set = list.iter().filter(|property| property.value != PropertyValue::None);
        let mut between = " <{";
        for property in set {
            out.push_str(std::mem::replace(&mut between, ", "));
            out.push_str(property.name);
            self.property(out, &property.value);
        }
        out.push_str(if between == ", " { "}>" } else { "" });
    }

    fn property(&mut self, out: &mut String, value: &PropertyValue) {
        use bytespec::mlir::view::BuiltinAttribute::UnitAttr;
        if let PropertyValue::Attribute(id) = value
            && let Ok(attribute) = self.file.attribute(*id)
            && matches!(attribute.builtin(), Some(UnitAttr))
        {
            return;
        }
        out.push_str(" = ");
        let _ = match value {
            PropertyValue::Attribute(id) => return self.speller.attribute(out, *id),
            PropertyValue::String(id) => return self.speller.string(out, *id),
            PropertyValue::Number(number) => write!(out, "{number}"),
            PropertyValue::Bool(value) => write!(out, "{value}"),
            PropertyValue::Segments(sizes) => write!(out, "{sizes:?}"),
            PropertyValue::None => write!(out, "none"),
        };
    }
}

/// Appends a list, by groups if they are known. Empty groups are omitted.
fn grouped<T>(
    out: &mut String,
    groups: Option<Vec<Members>>,
    mut items: impl Iterator<Item = T>,
    mut each: impl FnMut(&mut String, T),
) {
    let Some(groups) = groups else { return list(out, items, each) };
    let some = groups.iter().filter(|members| !members.places.is_empty());
    list(out, some, |out, Members { group: of, places, .. }| {
        let many = !matches!(of.count, Count::One | Count::Optional);
        group(out, (of.name, many), items.by_ref().take(places.len()), &mut each);
    });
}

/// Appends use-list orders, by the index of the result or argument.
fn orders(out: &mut String, lists: &UseLists<'_>) {
    out.push_str(" uses");
    for uses in lists.iter() {
        let pairs = if uses.order.pairs { "pairs " } else { "" };
        let _ = write!(out, " {}: {pairs}[", uses.value);
        let numbers = &uses.order.numbers;
        list(out, numbers.iter().take(SHOWN), |out, number| {
            let _ = write!(out, "{number}");
        });
        out.push_str(if numbers.len() > SHOWN { ", ...]" } else { "]" });
    }
}
