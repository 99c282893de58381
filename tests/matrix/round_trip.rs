// What both formats of the matrix test of themselves; the context of the writer is `encoder`.

/// The files that a value can be in.
fn scopes() -> impl Iterator<Item = Scope> {
    let features = [Features::NONE, Features::NONE.with(Feature::Extra)];
    let versions = Version::ALL.iter();
    versions.flat_map(move |&version| features.map(|features| Scope { version, features }))
}

fn has(gated: &Gated, scope: &Scope) -> bool {
    scope.version >= gated.since
        && gated.until.is_none_or(|until| scope.version <= until)
        && (!gated.needs_feature || scope.features.contains(Feature::Extra))
}

fn write(sample: &Sample, scope: &Scope) -> bytespec::Result<Vec<u8>> {
    let mut writer = Writer::new();
    sample.write(&mut writer, &mut encoder(scope))?;
    Ok(writer.into_bytes())
}

#[test]
fn what_is_accepted_comes_back() {
    let mut came_back = 0;
    for scope in scopes() {
        for &subject in SUBJECTS.iter().chain(SECTION_SUBJECTS) {
            let of_item =
                |gated: &&Gated| gated.subject == subject && gated.field.is_none();
            if !GATED.iter().filter(of_item).all(|gated| has(gated, &scope)) {
                continue;
            }
            for seed in 0..SEEDS {
                let sample = sample(subject, &mut source(seed), &scope, None);
                let what = format!("{subject:?} at {scope:?}: {sample:?}");
                let bytes = write(&sample, &scope).unwrap_or_else(|error| panic!("{error}\n{what}"));
                let mut cursor = Cursor::new(&bytes);
                let same = sample.reads_back(&mut cursor, &context(&scope), 4);
                assert_eq!(same, Ok(true), "{what}\n{bytes:02x?}");
                assert!(cursor.is_empty(), "{what}\n{bytes:02x?}");
                for len in 0..bytes.len() {
                    let _ = sample.reads_back(&mut Cursor::new(&bytes[..len]), &context(&scope), 4);
                }
                came_back += 1;
            }
        }
    }
    println!("{came_back} values of {} items", SUBJECTS.len() + SECTION_SUBJECTS.len());
    assert!(came_back > SUBJECTS.len());
}

#[test]
fn every_gate_holds_when_reading_and_when_writing() {
    let (mut written, mut read) = (0, 0);
    for gated in GATED {
        let of_item = |other: &&Gated| other.subject == gated.subject && other.field.is_none();
        let items: Vec<&Gated> = GATED.iter().filter(of_item).collect();
        // A field needs its item, an item is looked at where only its own gate is closed.
        let others = |scope: &Scope| {
            let mut others = items.iter().filter(|other| other.name != gated.name);
            others.all(|other| has(other, scope))
        };
        let inside: Vec<Scope> =
            scopes().filter(|scope| has(gated, scope) && others(scope)).collect();
        let outside = scopes().filter(|scope| !has(gated, scope) && others(scope));
        for scope in outside {
            let forced = sample(gated.subject, &mut source(1), &scope, gated.field);
            let error = match write(&forced, &scope) {
                Ok(_) => panic!("{} is written at {scope:?}: {forced:?}", gated.name),
                Err(error) => error,
            };
            let ErrorKind::Gate { item, .. } = error.kind() else {
                panic!("{} at {scope:?}: {error}", gated.name)
            };
            assert_eq!(item, gated.name, "{scope:?}");
            written += 1;
            if gated.field.is_some() {
                continue;
            }
            for there in &inside {
                let sample = sample(gated.subject, &mut source(1), there, None);
                let bytes = write(&sample, there).unwrap_or_else(|e| panic!("{e}\n{sample:?}"));
                let error = match sample.reads_back(&mut Cursor::new(&bytes), &context(&scope), 4) {
                    Ok(true) => panic!("{} is read at {scope:?}: {sample:?}", gated.name),
                    // The number is of something else there.
                    Ok(false) => continue,
                    Err(error) => error,
                };
                match error.kind() {
                    ErrorKind::Gate { item, .. } => assert_eq!(item, gated.name, "{scope:?}"),
                    // What has the number there is not what these bytes are.
                    _ if error.to_string().contains(gated.name) => panic!("{scope:?}: {error}"),
                    _ => continue,
                }
                read += 1;
            }
        }
    }
    println!("{} gates: {written} refused to be written, {read} to be read", GATED.len());
    assert!(written > 0 && read > 0);
}
