//! `man`: writes manual pages from the definitions of `--help`.

use crate::args::Args;
use crate::failure::{Failure, Result};
use crate::{files, output};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;

/// Prints the page of the command, or writes its page and those of its subcommands to a folder.
pub(crate) fn run(folder: Option<&Path>) -> Result {
    let mut command = Args::command();
    command.build();
    let Some(folder) = folder else { return output::bytes(&page(&command)?) };
    let mut commands = vec![&command];
    let mut count = 0;
    while let Some(command) = commands.pop() {
        let name = command.get_display_name().unwrap_or(command.get_name());
        files::write_with_folders(&folder.join(format!("{name}.1")), &page(command)?)?;
        count += 1;
        commands.extend(command.get_subcommands().filter(|command| command.get_name() != "help"));
    }
    output::line(format_args!("made {count} pages in {}", folder.display()))
}

fn page(command: &Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut page);
    rendered.map_err(|error| Failure::Input(error.to_string()))?;
    Ok(page)
}
