//! Small things that are dear: as many of them as a file can hold must cost in proportion.

use super::bytes::{
    Forged, OPERANDS, REGIONS, RESULTS, USE_LISTS, custom, i32_type, isolated, op, region, results,
    strings, unknown_location, uses, varints,
};
use bytespec::Result;
use bytespec::mlir::{Module, ReadOptions, section};
use bytespec_tests::mlir_hostile;

const MANY: usize = 50_000;

/// Everything done with the file takes memory within these bounds; prints the factor. What takes
/// time in proportion to the square of the file does not come to an end here.
#[track_caller]
fn check(what: &str, bytes: &[u8]) {
    let mut findings = mlir_hostile::Findings::default();
    let memory = allocation_counter::measure(|| findings = mlir_hostile::check(bytes));
    let factor = memory.bytes_max / bytes.len() as u64;
    println!("{what}: {factor} bytes of memory for each of {} bytes", bytes.len());
    assert!(findings.read, "{what}: {:?}", Module::read(bytes).err());
    assert!(factor <= 256, "{what}: {factor} bytes of memory for each byte");
}

#[test]
fn many_operations() {
    check("operations", &Forged::with_ops(6, 0, &vec![op(0, &[]); MANY]).bytes());
}

#[test]
fn many_values() {
    let mut numbers = vec![MANY as u64];
    numbers.resize(MANY + 1, 0);
    let many = op(RESULTS, &numbers);
    check("results", &Forged::with_ops(6, MANY as u64, &[many]).bytes());
    check("single results", &Forged::with_ops(6, MANY as u64, &vec![results(1); MANY]).bytes());
    check("operands", &Forged::with_ops(6, 1, &[results(1), uses(&vec![0; MANY])]).bytes());
    let first: Vec<u64> = (0..MANY as u64).collect();
    let backwards = [vec![uses(&first)], vec![results(1); MANY]].concat();
    check("early operands", &Forged::with_ops(6, MANY as u64, &backwards).bytes());
}

#[test]
fn many_regions_and_blocks() {
    let empty = [op(REGIONS, &[(MANY as u64) << 1]), vec![1; MANY]].concat();
    check("empty regions", &Forged::with_ops(6, 0, &[empty]).bytes());
    let one = region(0, &[[varints(&[1 << 1]), op(0, &[])].concat()]);
    let full = [op(REGIONS, &[(MANY as u64) << 1]), one.repeat(MANY)].concat();
    check("regions", &Forged::with_ops(6, 0, &[full]).bytes());
    let block = [varints(&[1 << 1]), op(0, &[])].concat();
    let blocks = region(0, &vec![block; MANY]);
    let blocks = [op(REGIONS, &[1 << 1]), blocks].concat();
    check("blocks", &Forged::with_ops(6, 0, &[blocks]).bytes());
    let single = [op(REGIONS, &[]), isolated(6, 1, &region(0, &[vec![1]]))].concat();
    check("isolated regions", &Forged::with_ops(6, 0, &vec![single; MANY]).bytes());
}

/// Operands from the outermost region, used where thousands of regions lie between.
#[test]
fn operands_from_far_outside() {
    let depth = MANY / 2;
    let mut bytes = Vec::new();
    for _ in 0..depth {
        // Each region has one value and one operation after the one that defines it.
        bytes.extend(op(REGIONS, &[1 << 1, 1, 1, 2 << 1]));
        bytes.extend(results(1));
    }
    bytes.extend(uses(&vec![0; MANY]));
    check("operands", &Forged::with_ops(6, 1, &[results(1), bytes]).bytes());
}

#[test]
fn many_orders_of_uses() {
    let one = op(RESULTS | USE_LISTS, &[1, 0, 2 << 1, 1, 0]);
    let mut ops = vec![one; MANY];
    for value in 0..MANY as u64 {
        ops.push(op(OPERANDS, &[2, value, value]));
    }
    check("orders", &Forged::with_ops(6, MANY as u64, &ops).bytes());
    let count = MANY as u64;
    let mut numbers = vec![1, 0, count << 1];
    numbers.extend((0..count).rev());
    let ops = [op(RESULTS | USE_LISTS, &numbers), uses(&vec![0; MANY])];
    check("a long order", &Forged::with_ops(6, 1, &ops).bytes());
}

