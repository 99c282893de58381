//! `docs`: writes the documentation of formats as a static site, with the manual.

use crate::args::{Args, DocsArgs};
use crate::failure::{Failure, Result};
use crate::formats::interpreted::Schema;
use crate::output::{self, GOOD};
use crate::{files, schema};
use bytespec_site::manual::{self, CommandOption};
use bytespec_site::{Volume, site};
use clap::{Arg, Command, CommandFactory};
use std::path::Path;
use std::time::Instant;

/// Writes the site.
pub(crate) fn run(args: &DocsArgs) -> Result {
    let start = Instant::now();
    let mut volumes = Vec::new();
    for path in schema::named(&args.schemas)? {
        let model = schema::load(&path)?.model;
        let schema = Schema::of(&model);
        let (listings, files) = (schema.listings(&model)?, schema.files(&model)?);
        let volume = Volume { listings, files, ..Volume::of(&model) };
        let same = |other: &&Volume| other.name == volume.name;
        if volume.name == manual::FOLDER || volumes.iter().any(|other| same(&other)) {
            let name = &volume.name;
            return Err(Failure::input(&path, format!("the site has a folder `{name}` already")));
        }
        volumes.push(volume);
    }
    let mut root = Args::command();
    root.build();
    let mut commands = Vec::new();
    collect(&mut root, "bytespec", &mut commands);
    volumes.push(manual::volume(&commands));
    let made = site(&volumes);
    let bar = output::progress(made.len());
    for file in &made {
        files::write_with_folders(&args.out.join(&file.path), file.text.as_bytes())?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    let first = args.out.join("index.html");
    let (count, seconds) = (made.len(), start.elapsed().as_secs_f64());
    output::line(format_args!(
        "{GOOD}{count} files{GOOD:#} in {seconds:.2} s: {}",
        first.display()
    ))?;
    if args.open { open(&first) } else { Ok(()) }
}

/// Opens a page in the default browser.
fn open(page: &Path) -> Result {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let started = std::process::Command::new(program).arg(page).status();
    started.map(|_| ()).map_err(|error| Failure::Io(format!("{program}: {error}")))
}

/// A command and its subcommands, as their help describes them.
fn collect(command: &mut Command, name: &str, found: &mut Vec<manual::Command>) {
    let about = command.get_long_about().or(command.get_about());
    let about = about.map(ToString::to_string).unwrap_or_default();
    let after = command.get_after_long_help().or(command.get_after_help());
    let after = after.map(ToString::to_string).unwrap_or_default();
    let usage = command.render_usage().to_string();
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    found.push(manual::Command {
        name: name.to_owned(),
        about,
        usage,
        options: shown.map(option).collect(),
        after,
    });
    for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
        let name = format!("{name} {}", below.get_name());
        collect(below, &name, found);
    }
}

fn option(arg: &Arg) -> CommandOption {
    let help = arg.get_long_help().or(arg.get_help());
    let takes = arg.get_action().takes_values();
    let values = arg.get_possible_values();
    let values = values.iter().filter(|value| takes && !value.is_hide_set());
    let defaults =
        arg.get_default_values().iter().filter(|_| takes && !arg.is_hide_default_value_set());
    let defaults: Vec<String> =
        defaults.map(|value| value.to_string_lossy().into_owned()).collect();
    CommandOption {
        written: arg.to_string(),
        help: help.map(ToString::to_string).unwrap_or_default(),
        values: values.map(|value| value.get_name().to_owned()).collect(),
        default: defaults.join(" "),
    }
}
