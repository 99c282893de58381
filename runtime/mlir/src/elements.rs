//! The elements of dense attributes as Rust numbers.

use crate::generated::{AttributeId, TypeId, view};
use crate::module::Module;
use crate::number_formats::needed_number;
use crate::tables::entry::Attribute;
use crate::tables::resources::Resource;
use bytespec_core::elements::{Elements, Storage};
use bytespec_core::error::Result;

impl Module<'_> {
    /// The elements of an attribute that holds numbers: a dense elements attribute (also of `vhlo`), a dense array, or a dense
    /// resource elements attribute with a blob. `None` for other attributes. Nothing is copied.
    ///
    /// ```
    /// use bytespec::mlir::{AttributeValue, Module};
    ///
    /// let mut module = Module::new("example");
    /// let body = module.body();
    /// let op = module.at_end(body).op("toy.op").set("sizes", vec![4i64, -1]).build()?;
    /// let sizes = module.get_attribute(op, "sizes")?.expect("it was set");
    /// let elements = module.elements(sizes)?.expect("it has some");
    /// assert_eq!(elements.iter::<i64>().expect("they are").collect::<Vec<_>>(), [4, -1]);
    /// assert!(elements.iter::<f32>().is_none());
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// An attribute past the table, a type without a known number of elements or without numeric elements, and a number of
    /// bytes that does not match the elements.
    pub fn elements(&self, id: AttributeId) -> Result<Option<Elements<'_>>> {
        use view::BuiltinAttribute as A;
        let (ty, data, storage) = match self.attribute(id)? {
            Attribute::Typed(view::AttributeEntry::Builtin(attribute)) => match attribute {
                A::DenseIntOrFPElementsAttr { r#type, raw_data } => {
                    (r#type, raw_data, Storage::Short)
                }
                A::DenseArrayAttr { element_type, size, raw_data } => {
                    let number = needed_number(self, element_type)?;
                    return Elements::new(number, size, raw_data, Storage::Each).map(Some);
                }
                A::DenseResourceElementsAttr { r#type, handle } => match self.resource(handle)? {
                    Resource::Blob { bytes, .. } => (r#type, bytes, Storage::Each),
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            },
            Attribute::Typed(view::AttributeEntry::Vhlo(view::VhloAttribute::TensorV1Attr {
                r#type,
                data,
            })) => (r#type, data, Storage::Short),
            _ => return Ok(None),
        };
        let (len, element) = self.shape_of(ty)?;
        Elements::new(needed_number(self, element)?, len, data, storage).map(Some)
    }

    /// The number of elements of a type, and their type.
    fn shape_of(&self, id: TypeId) -> Result<(u64, TypeId)> {
        let ty = self.ty(id)?;
        let count = ty.shape().and_then(|mut sizes| {
            sizes.try_fold(1u64, |count, size| {
                count.checked_mul(size.fixed().and_then(|size| u64::try_from(size).ok())?)
            })
        });
        let expected = "a type with a known number of elements";
        count.zip(ty.element()).ok_or_else(|| self.wrong_entry(id, expected))
    }
}
