//! The names of operands, results, regions and successors, and the traits of operations. A file states only how many of each
//! there are. Their names are known for each release.
//!
//! The data comes from the TableGen definitions of the dialects, by release; see `schema/mlir/signatures`.

use crate::file::File;
use crate::file::walk;
use crate::generated::{
    AttributeId, DialectReleases, OPERAND_SEGMENT_SIZES, OpNameId, RESULT_SEGMENT_SIZES,
    release_signatures, signature, view,
};
use crate::module::Module;
use crate::module::ir::{BlockId, OpId, RegionId, Value};
use crate::operations::properties::{Axes, PropertyValue, Tables as _, record_of};
use crate::release::convert::earlier_spelling;
use crate::tables::OpName;
use bytespec_core::axes::DialectAxes as _;
use bytespec_core::error::{ErrorKind, Result};
use bytespec_core::signatures::{CommonSignature, Count, Group, Info, Members};

/// The common signature of an operation in all possible releases of the file.
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
    // Without a release for all operations, every release is possible.
    let ranges = release_signatures(dialect, operation).iter();
    CommonSignature::of(ranges.filter(|range| range.record <= axes.record).map(|range| range.value))
}

/// Whether the sizes of groups do not follow from the number of members.
fn needs_sizes(groups: Option<&[Group]>) -> bool {
    let varying = groups.unwrap_or_default().iter().filter(|group| group.count != Count::One);
    varying.count() > 1
}

/// The segment sizes that an operation states for its operands and its results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SegmentSizes {
    /// Those of the operands.
    pub operands: Option<Vec<u32>>,
    /// Those of the results.
    pub results: Option<Vec<u32>>,
}

impl File<'_> {
    /// The signature of the operations with a name, without their properties: the part in which all possible releases of the
    /// file agree. It is empty for operations that the producer did not know.
    ///
    /// # Errors
    /// A number past its table, and errors of determining the release.
    pub fn signature(&self, name: OpNameId) -> Result<CommonSignature> {
        let OpName { dialect, name: operation, registered } = self.op_name(name)?;
        if !registered {
            return Ok(CommonSignature::default());
        }
        Ok(known(&self.axes(name)?, dialect, operation))
    }

    /// The segment sizes of an operation: from its properties or, if these do not state them, from the dictionary of its
    /// attributes, which is searched linearly.
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
        // In a dialect without properties, attributes have the segment sizes.
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

    /// The bytes of a string attribute; empty for any other.
    fn text_of(&self, id: AttributeId) -> Result<&[u8]> {
        match self.attribute(id)?.builtin() {
            Some(view::BuiltinAttribute::StringAttr { value }) => self.string(value),
            _ => Ok(&[]),
        }
    }
}

impl SegmentSizes {
    /// The sizes that a property of this name states.
    fn of(&mut self, name: &[u8]) -> Option<&mut Option<Vec<u32>>> {
        let is = |property: &str| {
            name == property.as_bytes() || name == earlier_spelling(property).as_bytes()
        };
        // The fast test first: most names in a dictionary are shorter.
        match name.len() >= OPERAND_SEGMENT_SIZES.len().min(RESULT_SEGMENT_SIZES.len()) {
            true if is(OPERAND_SEGMENT_SIZES) => Some(&mut self.operands),
            true if is(RESULT_SEGMENT_SIZES) => Some(&mut self.results),
            _ => None,
        }
    }
}

