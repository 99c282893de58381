//! Conversion from one release of a dialect to another: replaces operations, and finds content that the other release does not
//! have.

pub(crate) mod convert;
pub(crate) mod infer;
pub(crate) mod losses;
pub(crate) mod reencode;
pub(crate) mod rewritten;

use super::file::File;
use super::generated::{
    AttributeId, DialectReleases, OpNameId, TypeId, conversion_limits, conversions, dialect_layouts,
};
use super::module::Module;
use super::write::{Numbering, WriteOptions};
use crate::codec::encoder::Encoder;
use crate::dialect::Table;
use crate::module::ir::OpId;
use crate::operations::properties::{self, Property, PropertyValue};
use crate::release::losses::{Loss, Losses};
use crate::tables::entry::{Attribute, Type};
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::error::{Error, ErrorKind, GateAxis, Result};
use bytespec_core::reflect::{FieldValue, Reflect as _};
use bytespec_core::upgrade::{Constant, Piece, Step};
use bytespec_core::wire::{Cursor, Writer};
use std::collections::HashMap;

/// The table of a constant.
fn table_of(constant: &Constant) -> Table {
    if constant.table == TypeId::TABLE { Table::Type } else { Table::Attribute }
}

impl Module<'_> {
    /// Converts the module to the release of a dialect with the given numbers, or to the newest release.
    pub(super) fn convert_release(
        &mut self,
        dialect: &str,
        release: Option<&str>,
        losses: Losses,
    ) -> Result<Vec<Loss>> {
        let newest = DialectReleases::names(dialect).last().copied().unwrap_or_default();
        let release = release.unwrap_or(newest);
        let mut converted = self.clone();
        let lost = converted.change_release(dialect, release, losses)?;
        *self = converted;
        Ok(lost)
    }

    fn change_release(
        &mut self,
        dialect: &str,
        release: &str,
        losses: Losses,
    ) -> Result<Vec<Loss>> {
        let Some(title) = DialectReleases::title(dialect) else {
            let item = format!("the dialect {dialect}").into();
            let why = "is not in the registry, and has no releases of its own";
            return Err(Error::new(ErrorKind::Absent { item, why }));
        };
        let mut releases = self.dialect_releases;
        releases.set_named(dialect, release)?;
        let numbers = bytespec_core::axes::parse(release).unwrap_or_default();
        let target = releases.index(dialect).unwrap_or_default();
        self.materialize_all()?;
        Replacer::new(dialect, title, target).run(self)?;
        let older = self.dialect_releases.index(dialect).is_some_and(|found| target < found);
        // Properties that depend on the format version are found by the layouts of the release whose files have them.
        if !older {
            self.dialect_releases = releases;
        }
        let lost = match DialectReleases::format(dialect, target) {
            Some(version) => self.convert(version, losses)?,
            None => Vec::new(),
        };
        self.dialect_releases = releases;
        if let Some(prefix) = DialectReleases::producer_prefix(dialect) {
            self.producer = format!("{prefix}{release}").into_bytes();
        }
        if let Some(len) = DialectReleases::record_len(dialect)
            && self
                .dialects()
                .any(|found| found.name == dialect.as_bytes() && found.version.is_some())
        {
            let mut writer = Writer::new();
            let numbers = numbers.iter().copied().chain(std::iter::repeat(0)).take(len);
            numbers.for_each(|number| writer.prefix(number));
            self.set_dialect_version(dialect.as_bytes(), Some(writer.as_slice()))?;
        }
        // Writing refuses entries that are referred to and that the release does not have.
        let options = WriteOptions::default().numbering(Numbering::Canonical);
        self.write(&options)?;
        Ok(lost)
    }

    /// The number of an entry with the bytes of a constant; adds the entry if the table does not have it.
    fn constant(&mut self, constant: &Constant) -> Result<u32> {
        let mut writer = Writer::new();
        for piece in constant.pieces {
            match piece {
                Piece::Bytes(bytes) => writer.bytes(bytes),
                // No schema has this in the bytes of a constant.
                Piece::Any => writer.prefix(0),
                Piece::Reference(other) => {
                    let number = self.constant(other)?;
                    writer.prefix(number.into());
                }
            }
        }
        let dialect = self.add_dialect(constant.dialect.as_bytes())?;
        self.place_entry(table_of(constant), dialect, true, writer.as_slice())
    }

    /// Whether an entry can be used as a constant in a conversion to an older release.
    fn is_like(&self, constant: &Constant, number: u32) -> bool {
        let Ok(entry) = self.stored(table_of(constant), number) else { return false };
        if !entry.custom() || self.dialect_name(entry.dialect()) != constant.dialect.as_bytes() {
            return false;
        }
        let mut cursor = Cursor::new(self.data().bytes(entry.span()));
        let same = constant.like.iter().all(|piece| match piece {
            Piece::Bytes(bytes) => cursor.bytes(bytes.len()).is_ok_and(|found| found == *bytes),
            Piece::Any => cursor.prefix_u32().is_ok(),
            Piece::Reference(other) => {
                cursor.prefix_u32().is_ok_and(|number| self.is_like(other, number))
            }
        });
        same && cursor.is_empty()
    }
}

