//! Lists the inputs, outputs and parameters of a model that JAX exported.
//!
//! ```text
//! cargo run --release -p jax-model -- model.vhlo.mlirbc
//! ```

use bytespec::mlir::view::{TypeEntry, VhloType};
use bytespec::mlir::{Module, Type, TypeId};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("the path of a portable artifact is missing")?;
    let bytes = std::fs::read(path)?;
    let module = Module::read(&bytes)?;
    let main = module.function("main");
    let main = main.ok_or("there is no function `main`: this is no artifact of StableHLO")?;
    let Type::Typed(TypeEntry::Vhlo(VhloType::FunctionV1Type { inputs, outputs })) =
        module.ty(main.signature()?)?
    else {
        return Err("`main` has not the type of a function of StableHLO".into());
    };
    let mut in_inputs = 0;
    for (what, types) in [("input", inputs), ("output", outputs)] {
        for (index, ty) in types.iter().enumerate() {
            let (text, elements) = describe(&module, ty)?;
            println!("{what} {index}: {text}");
            in_inputs += if what == "input" { elements } else { 0 };
        }
    }
    let mut in_constants = 0;
    for constant in module.ops_named("vhlo.constant_v1") {
        for result in module.results(constant) {
            if let Some(ty) = module.value_type(result) {
                in_constants += describe(&module, ty)?.1;
            }
        }
    }
    println!("elements: {in_inputs} in inputs, {in_constants} in constants");
    Ok(())
}

/// A type as JAX spells it, such as `f32[8,128]`, and how many elements it has. A size that is not
/// known is spelled `?`, and counts as one.
fn describe(module: &Module<'_>, ty: TypeId) -> bytespec::Result<(String, u64)> {
    let short = |ty| module.display(ty).to_string().replace("!vhlo.", "").replace("_v1", "");
    let shaped = module.ty(ty)?;
    let (Some(shape), Some(element)) = (shaped.shape(), shaped.element()) else {
        return Ok((short(ty), 0));
    };
    let sizes: Vec<String> = shape.clone().map(|size| size.to_string()).collect();
    let count = shape.filter_map(|size| size.fixed()?.try_into().ok()).fold(1, u64::saturating_mul);
    Ok((format!("{}[{}]", short(element), sizes.join(",")), count))
}