impl Module<'_> {
    /// The signature of an operation, without its properties: the part in which all possible releases of the module agree. It
    /// is empty for an operation that the producer did not know.
    ///
    /// # Errors
    /// A wrong handle.
    pub fn signature(&self, op: OpId) -> Result<CommonSignature> {
        self.ir.forest().check_op(op)?;
        let id = self.ir.name(op);
        let OpName { dialect, name, registered } = self.op_name(id)?;
        if !registered {
            return Ok(CommonSignature::default());
        }
        Ok(known(&self.axes(record_of(self, id)), dialect, name))
    }

    /// Facts for edits, such as whether an operation is pure: those in which all possible releases of the module agree. Nothing
    /// is known of an operation that the producer did not know or that no schema describes, and for a wrong handle.
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
    pub fn info(&self, op: OpId) -> Info {
        self.signature(op).unwrap_or_default().info()
    }

    /// The operands of each group; `None` if the groups cannot be determined.
    ///
    /// # Errors
    /// A wrong handle, and segment sizes that cannot be read.
    pub fn operand_groups(&self, op: OpId) -> Result<Option<Vec<Members>>> {
        let known = self.signature(op)?;
        let sizes = self.sizes_of(op, known.operands, OPERAND_SEGMENT_SIZES)?;
        Ok(known.share_operands(self.operands(op).len(), sizes.as_deref()))
    }

    /// The results of each group; `None` if the groups cannot be determined.
    ///
    /// # Errors
    /// A wrong handle, and segment sizes that cannot be read.
    pub fn result_groups(&self, op: OpId) -> Result<Option<Vec<Members>>> {
        let known = self.signature(op)?;
        let sizes = self.sizes_of(op, known.results, RESULT_SEGMENT_SIZES)?;
        Ok(known.share_results(self.results(op).len(), sizes.as_deref()))
    }

    /// The operands of the group with a name, such as `lhs`: one, or any number if the group is optional or variadic. `None` if
    /// the operation has no such group, or if the groups cannot be determined.
    ///
    /// # Errors
    /// Those of [`operand_groups`](Module::operand_groups).
    pub fn operands_named(&self, op: OpId, name: &str) -> Result<Option<&[Value]>> {
        let places = named(self.operand_groups(op)?, name);
        Ok(places.and_then(|places| self.operands(op).get(places)))
    }

    /// The operand of the group with a name; `None` unless the group has exactly one.
    ///
    /// # Errors
    /// Those of [`operand_groups`](Module::operand_groups).
    pub fn operand(&self, op: OpId, name: &str) -> Result<Option<Value>> {
        Ok(match self.operands_named(op, name)? {
            Some([operand]) => Some(*operand),
            _ => None,
        })
    }

    /// The results of the group with a name; `None` if the operation has no such group, or if the groups cannot be determined.
    ///
    /// # Errors
    /// Those of [`result_groups`](Module::result_groups).
    pub fn results_named(&self, op: OpId, name: &str) -> Result<Option<Vec<Value>>> {
        let places = named(self.result_groups(op)?, name);
        Ok(places.map(|places| self.results(op).skip(places.start).take(places.len()).collect()))
    }

    /// The regions of the group with a name; `None` if the operation has no such group, or if its number of regions differs
    /// from that in its releases.
    ///
    /// # Errors
    /// A wrong handle.
    pub fn regions_named(&self, op: OpId, name: &str) -> Result<Option<Vec<RegionId>>> {
        let places = named(self.signature(op)?.share_regions(self.regions(op).len()), name);
        Ok(places.map(|places| self.regions(op).skip(places.start).take(places.len()).collect()))
    }

    /// The successors of the group with a name; `None` if the operation has no such group, or if its number of successors
    /// differs from that in its releases.
    ///
    /// # Errors
    /// A wrong handle.
    pub fn successors_named(&self, op: OpId, name: &str) -> Result<Option<&[BlockId]>> {
        let successors = self.successors(op);
        let places = named(self.signature(op)?.share_successors(successors.len()), name);
        Ok(places.and_then(|places| successors.get(places)))
    }

    /// The sizes that an operation states, if its groups need them.
    fn sizes_of(
        &self,
        op: OpId,
        groups: Option<&[Group]>,
        property: &str,
    ) -> Result<Option<Vec<u32>>> {
        if needs_sizes(groups) { self.stated_sizes(op, property) } else { Ok(None) }
    }

    /// The segment sizes in a property of an operation, or in an attribute of this name.
    pub(crate) fn stated_sizes(&self, op: OpId, property: &str) -> Result<Option<Vec<u32>>> {
        let found = match self.property(op, property) {
            Err(error) if matches!(error.kind(), ErrorKind::NoLayout { .. }) => None,
            found => found?,
        };
        let attribute = match found {
            Some(PropertyValue::Segments(sizes)) => return Ok(Some(sizes)),
            Some(PropertyValue::Attribute(id)) => Some(id),
            // In a dialect without properties, attributes have the segment sizes.
            _ => match self.get_attribute(op, property)? {
                None => self.get_attribute(op, &earlier_spelling(property))?,
                found => found,
            },
        };
        attribute.map_or(Ok(None), |id| self.segment_sizes(id))
    }
}

/// The indices of the members of the group with a name.
fn named(groups: Option<Vec<Members>>, name: &str) -> Option<std::ops::Range<usize>> {
    let mut groups = groups?.into_iter();
    groups.find(|members| !name.is_empty() && members.group.name == name).map(|found| found.places)
}
