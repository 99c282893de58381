//! Attributes, spelled.

use super::numbers::{self, Number};
use super::speller::Text;
use super::strings;
use crate::formats::hex;
use bytespec::mlir::{Attribute, AttributeId, ResourceId, TypeId, view};

impl<'f> Text<'_, 'f, '_> {
    /// Adds an attribute that was read from the table.
    pub(super) fn attribute_content(&mut self, id: AttributeId, attribute: &Attribute<'f>) {
        let entry = match attribute {
            Attribute::Typed(entry) => entry,
            Attribute::Text { text, .. } => {
                let limit = self.limit;
                return strings::text(&mut self.out, text, limit);
            }
            Attribute::Opaque { dialect, bytes } => return self.opaque('#', dialect, bytes),
        };
        match entry {
            view::AttributeEntry::Builtin(builtin) if builtin.location().is_some() => {
                self.push("loc(");
                self.location_content(id, attribute);
                self.push(")");
            }
            view::AttributeEntry::Builtin(builtin) => self.builtin(id, builtin),
            view::AttributeEntry::Vhlo(attribute) => self.vhlo_attribute(attribute),
            view::AttributeEntry::Llvm(attribute) => self.item('#', entry.dialect(), attribute),
            entry => self.spelled('#', entry.dialect(), entry),
        }
    }

    fn builtin(&mut self, id: AttributeId, attribute: &view::BuiltinAttribute<'f>) {
        use view::BuiltinAttribute as A;
        match attribute {
            A::ArrayAttr { value } => {
                self.push("[");
                self.list(", ", value.iter(), Self::attribute);
                self.push("]");
            }
            A::DictionaryAttr { value } => {
                self.push("{");
                self.list(", ", value.iter(), |text, entry| text.named(entry.name, entry.value));
                self.push("}");
            }
            A::StringAttr { value } => self.string(*value),
            A::StringAttrWithType { value, r#type } => {
                self.string(*value);
                self.of_type(*r#type);
            }
            A::FlatSymbolRefAttr { root } => self.symbol(*root),
            A::SymbolRefAttr { root, nested } => {
                self.symbol(*root);
                for symbol in *nested {
                    if self.is_full() {
                        break;
                    }
                    self.push("::");
                    self.attribute(symbol);
                }
            }
            A::TypeAttr { value } => self.ty(*value),
            A::IntegerAttr { r#type, value } => {
                let bytes = numbers::little_endian(value.to_owned().words());
                self.number(*r#type, &bytes);
            }
            A::FloatAttr { r#type, value } => {
                let bytes = numbers::little_endian(value.to_owned().words());
                self.number(*r#type, &bytes);
            }
            A::DenseResourceElementsAttr { r#type, handle } => {
                self.push("dense_resource<");
                self.resource(*handle);
                self.push(">");
                self.of_type(*r#type);
            }
            A::DenseArrayAttr { element_type, raw_data, .. } => {
                self.push("array<");
                self.ty(*element_type);
                if !raw_data.is_empty() {
                    self.push(": ");
                    self.elements(*element_type, raw_data, false);
                }
                self.push(">");
            }
            A::DenseIntOrFPElementsAttr { r#type, raw_data } => {
                self.push("dense<");
                self.dense(*r#type, raw_data);
                self.push(">");
                self.of_type(*r#type);
            }
            A::DenseStringElementsAttr { r#type, is_splat, strings } => {
                self.push(if *is_splat == 0 { "dense<[" } else { "dense<" });
                self.list(", ", strings.iter(), Self::string);
                self.push(if *is_splat == 0 { "]>" } else { ">" });
                self.of_type(*r#type);
            }
            A::SparseElementsAttr { r#type, indices, values } => {
                self.push("sparse<");
                self.attribute(*indices);
                self.push(", ");
                self.attribute(*values);
                self.push(">");
                self.of_type(*r#type);
            }
            A::DistinctAttr { referenced } => {
                // The number is all that tells two of them apart.
                self.format(format_args!("distinct[{}]<", id.0));
                self.attribute(*referenced);
                self.push(">");
            }
            A::AffineMapAttr { .. } | A::IntegerSetAttr { .. } | A::StridedLayoutAttr { .. } => {
                self.affine(attribute);
            }
            other => self.by_schema(other),
        }
    }

    fn of_type(&mut self, ty: TypeId) {
        self.push(" : ");
        self.ty(ty);
    }

    /// Adds an entry of a dictionary.
    pub(super) fn named(&mut self, name: AttributeId, value: AttributeId) {
        self.name(name);
        let unit = self.speller.file.attribute(value).ok().and_then(|value| value.builtin());
        if !matches!(unit, Some(view::BuiltinAttribute::UnitAttr)) {
            self.push(" = ");
            self.attribute(value);
        }
    }

    /// Adds the text of a string attribute as a name.
    fn name(&mut self, id: AttributeId) {
        match self.text_of(id) {
            Some(bytes) => {
                let limit = self.limit;
                strings::name(&mut self.out, bytes, limit);
            }
            None => self.attribute(id),
        }
    }

    fn symbol(&mut self, id: AttributeId) {
        self.push("@");
        self.name(id);
    }

    /// The text of an attribute that is a string, where it is not too long for a line.
    fn text_of(&mut self, id: AttributeId) -> Option<&'f [u8]> {
        match self.speller.file.attribute(id).ok()?.builtin()? {
            view::BuiltinAttribute::StringAttr { value } => self.speller.file.string(value).ok(),
            _ => None,
        }
    }

    /// Adds the key of a resource.
    pub(super) fn resource(&mut self, id: ResourceId) {
        let file = self.speller.file;
        let key = file.resources().and_then(|resources| {
            let entry = resources.dialect_entries().get(id.0 as usize);
            entry.map_or(Ok(None), |entry| file.string(entry.key).map(Some))
        });
        match self.checked(key, |_| {}) {
            Some(Some(key)) => {
                let limit = self.limit;
                strings::name(&mut self.out, key, limit);
            }
            _ => self.format(format_args!("<bad resource {}>", id.0)),
        }
    }

    /// Adds a number of a type from its bytes.
    pub(super) fn number(&mut self, ty: TypeId, bytes: &[u8]) {
        match Number::of(self.speller, ty) {
            Some(number) => {
                let spelled = number.spell(bytes);
                self.push(&spelled);
                if !number.is_bool() {
                    self.of_type(ty);
                }
            }
            None => {
                self.format(format_args!("<{}>", hex::preview(bytes)));
                self.of_type(ty);
            }
        }
    }
}
