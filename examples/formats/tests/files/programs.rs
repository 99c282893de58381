//! The programs say of files what is in them.

use super::sample;
use expect_test::{Expect, expect};
use std::process::Command;

fn prints(program: &str, name: &str, expected: &Expect) {
    let output = Command::new(program).arg(sample(name).path).output().expect("it starts");
    let said = [output.stdout, output.stderr].concat();
    expected.assert_eq(&String::from_utf8(said).expect("text"));
    assert!(output.status.success(), "{program}");
}

#[test]
fn a_picture_is_its_size_and_chunks() {
    prints(
        env!("CARGO_BIN_EXE_png"),
        "png/samples/grey.png",
        &expect![[r#"
            IHDR Header, 8 x 8
            gAMA Gamma
            cHRM Chromaticities
            tIME Time
            tEXt Text, Title: A grey square
            zTXt CompressedText, Comment: Written twice. Written twice. Written twice. Written twice. Written twice. Written twice. 
            iTXt InternationalText, Author: José
            iTXt InternationalText, Description: 灰色灰色灰色灰色灰色灰色灰色灰色
            tRNS Transparency
            pHYs Physical
            IDAT Pixels
            IEND End
        "#]],
    );
}

#[test]
fn a_picture_gets_a_text() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (from, to) = (sample("png/samples/rgb.png"), folder.join("annotated.png"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_annotate"));
    let output = command.arg(&from.path).arg(&to).args(["Author", "Jos\u{e9}"]).output();
    assert!(output.expect("it starts").status.success());
    let written = std::fs::read(to).expect("a file");
    let text = b"tEXtAuthor\0Jos\xe9";
    let mut sum = crc32fast::Hasher::new();
    sum.update(text);
    let chunk = [&11u32.to_be_bytes(), &text[..], &sum.finalize().to_be_bytes()].concat();
    let (before, behind) = from.bytes.split_at(33);
    assert_eq!(written, [before, &chunk, behind].concat());
}

/// The chapter shows a program as it stands.
#[test]
fn the_program_of_the_chapter_is_this_one() {
    let chapter = include_str!("../../../../docs/your-own-format.md");
    assert!(chapter.contains(include_str!("../../src/bin/annotate.rs")));
}

#[test]
fn a_catalog_is_messages() {
    prints(
        env!("CARGO_BIN_EXE_gettext"),
        "gettext/samples/big.mo",
        &expect![[r#"
        ""
            "Language: de\nContent-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
        "%d file\0%d files"
            "%d Datei\0%d Dateien"
        "Open"
            "Öffnen"
        "menu\u{4}Close"
            "Schließen"
    "#]],
    );
}

#[test]
fn an_archive_is_members() {
    prints(
        env!("CARGO_BIN_EXE_tar"),
        "tar/samples/gnu.tar",
        &expect![[r#"
            directory        0 notes/
            file             6 notes/hello.txt
            symbolic_link    0 notes/link -> hello.txt
            long_name        119 ././@LongLink
            file             1 notes/longlonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglonglo
            hard_link        0 notes/same -> notes/hello.txt
        "#]],
    );
}

#[test]
fn a_model_is_keys_and_tensors() {
    prints(
        env!("CARGO_BIN_EXE_gguf"),
        "gguf/samples/three.gguf",
        &expect![[r#"
            general.architecture = "llama"
            general.name = "tiny"
            llama.block_count = 1
            t.u8 = 200
            t.i8 = -5
            t.u16 = 60000
            t.i16 = -300
            t.i32 = -70000
            t.f32 = 0.5
            t.bool = true
            t.u64 = 1099511627776
            t.i64 = -1099511627776
            t.f64 = 0.25
            tokenizer.ggml.tokens = 3 values
            tokenizer.ggml.scores = 3 values
            token_embd.weight [4, 2]
            output_norm.weight [4]
        "#]],
    );
}

#[test]
fn a_library_is_sections() {
    prints(
        env!("CARGO_BIN_EXE_elf"),
        "elf/samples/s390x.o",
        &expect![[r#"
        s390
               0 none
             100 strings                  .strtab
               0 bits                     .text
               2 bits                     .text.first
              53 bits                     .comment
               0 bits                     .note.GNU-stack
              48 bits                     .eh_frame
              24 relocations_with_addends .rela.eh_frame
              96 symbols                  .symtab
    "#]],
    );
}

#[test]
fn an_archive_with_a_directory_is_files() {
    prints(
        env!("CARGO_BIN_EXE_zip"),
        "zip/samples/plain.zip",
        &expect![[r#"
        deflated        180       49 dir/text.txt
        stored            6        6 short.txt
    "#]],
    );
}
