//! Artifacts that `jaxlib` makes of programs for every version that it can write.

use super::compare::{Comparison, Question, Tally, answers};
use super::sources::{Source, sources};
use bytespec::Result;
use bytespec::axes::DialectAxes as _;
use bytespec::mlir::{DialectReleases, File, Module, Numbering, WriteOptions};
use bytespec_conformance::jaxlib::{Jaxlib, Task};

/// Programs as text that the newest release reads, for what is in no file of the corpus.
const PROGRAMS: [(&str, &str); 10] = [
    ("accuracy", include_str!("programs/accuracy.mlir")),
    ("control_flow", include_str!("programs/control_flow.mlir")),
    ("kinds", include_str!("programs/kinds.mlir")),
    ("meshes", include_str!("programs/meshes.mlir")),
    ("mixed", include_str!("programs/mixed.mlir")),
    ("newest_numbers", include_str!("programs/newest_numbers.mlir")),
    ("numbers", include_str!("programs/numbers.mlir")),
    ("products", include_str!("programs/products.mlir")),
    ("quantized", include_str!("programs/quantized.mlir")),
    ("small_numbers", include_str!("programs/small_numbers.mlir")),
];

/// An artifact that a release made.
pub(super) struct Made {
    /// The program, for people.
    pub(super) name: String,
    /// The release.
    pub(super) library: Jaxlib,
    /// The version of StableHLO.
    pub(super) version: String,
    /// The artifact.
    pub(super) bytes: Vec<u8>,
}

/// The versions that a release writes, the oldest first.
fn versions(library: Jaxlib) -> Vec<&'static str> {
    let [major, minor, _] = library.stablehlo();
    let newest = format!("{major}.{minor}.0");
    let names = DialectReleases::names("vhlo");
    let end = names.iter().position(|name| *name == newest);
    let Some(end) = end else { panic!("the schema does not know StableHLO {newest}") };
    names[..=end].to_vec()
}

/// The artifacts of all versions that the newest release makes of the programs; how many it refuses
/// to make, for want of something in the version.
pub(super) fn of_programs() -> (Vec<Made>, usize) {
    let library = Jaxlib::NEWEST;
    let programs = PROGRAMS.iter().flat_map(|(name, text)| {
        versions(library)
            .into_iter()
            .map(move |version| (library, (*name).to_owned(), text.as_bytes(), version))
    });
    make(programs.collect())
}

/// The artifacts that every release makes of the programs that it wrote as such, in a few versions.
fn of_files(files: &[Source]) -> (Vec<Made>, usize) {
    let files = files.iter().filter(|source| !source.is_artifact()).flat_map(|source| {
        let versions = versions(source.producer);
        let chosen = [0, versions.len() / 3, versions.len() * 2 / 3, versions.len() - 1];
        chosen.map(|index| (source.producer, source.name.to_owned(), source.bytes, versions[index]))
    });
    make(files.collect())
}

fn make(wanted: Vec<(Jaxlib, String, &[u8], &str)>) -> (Vec<Made>, usize) {
    let questions: Vec<Question<'_>> = wanted
        .iter()
        .map(|(library, _, bytes, version)| {
            (*library, Task::Serialize((*version).to_owned()), *bytes)
        })
        .collect();
    let answers = answers(&questions);
    let mut made = Vec::new();
    let mut refused = 0;
    for ((library, name, _, version), answer) in wanted.into_iter().zip(answers) {
        match &*answer {
            Ok(bytes) => {
                let version = version.to_owned();
                made.push(Made { name, library, version, bytes: bytes.clone() });
            }
            Err(refusal) => {
                // The older releases say no more than that.
                let expected = ["explicitly marked illegal", "with an exception set"];
                assert!(
                    expected.iter().any(|text| refusal.contains(text)),
                    "{name} for {version}: {library} says: {refusal}"
                );
                refused += 1;
            }
        }
    }
    (made, refused)
}

/// The artifact in memory, after a look at the version that it says it has.
fn read(made: &Made) -> Result<Module<'_>> {
    let file = File::open(&made.bytes)?;
    let written = file.dialect_releases()?.get("vhlo");
    assert_eq!(written, Some(made.version.as_str()), "{}", made.name);
    Module::read(&made.bytes)
}

fn check(made: &[Made], tally: &mut Tally) {
    let mut comparisons = Vec::new();
    for artifact in made {
        let what = format!("{} as {} by {}", artifact.name, artifact.version, artifact.library);
        let module = match read(artifact) {
            Ok(module) => module,
            Err(error) => {
                tally.wrong.push(format!("{what}: {error}"));
                continue;
            }
        };
        match module.reencode() {
            Err(error) => tally.wrong.push(format!("{what}: {error}")),
            Ok(found) => {
                if let Some(difference) = found.difference {
                    tally.wrong.push(format!("{what}: {difference:?}"));
                }
                for (of, forms) in
                    found.attributes.iter().chain(&found.types).chain(&found.properties)
                {
                    if forms.opaque.entries > 0 {
                        tally.wrong.push(format!("{what}: {of}: opaque: {:?}", forms.opaque));
                    }
                }
            }
        }
        for numbering in [Numbering::Pinned, Numbering::Canonical] {
            let options = WriteOptions::default().numbering(numbering);
            match module.write(&options) {
                Err(error) => tally.wrong.push(format!("{what}, {numbering:?}: {error}")),
                Ok(ours) if numbering == Numbering::Pinned => {
                    if ours != artifact.bytes {
                        tally.wrong.push(format!("{what}: the bytes changed"));
                    }
                }
                Ok(ours) => {
                    let reference = artifact.bytes.clone().into();
                    let (library, task) = (artifact.library, Task::Deserialize);
                    comparisons.push(Comparison {
                        what: what.clone(),
                        library,
                        task,
                        ours,
                        reference,
                    });
                }
            }
        }
    }
    tally.run(&comparisons);
}

#[test]
fn artifacts_of_programs_are_typed_and_read_as_before() {
    let mut tally = Tally::default();
    let (made, refused) = of_programs();
    check(&made, &mut tally);
    assert!(made.len() > 150, "only {} artifacts", made.len());
    let count = PROGRAMS.len();
    tally.report(&format!("{count} programs in all versions, {refused} of them refused"));
}

#[test]
fn artifacts_of_files_are_typed_and_read_as_before() {
    let mut tally = Tally::default();
    let (made, refused) = of_files(&sources());
    check(&made, &mut tally);
    assert!(made.len() > 80, "only {} artifacts", made.len());
    tally.report(&format!("files in four versions, {refused} of them refused"));
}
