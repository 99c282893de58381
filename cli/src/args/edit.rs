//! Options of `edit`.

use crate::formats::Format;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command};
use std::path::PathBuf;

/// The options of `edit`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EditArgs {
    /// The file; `-` is the standard input
    pub(crate) file: PathBuf,
    /// The format of the file, if its first bytes or words do not determine it
    #[arg(long, value_name = "NAME", conflicts_with = "schema")]
    pub(crate) format: Option<Format>,
    /// The file to write, in an existing folder; `-` is the standard output, which is the default if it is not a terminal
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) edits: Edits,
    /// Release of LLVM with the encodings of the MLIR bytecode, such as 22, instead of the one that the
    /// file states; or release of a dialect, such as `stablehlo=1.8.7`; or version of a format whose files do not
    /// state it
    #[arg(long, value_name = "[DIALECT=]RELEASE")]
    pub(crate) release: Vec<String>,
    /// Execute the schema in this folder directly, without generating code
    #[arg(long, value_name = "DIR")]
    pub(crate) schema: Option<PathBuf>,
}

/// An edit.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// Sets a value: a path and a text.
    Set(String, String),
    /// Inserts an element: a path and a text.
    Insert(String, String),
    /// Copies the element at a path.
    Copy(String),
    /// Removes the value at a path.
    Remove(String),
}

/// The edits, in the order of the command line.
#[derive(Clone, Debug)]
pub(crate) struct Edits(pub(crate) Vec<Edit>);

/// The options with edits: the name, the name of the value, and the help.
const OPTIONS: [(&str, &str, &str); 4] = [
    (
        "set",
        "PATH=VALUE|@FILE",
        "Set a value; an optional field becomes present. VALUE is written as `dump` shows it: a number, the name of a member, \
         a text with or without quotes, bytes in hexadecimal or in quotes, `[1, 2]`, or `Text<keyword = \"Author\", text = \"Ada\">`; \
         bytes in place of a variant that the schema does not describe can state their tag: `opaque<tag = 7, bytes = 0506>`. \
         `@FILE` is the content of a file, for a field of bytes or text",
    ),
    (
        "insert",
        "PATH[I]=VALUE",
        "Insert an element into a list, before the element with this index",
    ),
    ("copy", "PATH[I]", "Insert a copy of an element behind it"),
    ("remove", "PATH", "Remove an element of a list, or make an optional field absent"),
];

/// Splits `PATH=VALUE`.
fn assignment(text: &str) -> Result<String, String> {
    match text.contains('=') {
        true => Ok(text.to_owned()),
        false => Err("expected a path, `=` and a value".to_owned()),
    }
}

impl clap::Args for Edits {
    fn augment_args(command: Command) -> Command {
        let options = OPTIONS.map(|(name, value, help)| {
            let option = Arg::new(name).long(name).value_name(value).help(help);
            let option = option.action(ArgAction::Append);
            match value.contains('=') {
                true => option.value_parser(assignment),
                false => option,
            }
        });
        let group = ArgGroup::new("edits").args(OPTIONS.map(|(name, ..)| name));
        command.args(options).group(group.required(true).multiple(true))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for Edits {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut edits = Vec::new();
        for (name, ..) in OPTIONS {
            let texts = matches.get_many::<String>(name).into_iter().flatten();
            let places = matches.indices_of(name).into_iter().flatten();
            for (place, text) in places.zip(texts) {
                let (path, value) = text.split_once('=').unwrap_or((text, ""));
                let (path, value) = (path.to_owned(), value.to_owned());
                let edit = match name {
                    "set" => Edit::Set(path, value),
                    "insert" => Edit::Insert(path, value),
                    "copy" => Edit::Copy(text.clone()),
                    _ => Edit::Remove(text.clone()),
                };
                edits.push((place, edit));
            }
        }
        edits.sort_by_key(|(place, _)| *place);
        Ok(Edits(edits.into_iter().map(|(_, edit)| edit).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
