//! A module from the syntax of Tile IR.

use crate::args::ParseArgs;
use crate::failure::{Failure, Result};
use crate::formats::{Carried, Converted};
use crate::report::say;
use bytespec::text::{Kind, Scanner};
use bytespec::tile_ir::{Module, Numbering, ParseOptions, Profile, Version, WriteOptions};
use std::path::Path;

/// Whether a text is one of Tile IR: what is no alias begins with a word. Generic forms of MLIR begin with a string.
pub(crate) fn is_text(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else { return false };
    let mut scanner = Scanner::new(text);
    // Definitions of aliases may come first in both.
    while scanner.kind() == Kind::Hash || scanner.kind() == Kind::Exclamation {
        if scanner.spelling().starts_with("#cuda_tile") {
            return true;
        }
        let end =
            text[scanner.offset()..].find('\n').map_or(text.len(), |end| scanner.offset() + end);
        scanner.resume(end);
    }
    match scanner.kind() {
        Kind::Word => true,
        Kind::End => text.starts_with("// Producer: "),
        _ => false,
    }
}

/// Reads text and writes the module, numbered as the C++ writer does.
pub(crate) fn parse(args: &ParseArgs, text: &[u8]) -> Result<Converted> {
    if args.to_release.is_some() {
        return Err(Failure::Usage("parse: --to-release is for MLIR bytecode".to_owned()));
    }
    let version = args.to.as_deref().map(str::parse::<Version>).transpose();
    let version = version.map_err(|error| Failure::Usage(format!("--to: {error}")))?;
    let version = version.unwrap_or(Version::LATEST);
    let Ok(text) = std::str::from_utf8(text) else {
        return Err(Failure::input(&args.file, "the text is not UTF-8"));
    };
    let file_name = match args.file == Path::new("-") {
        true => "<stdin>".to_owned(),
        false => args.file.display().to_string(),
    };
    let options = ParseOptions { file_name, version, ..ParseOptions::default() };
    let module = match Module::parse(text, &options) {
        Ok(module) => module,
        Err(errors) => {
            for error in &errors {
                say(&format!("{}:{error}", options.file_name));
            }
            return Err(Failure::Reported);
        }
    };
    let how = WriteOptions { numbering: Numbering::Canonical(Profile::Cxx), version: None };
    let bytes = module.encode_with(&how).map_err(|error| Failure::input(&args.file, error))?;
    let version = version.to_string();
    Ok(Converted {
        bytes,
        carried: Carried::default(),
        difference: None,
        version,
        notes: Vec::new(),
    })
}