impl File<'_> {
    /// The oldest release of a dialect that has all operations, attributes and types in the file, and its format version.
    /// `None` for a dialect without releases of its own, for content that no release has, and if an entry of the dialect is
    /// opaque.
    ///
    /// # Errors
    /// Damaged tables, and entries of known dialects that do not match the schema.
    pub fn oldest_release(&self, dialect: &str) -> Result<Option<&'static str>> {
        let names = DialectReleases::names(dialect);
        let mut oldest = 0;
        for id in 0..self.op_name_count()? as u32 {
            let name = self.op_name(OpNameId(id))?;
            if name.dialect != dialect.as_bytes() {
                continue;
            }
            let operation = std::str::from_utf8(name.name).unwrap_or_default();
            match dialect_layouts(dialect, operation).first() {
                Some(range) => oldest = oldest.max(range.since),
                None => return Ok(None),
            }
        }
        let format = |release| DialectReleases::format(dialect, release);
        while oldest < names.len() && format(oldest).is_some_and(|version| version < self.version())
        {
            oldest += 1;
        }
        let context = self.context()?;
        let mut fits = |of: &str, variant: &str, write: &dyn Fn(&mut Encoder<'_>) -> Result<()>| {
            if of != dialect {
                oldest = oldest.max(DialectReleases::knows_other(dialect, variant).unwrap_or(0));
                return;
            }
            while oldest < names.len() {
                let mut releases = DialectReleases::default();
                releases.select(dialect, oldest);
                let mut cx = Encoder::for_context(&context).with_dialects(releases);
                if write(&mut cx).is_ok() {
                    break;
                }
                oldest += 1;
            }
        };
        for id in 0..self.attribute_count()? as u32 {
            match self.attribute(AttributeId(id))? {
                Attribute::Typed(entry) => fits(entry.dialect(), entry.item_name(), &|cx| {
                    entry.to_owned().write(&mut Writer::new(), cx)
                }),
                Attribute::Opaque { dialect: of, .. } if of == dialect.as_bytes() => {
                    return Ok(None);
                }
                _ => {}
            }
        }
        for id in 0..self.type_count()? as u32 {
            match self.ty(TypeId(id))? {
                Type::Typed(entry) => fits(entry.dialect(), entry.item_name(), &|cx| {
                    entry.to_owned().write(&mut Writer::new(), cx)
                }),
                Type::Opaque { dialect: of, .. } if of == dialect.as_bytes() => return Ok(None),
                _ => {}
            }
        }
        Ok(names.get(oldest).copied())
    }
}

