//! Texts and files with one fault, and unusual files: the errors of `mlir-opt` 22, and ours.

use bytespec::mlir::{Module, ParseOptions};
use bytespec_conformance::mlir_opt::MlirOpt;
use bytespec_tests::mlir_corpus::mlir_corpus;
use bytespec_tests::mutate::Random;
use bytespec_tests::odd::texts::texts;
use bytespec_tests::odd::{Oddity, verdict, wrong_files};
use expect_test::expect_file;
use std::fmt::Write as _;
use std::sync::Mutex;

/// Why verdicts on texts differ: what is in the text, and the reason.
const TEXT_REASONS: &[(&str, &str)] = &[
    (
        "!t.x>",
        "whether a type of a dialect can be an element is the dialect's to say, which the tool does not have",
    ),
    ("#x.y", "the dialect may say what its attribute is; texts of JAX have memory spaces of `tpu`"),
    ("array<index", "the tool crashes"),
    ("array<ui8: -1>", "the tool takes a sign where the type has none"),
    ("dense<(1, 2)>", "the tool takes pairs as single numbers"),
    ("'t.y'", "isolation is not looked at"),
    ("\"t.y\"(%x)", "isolation is not looked at"),
];

/// Answers of all, asked for by several threads.
fn asked<T: Sync, A: Send>(questions: &[T], ask: impl Fn(&T) -> A + Sync) -> Vec<A> {
    let (next, answers) = (std::sync::atomic::AtomicUsize::new(0), Mutex::new(Vec::new()));
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(question) = questions.get(at) else { break };
                    let answer = ask(question);
                    answers.lock().expect("no thread panics").push((at, answer));
                }
            });
        }
    });
    let mut answers = answers.into_inner().expect("no thread panics");
    answers.sort_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn word(taken: bool) -> &'static str {
    if taken { "takes" } else { "refuses" }
}

#[test]
fn texts_are_refused_as_the_tool_refuses() {
    let all: Vec<_> = texts().collect();
    let tool = asked(&all, |text| MlirOpt::NEWEST.print_plain(text.module().as_bytes()).is_ok());
    let (mut table, mut same, mut unexplained) = (String::new(), 0, Vec::new());
    for (text, tool) in all.iter().zip(tool) {
        let ours = Module::parse(&text.module(), &ParseOptions::default()).is_ok();
        same += usize::from(ours == tool);
        let _ = write!(table, "{:<8} {:<8} {}", word(tool), word(ours), text.line);
        if ours != tool {
            let reason = TEXT_REASONS.iter().find(|(part, _)| text.line.contains(part));
            match reason {
                Some((_, why)) => table.push_str(&format!(" -- {why}")),
                None => unexplained.push(text.line),
            }
        }
        table.push('\n');
    }
    println!("{same} of {} verdicts are the same", all.len());
    assert!(unexplained.is_empty(), "{unexplained:#?}");
    expect_file!["refused_texts.txt"].assert_eq(&format!("the tool, here\n{table}"));
}

/// Why verdicts on files differ: a part of the name, and the reason.
const FILE_REASONS: &[(&str, &str)] = &[
    ("properties.", "which kind of attribute a property holds is a rule of its operation"),
    ("storage_type", "the tool does not look at the class of the type"),
    ("IntegerAttr.type", "the tool takes it here; the definition has integers and `index` alone"),
    ("DenseArrayAttr.element_type", "the tool does not hold the bytes against the type"),
    ("RankedTensorType.element", "the tool does not hold the bytes of elements against the type"),
    ("ComplexType.element", "the tool does not hold the bytes of elements against the type"),
    ("Op.successors", "that it is the first block of a region is left to the verifier of the tool"),
];

#[test]
fn files_are_refused_as_the_tool_refuses() {
    let all = wrong_files();
    // What operations say of themselves is no matter of the bytes.
    let tool = asked(&all, |file| MlirOpt::NEWEST.reads_unverified(&file.bytes));
    let (mut table, mut same, mut unexplained) = (String::new(), 0, Vec::new());
    for (file, tool) in all.iter().zip(tool) {
        let ours = verdict(&file.bytes).is_ok();
        same += usize::from(ours == tool);
        let _ = write!(table, "{:<8} {:<8} {}", word(tool), word(ours), file.name);
        if ours != tool {
            match FILE_REASONS.iter().find(|(part, _)| file.name.contains(part)) {
                Some((_, why)) => table.push_str(&format!(" -- {why}")),
                None => unexplained.push(file.name.as_str()),
            }
        }
        table.push('\n');
    }
    println!("{same} of {} verdicts are the same", all.len());
    expect_file!["refused_files.txt"].assert_eq(&format!("the tool, here\n{table}"));
    assert!(unexplained.is_empty(), "{unexplained:#?}");
}

/// The first error of the tool, without the name of the file.
fn first_error(refusal: &str) -> String {
    let first = refusal.lines().next().unwrap_or_default();
    first.split_once("error: ").map_or(first, |(_, error)| error).to_owned()
}

#[test]
fn odd_files_are_taken_as_the_tool_takes_them() {
    let small =
        mlir_corpus().iter().filter(|file| file.is_by_reference() && file.bytes.len() < 4 << 10);
    let mut all = Vec::new();
    for (index, file) in small.enumerate() {
        let oddity = Oddity::ALL[index % Oddity::ALL.len()];
        let made = oddity.make(&file.bytes, &mut Random::new(index as u64));
        let made = made.unwrap_or_else(|error| panic!("{}: {error}", file.name));
        all.extend(made.map(|bytes| (file, oddity, bytes)));
    }
    let differs = asked(&all, |(file, oddity, bytes)| {
        let known = MlirOpt::NEWEST.print_plain(&file.bytes).ok()?;
        let how = match MlirOpt::NEWEST.print_plain(bytes) {
            Ok(text) if text == known => return None,
            Ok(_) => "it prints another text".to_owned(),
            Err(refusal) => first_error(&refusal),
        };
        Some(format!("{} {oddity:?}: {how}", file.name))
    });
    let differs: Vec<String> = differs.into_iter().flatten().collect();
    println!(
        "{} odd files, {} are not what the tool prints of the original",
        all.len(),
        differs.len()
    );
    expect_file!["odd.txt"]
        .assert_eq(&differs.iter().map(|line| format!("{line}\n")).collect::<String>());
}
