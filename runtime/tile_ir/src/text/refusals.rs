//! What the reference disassembler does not print, and why.

use super::super::generated::{Attribute, ConstantId, Type, TypeId};
use super::super::module::{Function, Module};
use super::elements::{Elements, Number};
use super::groups::Groups;
use super::parts::{ShowAttribute, Shown};
use super::types::Types;
use crate::module::body::OpId;
use bytespec_core::error::Result;
use bytespec_core::wire::MAX_DEPTH;
use std::fmt;

/// The longest type that a reason shows, in bytes.
const MAX_TYPE: usize = 1 << 12;

/// Why the reference disassembler, `tileirdisasm` 13.5, prints nothing of a module: [`Module::refusals`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where: a function, or a global.
    pub place: RefusedPlace,
    /// Why.
    pub reason: RefusalReason,
}

/// What a [`Refusal`] is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RefusedPlace {
    /// A global variable, by its position and its name.
    Global(usize, String),
    /// A function, by its position and its name.
    Function(usize, String),
    /// An operation of a function: the function's position and its name, the operation, and its mnemonic.
    Operation(usize, String, OpId, &'static str),
}

/// Why the reference disassembler refuses something.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusalReason {
    /// A constant of `i1` has neither one byte for all elements nor a bit for each.
    TruthValues {
        /// How many elements the type has.
        elements: usize,
        /// How many bytes the constant has.
        bytes: usize,
    },
    /// A parameter of an entry is no tile of rank zero.
    Parameter {
        /// Its position.
        position: usize,
        /// Its type as text.
        ty: String,
    },
    /// There are attributes of parameters, and not one for each.
    ParameterAttributes {
        /// How many attributes there are.
        attributes: usize,
        /// How many parameters there are.
        parameters: usize,
    },
    /// An entry is private.
    PrivateEntry,
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
                write!(f, "function @{name}, ops[{}] {label}", op.0)
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
        }
    }
}

fn number(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl Module {
    /// What [`Module::print`] prints and the reference disassembler refuses, in the order of the module; empty where nothing is
    /// known that it refuses. Rules of single operations, which it checks as a compiler does, are not looked at.
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
        for (index, global) in self.globals.iter().enumerate() {
            if let Some(reason) = self.refused_constant(global.r#type, global.value)? {
                let place = RefusedPlace::Global(index, self.shown_name(global.name)?);
                found.push(Refusal { place, reason });
            }
        }
        for (index, function) in self.functions.iter().enumerate() {
            let name = self.shown_name(function.name)?;
            for reason in self.refused_function(function)? {
                let place = RefusedPlace::Function(index, name.clone());
                found.push(Refusal { place, reason });
            }
            let mut outcome = Ok(());
            function.body.each_op(|id, op| {
                if outcome.is_err() {
                    return;
                }
                let mut groups = Groups::default();
                groups.fill(op);
                let info = op.kind().info();
                let ty = groups.results.first().and_then(|group| group.first()).map(|one| one.ty);
                let mut reasons = Vec::new();
                for position in 0..info.attributes.len() {
                    let shown = op.attribute(position);
                    outcome = outcome.clone().and(self.refused(shown, ty, &mut reasons));
                }
                found.extend(reasons.into_iter().map(|reason| {
                    let place = RefusedPlace::Operation(index, name.clone(), id, info.label);
                    Refusal { place, reason }
                }));
            });
            outcome?;
        }
        Ok(found)
    }

    fn shown_name(&self, name: super::super::generated::StringId) -> Result<String> {
        Ok(String::from_utf8_lossy(self.string_at(name)?).into_owned())
    }

    fn refused_function(&self, function: &Function) -> Result<Vec<RefusalReason>> {
        let mut reasons = Vec::new();
        let params = function.body.params();
        if function.kernel {
            if function.private {
                reasons.push(RefusalReason::PrivateEntry);
            }
            for (position, param) in params.iter().enumerate() {
                let ty = self.type_at(param.ty)?;
                if !matches!(ty, Type::Tile { shape, .. } if shape.is_empty()) {
                    let ty = Types::new(self, MAX_TYPE).text(param.ty)?;
                    reasons.push(RefusalReason::Parameter { position, ty: (*ty).to_owned() });
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
        if let Some(hints) = &function.hints {
            self.refused_attribute(hints, 0, &mut reasons)?;
        }
        self.refused_attribute(&function.arg_attrs, 0, &mut reasons)?;
        Ok(reasons)
    }

    fn refused(
        &self,
        shown: Shown<'_>,
        ty: Option<TypeId>,
        reasons: &mut Vec<RefusalReason>,
    ) -> Result<()> {
        match (shown, ty) {
            (Shown::Constant(constant), Some(ty)) => {
                reasons.extend(self.refused_constant(ty, constant)?);
            }
            (Shown::Attribute(attribute), _) => self.refused_attribute(attribute, 0, reasons)?,
            (Shown::Attributes(list), _) => {
                for attribute in list {
                    self.refused_attribute(attribute, 0, reasons)?;
                }
            }
            (Shown::Named(entries), _) => {
                for entry in entries {
                    self.refused_attribute(&entry.value, 0, reasons)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Looks for constants in an attribute; those that lie too deep are an error of printing.
    fn refused_attribute(
        &self,
        attribute: &Attribute,
        depth: u32,
        reasons: &mut Vec<RefusalReason>,
    ) -> Result<()> {
        if depth >= MAX_DEPTH {
            return Ok(());
        }
        match attribute {
            Attribute::DenseElements { r#type, constant } => {
                reasons.extend(self.refused_constant(*r#type, *constant)?);
            }
            Attribute::Array { elements } => {
                for element in elements.iter() {
                    self.refused_attribute(element, depth + 1, reasons)?;
                }
            }
            Attribute::Dictionary { entries } | Attribute::OptimizationHints { entries } => {
                for entry in entries.iter() {
                    self.refused_attribute(&entry.value, depth + 1, reasons)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn refused_constant(&self, ty: TypeId, constant: ConstantId) -> Result<Option<RefusalReason>> {
        let Some(elements) = Elements::of(self, ty, constant)? else { return Ok(None) };
        let refused = elements.number == Number::Truth && !elements.is_packed();
        Ok(refused.then(|| RefusalReason::TruthValues {
            elements: elements.len(),
            bytes: elements.data().len(),
        }))
    }
}
