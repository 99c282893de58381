use bytespec::{BytecodeRecord, wire::Convention};

/// What a build script makes of a schema with one version.
mod shelf {
    #[derive(Clone, Copy)]
    pub enum Version {
        V1,
    }

    impl Version {
        pub fn name(self) -> &'static str {
            "1"
        }
    }

    pub struct Context {
        pub version: Version,
    }

    impl Context {
        pub fn version(&self) -> Version {
            self.version
        }
    }

    impl super::Convention for Context {
        const PREFIX: bool = false;
    }

    impl bytespec::wire::Format for Version {
        const VERSIONS: &'static [&'static str] = &["1"];
        type Reading<'a> = Context;
        type Writing<'a> = Context;
    }
}

#[derive(BytecodeRecord)]
#[bytecode(format = shelf)]
struct Cover {
    #[bytecode(since = "2", default = 0)]
    gloss: u8,
}

fn main() {
    let _ = shelf::Version::V1;
}
