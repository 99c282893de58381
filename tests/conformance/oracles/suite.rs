//! Cases: kernels that say what must be printed of them.

use bytespec::tile_ir::{Builder, Module, Version};
use bytespec_conformance::listing::{Function, functions};
use bytespec_conformance::tools::Tools;
use std::collections::HashSet;

/// Builds the body of a kernel and gives the lines that must be in its listing, one after another,
/// with values spelled as the builder numbers them.
pub(crate) type Build = Box<dyn Fn(&mut Builder<'_>) -> Vec<String>>;

/// Adds to a module what a kernel refers to.
type Prepare = Box<dyn Fn(&mut Module)>;

/// A kernel with operations to look at.
pub(crate) struct Case {
    /// The name of the kernel.
    pub(crate) name: String,
    build: Build,
    /// What the module has besides the kernel.
    prepare: Option<Prepare>,
}

impl Case {
    /// The module with this case alone, and the lines that are expected.
    pub(crate) fn module(&self, version: Version) -> (Module, Vec<String>) {
        let mut module = Module::new(version);
        let lines = self.add_to(&mut module);
        (module, lines)
    }

    fn add_to(&self, module: &mut Module) -> Vec<String> {
        if let Some(prepare) = &self.prepare {
            prepare(module);
        }
        let mut lines = Vec::new();
        let built = module.kernel(&self.name, &[], |b, _| {
            lines = (self.build)(b);
            b.return_([]).build();
        });
        if let Err(error) = built {
            panic!("{}: {error}", self.name);
        }
        lines
    }
}

/// The cases of one version.
pub(crate) struct Suite {
    /// The version that the modules are written in.
    pub(crate) version: Version,
    /// The cases.
    pub(crate) cases: Vec<Case>,
    names: HashSet<String>,
}

impl Suite {
    pub(crate) fn new(version: Version) -> Self {
        Suite { version, cases: Vec::new(), names: HashSet::new() }
    }

    /// Whether the version is this one or later.
    pub(crate) fn since(&self, version: Version) -> bool {
        self.version >= version
    }

    /// Adds a case.
    pub(crate) fn add(
        &mut self,
        name: impl Into<String>,
        build: impl Fn(&mut Builder<'_>) -> Vec<String> + 'static,
    ) {
        self.push(name.into(), Box::new(build), None);
    }

    /// Adds a case whose operation is one line.
    pub(crate) fn line(
        &mut self,
        name: impl Into<String>,
        build: impl Fn(&mut Builder<'_>) -> String + 'static,
    ) {
        self.push(name.into(), Box::new(move |b| vec![build(b)]), None);
    }

    /// Adds a case in a module that has more than the kernel.
    pub(crate) fn prepared(
        &mut self,
        name: impl Into<String>,
        prepare: impl Fn(&mut Module) + 'static,
        build: impl Fn(&mut Builder<'_>) -> Vec<String> + 'static,
    ) {
        self.push(name.into(), Box::new(build), Some(Box::new(prepare)));
    }

    fn push(&mut self, name: String, build: Build, prepare: Option<Prepare>) {
        let name = name.replace([' ', '<', '>', '.', '=', ',', '(', ')', '[', ']'], "_");
        assert!(self.names.insert(name.clone()), "two cases are called {name}");
        self.cases.push(Case { name, build, prepare });
    }

    /// Writes all cases as one module, and checks its listing; when the module as a whole is
    /// refused, case by case. Gives the module's bytes and what is wrong.
    pub(crate) fn run(&self, flags: &[&str]) -> (Vec<u8>, Vec<String>) {
        let mut module = Module::new(self.version);
        let expected: Vec<Vec<String>> =
            self.cases.iter().map(|case| case.add_to(&mut module)).collect();
        let bytes = match module.write(&Default::default()) {
            Ok(bytes) => bytes,
            Err(error) => {
                let mut wrong = vec![format!("{}: not written: {error}", self.version)];
                for case in &self.cases {
                    if let Err(error) = case.module(self.version).0.write(&Default::default()) {
                        wrong.push(format!("{}: not written: {error}", case.name));
                    }
                }
                return (Vec::new(), wrong);
            }
        };
        let mut wrong = Vec::new();
        match Tools::get().disassemble(&bytes, flags) {
            Ok(text) => {
                let printed = functions(&text);
                if printed.len() != self.cases.len() {
                    wrong.push(format!(
                        "{} of {} kernels are printed",
                        printed.len(),
                        self.cases.len()
                    ));
                }
                for ((case, expected), printed) in self.cases.iter().zip(&expected).zip(&printed) {
                    wrong.extend(differences(&case.name, expected, printed));
                }
            }
            Err(refusal) => {
                let modules: Vec<Vec<u8>> = self
                    .cases
                    .iter()
                    .map(|case| {
                        case.module(self.version).0.write(&Default::default()).unwrap_or_default()
                    })
                    .collect();
                let results = Tools::get().disassemble_all(&modules, flags);
                for (case, result) in self.cases.iter().zip(results) {
                    if let Err(refusal) = result {
                        wrong.push(format!("{}: refused: {refusal}", case.name));
                    }
                }
                if wrong.is_empty() {
                    wrong.push(format!("refused as a whole only: {refusal}"));
                }
            }
        }
        for text in &mut wrong {
            text.insert_str(0, &format!("{} ", self.version));
        }
        (bytes, wrong)
    }
}

/// What is wrong in a printed kernel.
fn differences(name: &str, expected: &[String], printed: &Function) -> Option<String> {
    if printed.name != name {
        return Some(format!("{name}: printed as {}", printed.name));
    }
    let found = expected.is_empty()
        || printed.lines.windows(expected.len()).any(|lines| {
            lines.iter().zip(expected).all(|(line, expected)| line.trim_end() == expected)
        });
    let lines = || (expected.join("\n    "), printed.lines.join("\n    "));
    (!found).then(|| {
        let (expected, printed) = lines();
        format!("{name}: expected\n    {expected}\n  in\n    {printed}")
    })
}

/// Fails with every finding.
#[track_caller]
pub(crate) fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} findings:\n{}", wrong.len(), wrong.join("\n"));
}
