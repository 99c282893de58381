//! Parses the part before the operations of a function.

use super::super::super::generated::{Attribute, Feature, NamedAttribute, StringId, Type, TypeId};
use super::super::super::module::{Function, Module};
use crate::module::body::Body;

/// The part before the operations in the text of a function.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) name: StringId,
    pub(super) kernel: bool,
    pub(super) private: bool,
    pub(super) external: bool,
    pub(super) const_params: Option<Vec<Attribute>>,
    pub(super) results: Vec<TypeId>,
    pub(super) hints: Option<Vec<NamedAttribute>>,
}

impl Head {
    /// The function. The attributes of parameters come after their types.
    pub(super) fn function(
        self,
        module: &mut Module,
        body: Body,
        argument_attributes: Vec<Vec<NamedAttribute>>,
    ) -> Function {
        let params: Vec<TypeId> = body.params().iter().map(|param| param.ty).collect();
        let signature =
            module.ty(Type::Function { params: params[..].into(), results: self.results.into() });
        if self.external || self.const_params.is_some() {
            module.features = module.features.with(Feature::Preview);
        }
        let mut function = Function::kernel(self.name, signature, &[]);
        function.body = body;
        function.kernel = self.kernel;
        function.private = self.private;
        function.extern_implementation = self.external;
        // An external function that is no kernel always has this list.
        let has_default = self.external && !self.kernel;
        let const_params = self.const_params.or_else(|| has_default.then(Vec::new));
        let array = |elements: Vec<Attribute>| Attribute::Array { elements: elements.into() };
        function.const_params = const_params.map(array);
        let hints =
            |entries: Vec<NamedAttribute>| Attribute::OptimizationHints { entries: entries.into() };
        function.hints = self.hints.map(hints);
        function.arg_attrs = of_arguments(argument_attributes);
        function
    }
}

/// The attribute for the parameters of a function, if any parameter has attributes.
fn of_arguments(argument_attributes: Vec<Vec<NamedAttribute>>) -> Attribute {
    let all = match argument_attributes.iter().any(|entries| !entries.is_empty()) {
        true => argument_attributes,
        false => Vec::new(),
    };
    let elements = all.into_iter().map(|entries| Attribute::Dictionary { entries: entries.into() });
    Attribute::Array { elements: elements.collect() }
}
