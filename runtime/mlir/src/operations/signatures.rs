//! The names of operands, results, regions and successors, and the traits of operations. A file tells how
//! many there are of each; what they are called is known of the release that wrote it.
//!
//! The facts are from the definitions of the dialects in TableGen, by release; see `schema/mlir/signatures`.

use crate::file::File;
use crate::file::walk;
use crate::generated::{
    AttributeId, DialectReleases, OPERAND_SEGMENT_SIZES, OpNameId, RESULT_SEGMENT_SIZES,
    release_signatures, signature, view,
};
use crate::module::Module;
use crate::module::ir::{Block, Op, Region, Value};
use crate::operations::properties::{Axes, PropertyValue, Tables as _, record_of};
use crate::release::convert::earlier_spelling;
use crate::tables::OpName;
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::error::{ErrorKind, Result};
use bytespec_core::signatures::{CommonSignature, Count, Group, Info, Members};

/// What is known of an operation by the releases that may have written the file.
fn known(axes: &Axes, dialect: &[u8], operation: &[u8]) -> CommonSignature {
    let names = (std::str::from_utf8(dialect), std::str::from_utf8(operation));
    let (Ok(dialect), Ok(operation)) = names else { return CommonSignature::default() };
    let of_release = |release| signature(release, axes.record, dialect, operation);
    if let Some(release) = axes.release {
        if let Some(found) = of_release(release) {
            return CommonSignature::of(std::iter::once(found));
        }
        if DialectReleases::title(dialect).is_none() {
            return CommonSignature::default();
        }
    }
    let of_dialect = CommonSignature::of(axes.dialects.signatures(dialect, operation));
    if axes.release.is_some() || of_dialect != CommonSignature::default() {
        return of_dialect;
    }
    if axes.inferred.whole {
        return CommonSignature::of(axes.inferred.releases.iter().filter_map(of_release));
    }
    // Nothing tells the release, or not of all operations: then it may be any.
    let ranges = release_signatures(dialect, operation).iter();
    CommonSignature::of(ranges.filter(|range| range.record <= axes.record).map(|range| range.value))
}

/// Whether sizes of groups do not follow from how many members there are.
fn needs_sizes(groups: Option<&[Group]>) -> bool {
    let varying = groups.unwrap_or_default().iter().filter(|group| group.count != Count::One);
    varying.count() > 1
}

/// The sizes of segments that an operation says of its operands and of its results, where it does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SegmentSizes {
    /// Those of operands.
    pub operands: Option<Vec<u32>>,
    /// Those of results.
    pub results: Option<Vec<u32>>,
}

impl File<'_> {
    /// What is known of the operations with a name besides their properties: what all releases agree on
    /// that may have written the file. Nothing is known of operations that the producer did not know.
    ///
    /// # Errors
    /// A number past its table, and whatever keeps the release from being found out.
    pub fn signature(&self, name: OpNameId) -> Result<CommonSignature> {
        let OpName { dialect, name: operation, registered } = self.op_name(name)?;
        if !registered {
            return Ok(CommonSignature::default());
        }
        Ok(known(&self.axes(name)?, dialect, operation))
    }

    /// The sizes of segments of an operation: from its properties, or where these do not say them, from the
    /// dictionary of its attributes, which is gone through.
    ///
    /// # Errors
    /// A number past its table, and properties or a dictionary that cannot be read.
    pub fn segment_sizes(&self, operation: &walk::Operation<'_>) -> Result<SegmentSizes> {
        let mut sizes = SegmentSizes::default();
        if let Some(blob) = operation.properties {
            let list = match self.property_list(operation.name, blob) {
                Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => None,
                list => list?,
            };
            for property in list.unwrap_or_default() {
                if let (Some(place), PropertyValue::Segments(found)) =
                    (sizes.of(property.name.as_bytes()), property.value)
                {
                    *place = Some(found);
                }
            }
        }
        // Where a dialect has no properties, its attributes say it.
        if let (Some(dictionary), SegmentSizes { operands: None, results: None }) =
            (operation.attributes, &sizes)
        {
            let dictionary = self.attribute(dictionary)?;
            let Some(view::BuiltinAttribute::DictionaryAttr { value }) = dictionary.builtin()
            else {
                return Ok(sizes);
            };
            for entry in value.iter() {
                if let Some(place) = sizes.of(self.text_of(entry.name)?) {
                    *place = self.sizes(entry.value)?;
                }
            }
        }
        Ok(sizes)
    }

    /// The bytes of a string attribute; nothing of any other.
    fn text_of(&self, id: AttributeId) -> Result<&[u8]> {
        match self.attribute(id)?.builtin() {
            Some(view::BuiltinAttribute::StringAttr { value }) => self.string(value),
            _ => Ok(&[]),
        }
    }
}

impl SegmentSizes {
    /// Where the sizes of a property of this name belong.
    fn of(&mut self, name: &[u8]) -> Option<&mut Option<Vec<u32>>> {
        let is = |property: &str| {
            name == property.as_bytes() || name == earlier_spelling(property).as_bytes()
        };
        // Every name of a dictionary is asked for, and few are as long.
        match name.len() >= OPERAND_SEGMENT_SIZES.len().min(RESULT_SEGMENT_SIZES.len()) {
            true if is(OPERAND_SEGMENT_SIZES) => Some(&mut self.operands),
            true if is(RESULT_SEGMENT_SIZES) => Some(&mut self.results),
            _ => None,
        }
    }
}

