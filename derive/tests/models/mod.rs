//! The items that the tests of the macros share, each file a format or dialect of its own.

macro_rules! models {
    ($($name:ident)*) => {$(
        #[allow(dead_code)]
        pub(crate) mod $name {
            include!(concat!(stringify!($name), ".rs"));
        }
    )*};
}

models!(log motor quant);
