//! Reads a file: plain YAML from parser events, everything else through the library's values.

use super::node::{self, Node};
use super::source_map::{FileId, SourceMap};
use super::{events, mistakes};
use crate::diagnostics::Diagnostic;

/// Reads a file; the error is a finding with its place.
pub(super) fn parse(file: FileId, sources: &mut SourceMap) -> Result<Node, Diagnostic> {
    match events::read(file, sources) {
        Some(node) => match mistakes::find(sources.text(file), usize::MAX).filter(|m| m.silent) {
            Some(found) => Err(node::finding(found, file, sources)),
            None => Ok(node),
        },
        None => node::parse_any(file, sources),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::syntax::list_folder;
    use crate::syntax::node::{Kind, parse_any};

    /// The kinds of a node and those inside of it, with their places.
    fn shown(node: &Node, sources: &SourceMap, out: &mut String) {
        let place = sources.place(node.span).map(|(_, bytes)| bytes);
        out.push_str(&format!("{place:?} "));
        match &node.kind {
            Kind::Seq(nodes) => nodes.iter().for_each(|node| shown(node, sources, out)),
            Kind::Map(entries) => entries.iter().for_each(|(key, value)| {
                shown(key, sources, out);
                shown(value, sources, out);
            }),
            kind => out.push_str(&format!("{kind:?}\n")),
        }
        out.push_str(match node.kind {
            Kind::Seq(_) => "]",
            Kind::Map(_) => "}",
            _ => "",
        });
    }

    fn same(path: &Path, text: &str) -> bool {
        let mut sources = SourceMap::default();
        let file = sources.add(path, text);
        let Some(plain) = events::read(file, &mut sources) else { return false };
        let any = parse_any(file, &mut sources);
        let mut rendered = [String::new(), String::new()];
        shown(&plain, &sources, &mut rendered[0]);
        match any {
            Ok(any) => shown(&any, &sources, &mut rendered[1]),
            // Mistakes that the parser accepts are found in the text, in both cases.
            Err(_) => return true,
        }
        assert!(
            rendered[0] == rendered[1],
            "{}:\n{text}\n{}\n{}",
            path.display(),
            rendered[0],
            rendered[1]
        );
        true
    }

    #[test]
    fn plain_files_are_read_as_the_library_reads_them() {
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut plain = 0;
        for folder in [
            "schema",
            "examples/wasm/schema",
            "examples/formats",
            "codegen/tests/check",
            "codegen/src/rules",
        ] {
            for path in list_folder(&top.join(folder)).unwrap() {
                plain += usize::from(same(&path, &fs::read_to_string(&path).unwrap()));
            }
        }
        assert!(plain > 700, "{plain}");
    }

    #[test]
    fn scalars_are_read_as_the_library_reads_them() {
        let scalars = [
            "0",
            "-0",
            "+1",
            "12",
            "-7",
            "012",
            "1_0",
            "0x1f",
            "0X1f",
            "-0x1",
            "0o17",
            "0b11",
            "1.5",
            "1e3",
            ".5",
            ".inf",
            "-.inf",
            ".nan",
            "inf",
            "NaN",
            "Infinity",
            "null",
            "Null",
            "~",
            "true",
            "TRUE",
            "yes",
            "on",
            "n",
            "1:30",
            "2001-01-01",
            "a",
            "_",
            "=",
            "<<",
            "\"1\"",
            "'x'",
            "64-bit",
            "0x",
            "1 2",
            "é",
            "d",
            "bed",
            "e1",
            "9223372036854775808",
            "-9223372036854775809",
            "999999999999999999",
            "{}",
            "[]",
            "{a: }",
            "[a, , b]",
            "!x 1",
            "&a 1",
            "|\n  text\n  more",
            ">-\n  folded\n  text",
            "",
            "? a",
            "- 1",
            "a\n  b",
        ];
        let mut plain = 0;
        for scalar in scalars {
            for text in
                [format!("- {scalar}\n"), format!("a: {scalar}\nb: 1\n"), format!("[{scalar}, é]")]
            {
                plain += usize::from(same(Path::new("scalar.yaml"), &text));
            }
        }
        assert!(plain > 60, "{plain}");
    }
}