/// The reference in a field of a type; `None` if the type lacks the field.
fn reference(module: &Module<'_>, ty: TypeId, field: &str) -> Result<Option<u32>> {
    let Type::Typed(entry) = module.ty(ty)? else { return Ok(None) };
    let mut found = None;
    entry.fields(&mut |name, value| {
        if let FieldValue::Ref { index, .. } = value
            && name == field
        {
            found = Some(index);
        }
    });
    Ok(found)
}

/// Replaces operations by others.
struct Replacer<'d> {
    dialect: &'d str,
    title: &'static str,
    target: usize,
    /// The steps for each operation.
    paths: HashMap<OpNameId, Vec<(Direction, &'static Step)>>,
}

/// Whether a step leads to the newer operation or to the older one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl<'d> Replacer<'d> {
    fn new(dialect: &'d str, title: &'static str, target: usize) -> Self {
        Replacer { dialect, title, target, paths: HashMap::new() }
    }

    fn run(&mut self, module: &mut Module<'_>) -> Result<()> {
        let ops: Vec<OpId> = module.walk().collect();
        for op in ops {
            if module.name(op).dialect != self.dialect.as_bytes() {
                continue;
            }
            let name = module.ir.name(op);
            if !self.paths.contains_key(&name) {
                let path = self.path(module, name)?;
                self.paths.insert(name, path);
            }
            for (direction, step) in self.paths.get(&name).into_iter().flatten() {
                self.take(module, op, *direction, step)?;
            }
            self.check_limits(module, op)?;
        }
        Ok(())
    }

    /// Refuses an operation that exceeds the limits of the release.
    fn check_limits(&self, module: &Module<'_>, op: OpId) -> Result<()> {
        let name = module.name(op).name;
        let limits = conversion_limits(self.dialect).iter();
        for limit in limits.filter(|limit| limit.operation.as_bytes() == name) {
            if self.target >= limit.before {
                continue;
            }
            let needs = || format!("{} or later", self.name(limit.before));
            let refuse =
                |what: String| Err(self.gate(&format!("{}: {what}", limit.operation), needs()));
            if let Some((property, variant)) = limit.property
                && let Some(PropertyValue::Attribute(id)) = module.property(op, property)?
                && let Attribute::Typed(entry) = module.attribute(id)?
                && entry.dialect() == self.dialect
                && entry.item_name() == variant
            {
                return refuse(format!("the property `{property}` as `{variant}`"));
            }
            let operands = module.operands(op);
            if let Some(variant) = limit.operands {
                for operand in operands {
                    if let Type::Typed(entry) = module.ty(module.ir.value_type(*operand))?
                        && entry.dialect() == self.dialect
                        && entry.item_name() == variant
                    {
                        return refuse(format!("an operand of `{variant}`"));
                    }
                }
            }
            if let Some(field) = limit.same {
                for (operand, result) in operands.iter().zip(module.results(op)) {
                    let before = reference(module, module.ir.value_type(*operand), field)?;
                    let after = reference(module, module.ir.value_type(result), field)?;
                    if before != after {
                        return refuse(format!("a result whose `{field}` is not its operand's"));
                    }
                }
            }
        }
        Ok(())
    }

    /// The steps from an operation to its replacement in the release.
    fn path(&self, module: &Module<'_>, name: OpNameId) -> Result<Vec<(Direction, &'static Step)>> {
        let full = module.op_name(name)?;
        let mut operation = String::from_utf8_lossy(full.name).into_owned();
        let steps = conversions(self.dialect);
        let mut path = Vec::new();
        loop {
            let ranges = dialect_layouts(self.dialect, &operation);
            let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else {
                let (item, what, name) = (self.dialect.to_owned(), "operation", operation);
                return Err(Error::new(ErrorKind::Missing { item, what, name }));
            };
            let (direction, step, needs) = if self.target < first.since {
                let step = steps.iter().find(|step| step.to == operation);
                (Direction::Down, step, format!("{} or later", self.name(first.since)))
            } else if self.target > last.until {
                let step = steps.iter().find(|step| step.from == operation);
                (Direction::Up, step, format!("{} or earlier", self.name(last.until)))
            } else {
                return Ok(path);
            };
            // Each step leads towards the target, so no operation is converted twice.
            let step =
                step.filter(|step| (step.release > self.target) == (direction == Direction::Down));
            let Some(step) = step else { return Err(self.gate(&operation, needs)) };
            operation = if direction == Direction::Down {
                step.from.to_owned()
            } else {
                step.to.to_owned()
            };
            path.push((direction, step));
        }
    }

    fn name(&self, release: usize) -> &'static str {
        DialectReleases::names(self.dialect).get(release).copied().unwrap_or("?")
    }

    fn gate(&self, item: &str, needs: String) -> Error {
        let (dialect, title) = (self.dialect, self.title);
        Error::new(ErrorKind::Gate {
            item: format!("{dialect}.{item}"),
            needs: format!("in {title} {needs}"),
            axis: GateAxis::Release,
            version: format!("{title} {}", self.name(self.target)),
        })
    }

    fn take(
        &self,
        module: &mut Module<'_>,
        op: OpId,
        direction: Direction,
        step: &'static Step,
    ) -> Result<()> {
        let dictionary = !properties::exist(module.version);
        let name = match direction {
            Direction::Up => step.to,
            Direction::Down => {
                self.check(module, op, step)?;
                step.from
            }
        };
        let mut list = match dictionary {
            true => Vec::new(),
            false => module.property_list(op)?.unwrap_or_default(),
        };
        let (gone, added): (Vec<&str>, &[(&'static str, &Constant)]) = match direction {
            Direction::Up => (step.drops.to_vec(), step.adds),
            Direction::Down => (step.adds.iter().map(|(name, _)| *name).collect(), &[]),
        };
        list.retain(|property| !gone.contains(&property.name));
        let full = format!("{}.{name}", self.dialect);
        let id = module.add_op_name(&full, true)?;
        for name in gone.into_iter().filter(|_| dictionary) {
            module.set_attribute(op, name, None)?;
        }
        for (name, constant) in added {
            let value = AttributeId(module.constant(constant)?);
            match dictionary {
                true => module.set_attribute(op, name, Some(value))?,
                false => list.push(Property { name, value: PropertyValue::Attribute(value) }),
            }
        }
        module.ir.op_mut(op).name = id;
        if !dictionary {
            let fields = properties::layout_of(module, id, None)?.unwrap_or_default();
            let blob = match fields.is_empty() {
                true => None,
                false => {
                    let bytes = module.encode_properties(&full, fields, module.version, &list)?;
                    Some(module.add_properties(&bytes)?)
                }
            };
            module.ir.set_properties(op, blob);
        }
        Ok(())
    }

    /// Refuses content that the older operation of a step cannot represent.
    fn check(&self, module: &Module<'_>, op: OpId, step: &'static Step) -> Result<()> {
        let needs = || format!("{} or later", self.name(step.release));
        let refuse = |what: String| Err(self.gate(&format!("{}: {what}", step.to), needs()));
        if let Some(name) = step.drops.first() {
            return refuse(format!(
                "the older operation has `{name}`, which this one does not tell"
            ));
        }
        for (what, wanted, found) in [
            ("operands", step.operands, module.operands(op).len()),
            ("regions", step.regions, module.regions(op).len()),
        ] {
            if let Some(wanted) = wanted.filter(|wanted| *wanted != found) {
                return refuse(format!("{found} {what}, where the older operation has {wanted}"));
            }
        }
        for (name, constant) in step.adds {
            let like = match module.property(op, name)? {
                Some(PropertyValue::Attribute(id)) => module.is_like(constant, id.0),
                // An absent property has the value of the constant.
                None | Some(PropertyValue::None) => true,
                Some(_) => false,
            };
            if !like {
                return refuse(format!("the property `{name}`"));
            }
        }
        Ok(())
    }
}