/// Regions inside regions that each announce as many values as have room there: what is read later
/// counts with what was read before.
#[test]
fn values_announced_again_and_again() -> Result<()> {
    let depth = 2_000u64;
    let mut bytes = vec![1; 4];
    for level in 0..depth {
        let values = bytes.len() as u64 / 2;
        let inner = [varints(&[1, values, u64::from(level > 0) << 1]), bytes].concat();
        bytes = [op(REGIONS, &[]), isolated(6, 1, &inner)].concat();
    }
    let bytes = Forged::with_ops(6, 0, &[bytes]).bytes();
    let memory = allocation_counter::measure(|| {
        assert!(Module::read(&bytes).is_err());
        let options = ReadOptions::default().lazy(true);
        let lazy = Module::read_with(&bytes, &options);
        assert!(lazy.is_ok_and(|mut module| module.materialize_all().is_err()));
    });
    assert!(memory.bytes_max / bytes.len() as u64 <= 256, "{} bytes", memory.bytes_max);
    Ok(())
}

#[test]
fn many_entries() {
    let attributes = [vec![unknown_location()], vec![vec![0x01, 0x01]; MANY]].concat();
    let types = vec![i32_type(); MANY];
    let forged = Forged::new().with_entries(&custom(&attributes), &custom(&types));
    check("attributes and types", &forged.bytes());
}

/// The type of each integer is looked up, whatever else that type may hold: thousands of integers
/// with a type of thousands of parts must not read it thousands of times.
#[test]
fn integers_of_a_large_type() {
    let mut function = vec![2, MANY as u64];
    function.resize(MANY + 2, 0);
    function.push(0);
    let types = [i32_type(), varints(&function)];
    let mut attributes = vec![unknown_location()];
    attributes.resize(MANY, varints(&[8, 1, 0]));
    let bytes = Forged::new().with_entries(&custom(&attributes), &custom(&types)).bytes();
    let findings = mlir_hostile::check(&bytes);
    assert!(findings.read && findings.damaged == MANY as u64 - 1, "{findings:?}");
}

#[test]
fn many_dialects() {
    // As many dialects as attributes, and the one that matters last.
    let count = MANY as u64;
    let mut dialects = vec![count];
    dialects.resize(MANY, 2 << 1);
    dialects.push(0);
    dialects.extend([2, count - 1, 1, 1 << 1 | 1, 0, 1, 3 << 1]);
    let number = varints(&[8, 0, 7]);
    let attributes: Vec<_> = (0..count).map(|_| (count - 1, true, number.clone())).collect();
    let types = [(count - 1, true, i32_type())];
    let forged =
        Forged::new().with_entries(&attributes, &types).with(section::DIALECT, varints(&dialects));
    check("dialects", &forged.bytes());
    let mut names = vec![2, 0, 2 << 1, count];
    for _ in 0..count / 2 {
        names.extend([0, 1, 1 << 1 | 1, 1, 1, 3 << 1]);
    }
    let forged = Forged::new().with(section::DIALECT, varints(&names));
    check("groups of names", &forged.bytes());
}

#[test]
fn many_strings_and_blobs() {
    let mut names: Vec<&[u8]> = vec![b"builtin", b"module", b"t", b"op", b"key"];
    names.resize(MANY, b"");
    let mut blobs = varints(&[MANY as u64]);
    blobs.extend([0x05, 0x01, 0x01].repeat(MANY));
    let forged =
        Forged::new().with(section::STRING, strings(&names)).with(section::PROPERTIES, blobs);
    check("strings and blobs", &forged.bytes());
}

/// Resources of one name, and a text that speaks of it again and again.
#[test]
fn many_resources() {
    let mut offsets = vec![0, 0, MANY as u64];
    let entry = [varints(&[4, 1]), vec![1]].concat();
    let mut text = b"dense_resource<key> ".repeat(MANY / 10);
    text.push(0);
    let attributes = [(0, false, text), (0, true, unknown_location())];
    let forged = |offsets: &[u64]| {
        Forged::new()
            .with_entries(&attributes, &custom(&[i32_type()]))
            .with(section::RESOURCE_OFFSET, [varints(offsets), entry.repeat(MANY)].concat())
            .with(section::RESOURCE, vec![1; MANY])
    };
    check("resources of a dialect", &forged(&offsets).bytes());
    offsets.splice(0..2, [1, 4]);
    check("resources of a tool", &forged(&offsets).bytes());
}
