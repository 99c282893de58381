//! Parses attributes and types of dialects that no template can express.

use super::super::super::generated::{
    AttributeId, NamedAttributeV1, StablehloAttribute, TypeEntry, TypeId, VhloAttribute, VhloType,
    view,
};
use super::parser::Parser;
use crate::tables::entry::Type;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::reflect::{IndexNames, Text};
use bytespec_core::text::{Kind, Scanner};

impl Parser<'_, '_> {
    /// Parses the next attribute of a dialect, if it is one of these.
    pub(super) fn custom_attribute(&mut self, dialect: &str) -> Result<Option<AttributeId>> {
        let word = self.scanner.spelling();
        match (dialect, word) {
            ("vhlo", "tensor_v1" | "integer_v1" | "float_v1") => {
                self.scanner.advance();
                self.scanner.expect(b'<')?;
                let offset = self.scanner.offset();
                let id = self.attribute()?;
                self.scanner.expect(b'>')?;
                self.of_vhlo(id, offset).map(Some)
            }
            ("vhlo", "dict_v1") => {
                self.scanner.advance();
                self.scanner.expect(b'<')?;
                self.scanner.expect(b'{')?;
                let mut entries = Vec::new();
                self.list(b'}', |parser| {
                    let name = parser.attribute()?;
                    parser.scanner.expect(b'=')?;
                    let value = parser.attribute()?;
                    entries.push(NamedAttributeV1 { name, value });
                    Ok(())
                })?;
                self.scanner.expect(b'>')?;
                let value = entries.into();
                self.module.add_attribute(VhloAttribute::DictionaryV1Attr { value }).map(Some)
            }
            ("stablehlo", "conv") => self.convolution().map(Some),
            _ => Ok(None),
        }
    }

    /// Parses the next type of a dialect, if it is one of these.
    pub(super) fn custom_type(&mut self, dialect: &str) -> Result<Option<TypeId>> {
        match dialect {
            "quant" => self.quantized().map(Some),
            _ => Ok(None),
        }
    }

    /// An attribute of `vhlo` with the numbers of a builtin attribute.
    fn of_vhlo(&mut self, id: AttributeId, offset: usize) -> Result<AttributeId> {
        use view::BuiltinAttribute as A;
        let made = match self.module.attribute(id)?.builtin() {
            Some(A::DenseIntOrFPElementsAttr { r#type, raw_data }) => {
                let data = raw_data.to_vec();
                VhloAttribute::TensorV1Attr { r#type: self.vhlo_of(r#type, offset)?, data }
            }
            Some(A::IntegerAttr { r#type, value }) => {
                let value = value.to_owned();
                VhloAttribute::IntegerV1Attr { r#type: self.vhlo_of(r#type, offset)?, value }
            }
            Some(A::FloatAttr { r#type, value }) => {
                let value = value.to_owned();
                VhloAttribute::FloatV1Attr { r#type: self.vhlo_of(r#type, offset)?, value }
            }
            _ => return Err(self.scanner.misfit(offset, "numbers")),
        };
        self.module.add_attribute(made)
    }

    /// The type of `vhlo` for a builtin type.
    fn vhlo_of(&mut self, ty: TypeId, offset: usize) -> Result<TypeId> {
        use view::BuiltinType as T;
        let name = match self.module.ty(ty)? {
            Type::Typed(view::TypeEntry::Builtin(T::RankedTensorType { shape, element })) => {
                let shape: Vec<i64> = shape.iter().collect();
                let element = self.vhlo_of(element, offset)?;
                let shape = shape.into();
                return self.module.add_type(VhloType::RankedTensorV1Type { shape, element });
            }
            Type::Typed(view::TypeEntry::Builtin(T::ComplexType { element })) => {
                let element = self.vhlo_of(element, offset)?;
                return self.module.add_type(VhloType::ComplexV1Type { element });
            }
            Type::Typed(view::TypeEntry::Builtin(ty)) => {
                let mut name = String::new();
                ty.text(&mut name, &IndexNames)
                    .map_err(|_| Error::at(offset, ErrorKind::NoText { item: "a type".into() }))?;
                name
            }
            Type::Text { text, .. } => String::from_utf8_lossy(text).into_owned(),
            _ => {
                let error = self.module.wrong_entry(ty, "a type with a counterpart in `vhlo`");
                return Err(error.or_at(offset));
            }
        };
        let name = match name.as_str() {
            "i1" => "bool_v1".to_owned(),
            "tf32" => "tf31_v1".to_owned(),
            name => format!("{name}_v1"),
        };
        let cx = self.module.plain_context();
        let entry = TypeEntry::from_text("vhlo", &mut Scanner::new(&name), self, &cx);
        let unknown = || {
            let (item, name) = ("`vhlo`".to_owned(), name.clone());
            Error::at(offset, ErrorKind::Missing { item, what: "type", name })
        };
        // A fault in the name is reported at the attribute.
        let entry = entry.ok_or_else(unknown)?.map_err(|error| error.moved_to(offset))?;
        self.module.add_type(entry)
    }

    /// Parses the roles of the dimensions of a convolution.
    fn convolution(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        let (input_batch, input_feature, input_spatial) = self.dimensions('b', 'f')?;
        self.scanner.expect_word("x")?;
        let (kernel_input_feature, kernel_output_feature, kernel_spatial) =
            self.dimensions('i', 'o')?;
        if !self.scanner.eat_kind(Kind::Arrow) {
            return Err(self.scanner.expected("`->`"));
        }
        let (output_batch, output_feature, output_spatial) = self.dimensions('b', 'f')?;
        self.scanner.expect(b'>')?;
        self.module.add_attribute(StablehloAttribute::ConvDimensionNumbersAttr {
            input_batch,
            input_feature,
            input_spatial: input_spatial.into(),
            kernel_input_feature,
            kernel_output_feature,
            kernel_spatial: kernel_spatial.into(),
            output_batch,
            output_feature,
            output_spatial: output_spatial.into(),
        })
    }

    /// Parses the positions of the two dimensions with a letter, and of those with a number.
    fn dimensions(&mut self, first: char, second: char) -> Result<(i64, i64, Vec<i64>)> {
        let start = self.scanner.offset();
        self.scanner.expect(b'[')?;
        let mut letters = [None; 2];
        let mut numbers: Vec<(u64, i64)> = Vec::new();
        let mut place = 0;
        self.list(b']', |parser| {
            let word = parser.scanner.spelling();
            let which = [first, second].iter().position(|letter| word == letter.to_string());
            match which {
                Some(which) => {
                    parser.scanner.advance();
                    letters[which] = Some(place);
                }
                None => numbers.push((parser.unsigned("a dimension")?, place)),
            }
            place += 1;
            Ok(())
        })?;
        numbers.sort_unstable();
        let in_order = numbers.iter().zip(0..).all(|((number, _), index)| *number == index);
        match letters {
            [Some(first), Some(second)] if in_order => {
                Ok((first, second, numbers.into_iter().map(|(_, place)| place).collect()))
            }
            _ => {
                let item = "a dimension".into();
                Err(Error::at(start, ErrorKind::Absent { item, why: "is missing" }))
            }
        }
    }
}
