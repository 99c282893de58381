//! Functions: which form of text contains everything of a function, and the forms without a template in the schema.

use super::super::generated::{Attribute, Feature, Type, TypeId};
use super::super::module::{Function, Module};
use super::parts::Form;
use super::printer::{Printer, Source, argument_attributes, hints};
use bytespec_core::error::Result;
use bytespec_core::quoted;
use bytespec_core::text::output::Print;
use std::fmt::Write as _;

/// The first word in the text of a function without operations, as the reference disassembler prints it.
pub(super) const DECLARATION: &str = "preview$func";
/// The first word in the text of any function that is neither a plain entry nor a declaration. The disassembler refuses these
/// functions, so this form belongs to this library.
pub(super) const WHOLE: &str = "function";
/// The words after it: the function is a kernel, it is private, its body is implemented outside the file.
pub(super) const KERNEL: &str = "kernel";
pub(super) const PRIVATE: &str = "private";
pub(super) const EXTERN: &str = "extern";

/// The form of the text of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FunctionForm {
    /// `entry`: a public kernel with operations and without results.
    Entry,
    /// `preview$func extern`: a private function of preview content, without operations.
    Declaration,
    /// `function`: any other function.
    Whole,
}

impl FunctionForm {
    /// The form that contains everything of a function.
    pub(super) fn of(module: &Module, function: &Function) -> Result<FunctionForm> {
        let Function { private, kernel, extern_implementation, .. } = *function;
        let is_empty = function.body.is_empty();
        if extern_implementation {
            return Ok(FunctionForm::Whole);
        }
        let plain = function.const_params.is_none() && results(module, function)?.is_empty();
        Ok(match kernel {
            true if !private && !is_empty && plain => FunctionForm::Entry,
            false
                if private
                    && is_empty
                    && function.hints.is_none()
                    && module.features.contains(Feature::Preview) =>
            {
                FunctionForm::Declaration
            }
            _ => FunctionForm::Whole,
        })
    }
}

/// The types of the results of a function.
pub(super) fn results<'m>(module: &'m Module, function: &Function) -> Result<&'m [TypeId]> {
    Ok(match module.type_at(function.signature)? {
        Type::Function { results, .. } => results,
        _ => &[],
    })
}

impl<'p> Printer<'p> {
    /// Prints a function in the form that contains everything of it.
    pub(super) fn function(&mut self, function: &'p Function) -> Result<()> {
        match FunctionForm::of(self.module, function)? {
            FunctionForm::Entry => self.run(Source::Function(function), Some(&function.body)),
            FunctionForm::Declaration => {
                self.out.push_str(DECLARATION);
                self.out.push(' ');
                self.out.push_str(EXTERN);
                self.out.push(' ');
                self.head(function, FunctionForm::Declaration)?;
                self.out.push(' ');
                self.end_line(function.location)
            }
            FunctionForm::Whole => self.whole(function),
        }
    }

    fn whole(&mut self, function: &'p Function) -> Result<()> {
        self.out.push_str(WHOLE);
        self.out.push(' ');
        for (word, is_set) in [
            (KERNEL, function.kernel),
            (PRIVATE, function.private),
            (EXTERN, function.extern_implementation),
        ] {
            if is_set {
                self.out.push_str(word);
                self.out.push(' ');
            }
        }
        self.head(function, FunctionForm::Whole)?;
        if function.hints.is_some() {
            self.out.push_str(" optimization_hints=<");
            self.hints(hints(function))?;
            self.out.push('>');
        }
        match function.body.is_empty() {
            true => self.end_line(function.location),
            false => self.run(Source::Body(function), Some(&function.body)),
        }
    }

    /// Prints the name of a function, its parameters and its results.
    fn head(&mut self, function: &'p Function, form: FunctionForm) -> Result<()> {
        self.out.push('@');
        quoted::name(&mut self.out, self.module.string_at(function.name)?);
        match &function.const_params {
            // Every declaration has this list, even if it is empty.
            Some(Attribute::Array { elements })
                if !elements.is_empty() || form != FunctionForm::Declaration =>
            {
                self.const_params(elements)?;
            }
            _ => {}
        }
        self.out.push('(');
        self.parameters(function.body.params(), argument_attributes(function))?;
        self.out.push(')');
        let results = results(self.module, function)?;
        if !results.is_empty() {
            self.out.push_str(" -> ");
            let several = results.len() > 1;
            self.out.push_str(if several { "(" } else { "" });
            self.each_type(results)?;
            self.out.push_str(if several { ")" } else { "" });
        }
        Ok(())
    }

    fn const_params(&mut self, params: &[Attribute]) -> Result<()> {
        self.out.push_str("<[");
        self.list(params, |printer, param| match param {
            Attribute::PreviewConstParam { name, r#type } => {
                let name = String::from_utf8_lossy(printer.module.string_at(*name)?);
                let _ = write!(printer.out, "{name}: ");
                printer.full_type(*r#type)
            }
            other => printer.attribute(other, Form::Full),
        })?;
        self.out.push_str("]>");
        Ok(())
    }
}
