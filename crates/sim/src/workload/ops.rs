//! A plan with its random streams: each operation appends one value.

use super::call::Call;
use super::fields::{Context, Fields, Insert, write_array, write_string, write_whole};
use super::object_id::EPOCH_MS;
use super::plan::{Node, PlanError};
use super::random::Stream;
use super::value::{Num, STRING, append_digits};
use super::zipf::Zipf;
use bson::spec::ElementType;

pub(super) const DEPTH_MAX: usize = 100;
/// The text of a value that may be of any type: an int32 of 4 bytes has up to 11 characters, a double of 8 bytes 25, all
/// others fewer for each byte.
fn other_text_max(bytes: u64) -> u64 {
    bytes.saturating_mul(4).saturating_add(48)
}

/// Bytes of a name and its type in an array of up to a million elements.
const INDEX_BYTES: u64 = 9;

/// Writes one value.
#[derive(Debug, Clone)]
pub(super) enum Op {
    Constant {
        tag: u8,
        bytes: Box<[u8]>,
    },
    Document(Fields),
    Array(Box<[Op]>),
    ObjectId,
    Int32 {
        min: i32,
        span: u64,
        stream: Box<Stream>,
    },
    Int64 {
        min: i64,
        span: u64,
        stream: Box<Stream>,
    },
    Decimals {
        min: i64,
        span: u64,
        divisor: f64,
        stream: Box<Stream>,
    },
    Text {
        len_min: u32,
        len_span: u32,
        pool: Box<[char]>,
        stream: Box<Stream>,
    },
    Choose {
        from: Box<[Op]>,
        limits: Box<[f64]>,
        stream: Box<Stream>,
    },
    Bool {
        share_true: f64,
        stream: Box<Stream>,
    },
    Date {
        min_ms: i64,
        span: u64,
        stream: Box<Stream>,
    },
    Now,
    Sequence {
        next: i64,
        step: i64,
    },
    Zipf {
        zipf: Box<Zipf>,
        prefix: Option<Box<str>>,
        stream: Box<Stream>,
    },
    Uuid {
        stream: Box<Stream>,
    },
    Missing,
    Call(Box<Call>),
    /// Notes where a value is that something refers to.
    Mark {
        slot: usize,
        op: Box<Op>,
    },
    Ref {
        slot: usize,
        bytes_max: u64,
    },
}

impl Op {
    pub(super) fn compile(node: &Node, context: &mut Context, path: &str, depth: usize) -> Result<Self, PlanError> {
        let seed = context.seed;
        let stream = || Box::new(Stream::new(seed, path));
        Ok(match node {
            Node::Constant { tag, bytes } => Op::Constant { tag: *tag, bytes: bytes.clone().into_boxed_slice() },
            Node::Document(fields) => Op::Document(Fields::compile(fields, context, path, depth + 1)?),
            Node::Array(nodes) => Op::Array(compile_all(nodes, context, path, ('[', ']'), depth + 1)?),
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
                Op::Choose { from: compile_all(from, context, path, ('[', ']'), depth + 1)?, limits, stream: stream() }
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
            Node::Call { func, args } => {
                let args = compile_all(args, context, path, ('(', ')'), depth + 1)?;
                Op::Call(Box::new(Call::new(*func, args, seed, path)))
            }
            Node::Ref(path) => match context.refs.slot(path) {
                Some(slot) => Op::Ref { slot, bytes_max: context.refs.bytes_max(slot) },
                None => return Err(PlanError::UnknownField { path: path.clone() }),
            },
        })
    }

