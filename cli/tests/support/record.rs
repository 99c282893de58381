//! The schema of a format `figures` whose files are a record `File`.

/// The schema with these fields, one in each line.
pub(crate) fn of_fields(fields: &str) -> String {
    let lines = fields.lines().map(|field| format!("    - {field}\n"));
    let fields: String = lines.collect();
    format!(
        "\
- format: figures
  summary: Numbers
  file: File
  varint: leb128
  versions:
    - {{version: \"1\", summary: One}}
- record: File
  summary: Numbers
  fields:
{fields}"
    )
}
