//! Lists the inputs, outputs and parameters of a model that JAX exported.
//!
//! ```text
//! cargo run --release -p jax-model -- model.vhlo.mlirbc
//! ```

use bytespec::mlir::view::{AttributeEntry, TypeEntry, VhloAttribute, VhloType};
use bytespec::mlir::{Attribute, Module, Op, PropertyValue, Type, TypeId};
use bytespec::reflect::{Names, Text as _};
use std::error::Error;
use std::fmt;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let path = std::env::args_os().nth(1).ok_or("the path of a portable artifact is missing")?;
    let bytes = std::fs::read(path)?;
    let module = Module::read(&bytes)?;
    let (mut signature, mut in_constants) = (None, 0);
    for op in module.walk() {
        match &*module.name(op).full() {
            "vhlo.func_v1" if is_main(&module, op)? => {
                signature = property(&module, op, "function_type")?;
            }
            "vhlo.constant_v1" => {
                let value = property(&module, op, "value")?;
                if let Some(VhloAttribute::TensorV1Attr { r#type, .. }) = value {
                    in_constants += describe(&module, r#type)?.1;
                }
            }
            _ => {}
        }
    }
    let Some(VhloAttribute::TypeV1Attr { value }) = signature else {
        return Err("there is no function `main`: this is no artifact of StableHLO".into());
    };
    let Type::Typed(TypeEntry::Vhlo(VhloType::FunctionV1Type { inputs, outputs })) =
        module.ty(value)?
    else {
        return Err("`main` has not the type of a function".into());
    };
    let mut in_inputs = 0;
    for (what, types) in [("input", inputs), ("output", outputs)] {
        for (index, ty) in types.iter().enumerate() {
            let (text, elements) = describe(&module, ty)?;
            println!("{what} {index}: {text}");
            in_inputs += if what == "input" { elements } else { 0 };
        }
    }
    println!("elements: {in_inputs} in inputs, {in_constants} in constants");
    Ok(())
}

/// Whether a function is the one that JAX calls.
fn is_main(module: &Module<'_>, op: Op) -> Result<bool> {
    Ok(match property(module, op, "sym_name")? {
        Some(VhloAttribute::StringV1Attr { value }) => module.string(value)? == b"main",
        _ => false,
    })
}

/// A property of an operation, where it is an attribute of the dialect `vhlo`.
fn property<'m>(module: &'m Module<'_>, op: Op, name: &str) -> Result<Option<VhloAttribute<'m>>> {
    let Some(PropertyValue::Attribute(id)) = module.property(op, name)? else { return Ok(None) };
    Ok(match module.attribute(id)? {
        Attribute::Typed(AttributeEntry::Vhlo(attribute)) => Some(attribute),
        _ => None,
    })
}

/// A type as JAX spells it, such as `f32[8,128]`, and how many elements it has. A size that is not
/// known is spelled `?`, and counts as one.
fn describe(module: &Module<'_>, ty: TypeId) -> Result<(String, u64)> {
    let mut text = String::new();
    let (shape, element) = match module.ty(ty)? {
        Type::Typed(TypeEntry::Vhlo(
            VhloType::RankedTensorV1Type { shape, element }
            | VhloType::RankedTensorV1TypeWithEncoding { shape, element, .. },
        )) => (shape, element),
        _ => {
            Element(module, 0).reference(&mut text, TypeId::TABLE, ty.0)?;
            return Ok((text, 0));
        }
    };
    Element(module, 0).reference(&mut text, TypeId::TABLE, element.0)?;
    let sizes = shape.iter().map(|size| u64::try_from(size).ok());
    let spelled = sizes.clone().map(|size| size.map_or("?".to_owned(), |size| size.to_string()));
    let text = format!("{text}[{}]", spelled.collect::<Vec<_>>().join(","));
    Ok((text, sizes.map(|size| size.unwrap_or(1)).fold(1, u64::saturating_mul)))
}

/// Spells types as their dialect does, without the version at the end of a name, inside this many
/// others.
struct Element<'m>(&'m Module<'m>, u32);

impl Names for Element<'_> {
    fn reference(&self, f: &mut dyn fmt::Write, _: &'static str, index: u32) -> fmt::Result {
        let mut text = String::new();
        match self.0.ty(TypeId(index)) {
            Ok(Type::Typed(ty)) if self.1 < 8 => {
                ty.text(&mut text, &Element(self.0, self.1 + 1))?
            }
            _ => text.push('?'),
        }
        f.write_str(&text.replace("_v1", ""))
    }
}
