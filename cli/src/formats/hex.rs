//! Bytes in hexadecimal.

/// The first bytes.
pub(super) fn preview(bytes: &[u8]) -> String {
    const BYTES: usize = 16;
    let mut parts: Vec<String> =
        bytes.iter().take(BYTES).map(|byte| format!("{byte:02x}")).collect();
    if bytes.len() > BYTES {
        parts.push("...".to_owned());
    }
    parts.join(" ")
}
