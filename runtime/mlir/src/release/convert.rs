//! Conversion between format versions: content that moves, and content that the other version does not have.

use crate::codec::encoder::{Encoder, EntryNumbers};
use crate::dialects::has_dialect_versions;
use crate::generated::{
    AttributeId, BlockArgument, OpNameCount, OpNameId, PropertyBlobId, StringId, TypeId,
    UseListOrder, Version, covers_properties, section, view,
};
use crate::module::Module;
use crate::module::ir::{BlockId, Definition, OpId};
use crate::operations::properties::{self, Property, PropertyValue};
use crate::release::losses::{Loss, Losses};
use crate::tables::data::{Data, Span};
use crate::tables::interners::Interners;
use crate::tables::names::lookup;
use bytespec_core::error::{Error, ErrorKind, Result, Segment};
use bytespec_core::interner::Interner;
use bytespec_core::properties::{Field, Kind};
use bytespec_core::wire::Writer;
use std::collections::HashMap;

/// Whether block arguments with an unknown location have no location.
pub(crate) fn elides_locations(version: Version) -> bool {
    let argument = BlockArgument { has_location: false, r#type: TypeId(0), location: None };
    let mut cx = Encoder::new(version, None, None, EntryNumbers::UNCHECKED);
    argument.write(&mut Writer::new(), &mut cx).is_ok()
}

/// The earlier spelling of `operandSegmentSizes`: `operand_segment_sizes`.
pub(crate) fn earlier_spelling(name: &str) -> String {
    let mut spelling = String::with_capacity(name.len() + 2);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            spelling.push('_');
        }
        spelling.push(letter.to_ascii_lowercase());
    }
    spelling
}

/// The change of properties.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// They move into the attribute dictionary.
    Merge,
    /// They move out of the attribute dictionary.
    Split,
    /// Segment sizes change their form and place.
    Segments,
}

/// The parts of an operation before a conversion.
type Source = (OpNameId, Option<AttributeId>, Option<PropertyBlobId>);

/// The parts after the conversion, and the losses.
#[derive(Clone, Debug, Default)]
struct Target {
    attributes: Option<AttributeId>,
    properties: Option<PropertyBlobId>,
    lost: Vec<String>,
}

/// Property blobs of the new version.
#[derive(Debug, Default)]
struct Blobs {
    spans: Vec<Span>,
    known: Interner,
    /// Unchanged blobs, by their former number.
    unchanged: HashMap<PropertyBlobId, PropertyBlobId>,
}

