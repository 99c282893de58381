//! How fast generated types read files that are one record, with a peer of each format in the same run: symbols of ELF against `object`,
//! entries of ZIP against `zip`, chunks of PNG against a loop that does nothing but hold check sums.
//!
//! `cargo bench -p bytespec-bench --bench files [-- ROUNDS [FILE...]]`: files are told by how they begin; where none are given, they are this
//! program, and an archive and a picture that are made here.

use bytespec::plan::File;
use bytespec_bench::race::Race;
use formats_to_copy::png::{Chunk, Colours, Data, Interlace, Png};
use formats_to_copy::{elf, png, zip as archive};
use object::{Object as _, ObjectSymbol as _};
use std::io::{Cursor, Write as _};

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with("--"));
    let rounds = words.next().and_then(|word| word.parse().ok()).unwrap_or(41);
    let read = |path: String| {
        let bytes = std::fs::read(&path).expect("a file that can be read");
        (path, bytes)
    };
    let mut files: Vec<(String, Vec<u8>)> = words.map(read).collect();
    if files.is_empty() {
        let own = std::env::current_exe().expect("a program");
        let (_, own) = read(own.display().to_string());
        let all = [("this program", own), ("an archive", made_zip()), ("a picture", made_png())];
        files.extend(all.map(|(name, bytes)| (name.to_owned(), bytes)));
    }
    for (name, bytes) in &files {
        match bytes.get(..4) {
            Some(b"\x7fELF") => race_elf(name, bytes, rounds),
            Some(b"PK\x03\x04") => race_zip(name, bytes, rounds),
            Some(b"\x89PNG") => race_png(name, bytes, rounds),
            _ => eprintln!("{name} is none of these formats"),
        }
    }
}

/// An archive of many small files.
fn made_zip() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let options = options.compression_method(zip::CompressionMethod::Stored);
    for number in 0..5000 {
        let name = format!("folder/of/files/number_{number}.txt");
        writer.start_file(name, options).expect("a file");
        writer.write_all(&vec![b'x'; number % 300]).expect("its bytes");
    }
    writer.finish().expect("an archive").into_inner()
}

/// A picture in chunks of 8 KiB, as encoders make them.
fn made_png() -> Vec<u8> {
    let header = Data::Header {
        width: 1024,
        height: 1024,
        depth: 8,
        colours: Colours::Rgb,
        interlace: Interlace::None,
    };
    let pixels: Vec<u8> = (0..8192u32).map(|at| ((at * at) >> 5) as u8).collect();
    let chunk = |kind: &'static str, data| Chunk { kind: kind.into(), data };
    let mut chunks = vec![chunk("IHDR", header)];
    let pixels = || Data::Pixels { deflated: pixels.as_slice().into() };
    chunks.extend((0..100).map(|_| chunk("IDAT", pixels())));
    chunks.push(chunk("IEND", Data::End));
    Png { chunks, trailer: b"".into() }.write().expect("a picture")
}

fn race_elf(name: &str, bytes: &[u8], rounds: u32) {
    /// The sum of all addresses and sizes.
    fn typed(bytes: &[u8]) -> (u64, u64) {
        let elf = elf::Elf::read(bytes).expect("an ELF file");
        let mut sum = (0, 0u64);
        for section in &elf.sections {
            let Some(elf::Content::Symbols { symbols } | elf::Content::DynamicSymbols { symbols }) =
                &section.content
            else {
                continue;
            };
            for symbol in symbols.iter().skip(1) {
                let of_64 = symbol.value64.unwrap_or(0).wrapping_add(symbol.size64.unwrap_or(0));
                sum = (sum.0 + 1, sum.1.wrapping_add(of_64));
            }
        }
        sum
    }
    fn peer(bytes: &[u8]) -> (u64, u64) {
        let file = object::File::parse(bytes).expect("an ELF file");
        let symbols = file.symbols().chain(file.dynamic_symbols());
        symbols.fold((0, 0u64), |(count, sum), symbol| {
            (count + 1, sum.wrapping_add(symbol.address()).wrapping_add(symbol.size()))
        })
    }
    let found = peer(bytes);
    assert_eq!(typed(bytes), found, "both see the same symbols");
    let title = format!("{name}: {} symbols", found.0);
    let mut race = Race::new(title, "symbol", rounds);
    let size = bytes.len() as u64;
    let own = race.add("bytespec, types", found.0, size, || typed(bytes));
    race.add("bytespec, plan", found.0, size, || passed(elf::plan(), bytes));
    let peer = race.add("object", found.0, size, || peer(bytes));
    race.against(peer);
    race.aim_ratio(own, peer, 1.0);
    race.run();
}

/// Reads a file by its plan, of which nothing is kept.
fn passed(plan: &bytespec::plan::data::Plan, bytes: &[u8]) {
    let mut file = File::open(plan, bytes, &[]).expect("a file of the plan");
    file.read_with(|_| (), |_, ()| Ok(())).expect("a file of the plan");
}

fn race_zip(name: &str, bytes: &[u8], rounds: u32) {
    fn typed(bytes: &[u8]) -> (u64, u64) {
        let end = archive::Archive::read(bytes).expect("an archive").end;
        let entries = end.entries.iter().chain(&end.entries64).flatten();
        entries.fold((0, 0), |(count, sum), entry| (count + 1, sum + u64::from(entry.length)))
    }
    fn peer(bytes: &[u8]) -> (u64, u64) {
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
        let sizes = (0..archive.len()).map(|at| {
            // As the other side does, with the header that stands before the file.
            archive.by_index_raw(at).expect("an entry").size()
        });
        sizes.fold((0, 0), |(count, sum), size| (count + 1, sum + size))
    }
    let found = peer(bytes);
    assert_eq!(typed(bytes), found, "both see the same entries");
    let mut race = Race::new(format!("{name}: {} entries", found.0), "entry", rounds);
    let size = bytes.len() as u64;
    let own = race.add("bytespec, types", found.0, size, || typed(bytes));
    race.add("bytespec, plan", found.0, size, || passed(archive::plan(), bytes));
    let peer = race.add("zip", found.0, size, || peer(bytes));
    race.against(peer);
    race.aim_ratio(own, peer, 1.0);
    race.run();
}

fn race_png(name: &str, bytes: &[u8], rounds: u32) {
    fn typed(bytes: &[u8]) -> u64 {
        Png::read(bytes).expect("a picture").chunks.len() as u64
    }
    fn peer(bytes: &[u8]) -> u64 {
        let (mut rest, mut count) = (&bytes[8..], 0);
        while let Some((length, behind)) = rest.split_first_chunk() {
            let (data, behind) = behind.split_at(u32::from_be_bytes(*length) as usize + 4);
            let (sum, behind) = behind.split_first_chunk().expect("a check sum");
            assert_eq!(crc32fast::hash(data), u32::from_be_bytes(*sum));
            (rest, count) = (behind, count + 1);
        }
        count
    }
    let found = peer(bytes);
    assert_eq!(typed(bytes), found, "both see the same chunks");
    let mut race = Race::new(format!("{name}: {found} chunks"), "chunk", rounds);
    let size = bytes.len() as u64;
    let own = race.add("bytespec, types", found, size, || typed(bytes));
    race.add("bytespec, plan", found, size, || passed(png::plan(), bytes));
    let peer = race.add("a loop", found, size, || peer(bytes));
    race.against(peer);
    race.aim_ratio(own, peer, 1.0);
    race.run();
}
