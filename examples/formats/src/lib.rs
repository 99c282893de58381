//! Formats of files that everybody has, each from YAML alone: types of all that a file has, and `plan()`, the
//! schema as data.

macro_rules! formats {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        pub mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
        }
    )*};
}

formats! {
    /// Portable Network Graphics.
    png
    /// Message catalogs of GNU gettext.
    gettext
    /// Archives of tar.
    tar
    /// Weights of language models.
    gguf
    /// Programs, libraries and object files.
    elf
    /// Archives with a directory at their end.
    zip
}