impl Module<'_> {
    /// Converts the module to another format version.
    ///
    /// The conversion matches the reference reader and writer. In versions without properties, attribute properties are in the
    /// dictionary of the operation, with segment sizes as arrays of `i32`. Content that an older version cannot represent is
    /// refused, or dropped and returned: properties that are not attributes, use-list orders, versions of dialects. A property
    /// with the default value of readers is not a loss.
    ///
    /// Lazy regions are decoded, and `builtin` entries in the text form are parsed, see [`Module::resolve_texts`]. On an error,
    /// the module is otherwise unchanged.
    ///
    /// # Errors
    /// The first loss, unless losses are allowed. If properties have to be found or moved, also a release or an operation
    /// without known layouts.
    pub fn convert(&mut self, version: Version, losses: Losses) -> Result<Vec<Loss>> {
        if version == self.version {
            return Ok(Vec::new());
        }
        self.materialize_all()?;
        self.resolve_texts()?;
        let lengths = [
            self.added.len(),
            self.strings.spans.len(),
            self.dialects.len(),
            self.attributes.len(),
            self.types.len(),
        ];
        let converted = self.convert_content(version, losses);
        if converted.is_err() {
            let [added, strings, dialects, attributes, types] = lengths;
            self.added.truncate(added);
            self.strings.spans.truncate(strings);
            self.dialects.truncate(dialects);
            self.attributes.truncate(attributes);
            self.types.truncate(types);
            self.interners = Interners::default();
        }
        converted
    }

    /// Changes the existing content only after all steps that can fail.
    fn convert_content(&mut self, version: Version, losses: Losses) -> Result<Vec<Loss>> {
        let had = properties::exist(self.version);
        let has = properties::exist(version);
        let moved = properties::are_sparse(self.version) != properties::are_sparse(version);
        let step = match (had, has) {
            (true, false) => Some(Step::Merge),
            (false, true) => Some(Step::Split),
            (true, true) if moved => Some(Step::Segments),
            _ => None,
        };
        let mut lost = Lost { version, losses, list: Vec::new() };
        let mut blobs = Blobs::default();
        let mut targets = Vec::new();
        let mut registered = None;
        if let Some(step) = step {
            if let Step::Split = step {
                registered = Some(self.registered()?);
            }
            targets = self.targets(step, version, &mut blobs, &mut lost)?;
        }
        if version < UseListOrder::SINCE {
            self.lose_orders(&mut lost)?;
        }
        let mut recoded = Vec::new();
        if !has_dialect_versions(version) {
            for (dialect, entries) in self.unrecordable_versions()? {
                let name = String::from_utf8_lossy(self.dialect_name(dialect)).into_owned();
                let lose = lost.add(None, &name, "the version");
                lose.map_err(|error| error.or_element("dialects", dialect.into()))?;
                recoded.extend(entries);
            }
        }
        let locations = self.argument_locations(version)?;

        for (op, target) in targets {
            self.ir.set_attributes(op, target.attributes);
            self.ir.set_properties(op, target.properties);
        }
        if step.is_some() {
            self.properties = blobs.spans;
            self.interners.properties = Interner::default();
        }
        if !has || registered.is_some() {
            let registered = registered.unwrap_or_default();
            for (index, name) in self.op_names.iter_mut().enumerate() {
                name.registered = registered.get(index).copied().unwrap_or(true);
            }
            self.interners.op_names = Interner::default();
        }
        for (block, index, location) in locations {
            self.ir.set_argument_location(block, index, location);
        }
        if version < UseListOrder::SINCE {
            self.ir.clear_orders();
        }
        recoded.into_iter().for_each(|entries| self.recode(entries));
        if !has_dialect_versions(version) {
            self.dialects.iter_mut().for_each(|dialect| dialect.version = None);
        }
        self.ir.edited.everything();
        self.convert_layout(version);
        self.version = version;
        Ok(lost.list)
    }

    fn convert_layout(&mut self, version: Version) {
        let layout = &mut self.layout;
        layout.announced = if version >= OpNameCount::SINCE {
            let grouped = layout.op_name_groups.iter().map(|(_, len)| u64::from(*len)).sum();
            layout.announced.or(Some(grouped))
        } else {
            None
        };
        if !properties::exist(version) {
            layout.sections.retain(|(id, _)| *id != section::PROPERTIES);
        } else if !layout.sections.iter().any(|(id, _)| *id == section::PROPERTIES) {
            layout.sections.push((section::PROPERTIES, None));
        }
    }

    /// Whether each name belongs to an operation that the release, or a codec, knows.
    fn registered(&self) -> Result<Vec<bool>> {
        let covered = match self.release {
            Some(release) => covers_properties(release),
            None => self.inferred_releases().next().is_some(),
        };
        let mut registered = Vec::with_capacity(self.op_names.len());
        for id in 0..self.op_names.len() as u32 {
            let known = properties::layout_of(self, OpNameId(id), None)?.is_some();
            if !known && !covered {
                let error = self.no_layout(&self.op_name(OpNameId(id))?.full());
                let named = error.within(Segment::Index(u64::from(id)));
                return Err(named.within(Segment::Field("op_names".into())));
            }
            registered.push(known);
        }
        Ok(registered)
    }

    /// Attributes and properties of all operations in the new version. Operations in no block can be inserted again, so they
    /// are converted as far as possible.
    fn targets(
        &mut self,
        step: Step,
        version: Version,
        blobs: &mut Blobs,
        lost: &mut Lost,
    ) -> Result<Vec<(OpId, Target)>> {
        let mut ops: Vec<OpId> = self.walk().collect();
        let placed = ops.len();
        let mut seen = vec![false; self.op_count()];
        for op in &ops {
            if let Some(seen) = seen.get_mut(op.index()) {
                *seen = true;
            }
        }
        ops.extend((0..seen.len() as u32).map(OpId::at).filter(|op| !seen[op.index()]));
        let mut known: HashMap<Source, Target> = HashMap::new();
        let mut targets = Vec::with_capacity(ops.len());
        for (index, op) in ops.into_iter().enumerate() {
            let source = (self.ir.name(op), self.attributes(op), self.properties_id(op));
            if index >= placed && source.1.is_none() && source.2.is_none() {
                continue;
            }
            let target = match known.get(&source) {
                Some(target) => target.clone(),
                None => {
                    let found = match self.target(source, step, (version, lost.losses), blobs) {
                        Err(_) if index >= placed => {
                            Target { attributes: source.1, ..Target::default() }
                        }
                        found => found
                            .map_err(|error| error.or_element("operations", op.index() as u64))?,
                    };
                    known.insert(source, found.clone());
                    found
                }
            };
            if index < placed && !target.lost.is_empty() {
                let name = self.name(op).full();
                for what in &target.lost {
                    lost.add(Some(op), &name, what)?;
                }
            }
            targets.push((op, Target { lost: Vec::new(), ..target }));
        }
        Ok(targets)
    }

    fn target(
        &mut self,
        source: Source,
        step: Step,
        (version, losses): (Version, Losses),
        blobs: &mut Blobs,
    ) -> Result<Target> {
        let (name, attributes, blob) = source;
        let mut target = Target { attributes, properties: None, lost: Vec::new() };
        let layout = properties::layout_of(self, name, blob)?;
        let found = self.op_name(name)?;
        let (registered, full) = (found.registered, found.full());
        match (step, blob, layout) {
            (Step::Merge, None, _) | (Step::Split, _, None) | (Step::Segments, None, _) => {}
            (Step::Merge, Some(_), _) if !registered => {
                target.lost.push("the properties".to_owned());
            }
            (Step::Merge | Step::Segments, Some(blob), None) if registered => match losses {
                Losses::Refuse => return Err(self.at_properties(blob, self.no_layout(&full))),
                Losses::Allow => {
                    target.lost.push("the properties, whose layout is not known,".to_owned());
                }
            },
            (Step::Merge, Some(blob), Some(fields)) => {
                let list = self.read_properties(fields, blob)?;
                self.merge(&full, list, &mut target)?;
            }
            (Step::Split, _, Some(fields)) => {
                let list = self.split(&full, fields, &mut target)?;
                if !fields.is_empty() {
                    let bytes = self.encode_properties(&full, fields, version, &list)?;
                    target.properties = Some(self.add_blob(blobs, &bytes)?);
                }
            }
            (Step::Segments, Some(blob), Some(fields)) if has_segments(fields) => {
                let list = self.read_properties(fields, blob)?;
                let bytes = self.encode_properties(&full, fields, version, &list)?;
                target.properties = Some(self.add_blob(blobs, &bytes)?);
            }
            (_, Some(blob), _) => {
                target.properties = Some(match blobs.unchanged.get(&blob) {
                    Some(&id) => id,
                    None => {
                        let span = lookup(PropertyBlobId::TABLE, &self.properties, blob.0)?;
                        let data = self.data();
                        let id = match blobs.place(data, data.bytes(span)) {
                            Some(id) => id,
                            None => blobs.push(span)?,
                        };
                        blobs.unchanged.insert(blob, id);
                        id
                    }
                });
            }
        }
        Ok(target)
    }

    fn add_blob(&mut self, blobs: &mut Blobs, bytes: &[u8]) -> Result<PropertyBlobId> {
        match blobs.place(self.data(), bytes) {
            Some(id) => Ok(id),
            None => blobs.push(self.append_bytes(bytes)),
        }
    }

    /// Moves properties into the attribute dictionary.
    fn merge(&mut self, name: &str, list: Vec<Property>, target: &mut Target) -> Result<()> {
        let mut entries = match target.attributes {
            Some(id) => self.dictionary(id)?,
            None => Vec::new(),
        };
        let own = entries.len();
        for Property { name: key, value } in list {
            let value = match value {
                PropertyValue::Attribute(id) => id,
                PropertyValue::Segments(sizes) => self.sizes_attribute(&sizes)?,
                PropertyValue::None | PropertyValue::Number(0) | PropertyValue::Bool(false) => {
                    continue;
                }
                PropertyValue::Number(number) => {
                    target.lost.push(format!("the property `{key}` ({number})"));
                    continue;
                }
                PropertyValue::Bool(true) => {
                    target.lost.push(format!("the property `{key}` (true)"));
                    continue;
                }
                PropertyValue::String(id) => {
                    let text = self.string(id)?;
                    if !text.is_empty() {
                        let text = String::from_utf8_lossy(text);
                        target.lost.push(format!("the property `{key}` (\"{text}\")"));
                    }
                    continue;
                }
            };
            let data = self.data();
            let taken = |(other, _): &(StringId, AttributeId)| {
                self.strings.bytes(*other, data) == key.as_bytes()
            };
            if entries.iter().take(own).any(taken) {
                let (what, key) = ("property or attribute", key.to_string());
                let error = Error::new(ErrorKind::Duplicate { what, name: key });
                return Err(error.within(Segment::Item(name.to_string().into())));
            }
            entries.push((self.add_string(key.as_bytes())?, value));
        }
        if entries.len() > own {
            target.attributes = self.dictionary_attribute(entries)?;
        }
        Ok(())
    }

    /// Moves properties out of the attribute dictionary.
    fn split(
        &mut self,
        name: &str,
        fields: &'static [Field],
        target: &mut Target,
    ) -> Result<Vec<Property>> {
        let Some(id) = target.attributes.filter(|_| !fields.is_empty()) else {
            return Ok(Vec::new());
        };
        let entries = self.dictionary(id)?;
        let count = entries.len();
        let mut list = Vec::new();
        let mut rest = Vec::new();
        for (key, id) in entries {
            let text = self.string(key)?;
            let Some(field) = fields.iter().find(|field| is_named(field, text)) else {
                rest.push((key, id));
                continue;
            };
            let mut value = PropertyValue::Attribute(id);
            if let Kind::Segments(count) = field.kind {
                value = match self.segment_sizes(id)? {
                    Some(sizes) if sizes.len() == count as usize => PropertyValue::Segments(sizes),
                    _ => {
                        let expected = format!("the sizes of {count} segments");
                        let error = self.wrong_entry(id, expected);
                        let error = error.within(Segment::Field(field.name.into()));
                        return Err(error.within(Segment::Item(name.to_string().into())));
                    }
                };
            }
            list.push(Property { name: field.name, value });
        }
        if rest.len() < count {
            target.attributes = self.dictionary_attribute(rest)?;
        }
        Ok(list)
    }

    fn lose_orders(&self, lost: &mut Lost) -> Result<()> {
        let mut values: Vec<_> = self.ir.all_orders().map(|(value, _)| value).collect();
        values.sort_unstable();
        for value in values {
            let what = match self.definition(value) {
                Some(Definition::Result(_, index)) => {
                    format!("the order of the uses of result {index}")
                }
                Some(Definition::Argument(_, index)) => {
                    format!("the order of the uses of argument {index} of a block")
                }
                None => continue,
            };
            let op = self.definer(value);
            let name = op.map(|op| self.name(op).full()).unwrap_or_default();
            lost.add(op, &name, &what)?;
        }
        Ok(())
    }

    /// The block argument locations that change: the unknown location is added or removed.
    fn argument_locations(
        &mut self,
        version: Version,
    ) -> Result<Vec<(BlockId, usize, Option<AttributeId>)>> {
        let elides = elides_locations(version);
        let mut changes = Vec::new();
        if elides == elides_locations(self.version) {
            return Ok(changes);
        }
        let mut unknown: HashMap<AttributeId, bool> = HashMap::new();
        let mut given = None;
        for block in (0..self.ir.block_count() as u32).map(BlockId::at) {
            for index in 0..self.arguments(block).len() {
                match self.ir.argument_location(block, index) {
                    None if !elides => {
                        let location = match given {
                            Some(location) => location,
                            None => self.unknown_location()?,
                        };
                        given = Some(location);
                        changes.push((block, index, given));
                    }
                    Some(id) if elides => {
                        let is_unknown = match unknown.get(&id) {
                            Some(is_unknown) => *is_unknown,
                            None => {
                                let found = self.attribute(id)?.builtin();
                                matches!(found, Some(view::BuiltinAttribute::UnknownLoc))
                            }
                        };
                        unknown.insert(id, is_unknown);
                        if is_unknown {
                            changes.push((block, index, None));
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(changes)
    }
}

/// Collects losses, or refuses the first one.
#[derive(Debug)]
struct Lost {
    version: Version,
    losses: Losses,
    list: Vec<Loss>,
}

impl Lost {
    fn add(&mut self, op: Option<OpId>, name: &str, what: &str) -> Result<()> {
        let loss = Loss { op, name: Loss::short(name), what: what.to_owned() };
        match self.losses {
            Losses::Allow => {
                self.list.push(loss);
                Ok(())
            }
            Losses::Refuse => {
                let (what, version) = (loss.to_string(), self.version.to_string());
                let error = Error::new(ErrorKind::Loss { what, version });
                Err(match op {
                    Some(op) => error
                        .within(Segment::Index(op.index() as u64))
                        .within(Segment::Field("operations".into())),
                    None => error,
                })
            }
        }
    }
}

impl Blobs {
    /// The blob with these bytes. If there is none, the next blob that is pushed must have them.
    fn place(&mut self, data: Data<'_>, bytes: &[u8]) -> Option<PropertyBlobId> {
        let content = |id: u32| self.spans.get(id as usize).map(|span| data.bytes(*span));
        self.known.place(self.spans.len(), content, &Some(bytes)).map(PropertyBlobId)
    }

    fn push(&mut self, span: Span) -> Result<PropertyBlobId> {
        let id = u32::try_from(self.spans.len()).map_err(|_| {
            let (found, max) = (self.spans.len() as u64, u32::MAX.into());
            Error::new(ErrorKind::Limit { limit: "property blobs", found, max })
        })?;
        self.spans.push(span);
        Ok(PropertyBlobId(id))
    }
}

fn has_segments(fields: &[Field]) -> bool {
    fields.iter().any(|field| matches!(field.kind, Kind::Segments(_)))
}

/// Whether an attribute with this name belongs to a property.
fn is_named(field: &Field, name: &[u8]) -> bool {
    match field.kind {
        Kind::Attribute | Kind::OptionalAttribute => field.name.as_bytes() == name,
        Kind::Segments(_) => {
            field.name.as_bytes() == name || earlier_spelling(field.name).as_bytes() == name
        }
        _ => false,
    }
}