impl Module<'_> {
    /// What is known of an operation besides its properties: what all releases agree on that may have written
    /// the module. Nothing is known of an operation that the producer did not know.
    ///
    /// # Errors
    /// A wrong handle.
    pub fn signature(&self, op: Op) -> Result<CommonSignature> {
        self.ir.forest().check_op(op)?;
        let id = self.name_id(op);
        let OpName { dialect, name, registered } = self.op_name(id)?;
        if !registered {
            return Ok(CommonSignature::default());
        }
        Ok(known(&self.axes(record_of(self, id)), dialect, name))
    }

    /// What edits ask of an operation, such as whether it is pure: what all releases agree on that may have written
    /// the module. Nothing is known of an operation that the producer did not know, that no schema describes, or
    /// of a wrong handle.
    ///
    /// ```
    /// use bytespec::mlir::Module;
    ///
    /// let mut module = Module::new("example");
    /// let (i32, body) = (module.integer_type(32)?, module.body());
    /// let constant = module.at_end(body).op("arith.constant").set("value", 1_i32).result(i32).build()?;
    /// let (function, _) = module.at_end(body).function("main", &[], &[])?;
    /// assert!(module.info(constant).pure);
    /// assert!(module.info(function).symbol && !module.info(function).pure);
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    #[must_use]
    pub fn info(&self, op: Op) -> Info {
        self.signature(op).unwrap_or_default().info()
    }

    /// Which operands are in which group; none where that cannot be known.
    ///
    /// # Errors
    /// A wrong handle, and sizes of segments that cannot be read.
    pub fn operand_groups(&self, op: Op) -> Result<Option<Vec<Members>>> {
        let known = self.signature(op)?;
        let sizes = self.sizes_of(op, known.operands, OPERAND_SEGMENT_SIZES)?;
        Ok(known.share_operands(self.operands(op).len(), sizes.as_deref()))
    }

    /// Which results are in which group; none where that cannot be known.
    ///
    /// # Errors
    /// A wrong handle, and sizes of segments that cannot be read.
    pub fn result_groups(&self, op: Op) -> Result<Option<Vec<Members>>> {
        let known = self.signature(op)?;
        let sizes = self.sizes_of(op, known.results, RESULT_SEGMENT_SIZES)?;
        Ok(known.share_results(self.results(op).len(), sizes.as_deref()))
    }

    /// The operands of the group with a name, such as `lhs`: one, or any number where the group is optional
    /// or variadic. None where the operation has no such group, or where it cannot be known which they are.
    ///
    /// # Errors
    /// Those of [`operand_groups`](Module::operand_groups).
    pub fn operands_named(&self, op: Op, name: &str) -> Result<Option<&[Value]>> {
        let places = named(self.operand_groups(op)?, name);
        Ok(places.and_then(|places| self.operands(op).get(places)))
    }

    /// The operand with a name; none where there is none, or several.
    ///
    /// # Errors
    /// Those of [`operand_groups`](Module::operand_groups).
    pub fn operand(&self, op: Op, name: &str) -> Result<Option<Value>> {
        Ok(match self.operands_named(op, name)? {
            Some([operand]) => Some(*operand),
            _ => None,
        })
    }

    /// The results of the group with a name; none where the operation has no such group, or where it cannot
    /// be known which they are.
    ///
    /// # Errors
    /// Those of [`result_groups`](Module::result_groups).
    pub fn results_named(&self, op: Op, name: &str) -> Result<Option<Vec<Value>>> {
        let places = named(self.result_groups(op)?, name);
        Ok(places.map(|places| self.results(op).skip(places.start).take(places.len()).collect()))
    }

    /// The regions of the group with a name; none where the operation has no such group, or another number
    /// of regions than its releases have.
    ///
    /// # Errors
    /// A wrong handle.
    pub fn regions_named(&self, op: Op, name: &str) -> Result<Option<Vec<Region>>> {
        let places = named(self.signature(op)?.share_regions(self.regions(op).len()), name);
        Ok(places.map(|places| self.regions(op).skip(places.start).take(places.len()).collect()))
    }

    /// The successors of the group with a name; none where the operation has no such group, or another number
    /// of successors than its releases have.
    ///
    /// # Errors
    /// A wrong handle.
    pub fn successors_named(&self, op: Op, name: &str) -> Result<Option<&[Block]>> {
        let successors = self.successors(op);
        let places = named(self.signature(op)?.share_successors(successors.len()), name);
        Ok(places.and_then(|places| successors.get(places)))
    }

    /// The sizes that an operation says, where groups need them.
    fn sizes_of(
        &self,
        op: Op,
        groups: Option<&[Group]>,
        property: &str,
    ) -> Result<Option<Vec<u32>>> {
        if needs_sizes(groups) { self.stated_sizes(op, property) } else { Ok(None) }
    }

    /// The sizes of segments that a property of an operation says, or an attribute of its name.
    pub(crate) fn stated_sizes(&self, op: Op, property: &str) -> Result<Option<Vec<u32>>> {
        let found = match self.property(op, property) {
            Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => None,
            found => found?,
        };
        let attribute = match found {
            Some(PropertyValue::Segments(sizes)) => return Ok(Some(sizes)),
            Some(PropertyValue::Attribute(id)) => Some(id),
            // Where a dialect has no properties, its attributes say it.
            _ => match self.get_attribute(op, property)? {
                None => self.get_attribute(op, &earlier_spelling(property))?,
                found => found,
            },
        };
        attribute.map_or(Ok(None), |id| self.segment_sizes(id))
    }
}

/// The places of the group with a name.
fn named(groups: Option<Vec<Members>>, name: &str) -> Option<std::ops::Range<usize>> {
    let mut groups = groups?.into_iter();
    groups.find(|members| !name.is_empty() && members.group.name == name).map(|found| found.places)
}
