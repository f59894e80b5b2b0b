//! A plan with its random streams: each operation appends one value.

use super::object_id::{EPOCH_MS, ObjectIdSource};
use super::plan::{Field, Node, PlanError};
use super::random::Stream;
use super::zipf::Zipf;
use bson::spec::ElementType;

const DEPTH_MAX: usize = 100;
/// Bytes of a name and its type in an array of up to a million elements.
const INDEX_BYTES: u64 = 9;

/// Writes one value.
#[derive(Debug, Clone)]
pub(super) enum Op {
    Constant { tag: u8, bytes: Box<[u8]> },
    Document(Fields),
    Array(Box<[Op]>),
    ObjectId,
    Int32 { min: i32, span: u64, stream: Box<Stream> },
    Int64 { min: i64, span: u64, stream: Box<Stream> },
    Decimals { min: i64, span: u64, divisor: f64, stream: Box<Stream> },
    Text { len_min: u32, len_span: u32, pool: Box<[char]>, stream: Box<Stream> },
    Choose { from: Box<[Op]>, limits: Box<[f64]>, stream: Box<Stream> },
    Bool { share_true: f64, stream: Box<Stream> },
    Date { min_ms: i64, span: u64, stream: Box<Stream> },
    Now,
    Sequence { next: i64, step: i64 },
    Zipf { zipf: Box<Zipf>, prefix: Option<Box<str>>, stream: Box<Stream> },
    Uuid { stream: Box<Stream> },
    Missing,
}

/// The fields of a document, each with its element header: a type byte to fill in, the name, NUL.
#[derive(Debug, Clone)]
pub(super) struct Fields(Box<[(Box<[u8]>, Op)]>);

/// What all operations of one document share.
pub(super) struct Insert<'a> {
    pub ids: &'a mut ObjectIdSource,
    pub time_ms: u64,
}

impl Fields {
    pub(super) fn compile(fields: &[Field], seed: u64, path: &str, depth: usize) -> Result<Self, PlanError> {
        if depth > DEPTH_MAX {
            return Err(PlanError::TooDeep);
        }
        let compile = |field: &Field| {
            if field.name.contains('\0') {
                return Err(PlanError::NulInName);
            }
            let header: Vec<u8> = [&[0], field.name.as_bytes(), &[0]].concat();
            let path = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
            Ok((header.into_boxed_slice(), Op::compile(&field.value, seed, &path, depth)?))
        };
        Ok(Self(fields.iter().map(compile).collect::<Result<_, _>>()?))
    }

    pub(super) fn bytes_max(&self) -> u64 {
        self.0
            .iter()
            .fold(5, |sum, (header, op)| sum.saturating_add(header.len() as u64).saturating_add(op.bytes_max()))
    }

    #[inline]
    pub(super) fn write(&mut self, out: &mut Vec<u8>, insert: &mut Insert<'_>) {
        let start = out.len();
        out.extend_from_slice(&[0; 4]);
        for (header, op) in &mut self.0 {
            let at = out.len();
            out.extend_from_slice(header);
            write_tagged(op, at, out, insert);
        }
        end(out, start);
    }
}

/// Runs `op` after its header, which begins at `at`; a missing value takes its header with it.
#[inline]
fn write_tagged(op: &mut Op, at: usize, out: &mut Vec<u8>, insert: &mut Insert<'_>) -> bool {
    let written = op.write(out, insert);
    if let (Some(tag), Some(slot)) = (written, out.get_mut(at)) {
        *slot = tag;
        return true;
    }
    out.truncate(at);
    false
}

fn end(out: &mut Vec<u8>, start: usize) {
    out.push(0);
    // Plans whose documents could pass 16 MB are refused.
    let len = i32::try_from(out.len() - start).unwrap_or(i32::MAX);
    if let Some(slot) = out.get_mut(start..start + 4) {
        slot.copy_from_slice(&len.to_le_bytes());
    }
}

