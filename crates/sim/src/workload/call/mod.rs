//! Values worked out from others: the slower and more general half of the generator.
//!
//! Arguments are written at the end of the output, read there and taken away again: no values besides bytes.

mod lists;
mod numbers;
mod text;
mod times;

use super::fields::Insert;
use super::func::Func;
use super::object_id::ObjectIdSource;
use super::ops::Op;
use super::random::Stream;
use super::value::{BINARY, Num, OBJECT_ID, STRING, TIMESTAMP, append_text};

/// Most elements of an array, fields of a document, words of a sentence.
const N_ELEMENTS_MAX: u64 = 10_000;
/// Most characters of a text, bytes of a binary.
const N_BYTES_MAX: u64 = 1_000_000;
/// Most of either where the operator that says how many has no known end.
const N_UNKNOWN_MAX: u64 = 1_000;
/// Most client processes that make `ObjectId`s.
const N_MACHINES_MAX: i64 = 1_000;

/// One call with what it remembers.
#[derive(Debug, Clone)]
pub(super) struct Call {
    func: Func,
    args: Box<[Op]>,
    stream: Stream,
    seed: u64,
    /// Most elements, characters or bytes that the first argument may ask for.
    limit: u64,
    /// How often it was called.
    n_calls: u64,
    /// What it goes on from: a count, or milliseconds.
    next: Option<Num>,
    /// Values that it kept.
    kept: Vec<(Option<u8>, Vec<u8>)>,
    machines: Vec<ObjectIdSource>,
}

/// Where a value is written.
type Out<'a> = &'a mut Vec<u8>;

impl Call {
    pub(super) fn new(func: Func, args: Box<[Op]>, seed: u64, path: &str) -> Self {
        let limit = limit(func, &args);
        let stream = Stream::new(seed, path);
        Self { func, args, stream, seed, limit, n_calls: 0, next: None, kept: Vec::new(), machines: Vec::new() }
    }

    /// Appends the value and returns its type byte; None and nothing for a missing one.
    #[inline(never)]
    pub(super) fn write(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let start = out.len();
        let tag = self.dispatch(out, insert);
        self.n_calls += 1;
        if tag.is_none() {
            out.truncate(start);
        }
        tag
    }

    fn dispatch(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        use Func as F;
        match self.func {
            F::Int32 | F::Int64 | F::Whole | F::Decimals | F::Decimal128 | F::Prime | F::Date => {
                self.range(out, insert)
            }
            F::Normal | F::Lognormal | F::Exponential | F::Poisson | F::Pareto => self.distribution(out, insert),
            F::Hotspot | F::Latest | F::Growing => self.skewed(out, insert),
            F::Sum | F::Product | F::Least | F::Greatest => self.fold(out, insert),
            F::Subtract | F::Divide | F::Mod | F::Floor => self.two_numbers(out, insert),
            F::Abs | F::Round | F::ToWhole | F::ToInt32 | F::ToInt64 | F::ToDouble | F::ToDate => {
                self.one_number(out, insert)
            }
            F::Sequence => self.sequence(out, insert),
            F::Clock | F::Seasonal => self.seasonal(out, insert),
            F::FloorDate | F::CeilDate | F::PlusDate | F::DatePart => self.calendar(out, insert),
            F::Array | F::Object | F::Optional | F::Cycle | F::Recycle | F::Repeat => self.repeated(out, insert),
            F::Pick | F::PickSet | F::Size | F::Close => self.elements(out, insert),
            F::Timestamp | F::Binary | F::ObjectId | F::Hash64 => self.mongodb(out, insert),
            _ => self.string(out, insert),
        }
    }

    /// The number of an argument.
    fn num(&mut self, idx: usize, out: Out<'_>, insert: &mut Insert<'_>) -> Option<Num> {
        let op = self.args.get_mut(idx)?;
        if let Op::Constant { tag, bytes } = op {
            return Num::read(*tag, bytes);
        }
        let start = out.len();
        let number = op.write(out, insert).and_then(|tag| Num::read(tag, out.get(start..)?));
        out.truncate(start);
        number
    }

