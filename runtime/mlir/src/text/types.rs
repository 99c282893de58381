//! Prints types.

use super::super::generated::{AttributeId, Release, TypeId, view};
use super::printer::Printer;
use crate::tables::entry::Type;
use bytespec_core::error::Result;
use bytespec_core::text::output::Print;

/// The first release in which each dimension of a vector states whether it is scalable.
const SCALABLE_EACH_SINCE: Release = Release::R17;

impl Printer<'_, '_> {
    /// Prints the content of a type.
    pub(super) fn type_content(&mut self, id: TypeId) -> Result<()> {
        let module = self.module;
        match module.ty(id)? {
            Type::Typed(view::TypeEntry::Builtin(ty)) => self.builtin_type(&ty),
            Type::Typed(view::TypeEntry::Quant(ty)) => self.quant_type(&ty),
            Type::Typed(entry) => self.symbol('!', entry.dialect(), &entry),
            Type::Text { text, .. } => self.check_text(id.into()).and_then(|()| self.raw(text)),
            Type::Opaque { dialect, bytes } => self.derived('!', id, dialect, bytes),
        }
    }

    fn builtin_type(&mut self, ty: &view::BuiltinType<'_>) -> Result<()> {
        use view::BuiltinType as T;
        match ty {
            T::FunctionType { inputs, results } => {
                self.function_type(inputs.iter(), results.iter())
            }
            T::GraphType { inputs, results } => {
                self.found.alike("that types of graphs are none of functions");
                self.function_type(inputs.iter(), results.iter())
            }
            T::MemRefType { shape, element, layout } => {
                let layout = self.layout(*layout, shape.len())?;
                self.memref(shape.iter(), *element, layout.as_slice())
            }
            T::MemRefTypeWithMemSpace { memory_space, shape, element, layout } => {
                let layout = self.layout(*layout, shape.len())?;
                let more: Vec<_> = layout.into_iter().chain([*memory_space]).collect();
                self.memref(shape.iter(), *element, &more)
            }
            T::UnrankedMemRefTypeWithMemSpace { memory_space, element } => {
                self.out.push_str("memref<*x");
                self.rest(*element, &[*memory_space])
            }
            T::VectorTypeWithNumScalableDims { num_scalable_dims, shape, element } => {
                let fixed = (shape.len() as u64).saturating_sub(*num_scalable_dims);
                let scalable = (0..).map(|place: u64| place >= fixed);
                self.vector(shape.iter().zip(scalable), *element)
            }
            T::VectorTypeWithScalableDims { scalable, shape, element } => {
                let scalable = scalable.iter().chain(std::iter::repeat(false));
                self.vector(shape.iter().zip(scalable), *element)
            }
            other => self.builtin_template(other),
        }
    }

    /// Prints a function type. A single result that is not a function type has no parentheses.
    pub(super) fn function_type(
        &mut self,
        inputs: impl IntoIterator<Item = TypeId>,
        results: impl ExactSizeIterator<Item = TypeId>,
    ) -> Result<()> {
        self.out.push('(');
        self.list(inputs, Self::ty)?;
        self.out.push_str(") -> ");
        let count = results.len();
        let mut results = results.peekable();
        let alone = count == 1 && !results.peek().is_some_and(|ty| self.is_function(*ty));
        if !alone {
            self.out.push('(');
        }
        self.list(results, Self::ty)?;
        if !alone {
            self.out.push(')');
        }
        Ok(())
    }

    fn is_function(&mut self, id: TypeId) -> bool {
        let module = self.module;
        self.cache.is_function(id, || {
            let ty = module.ty(id).ok().and_then(|ty| ty.builtin());
            matches!(ty, Some(view::BuiltinType::FunctionType { .. }))
        })
    }

    fn memref(
        &mut self,
        shape: impl Iterator<Item = i64>,
        element: TypeId,
        more: &[AttributeId],
    ) -> Result<()> {
        self.out.push_str("memref<");
        for size in shape {
            self.size(size);
            self.out.push('x');
        }
        self.rest(element, more)
    }

    fn vector(&mut self, shape: impl Iterator<Item = (i64, bool)>, element: TypeId) -> Result<()> {
        self.out.push_str("vector<");
        let each = self.release >= SCALABLE_EACH_SINCE;
        let mut open = false;
        let mut between = false;
        for (size, scalable) in shape {
            if open && (each || !scalable) {
                self.out.push(']');
                open = false;
            }
            if std::mem::replace(&mut between, true) {
                self.out.push('x');
            }
            if scalable && !open {
                self.out.push('[');
                open = true;
            }
            self.size(size);
        }
        if open {
            self.out.push(']');
        }
        if between {
            self.out.push('x');
        }
        self.rest(element, &[])
    }

    /// Prints the element type of a type with sizes, and its further parts.
    fn rest(&mut self, element: TypeId, more: &[AttributeId]) -> Result<()> {
        self.ty(element)?;
        for attribute in more {
            self.out.push_str(", ");
            self.attribute(*attribute, true)?;
        }
        self.out.push('>');
        Ok(())
    }

    /// The layout of a memref, unless it is the default layout.
    fn layout(&self, id: AttributeId, rank: usize) -> Result<Option<AttributeId>> {
        Ok((!self.is_usual_layout(id, rank)?).then_some(id))
    }
}
