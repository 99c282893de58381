//! The properties of a file's operations, and the release of the file that follows from them.

use super::properties::{
    Axes, Property, PropertyValue, Tables as _, exist, fits, layouts_in, list, no_layout,
};
use crate::file::File;
use crate::file::walk::Event;
use crate::generated::{OpNameId, PropertyBlobId, release_layouts};
use crate::release::infer::{Evidence, Inference};
use crate::tables::OpName;
use bytespec_core::error::Result;
use bytespec_core::properties::Field;
use std::collections::HashSet;

impl File<'_> {
    /// The releases of LLVM that fit the properties in the file. `None` if the options, the producer or a record states this
    /// release or that of a dialect, and if no property blob has a layout.
    ///
    /// The first call walks all operations. [`File::property_layout`] makes this call if it needs the result.
    ///
    /// # Errors
    /// Bytes that are not operations.
    pub fn inference(&self) -> Result<Option<&Inference>> {
        let found = self.inferred.get_or_init(|| self.infer());
        found.as_ref().map(Option::as_ref).map_err(Clone::clone)
    }

    fn infer(&self) -> Result<Option<Inference>> {
        let is_known = self.release().is_some() || self.dialect_releases()? != Default::default();
        if is_known || !exist(self.version()) {
            return Ok(None);
        }
        let (mut evidence, mut seen) = (Evidence::default(), HashSet::new());
        let mut walk = self.walk();
        while let Some(event) = walk.next()? {
            let Event::Operation(operation) = event else { continue };
            let name_id = operation.name;
            let Some(blob) = operation.properties else { continue };
            if !seen.insert((name_id, blob)) {
                continue;
            }
            // A wrong reference gives no hint of the release.
            let (Ok(found), Ok(span)) = (self.op_name(name_id), self.properties_span(blob)) else {
                continue;
            };
            let OpName { dialect, name, registered } = found;
            let names = (std::str::from_utf8(dialect), std::str::from_utf8(name));
            let (Ok(dialect), Ok(name), true) = (names.0, names.1, registered) else { continue };
            let data = self.data();
            let check = |value: &PropertyValue| self.check(value);
            let present = self.version_record(name_id)?;
            evidence.see(release_layouts(dialect, name), present, |fields| {
                fits(fields, data.bytes(span), self.version(), check)
            });
        }
        Ok(evidence.inference(&self.producer()))
    }

    /// The axes of the operations with a name.
    pub(crate) fn axes(&self, id: OpNameId) -> Result<Axes> {
        Ok(Axes {
            release: self.release(),
            inferred: self.inference()?.into(),
            dialects: self.dialect_releases()?,
            record: self.version_record(id)?,
        })
    }

    /// The layout of the properties in a blob, for the name of an operation that refers to it; `None` if the possible releases
    /// of the file do not determine it.
    ///
    /// # Errors
    /// Indices past their tables.
    pub fn property_layout(
        &self,
        id: OpNameId,
        properties: PropertyBlobId,
    ) -> Result<Option<&'static [Field]>> {
        let name = self.op_name(id)?;
        if !name.registered {
            return Ok(None);
        }
        let axes = self.axes(id)?;
        let layouts = layouts_in(&self.registry, &axes, name.dialect, name.name);
        let span = self.properties_span(properties)?;
        Ok(layouts.choose(Some(self.data().bytes(span)), self.version()))
    }

    /// The properties in a blob, for the name of an operation that refers to it; `None` if the producer did not know the
    /// operation, because the blob is then the number of one attribute.
    ///
    /// # Errors
    /// Indices past their tables, an operation without a known layout
    /// ([`NoLayout`](bytespec_core::error::ErrorKind::NoLayout)), and bytes that do not match the layout.
    pub fn property_list(
        &self,
        name: OpNameId,
        properties: PropertyBlobId,
    ) -> Result<Option<Vec<Property>>> {
        let Some(fields) = self.property_layout(name, properties)? else {
            let name = self.op_name(name)?;
            return match name.registered {
                true => Err(no_layout(self.release(), &name.full())),
                false => Ok(None),
            };
        };
        let span = self.properties_span(properties)?;
        list(fields, self.data(), span, &self.plain_context(), self).map(Some)
    }
}
