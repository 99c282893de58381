//! Attributes and types of the dialect `vhlo`, spelled as its tools do where a template cannot.

use super::numbers::little_endian;
use super::speller::Text;
use bytespec::mlir::view;

impl<'f> Text<'_, 'f, '_> {
    pub(super) fn vhlo_attribute(&mut self, attribute: &view::VhloAttribute<'f>) {
        use view::VhloAttribute as A;
        match attribute {
            A::DictionaryV1Attr { value } => {
                self.push("#vhlo.dict_v1<{");
                self.list(", ", value.iter(), |text, entry| {
                    text.attribute(entry.name);
                    text.push(" = ");
                    text.attribute(entry.value);
                });
                self.push("}>");
            }
            A::IntegerV1Attr { r#type, value } => {
                let bytes = little_endian(value.to_owned().words());
                self.push("#vhlo.integer_v1<");
                self.number(*r#type, &bytes);
                self.push(">");
            }
            A::FloatV1Attr { r#type, value } => {
                let bytes = little_endian(value.to_owned().words());
                self.push("#vhlo.float_v1<");
                self.number(*r#type, &bytes);
                self.push(">");
            }
            A::TensorV1Attr { r#type, data } => {
                self.push("#vhlo.tensor_v1<dense<");
                self.dense(*r#type, data);
                self.push("> : ");
                self.ty(*r#type);
                self.push(">");
            }
            other => self.spelled('#', "vhlo", other),
        }
    }

    pub(super) fn vhlo_type(&mut self, ty: &view::VhloType<'f>) {
        use view::VhloType as T;
        match ty {
            T::RankedTensorV1Type { shape, element } => {
                self.shaped("!vhlo.tensor_v1", shape.iter(), *element, &[]);
            }
            T::RankedTensorV1TypeWithEncoding { encoding, shape, element } => {
                self.shaped("!vhlo.tensor_v1", shape.iter(), *element, &[*encoding]);
            }
            T::RankedBufferV1Type { shape, element } => {
                self.shaped("!vhlo.buffer_v1", shape.iter(), *element, &[]);
            }
            T::UniformQuantizedPerAxisV1Type {
                flags,
                storage_type,
                expressed_type,
                quantized_dimension,
                storage_min,
                storage_max,
                scales,
                zero_points,
            } => {
                self.push("!vhlo.quant_per_axis_v1<");
                self.ty(*storage_type);
                self.push(":");
                self.ty(*expressed_type);
                self.format(format_args!(":{quantized_dimension}, {{"));
                self.list(", ", scales.iter(), |text, scale| {
                    text.format(format_args!("{}", scale.value));
                });
                self.push("}, {");
                self.list(", ", zero_points.iter(), |text, zero| {
                    text.format(format_args!("{zero}"));
                });
                self.format(format_args!("}}, {storage_min}:{storage_max}, {flags}>"));
            }
            other => self.spelled('!', "vhlo", other),
        }
    }
}
