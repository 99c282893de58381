//! The documentation of formats as a static site. It renders the pages of [`bytespec_codegen::emit::docs`] and of the manual as
//! HTML, with one search over all of them. Pages are readable without the script, and make no network requests.
//!
//! * `routes` gives each item a page of its own and resolves links.
//! * `blocks`, `diagram` and `file` (complete files, to scale) write HTML. `frame` writes the HTML around them.
//! * `axes` writes the controls to select versions and releases, and `search` writes the index.
//! * `manual` makes pages of the chapters, of the command line, and of the keys of the schema language.
//! * The script searches, marks what a version lacks, and compares two versions.

mod axes;
mod blocks;
mod diagram;
mod file;
mod frame;
mod inline;
pub mod manual;
mod routes;
mod search;
mod volume;

use routes::Routes;
pub use volume::{File, FilePart, FileParts, Releases, Volume};

/// The files of a site. The first one is the start page, `index.html`.
pub fn site(volumes: &[Volume]) -> Vec<File> {
    let routes: Vec<Routes<'_>> = volumes.iter().map(Routes::new).collect();
    let mut files = vec![frame::start(volumes)];
    files.extend(
        frame::ASSETS
            .iter()
            .map(|(path, text)| File { path: (*path).to_owned(), text: (*text).to_owned() }),
    );
    files.push(search::index(&routes));
    for routes in &routes {
        files.extend(routes.sheets().iter().map(|sheet| frame::page(volumes, routes, sheet)));
    }
    files
}
