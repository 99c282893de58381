// What both formats of the matrix test of themselves; `round_trip` reads and writes, `FUNCTIONS` are the codecs.

struct Matrix {
    plan: Plan,
}

impl Matrix {
    fn new() -> Self {
        let model = build::load(Path::new(SCHEMA)).unwrap_or_else(|findings| panic!("{findings}"));
        Matrix { plan: plan::lower(&model) }
    }

    /// The files that a value can be in.
    fn scopes(&self) -> Vec<KnownVersions> {
        let Some(extra) = self.plan.axis("feature extra") else { panic!("no such feature") };
        let versions = 0..Version::ALL.len() as u32;
        versions.flat_map(|version| [0, 1].map(|with| vec![(0, version), (extra, with)])).collect()
    }
}

/// The version and the features of a file.
fn scope(versions: &KnownVersions) -> (Version, Features) {
    let features =
        if versions[1].1 == 1 { Features::NONE.with(Feature::Extra) } else { Features::NONE };
    (Version::ALL[versions[0].1 as usize], features)
}

impl Generated for Matrix {
    fn items(&self) -> &[(&'static str, &'static str)] {
        ITEMS
    }

    fn source(&self, seed: u64) -> Source {
        crate::source(seed)
    }

    fn functions(&self) -> (&dyn Functions, &dyn FunctionSamples) {
        (&FUNCTIONS, &FUNCTIONS)
    }

    fn round_trip(
        &self,
        item: (&str, &str),
        bytes: &[u8],
        read: &KnownVersions,
        write: &KnownVersions,
        see: &mut dyn FnMut(Seen<'_>),
    ) -> bytespec::Result<Vec<u8>> {
        let ((version, features), (to, others)) = (scope(read), scope(write));
        round_trip(item, bytes, &context(version, features), &mut encoder(to, others), see)
    }

    fn edited(
        &self,
        item: (&str, &str),
        bytes: [&[u8]; 2],
        read: [&KnownVersions; 2],
        write: &KnownVersions,
        path: &[Part<'_>],
        change: Change,
    ) -> bytespec::Result<Option<Vec<u8>>> {
        let [own, other] = read.map(scope).map(|(version, features)| context(version, features));
        let (version, features) = scope(write);
        edited(item, bytes, [&own, &other], &mut encoder(version, features), path, change)
    }
}

#[test]
fn accepted_values_are_read_back() {
    let generated = Matrix::new();
    let compared = Proof::new(&generated.plan, &generated).values_round_trip(&generated.scopes(), SEEDS);
    println!("{compared:?}");
    assert!(compared.values > compared.subjects);
}

#[test]
fn every_gate_holds_when_reading_and_when_writing() {
    let generated = Matrix::new();
    let compared = Proof::new(&generated.plan, &generated).gates_hold(&generated.scopes());
    println!("{compared:?}");
    assert!(compared.hidden < compared.refused / 20);
}

#[test]
fn an_edited_value_is_refused_or_comes_back() {
    let generated = Matrix::new();
    let compared = Proof::new(&generated.plan, &generated).edits_hold(&generated.scopes(), 2);
    println!("{compared:?}");
    assert!(compared.values > compared.subjects && compared.refused > compared.subjects);
}
