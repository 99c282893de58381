use bytespec_codegen::{model, syntax};
use bytespec_site::{Volume, manual, site};
use std::path::Path;
fn main() {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().unwrap();
    let mut volumes = Vec::new();
    for folder in arguments {
        let start = std::time::Instant::now();
        let files = syntax::list_folder(Path::new(&folder)).unwrap();
        let files = files
            .into_iter()
            .map(|path| (path.clone(), std::fs::read_to_string(path).unwrap()))
            .collect();
        let (tree, sources, found) = syntax::read_sources(files);
        assert!(found.is_empty());
        let model =
            model::lower_placed(&tree, &|span| sources.line_in(Path::new(&folder), span)).unwrap();
        eprintln!("{folder} {:?}", start.elapsed());
        let start = std::time::Instant::now();
        volumes.push(Volume::of(&model));
        eprintln!("pages {:?}", start.elapsed());
    }
    volumes.push(manual::volume(&[]));
    let start = std::time::Instant::now();
    let files = site(&volumes);
    eprintln!("site {:?}", start.elapsed());
    for file in files {
        let path = Path::new(&out).join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, file.text).unwrap();
    }
}
