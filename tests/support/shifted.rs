//! A transform of a host.

use bytespec::plan::HostTransforms;

/// `host(shifted)`: one is added to each byte, and a zero byte follows.
pub struct Shifted;

impl HostTransforms for Shifted {
    fn has(&self, name: &str) -> bool {
        name == "shifted"
    }

    fn reversed(&self, name: &str, bytes: &[u8], _: usize) -> bytespec::Result<Vec<u8>> {
        match bytes {
            [shifted @ .., 0] => Ok(shifted.iter().map(|byte| byte.wrapping_sub(1)).collect()),
            _ => Err(self.wrong(name, "the last byte is not zero".to_owned())),
        }
    }

    fn applied(&self, _: &str, bytes: &[u8]) -> bytespec::Result<Vec<u8>> {
        let shifted = bytes.iter().map(|byte| byte.wrapping_add(1));
        Ok(shifted.chain([0]).collect())
    }
}