    /// Most bytes that the value can take, its name left out.
    pub(super) fn bytes_max(&self) -> u64 {
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
            Op::Call(call) => call.bytes_max(),
            Op::Mark { op, .. } => op.bytes_max(),
            Op::Ref { bytes_max, .. } => *bytes_max,
        }
    }

    /// Most bytes of what the value reads as in a text.
    pub(super) fn text_max(&self) -> u64 {
        match self {
            Op::Constant { tag: STRING, bytes } => bytes.len() as u64,
            Op::Text { .. } | Op::Zipf { .. } => self.bytes_max(),
            Op::Choose { from, .. } => from.iter().map(Op::text_max).max().unwrap_or(0),
            Op::Array(ops) => ops.iter().fold(0, |sum, op| sum.saturating_add(op.text_max() + 1)),
            Op::Mark { op, .. } => op.text_max(),
            Op::Call(call) => call.text_max().unwrap_or_else(|| other_text_max(self.bytes_max())),
            _ => other_text_max(self.bytes_max()),
        }
    }

    /// The largest number that it can yield, if that is known.
    pub(super) fn upper(&self) -> Option<f64> {
        match self {
            Op::Constant { tag, bytes } => Num::read(*tag, bytes).map(Num::double),
            Op::Int32 { min, span, .. } => Some(f64::from(*min) + *span as f64),
            Op::Int64 { min, span, .. } => Some(*min as f64 + *span as f64),
            Op::Decimals { min, span, divisor, .. } => Some((*min as f64 + *span as f64) / divisor),
            Op::Choose { from, .. } => {
                from.iter().map(Op::upper).try_fold(f64::MIN, |most, next| Some(most.max(next?)))
            }
            Op::Zipf { zipf, prefix: None, .. } => Some(zipf.last()),
            Op::Call(call) => call.upper(),
            Op::Mark { op, .. } => op.upper(),
            _ => None,
        }
    }

    /// Appends the value and returns its BSON type byte, or nothing and None for a missing one.
    #[inline]
    pub(super) fn write(&mut self, out: &mut Vec<u8>, insert: &mut Insert<'_>) -> Option<u8> {
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
            Op::Call(call) => return call.write(out, insert),
            Op::Mark { .. } | Op::Ref { .. } => return self.write_noted(out, insert),
            Op::Text { .. } | Op::Sequence { .. } | Op::Zipf { .. } | Op::Uuid { .. } => {
                return Some(self.write_more(out));
            }
        };
        Some(element_type as u8)
    }

    /// Values that are referred to, and references.
    #[inline(never)]
    fn write_noted(&mut self, out: &mut Vec<u8>, insert: &mut Insert<'_>) -> Option<u8> {
        match self {
            Op::Mark { slot, op } => {
                let start = out.len();
                let tag = op.write(out, insert);
                let noted = tag.map(|tag| (tag, start, out.len()));
                insert.slots.get_mut(*slot).into_iter().for_each(|slot| *slot = noted);
                tag
            }
            Op::Ref { slot, .. } => {
                let (tag, from, to) = (*insert.slots.get(*slot)?)?;
                out.extend_from_within(from..to);
                Some(tag)
            }
            _ => None,
        }
    }

    /// The values whose length or type varies.
    fn write_more(&mut self, out: &mut Vec<u8>) -> u8 {
        match self {
            Op::Text { len_min, len_span, pool, stream } => {
                let len = u64::from(*len_min) + stream.up_to((*len_span).into());
                let start = out.len();
                out.extend_from_slice(&[0; 4]);
                for _ in 0..len {
                    let drawn = usize::try_from(stream.up_to(pool.len() as u64 - 1)).unwrap_or(0);
                    let character = pool.get(drawn).copied().unwrap_or(' ');
                    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                write_string(out, start);
                ElementType::String as u8
            }
            Op::Sequence { next, step } => {
                let value = *next;
                *next = next.wrapping_add(*step);
                write_whole(out, value)
            }
            Op::Zipf { zipf, prefix, stream } => {
                let rank = zipf.draw(stream);
                let Some(prefix) = prefix else { return write_whole(out, i64::try_from(rank).unwrap_or(i64::MAX)) };
                let start = out.len();
                out.extend_from_slice(&[0; 4]);
                out.extend_from_slice(prefix.as_bytes());
                append_digits(out, rank);
                write_string(out, start);
                ElementType::String as u8
            }
            Op::Uuid { stream } => {
                let random = (u128::from(stream.next_u64()) << 64) | u128::from(stream.next_u64());
                // RFC 9562: version 4 in the 13th digit, variant 10 in the two highest bits of the 17th.
                let uuid = (random & !(0xf << 76) & !(0b11 << 62)) | (4 << 76) | (0b10 << 62);
                out.extend_from_slice(&16_i32.to_le_bytes());
                out.push(4);
                out.extend_from_slice(&uuid.to_be_bytes());
                ElementType::Binary as u8
            }
            _ => ElementType::Null as u8,
        }
    }
}

fn compile_all(
    nodes: &[Node],
    context: &mut Context,
    path: &str,
    (open, close): (char, char),
    depth: usize,
) -> Result<Box<[Op]>, PlanError> {
    if depth > DEPTH_MAX {
        return Err(PlanError::TooDeep);
    }
    let compile = |(idx, node)| Op::compile(node, context, &format!("{path}{open}{idx}{close}"), depth);
    nodes.iter().enumerate().map(compile).collect()
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
