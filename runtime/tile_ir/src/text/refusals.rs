//! Content that the reference disassembler does not print, and why.

use super::super::generated::{Attribute, ConstantId, Type, TypeId};
use super::super::module::{Function, Module};
use super::elements::Constant;
use super::functions::{FunctionForm, results};
use super::parts::Form;
use super::visit::Visit;
use crate::module::body::OpId;
use crate::module::functions::{FunctionId, GlobalId};
use bytespec_core::error::Result;
use std::fmt;

/// The maximum size of a type in a reason, in bytes.
const MAX_TYPE: usize = 1 << 12;

/// A reason why the reference disassembler, `tileirdisasm` 13.5, prints nothing of a module, see [`Module::refusals`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The place: a function, a global or an operation.
    pub place: RefusedPlace,
    /// The reason.
    pub reason: RefusalReason,
}

/// The place of a [`Refusal`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusedPlace {
    /// A global variable, and its name.
    Global(GlobalId, String),
    /// A function, and its name.
    Function(FunctionId, String),
    /// An operation: its function with its name, the operation, and its mnemonic.
    Operation(FunctionId, String, OpId, &'static str),
}

/// The reason why the reference disassembler refuses an item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusalReason {
    /// A constant of `i1` has neither one byte for all elements nor a bit for each element.
    TruthValues {
        /// The number of elements of the type.
        elements: usize,
        /// The number of bytes of the constant.
        bytes: usize,
    },
    /// A parameter of an entry is not a tile of rank zero.
    Parameter {
        /// Its index.
        position: usize,
        /// Its type as text.
        ty: String,
    },
    /// The number of attributes of parameters is not the number of parameters.
    ParameterAttributes {
        /// The number of attributes.
        attributes: usize,
        /// The number of parameters.
        parameters: usize,
    },
    /// An entry is private.
    PrivateEntry,
    /// The function is neither a kernel nor a declaration of preview content.
    DeviceFunction,
    /// A kernel has results.
    Results,
    /// A kernel has no operations.
    NoOperations,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl fmt::Display for RefusedPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusedPlace::Global(_, name) => write!(f, "global @{name}"),
            RefusedPlace::Function(_, name) => write!(f, "function @{name}"),
            RefusedPlace::Operation(_, name, op, label) => {
                write!(f, "function @{name}, ops[{}] {label}", op.number())
            }
        }
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RefusalReason::TruthValues { elements, bytes } => {
                let (elements, bytes) = (number(*elements, "element"), number(*bytes, "byte"));
                write!(f, "a constant of `i1` has {elements} in {bytes}")
            }
            RefusalReason::Parameter { position, ty } => {
                write!(f, "parameter {position} has the type `{ty}` and not a tile of rank zero")
            }
            RefusalReason::ParameterAttributes { attributes, parameters } => {
                let attributes = number(*attributes, "attribute");
                write!(f, "there are {attributes} for {}", number(*parameters, "parameter"))
            }
            RefusalReason::PrivateEntry => f.write_str("an entry is private"),
            RefusalReason::DeviceFunction => {
                f.write_str("the function is no kernel, and no declaration of preview content")
            }
            RefusalReason::Results => f.write_str("a kernel gives results"),
            RefusalReason::NoOperations => f.write_str("a kernel has no operations"),
        }
    }
}

fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl Module {
    /// The content that [`Module::print`] prints and the reference disassembler refuses, in the order of the module. Empty if
    /// no reason for a refusal is known. The tool also checks rules of single operations, as a compiler does; these are not
    /// checked here.
    ///
    /// ```
    /// use bytespec::tile_ir::{Module, Type, Version};
    ///
    /// let mut module = Module::new(Version::LATEST);
    /// let tile = module.tile(Type::Int1, &[4]);
    /// module.kernel("k", &[], |b, _| {
    ///     b.splat(tile, &[0, 1, 1, 0]);
    ///     b.return_([]).build();
    /// })?;
    /// let refusals = module.refusals()?;
    /// assert_eq!(
    ///     refusals[0].to_string(),
    ///     "function @k, ops[0] constant: a constant of `i1` has 4 elements in 4 bytes"
    /// );
    /// # Ok::<(), bytespec::Error>(())
    /// ```
    ///
    /// # Errors
    /// References past their tables.
    pub fn refusals(&self) -> Result<Vec<Refusal>> {
        let mut found = Vec::new();
        let mut add = |place: RefusedPlace, reasons: Vec<RefusalReason>| {
            found
                .extend(reasons.into_iter().map(|reason| Refusal { place: place.clone(), reason }));
        };
        for (id, global) in self.global_ids().zip(&self.globals) {
            let mut refused = Refused { module: self, reasons: Vec::new() };
            refused.constant(global.r#type, global.value)?;
            add(RefusedPlace::Global(id, self.shown_name(global.name)?), refused.reasons);
        }
        for (in_function, function) in self.function_ids().zip(&self.functions) {
            let name = self.shown_name(function.name)?;
            let reasons = self.refused_function(function)?;
            add(RefusedPlace::Function(in_function, name.clone()), reasons);
            let mut outcome = Ok(());
            function.body.each_op(|id, op| {
                if outcome.is_err() {
                    return;
                }
                let mut refused = Refused { module: self, reasons: Vec::new() };
                outcome = refused.each_of_op(op);
                if !refused.reasons.is_empty() {
                    let label = op.kind().info().label;
                    let place = RefusedPlace::Operation(in_function, name.clone(), id, label);
                    add(place, refused.reasons);
                }
            });
            outcome?;
        }
        Ok(found)
    }

    pub(super) fn shown_name(&self, name: super::super::generated::StringId) -> Result<String> {
        Ok(String::from_utf8_lossy(self.string_at(name)?).into_owned())
    }

    fn refused_function(&self, function: &Function) -> Result<Vec<RefusalReason>> {
        let mut reasons = Vec::new();
        let params = function.body.params();
        let form = FunctionForm::of(self, function)?;
        if !function.kernel && form == FunctionForm::Whole {
            reasons.push(RefusalReason::DeviceFunction);
        }
        if function.kernel {
            if function.body.is_empty() {
                reasons.push(RefusalReason::NoOperations);
            }
            if !results(self, function)?.is_empty() {
                reasons.push(RefusalReason::Results);
            }
            if function.private {
                reasons.push(RefusalReason::PrivateEntry);
            }
            for (position, param) in params.iter().enumerate() {
                let ty = self.type_at(param.ty)?;
                if !matches!(ty, Type::Tile { shape, .. } if shape.is_empty()) {
                    let ty = self.type_text(param.ty, MAX_TYPE)?;
                    reasons.push(RefusalReason::Parameter { position, ty });
                }
            }
        }
        if let Attribute::Array { elements } = &function.arg_attrs
            && !elements.is_empty()
            && elements.len() != params.len()
        {
            let (attributes, parameters) = (elements.len(), params.len());
            reasons.push(RefusalReason::ParameterAttributes { attributes, parameters });
        }
        let mut refused = Refused { module: self, reasons };
        for attribute in function.hints.iter().chain([&function.arg_attrs]) {
            refused.each_attribute(attribute, Form::Full, 0)?;
        }
        Ok(refused.reasons)
    }
}

/// Finds constants that the disassembler refuses.
struct Refused<'m> {
    module: &'m Module,
    reasons: Vec<RefusalReason>,
}

impl Visit for Refused<'_> {
    fn constant(&mut self, ty: TypeId, constant: ConstantId) -> Result<()> {
        if let Some(constant) = Constant::of(self.module, ty, constant)?
            && constant.number.is_truth()
            && !constant.is_packed()
        {
            let count =
                constant.sizes.iter().try_fold(1, |count: u64, size| count.checked_mul(*size));
            let elements = count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
            let bytes = constant.data.len();
            self.reasons.push(RefusalReason::TruthValues { elements, bytes });
        }
        Ok(())
    }
}
