//! A template as written, with the place of everything in it.

use super::error::Fault;
use crate::documents::DEPTH_MAX;
use crate::documents::syntax::{Cursor, Dialect, SyntaxError, SyntaxErrorKind, ValueReader, is_name_byte};

/// A part of a template.
#[derive(Debug)]
pub(super) struct Tree {
    /// Bytes of the text that it takes.
    pub from: usize,
    pub to: usize,
    pub part: Part,
}

#[derive(Debug)]
pub(super) enum Part {
    Object(Vec<Member>),
    Array(Vec<Tree>),
    Text(String),
    /// Any other value: BSON type byte and bytes.
    Value(u8, Vec<u8>),
}

/// A name and what it holds.
#[derive(Debug)]
pub(super) struct Member {
    pub name: String,
    pub name_at: usize,
    pub tree: Tree,
}

/// Reads a whole template, which must be a document.
pub(super) fn read(text: &str) -> Result<Tree, Fault> {
    let mut buffer = Vec::new();
    let mut reader = ValueReader::new(text, &mut buffer, Dialect::Shell);
    reader.cursor.skip_space()?;
    if reader.cursor.peek() != Some(b'{') {
        return Err(reader.cursor.expected("a document in braces").into());
    }
    let tree = read_tree(&mut reader, 0)?;
    reader.cursor.expect_end()?;
    Ok(tree)
}

/// Reads a text that is one value of any kind.
pub(super) fn read_value(text: &str) -> Result<Tree, Fault> {
    let mut buffer = Vec::new();
    let mut reader = ValueReader::new(text, &mut buffer, Dialect::Shell);
    let tree = read_tree(&mut reader, 0)?;
    reader.cursor.expect_end()?;
    Ok(tree)
}

fn read_tree(reader: &mut ValueReader<'_, '_>, depth: u32) -> Result<Tree, SyntaxError> {
    reader.cursor.skip_space()?;
    let from = reader.cursor.at;
    if depth > DEPTH_MAX {
        return Err(reader.cursor.error(SyntaxErrorKind::TooDeep));
    }
    let part = match reader.cursor.peek() {
        Some(b'{') => read_object(reader, depth)?,
        Some(b'[') => read_array(reader, depth)?,
        Some(b'"' | b'\'') => Part::Text(read_text(reader)?),
        _ => {
            let tag = reader.value(depth)?;
            Part::Value(tag, std::mem::take(reader.out))
        }
    };
    Ok(Tree { from, to: reader.cursor.at, part })
}

fn read_object(reader: &mut ValueReader<'_, '_>, depth: u32) -> Result<Part, SyntaxError> {
    let mut members = Vec::new();
    reader.cursor.at += 1;
    loop {
        reader.cursor.skip_space()?;
        if reader.cursor.take(b'}') {
            return Ok(Part::Object(members));
        }
        let name_at = reader.cursor.at;
        let name = match reader.cursor.peek() {
            Some(b'"' | b'\'') => read_text(reader)?,
            Some(byte) if is_name_byte(byte) => String::from_utf8_lossy(reader.cursor.name()).into_owned(),
            _ => return Err(reader.cursor.expected("a field name or `}`")),
        };
        if name.contains('\0') {
            return Err(Cursor::error_at(name_at, SyntaxErrorKind::NulInName));
        }
        reader.cursor.skip_space()?;
        if !reader.cursor.take(b':') {
            return Err(reader.cursor.expected("`:` after the field name"));
        }
        members.push(Member { name, name_at, tree: read_tree(reader, depth + 1)? });
        reader.cursor.skip_space()?;
        match reader.cursor.peek() {
            Some(b',') => reader.cursor.at += 1,
            Some(b'}') => {}
            _ => return Err(reader.cursor.expected("`,` or `}`")),
        }
    }
}

fn read_array(reader: &mut ValueReader<'_, '_>, depth: u32) -> Result<Part, SyntaxError> {
    let mut items = Vec::new();
    reader.cursor.at += 1;
    loop {
        reader.cursor.skip_space()?;
        if reader.cursor.take(b']') {
            return Ok(Part::Array(items));
        }
        items.push(read_tree(reader, depth + 1)?);
        reader.cursor.skip_space()?;
        match reader.cursor.peek() {
            Some(b',') => reader.cursor.at += 1,
            Some(b']') => {}
            _ => return Err(reader.cursor.expected("`,` or `]`")),
        }
    }
}

fn read_text(reader: &mut ValueReader<'_, '_>) -> Result<String, SyntaxError> {
    let mut text = Vec::new();
    reader.cursor.string(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}
