//! The fields of a document, and how documents, arrays and texts are put together.

use super::object_id::ObjectIdSource;
use super::ops::{DEPTH_MAX, Op};
use super::plan::{Field, PlanError};
use super::refs::{Refs, Slot, order};
use super::value::{INT32, INT64, append_digits};

/// The fields of a document.
#[derive(Debug, Clone)]
pub(super) struct Fields {
    /// In the order in which they are written, each with its element header: a type byte to fill in, the name, NUL.
    items: Box<[(Box<[u8]>, Op)]>,
    /// If that is not the order in the document: the places of the fields in `items`, first to last.
    places: Box<[usize]>,
}

/// What all operations of one document share.
pub(super) struct Insert<'a> {
    pub ids: &'a mut ObjectIdSource,
    pub time_ms: u64,
    pub slots: &'a mut [Slot],
}

/// What compiling needs to know about the whole plan.
pub(super) struct Context {
    pub seed: u64,
    pub refs: Refs,
}

impl Fields {
    pub(super) fn compile(
        fields: &[Field],
        context: &mut Context,
        path: &str,
        depth: usize,
    ) -> Result<Self, PlanError> {
        if depth > DEPTH_MAX {
            return Err(PlanError::TooDeep);
        }
        let order = if context.refs.len() == 0 { None } else { order(fields, path)? };
        let mut compile = |field: &Field| {
            if field.name.contains('\0') {
                return Err(PlanError::NulInName);
            }
            let header: Vec<u8> = [&[0], field.name.as_bytes(), &[0]].concat();
            let path = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
            let op = Op::compile(&field.value, context, &path, depth)?;
            Ok((header.into_boxed_slice(), context.marked(&path, op)))
        };
        let Some(order) = order else {
            return Ok(Self { items: fields.iter().map(compile).collect::<Result<_, _>>()?, places: Box::default() });
        };
        let mut places = vec![0; order.len()];
        for (place, idx) in order.iter().enumerate() {
            places.get_mut(*idx).into_iter().for_each(|slot| *slot = place);
        }
        let items = order.iter().filter_map(|idx| fields.get(*idx)).map(&mut compile).collect::<Result<_, _>>()?;
        Ok(Self { items, places: places.into() })
    }

    pub(super) fn bytes_max(&self) -> u64 {
        self.items
            .iter()
            .fold(5, |sum, (header, op)| sum.saturating_add(header.len() as u64).saturating_add(op.bytes_max()))
    }

    #[inline]
    pub(super) fn write(&mut self, out: &mut Vec<u8>, insert: &mut Insert<'_>) {
        let start = out.len();
        out.extend_from_slice(&[0; 4]);
        if self.places.is_empty() {
            for (header, op) in &mut self.items {
                let at = out.len();
                out.extend_from_slice(header);
                write_tagged(op, at, out, insert);
            }
        } else {
            self.write_reordered(out, insert);
        }
        end(out, start);
    }

    /// Writes what is referred to first, then puts everything where it belongs.
    #[cold]
    fn write_reordered(&mut self, out: &mut Vec<u8>, insert: &mut Insert<'_>) {
        let start = out.len();
        let mut spans = Vec::with_capacity(self.items.len());
        for (header, op) in &mut self.items {
            let at = out.len();
            out.extend_from_slice(header);
            write_tagged(op, at, out, insert);
            spans.push((at - start, out.len() - start));
        }
        let body = out.split_off(start);
        let noted: Vec<Slot> = insert.slots.to_vec();
        for place in &self.places {
            let (from, to) = spans.get(*place).copied().unwrap_or_default();
            let now = out.len();
            out.extend_from_slice(body.get(from..to).unwrap_or_default());
            for (slot, noted) in insert.slots.iter_mut().zip(&noted) {
                if let Some((tag, begin, end)) = *noted
                    && (start + from..start + to).contains(&begin)
                {
                    *slot = Some((tag, begin - start - from + now, end - start - from + now));
                }
            }
        }
    }
}

impl Context {
    /// The operation of a field, with a note of its value if something refers to it.
    fn marked(&mut self, path: &str, op: Op) -> Op {
        let Some(slot) = self.refs.slot(path) else { return op };
        self.refs.found(slot, op.bytes_max());
        Op::Mark { slot, op: Box::new(op) }
    }
}

/// Runs `op` after its header, which begins at `at`; a missing value takes its header with it.
#[inline]
pub(super) fn write_tagged(op: &mut Op, at: usize, out: &mut Vec<u8>, insert: &mut Insert<'_>) -> bool {
    let written = op.write(out, insert);
    if let (Some(tag), Some(slot)) = (written, out.get_mut(at)) {
        *slot = tag;
        return true;
    }
    out.truncate(at);
    false
}

pub(super) fn end(out: &mut Vec<u8>, start: usize) {
    out.push(0);
    // Plans whose documents could pass 16 MB are refused.
    let len = i32::try_from(out.len() - start).unwrap_or(i32::MAX);
    if let Some(slot) = out.get_mut(start..start + 4) {
        slot.copy_from_slice(&len.to_le_bytes());
    }
}

pub(super) fn write_array(ops: &mut [Op], out: &mut Vec<u8>, insert: &mut Insert<'_>) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    let mut n_written: u64 = 0;
    for op in ops {
        let at = write_index(out, n_written);
        n_written += u64::from(write_tagged(op, at, out, insert));
    }
    end(out, start);
}

/// The header of an array's element, its type left out; returns where that goes.
pub(super) fn write_index(out: &mut Vec<u8>, number: u64) -> usize {
    let at = out.len();
    out.push(0);
    append_digits(out, number);
    out.push(0);
    at
}

/// Ends a string whose length was left out at `start`.
pub(super) fn write_string(out: &mut Vec<u8>, start: usize) {
    out.push(0);
    let len = i32::try_from(out.len() - start - 4).unwrap_or(i32::MAX);
    if let Some(slot) = out.get_mut(start..start + 4) {
        slot.copy_from_slice(&len.to_le_bytes());
    }
}

pub(super) fn write_whole(out: &mut Vec<u8>, value: i64) -> u8 {
    if let Ok(value) = i32::try_from(value) {
        out.extend_from_slice(&value.to_le_bytes());
        return INT32;
    }
    out.extend_from_slice(&value.to_le_bytes());
    INT64
}
