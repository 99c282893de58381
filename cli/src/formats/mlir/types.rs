//! Types, spelled.

use super::speller::Text;
use super::strings;
use bytespec::mlir::{Attribute, AttributeId, Type, TypeId, view};

/// The most dimensions for which the layout that goes without saying is looked for.
const MAX_RANK: usize = 16;

impl<'f> Text<'_, 'f, '_> {
    /// Adds a type that was read from the table.
    pub(super) fn type_content(&mut self, ty: &Type<'f>) {
        match ty {
            Type::Typed(view::TypeEntry::Builtin(ty)) => self.builtin_type(ty),
            Type::Typed(entry @ view::TypeEntry::Quant(ty)) => {
                self.format(format_args!("!{}.", entry.dialect()));
                self.quantized(ty);
            }
            Type::Typed(view::TypeEntry::Vhlo(ty)) => self.vhlo_type(ty),
            Type::Typed(entry) => self.spelled('!', entry.dialect(), entry),
            Type::Text { text, .. } => {
                let limit = self.limit;
                strings::text(&mut self.out, text, limit);
            }
            Type::Opaque { dialect, bytes } => self.opaque('!', dialect, bytes),
        }
    }

    fn quantized(&mut self, ty: &view::QuantType<'f>) {
        let view::QuantType::UniformQuantizedPerAxisType {
            flags,
            storage_type,
            expressed_type,
            quantized_dimension,
            storage_min,
            storage_max,
            scales,
            zero_points,
        } = ty
        else {
            return self.by_schema(ty);
        };
        self.format(format_args!("{}<flags = {flags}, storage_type = ", ty.variant_name()));
        self.ty(*storage_type);
        self.push(", expressed_type = ");
        self.ty(*expressed_type);
        self.format(format_args!(
            ", quantized_dimension = {quantized_dimension}, storage_min = {storage_min}, \
             storage_max = {storage_max}, scales = ["
        ));
        self.list(", ", scales.iter(), |text, scale| text.format(format_args!("{}", scale.value)));
        self.push("], zero_points = [");
        self.list(", ", zero_points.iter(), |text, zero| text.format(format_args!("{zero}")));
        self.push("]>");
    }

    fn builtin_type(&mut self, ty: &view::BuiltinType<'f>) {
        use view::BuiltinType as T;
        match ty {
            T::FunctionType { inputs, results } => {
                self.push("(");
                self.list(", ", inputs.iter(), Self::ty);
                self.push(") -> ");
                let alone = results.len() == 1;
                self.push(if alone { "" } else { "(" });
                self.list(", ", results.iter(), Self::ty);
                self.push(if alone { "" } else { ")" });
            }
            T::TupleType { types } => {
                self.push("tuple<");
                self.list(", ", types.iter(), Self::ty);
                self.push(">");
            }
            T::ComplexType { element } => self.shaped("complex", [], *element, &[]),
            T::RankedTensorType { shape, element } => {
                self.shaped("tensor", shape.iter(), *element, &[]);
            }
            T::RankedTensorTypeWithEncoding { encoding, shape, element } => {
                self.shaped("tensor", shape.iter(), *element, &[*encoding]);
            }
            T::UnrankedTensorType { element } => self.unranked("tensor", *element, &[]),
            T::MemRefType { shape, element, layout } => {
                let layout = self.layout(*layout, shape.len());
                self.shaped("memref", shape.iter(), *element, layout.as_slice());
            }
            T::MemRefTypeWithMemSpace { memory_space, shape, element, layout } => {
                let layout = self.layout(*layout, shape.len());
                let more: Vec<AttributeId> = layout.into_iter().chain([*memory_space]).collect();
                self.shaped("memref", shape.iter(), *element, &more);
            }
            T::UnrankedMemRefType { element } => self.unranked("memref", *element, &[]),
            T::UnrankedMemRefTypeWithMemSpace { memory_space, element } => {
                self.unranked("memref", *element, &[*memory_space]);
            }
            T::VectorType { shape, element } => {
                self.shaped("vector", shape.iter(), *element, &[]);
            }
            T::VectorTypeWithNumScalableDims { num_scalable_dims, shape, element } => {
                let fixed = (shape.len() as u64).saturating_sub(*num_scalable_dims);
                self.vector(shape.iter().zip((0..).map(|place| place >= fixed)), *element);
            }
            T::VectorTypeWithScalableDims { scalable, shape, element } => {
                let scalable = scalable.iter().chain(std::iter::repeat(false));
                self.vector(shape.iter().zip(scalable), *element);
            }
            other => self.by_schema(other),
        }
    }

    /// Adds a size, or a question mark for one that is not known.
    pub(super) fn size(&mut self, size: i64) {
        match size {
            i64::MIN => self.push("?"),
            size => self.format(format_args!("{size}")),
        }
    }

    fn dimensions<T>(
        &mut self,
        sizes: impl IntoIterator<Item = T>,
        mut add: impl FnMut(&mut Self, T),
    ) {
        for size in sizes {
            if self.is_full() {
                return;
            }
            add(self, size);
            self.push("x");
        }
    }

    /// Adds a type with sizes, its elements and what else it has.
    pub(super) fn shaped(
        &mut self,
        name: &str,
        shape: impl IntoIterator<Item = i64>,
        element: TypeId,
        more: &[AttributeId],
    ) {
        self.format(format_args!("{name}<"));
        self.dimensions(shape, Self::size);
        self.rest(element, more);
    }

    fn unranked(&mut self, name: &str, element: TypeId, more: &[AttributeId]) {
        self.format(format_args!("{name}<*x"));
        self.rest(element, more);
    }

    fn vector(&mut self, shape: impl Iterator<Item = (i64, bool)>, element: TypeId) {
        self.push("vector<");
        self.dimensions(shape, |text, (size, scalable)| {
            text.push(if scalable { "[" } else { "" });
            text.size(size);
            text.push(if scalable { "]" } else { "" });
        });
        self.rest(element, &[]);
    }

    fn rest(&mut self, element: TypeId, more: &[AttributeId]) {
        self.ty(element);
        for attribute in more {
            self.push(", ");
            self.attribute(*attribute);
        }
        self.push(">");
    }

    /// A layout, unless it is the one that goes without saying.
    fn layout(&self, id: AttributeId, rank: usize) -> Option<AttributeId> {
        let usual = match self.speller.file.attribute(id) {
            Ok(Attribute::Text { text, .. }) if rank <= MAX_RANK => {
                let dimensions: Vec<String> = (0..rank).map(|place| format!("d{place}")).collect();
                let dimensions = dimensions.join(", ");
                text == format!("affine_map<({dimensions}) -> ({dimensions})>").as_bytes()
            }
            Ok(attribute) => matches!(
                attribute.builtin(),
                Some(view::BuiltinAttribute::AffineMapAttr {
                    permutation: None,
                    projection: None,
                    results: None,
                    ..
                })
            ),
            Err(_) => false,
        };
        (!usual).then_some(id)
    }
}