    fn double(&mut self, idx: usize, out: Out<'_>, insert: &mut Insert<'_>) -> Option<f64> {
        self.num(idx, out, insert).map(Num::double).filter(|number| number.is_finite())
    }

    fn whole(&mut self, idx: usize, out: Out<'_>, insert: &mut Insert<'_>) -> Option<i64> {
        self.num(idx, out, insert).map(Num::whole)
    }

    /// How many of something an argument asks for, within the limit.
    fn count(&mut self, idx: usize, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u64> {
        let asked = self.whole(idx, out, insert)?;
        Some(u64::try_from(asked).unwrap_or(0).min(self.limit))
    }

    /// Appends an argument's text, without a length or a NUL. Whether it was there.
    fn append(&mut self, idx: usize, out: Out<'_>, insert: &mut Insert<'_>) -> Option<()> {
        let start = out.len();
        let tag = self.args.get_mut(idx)?.write(out, insert)?;
        if tag == STRING {
            let end = out.len().saturating_sub(1);
            out.copy_within((start + 4).min(end)..end, start);
            out.truncate(end.saturating_sub(4).max(start));
        } else {
            let value = out.split_off(start);
            append_text(tag, &value, out);
        }
        Some(())
    }

    fn text(&mut self, idx: usize, out: Out<'_>, insert: &mut Insert<'_>) -> Option<String> {
        let start = out.len();
        self.append(idx, out, insert)?;
        Some(String::from_utf8_lossy(&out.split_off(start)).into_owned())
    }

    /// An argument's type byte and bytes.
    fn value(&mut self, idx: usize, out: Out<'_>, insert: &mut Insert<'_>) -> Option<(u8, Vec<u8>)> {
        let start = out.len();
        let tag = self.args.get_mut(idx)?.write(out, insert);
        let bytes = out.split_off(start);
        tag.map(|tag| (tag, bytes))
    }

    fn mongodb(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let word = |number: i64| u32::try_from(number.clamp(0, u32::MAX.into())).unwrap_or(0).to_le_bytes();
        match self.func {
            Func::Timestamp => {
                let (seconds, counter) = (self.whole(0, out, insert)?, self.whole(1, out, insert)?);
                out.extend_from_slice(&word(counter));
                out.extend_from_slice(&word(seconds));
                Some(TIMESTAMP)
            }
            Func::Binary => {
                let (len, subtype) = (self.count(0, out, insert)?, self.whole(1, out, insert)?);
                out.extend_from_slice(&word(i64::try_from(len).unwrap_or(0)));
                out.push(u8::try_from(subtype).unwrap_or(0));
                for _ in 0..len {
                    out.push(self.stream.next_u32().to_le_bytes()[0]);
                }
                Some(BINARY)
            }
            Func::Hash64 => {
                let (tag, value) = self.value(0, out, insert)?;
                let hash = super::value::with_value(tag, &value, crate::bson::hash64)?;
                out.extend_from_slice(&hash.to_le_bytes());
                Some(super::value::INT64)
            }
            _ => self.object_id(out, insert),
        }
    }

    /// Drivers of several client processes: each with its own five bytes and counter.
    fn object_id(&mut self, out: Out<'_>, insert: &mut Insert<'_>) -> Option<u8> {
        let time = match self.args.first() {
            Some(Op::Missing) => None,
            _ => Some(self.whole(0, out, insert)?),
        };
        let n_machines = self.whole(1, out, insert)?.clamp(1, N_MACHINES_MAX);
        let machine = usize::try_from(self.stream.up_to(n_machines.unsigned_abs() - 1)).unwrap_or(0);
        while self.machines.len() <= machine {
            let seed = self.seed ^ (self.machines.len() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.machines.push(ObjectIdSource::new(seed));
        }
        let mut id = self.machines.get_mut(machine)?.next_id(insert.time_ms);
        if let (Some(ms), Some(seconds)) = (time, id.first_chunk_mut::<4>()) {
            let [_, _, _, _, low @ ..] = ms.div_euclid(1000).to_be_bytes();
            *seconds = low;
        }
        out.extend_from_slice(&id);
        Some(OBJECT_ID)
    }

    /// Most bytes that the value can take, its name left out.
    pub(super) fn bytes_max(&self) -> u64 {
        use Func as F;
        let arg = |idx: usize| self.args.get(idx).map_or(0, Op::bytes_max);
        let largest = || self.args.iter().map(Op::bytes_max).max().unwrap_or(0);
        let texts = || self.args.iter().fold(5_u64, |sum, op| sum.saturating_add(op.text_max()));
        match self.func {
            F::Array => 5 + self.limit.saturating_mul(arg(1).saturating_add(9)),
            F::Object => 5 + self.limit.saturating_mul(arg(2).saturating_add(arg(1).saturating_mul(4) + 66)),
            F::Text => 5 + self.limit.saturating_mul(4),
            F::Binary => 5 + self.limit,
            F::Sentence => 16 + self.limit.saturating_mul(10),
            F::Word => 32 + self.limit.saturating_mul(3),
            F::Join => {
                let between =
                    self.args.get(1).map_or(0, Op::text_max).saturating_mul(n_elements_max(self.args.first()));
                texts().saturating_add(between)
            }
            F::Pad => texts().saturating_add(N_UNKNOWN_MAX * 4),
            // Some letters become two or three when their case changes.
            F::Upper | F::Lower | F::Capitalize => texts().saturating_mul(3),
            F::Concat | F::Pattern | F::Reverse | F::Substr | F::ToText | F::Luhn => texts(),
            F::Digest => 37,
            F::Cycle | F::Recycle | F::Repeat | F::Optional | F::Pick | F::PickSet => largest(),
            F::Close => arg(0).saturating_mul(2),
            _ => 16,
        }
    }

    /// Most bytes of what it reads as, if that is known to be text.
    pub(super) fn text_max(&self) -> Option<u64> {
        use Func as F;
        match self.func {
            F::Text
            | F::Pattern
            | F::Word
            | F::Sentence
            | F::Concat
            | F::Join
            | F::Upper
            | F::Lower
            | F::Capitalize
            | F::Reverse
            | F::Substr
            | F::Pad
            | F::Digest
            | F::Luhn
            | F::ToText => Some(self.bytes_max()),
            F::Cycle => self.args.iter().map(Op::text_max).max(),
            _ => None,
        }
    }

    /// The largest number that it can yield, if that is known.
    pub(super) fn upper(&self) -> Option<f64> {
        let arg = |idx: usize| self.args.get(idx).and_then(Op::upper);
        match self.func {
            Func::Int32
            | Func::Int64
            | Func::Whole
            | Func::Decimals
            | Func::Decimal128
            | Func::Prime
            | Func::Hotspot => Some(arg(0)?.max(arg(1)?)),
            Func::Cycle => self.args.iter().map(Op::upper).try_fold(f64::MIN, |most, next| Some(most.max(next?))),
            Func::Least => self.args.iter().filter_map(Op::upper).reduce(f64::min),
            Func::ToWhole | Func::ToInt32 | Func::ToInt64 | Func::ToDouble | Func::Floor | Func::Round => arg(0),
            _ => None,
        }
    }
}

/// Most elements of an array: as many as its bytes have room for, three bytes being the least that one takes.
fn n_elements_max(array: Option<&Op>) -> u64 {
    match array {
        Some(Op::Array(ops)) => ops.len() as u64,
        Some(Op::Call(call)) if call.func == Func::Array => call.limit,
        other => other.map_or(0, Op::bytes_max) / 3,
    }
}

/// The most that a call may be asked for, from what its first argument can yield.
fn limit(func: Func, args: &[Op]) -> u64 {
    let most = match func {
        Func::Text | Func::Binary => N_BYTES_MAX,
        _ => N_ELEMENTS_MAX,
    };
    let known = args.first().and_then(Op::upper);
    known.map_or(N_UNKNOWN_MAX, |known| u64::try_from(super::value::whole(known)).unwrap_or(0)).min(most)
}