impl Op {
    fn compile(node: &Node, seed: u64, path: &str, depth: usize) -> Result<Self, PlanError> {
        let stream = || Box::new(Stream::new(seed, path));
        Ok(match node {
            Node::Constant { tag, bytes } => Op::Constant { tag: *tag, bytes: bytes.clone().into_boxed_slice() },
            Node::Document(fields) => Op::Document(Fields::compile(fields, seed, path, depth + 1)?),
            Node::Array(nodes) => Op::Array(compile_all(nodes, seed, path, depth + 1)?),
            Node::ObjectId => Op::ObjectId,
            Node::Int32 { min, max } => {
                Op::Int32 { min: *min, span: span((*min).into(), (*max).into())?, stream: stream() }
            }
            Node::Int64 { min, max } => Op::Int64 { min: *min, span: span(*min, *max)?, stream: stream() },
            Node::Decimals { min, max, decimals } => {
                let divisor =
                    10_u64.checked_pow(*decimals).filter(|_| *decimals <= 15).ok_or(PlanError::TooManyDecimals)?;
                Op::Decimals { min: *min, span: span(*min, *max)?, divisor: divisor as f64, stream: stream() }
            }
            Node::Text { len_min, len_max, pool } => {
                let len_span = len_max.checked_sub(*len_min).ok_or(PlanError::EmptyRange)?;
                let pool: Box<[char]> = pool.chars().collect();
                if pool.is_empty() {
                    return Err(PlanError::NothingToChoose);
                }
                Op::Text { len_min: *len_min, len_span, pool, stream: stream() }
            }
            Node::Choose { from, weights } => {
                if from.is_empty() {
                    return Err(PlanError::NothingToChoose);
                }
                let limits = limits(from.len(), weights)?;
                Op::Choose { from: compile_all(from, seed, path, depth)?, limits, stream: stream() }
            }
            Node::Bool { share_true } if !(0.0..=1.0).contains(share_true) => return Err(PlanError::BadShare),
            Node::Bool { share_true } => Op::Bool { share_true: *share_true, stream: stream() },
            Node::Date { min_ms, max_ms } => {
                Op::Date { min_ms: *min_ms, span: span(*min_ms, *max_ms)?, stream: stream() }
            }
            Node::Now => Op::Now,
            Node::Sequence { start, step } => Op::Sequence { next: *start, step: *step },
            Node::Zipf { n, exponent, prefix } => {
                let zipf = Box::new(Zipf::new(*n, *exponent).ok_or(PlanError::BadZipf)?);
                Op::Zipf { zipf, prefix: prefix.as_deref().map(Into::into), stream: stream() }
            }
            Node::Uuid => Op::Uuid { stream: stream() },
            Node::Missing => Op::Missing,
        })
    }

    /// Most bytes that the value can take, its name left out.
    fn bytes_max(&self) -> u64 {
        match self {
            Op::Constant { bytes, .. } => bytes.len() as u64,
            Op::Document(fields) => fields.bytes_max(),
            Op::Array(ops) => ops.iter().fold(5, |sum, op| sum.saturating_add(INDEX_BYTES + op.bytes_max())),
            Op::ObjectId => 12,
            Op::Int32 { .. } => 4,
            Op::Int64 { .. } | Op::Decimals { .. } | Op::Date { .. } | Op::Now | Op::Sequence { .. } => 8,
            Op::Text { len_min, len_span, pool, .. } => {
                let widest = pool.iter().map(|character| character.len_utf8()).max().unwrap_or(0) as u64;
                5 + (u64::from(*len_min) + u64::from(*len_span)) * widest
            }
            Op::Choose { from, .. } => from.iter().map(Op::bytes_max).max().unwrap_or(0),
            Op::Bool { .. } => 1,
            Op::Zipf { prefix, .. } => 5 + 20 + prefix.as_ref().map_or(0, |prefix| prefix.len() as u64),
            Op::Uuid { .. } => 21,
            Op::Missing => 0,
        }
    }

    /// Appends the value and returns its BSON type byte, or nothing and None for a missing one.
    #[inline]
    fn write(&mut self, out: &mut Vec<u8>, insert: &mut Insert<'_>) -> Option<u8> {
        let element_type = match self {
            Op::Constant { tag, bytes } => {
                out.extend_from_slice(bytes);
                return Some(*tag);
            }
            Op::Document(fields) => {
                fields.write(out, insert);
                ElementType::EmbeddedDocument
            }
            Op::Array(ops) => {
                write_array(ops, out, insert);
                ElementType::Array
            }
            Op::ObjectId => {
                out.extend_from_slice(&insert.ids.next_id(insert.time_ms));
                ElementType::ObjectId
            }
            Op::Int32 { min, span, stream } => {
                let value = i64::from(*min).wrapping_add_unsigned(stream.up_to(*span));
                out.extend_from_slice(&i32::try_from(value).unwrap_or(i32::MAX).to_le_bytes());
                ElementType::Int32
            }
            Op::Int64 { min, span, stream } => {
                out.extend_from_slice(&min.wrapping_add_unsigned(stream.up_to(*span)).to_le_bytes());
                ElementType::Int64
            }
            Op::Decimals { min, span, divisor, stream } => {
                let value = min.wrapping_add_unsigned(stream.up_to(*span)) as f64 / *divisor;
                out.extend_from_slice(&value.to_le_bytes());
                ElementType::Double
            }
            Op::Choose { from, limits, stream } => return choose(from, limits, stream)?.write(out, insert),
            Op::Bool { share_true, stream } => {
                out.push(u8::from(stream.unit() < *share_true));
                ElementType::Boolean
            }
            Op::Date { min_ms, span, stream } => {
                out.extend_from_slice(&min_ms.wrapping_add_unsigned(stream.up_to(*span)).to_le_bytes());
                ElementType::DateTime
            }
            Op::Now => {
                out.extend_from_slice(&EPOCH_MS.wrapping_add_unsigned(insert.time_ms).to_le_bytes());
                ElementType::DateTime
            }
            Op::Missing => return None,
            Op::Text { .. } | Op::Sequence { .. } | Op::Zipf { .. } | Op::Uuid { .. } => self.write_more(out),
        };
        Some(element_type as u8)
    }

