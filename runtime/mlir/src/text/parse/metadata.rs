//! Parses the resources between `{-#` and `#-}`.

use super::super::super::generated::{AttributeId, BuiltinAttribute, ResourceId};
use super::super::super::module::{Content, NewResource, ResourceData};
use super::super::resources::SEPARATED_SINCE;
use super::parser::Parser;
use crate::tables::names::past_end;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::text::wrong::{duplicate, miscounted};
use bytespec_core::text::{ESCAPED, hexadecimal, misspelled};
use bytespec_core::text::{Kind, unquote};
use std::borrow::Cow;

/// The size of the alignment before a blob, in bytes.
const ALIGNMENT: usize = size_of::<u32>();

impl Parser<'_, '_> {
    /// Parses `dense_resource<key> : type`.
    pub(super) fn dense_resource(&mut self) -> Result<AttributeId> {
        self.scanner.advance();
        self.scanner.expect(b'<')?;
        let key = self.key()?;
        self.scanner.expect(b'>')?;
        self.scanner.expect(b':')?;
        let offset = self.scanner.offset();
        let ty = self.ty()?;
        if !self.is_shaped(ty)? {
            return Err(self.scanner.misfit(offset, "a type that has a shape"));
        }
        let builtin = super::super::super::BUILTIN.as_bytes();
        let handle = self.resource(builtin.to_vec(), key.into_owned())?;
        self.add(BuiltinAttribute::DenseResourceElementsAttr { r#type: ty, handle })
    }

    /// The resource of a dialect with a key. Its data can follow later.
    fn resource(&mut self, dialect: Vec<u8>, key: Vec<u8>) -> Result<ResourceId> {
        let known = (dialect, key);
        if let Some(id) = self.resources.get(&known) {
            return Ok(*id);
        }
        let id = self.module.add_resource(&known.0, &known.1, NewResource::None)?;
        self.resources.insert(known, id);
        Ok(id)
    }

    /// Parses a key, as a bare word or a string literal.
    fn key(&mut self) -> Result<Cow<'static, [u8]>> {
        match self.scanner.kind() {
            Kind::Word => {
                let key = self.scanner.spelling().as_bytes().to_vec();
                self.scanner.advance();
                Ok(key.into())
            }
            Kind::String => Ok(self.scanner.string()?.into_owned().into()),
            _ => Err(self.scanner.missing("a name")),
        }
    }

    /// Parses a section with resources.
    pub(super) fn metadata(&mut self) -> Result<()> {
        self.scanner.advance();
        if self.scanner.eat_kind(Kind::MetadataEnd) {
            return Ok(());
        }
        loop {
            let offset = self.scanner.offset();
            let dialects = match self.scanner.spelling() {
                "dialect_resources" => true,
                "external_resources" => false,
                _ => {
                    return Err(self
                        .scanner
                        .expected("`dialect_resources` or `external_resources`"));
                }
            };
            self.scanner.advance();
            self.scanner.expect(b':')?;
            self.scanner.expect(b'{')?;
            while !self.scanner.eat(b'}') {
                self.group(dialects, offset)?;
                if !self.is_separated(b'}') {
                    return Err(self.scanner.missing("`,` or `}`"));
                }
            }
            if self.scanner.eat_kind(Kind::MetadataEnd) {
                return Ok(());
            }
            if !self.is_separated(b'}') {
                return Err(self.scanner.missing("`,` or `#-}`"));
            }
        }
    }

    /// Skips the comma between groups, which the first release does not print.
    fn is_separated(&mut self, close: u8) -> bool {
        self.scanner.eat(b',')
            || self.scanner.is(close)
            || self.release < SEPARATED_SINCE && self.scanner.kind() == Kind::Word
    }

    fn group(&mut self, dialects: bool, offset: usize) -> Result<()> {
        let owner = self.key()?;
        self.scanner.expect(b':')?;
        self.scanner.expect(b'{')?;
        self.list(b'}', |parser| {
            let at = parser.scanner.offset();
            let key = parser.key()?;
            parser.scanner.expect(b':')?;
            let value = parser.value()?;
            if !dialects {
                return parser.module.add_external_resource(&owner, &key, value);
            }
            let id = parser.resource(owner.to_vec(), key.into_owned())?;
            parser.module.align_resources(&value);
            match parser.module.resources.get_mut(id.0 as usize) {
                Some(ResourceData { content, .. }) => match content {
                    Content::New(NewResource::None) => *content = Content::New(value),
                    _ => {
                        let name = String::from_utf8_lossy(parser.module.resource_key(id)?);
                        return Err(duplicate(at, "resource", &name));
                    }
                },
                None => {
                    let error = past_end(ResourceId::TABLE, id.0, parser.module.resources.len());
                    return Err(error.or_at(offset));
                }
            }
            Ok(())
        })
    }

    fn value(&mut self) -> Result<NewResource<'static>> {
        let offset = self.scanner.offset();
        let literal = self.scanner.spelling();
        match self.scanner.kind() {
            Kind::Word if literal == "true" || literal == "false" => {
                self.scanner.advance();
                Ok(NewResource::Bool(literal == "true"))
            }
            Kind::String => {
                self.scanner.advance();
                let digits = literal.strip_prefix("\"0x").and_then(|text| text.strip_suffix('"'));
                let Some(digits) = digits else {
                    let Some(text) = unquote(literal) else {
                        return Err(misspelled(offset, literal, ESCAPED));
                    };
                    return Ok(NewResource::String(self.module.add_string(&text)?));
                };
                let Some(mut bytes) = hexadecimal(digits.as_bytes()) else {
                    return Err(misspelled(
                        offset,
                        literal,
                        "`0x` and pairs of hexadecimal digits",
                    ));
                };
                let Some((alignment, _)) = bytes.split_first_chunk::<ALIGNMENT>() else {
                    let (expected, found) = (ALIGNMENT as u64, bytes.len() as u64);
                    return Err(miscounted(offset, "bytes for the alignment", expected, found));
                };
                let alignment = u64::from(u32::from_le_bytes(*alignment));
                bytes.drain(..ALIGNMENT);
                // Empty data can have the alignment zero.
                if !alignment.is_power_of_two() && (alignment != 0 || !bytes.is_empty()) {
                    return Err(Error::at(offset, ErrorKind::Alignment { found: alignment }));
                }
                Ok(NewResource::Blob { alignment, bytes: bytes.into() })
            }
            _ => Err(self.scanner.expected("a string, `true` or `false`")),
        }
    }
}
