//! Generates formats of every shape in every position, and of every word as a name.

use bytespec_codegen::build::Format;
use std::path::PathBuf;

#[path = "generator/schema.rs"]
mod schema;
#[path = "generator/shapes.rs"]
mod shapes;
#[path = "generator/words.rs"]
mod words;

fn main() {
    println!("cargo::rerun-if-changed=generator");
    println!("cargo::rerun-if-changed=schema");
    let sources = [matrix(false, "plain"), matrix(true, "hosted")];
    names(&sources);
}

/// The format of all that is accepted, with a host or without one, and what was refused. Gives the generated source.
fn matrix(host: bool, name: &str) -> String {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let folder = out.join(format!("matrix_{name}"));
    let outcome = schema::write(&folder, host);
    let mut format = Format::new(&folder).samples(true).edits(true);
    if host {
        format = format.host("crate::host");
    }
    let source = match format.source() {
        Ok(source) => source,
        Err(findings) => panic!("what is accepted alone is not accepted together: {findings}"),
    };
    let write = |file: String, text: &str| {
        std::fs::write(out.join(file), text).expect("OUT_DIR can be written");
    };
    write(format!("matrix_{name}.rs"), &source);
    write(format!("matrix_{name}_outcome.rs"), &outcome.constant(&name.to_uppercase()));
    source
}

/// A format for each kind of item, with every word as a name, and one that has next to nothing.
fn names(sources: &[String]) {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let write = |file: PathBuf, text: &str| {
        std::fs::write(file, text).expect("OUT_DIR can be written");
    };
    let generate = |kind: &str, text: &str| {
        let folder = out.join(format!("words_{kind}"));
        std::fs::create_dir_all(&folder).expect("OUT_DIR can be written");
        write(folder.join("schema.yaml"), text);
        let source = Format::new(&folder).samples(kind == "record").source();
        let source = source.unwrap_or_else(|findings| panic!("{findings}"));
        write(out.join(format!("words_{kind}.rs")), &source);
    };
    let mut refused = String::new();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    for words in words::schemas(&words::mentioned(&sources)) {
        let words::Words { kind, text, tried, refused: findings } = words;
        generate(kind, &text);
        refused += &format!("({kind:?}, {}, &{findings:?}), ", tried - findings.len());
    }
    generate("least", words::HEAD);
    let known = [words::MADE, words::KEPT].concat();
    let known: Vec<&str> = known.split_whitespace().collect();
    write(
        out.join("words_refused.rs"),
        &format!(
            "/// A kind of item, how many words it takes, and those that are refused and why.\n\
             type Words = (&'static str, usize, &'static [(&'static str, &'static str)]);\n\
             const REFUSED: &[Words] = &[{refused}];\n\
             /// Words that may be refused.\nconst KNOWN: &[&str] = &{known:?};\n"
        ),
    );
}