    /// The values whose length or type varies.
    fn write_more(&mut self, out: &mut Vec<u8>) -> ElementType {
        match self {
            Op::Text { len_min, len_span, pool, stream } => {
                let len = u64::from(*len_min) + stream.up_to((*len_span).into());
                write_string(out, |out| {
                    for _ in 0..len {
                        let drawn = usize::try_from(stream.up_to(pool.len() as u64 - 1)).unwrap_or(0);
                        let character = pool.get(drawn).copied().unwrap_or(' ');
                        out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                });
                ElementType::String
            }
            Op::Sequence { next, step } => {
                let value = *next;
                *next = next.wrapping_add(*step);
                write_whole(out, value)
            }
            Op::Zipf { zipf, prefix, stream } => {
                let rank = zipf.draw(stream);
                let Some(prefix) = prefix else { return write_whole(out, i64::try_from(rank).unwrap_or(i64::MAX)) };
                write_string(out, |out| {
                    out.extend_from_slice(prefix.as_bytes());
                    write_digits(out, rank);
                });
                ElementType::String
            }
            Op::Uuid { stream } => {
                let random = (u128::from(stream.next_u64()) << 64) | u128::from(stream.next_u64());
                // RFC 9562: version 4 in the 13th digit, variant 10 in the two highest bits of the 17th.
                let uuid = (random & !(0xf << 76) & !(0b11 << 62)) | (4 << 76) | (0b10 << 62);
                out.extend_from_slice(&16_i32.to_le_bytes());
                out.push(4);
                out.extend_from_slice(&uuid.to_be_bytes());
                ElementType::Binary
            }
            _ => ElementType::Null,
        }
    }
}

fn compile_all(nodes: &[Node], seed: u64, path: &str, depth: usize) -> Result<Box<[Op]>, PlanError> {
    if depth > DEPTH_MAX {
        return Err(PlanError::TooDeep);
    }
    nodes.iter().enumerate().map(|(idx, node)| Op::compile(node, seed, &format!("{path}[{idx}]"), depth)).collect()
}

fn span(min: i64, max: i64) -> Result<u64, PlanError> {
    if min > max { Err(PlanError::EmptyRange) } else { Ok(max.abs_diff(min)) }
}

/// The running sums of the weights in shares of their total; none when all choices are as likely.
fn limits(n_choices: usize, weights: &[f64]) -> Result<Box<[f64]>, PlanError> {
    if weights.is_empty() {
        return Ok(Box::default());
    }
    let total: f64 = weights.iter().sum();
    let bad =
        weights.len() != n_choices || weights.iter().any(|weight| *weight < 0.0) || !total.is_finite() || total <= 0.0;
    if bad {
        return Err(PlanError::BadWeights);
    }
    let mut sum = 0.0;
    let running = weights.iter().map(|weight| {
        sum += weight;
        sum / total
    });
    Ok(running.collect())
}

#[inline]
fn choose<'a>(from: &'a mut [Op], limits: &[f64], stream: &mut Stream) -> Option<&'a mut Op> {
    let drawn = if limits.is_empty() {
        usize::try_from(stream.up_to(from.len() as u64 - 1)).unwrap_or(0)
    } else {
        let point = stream.unit();
        limits.partition_point(|limit| *limit <= point)
    };
    let last = from.len() - 1;
    from.get_mut(drawn.min(last))
}

fn write_array(ops: &mut [Op], out: &mut Vec<u8>, insert: &mut Insert<'_>) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    let mut n_written: u64 = 0;
    for op in ops {
        let at = out.len();
        out.push(0);
        write_digits(out, n_written);
        out.push(0);
        n_written += u64::from(write_tagged(op, at, out, insert));
    }
    end(out, start);
}

fn write_string(out: &mut Vec<u8>, text: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    text(out);
    out.push(0);
    let len = i32::try_from(out.len() - start - 4).unwrap_or(i32::MAX);
    if let Some(slot) = out.get_mut(start..start + 4) {
        slot.copy_from_slice(&len.to_le_bytes());
    }
}

fn write_whole(out: &mut Vec<u8>, value: i64) -> ElementType {
    if let Ok(value) = i32::try_from(value) {
        out.extend_from_slice(&value.to_le_bytes());
        return ElementType::Int32;
    }
    out.extend_from_slice(&value.to_le_bytes());
    ElementType::Int64
}

fn write_digits(out: &mut Vec<u8>, number: u64) {
    let mut digits = [0; 20];
    let mut rest = number;
    let mut start = digits.len();
    for slot in digits.iter_mut().rev() {
        *slot = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        start -= 1;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(start..).unwrap_or_default());
}
