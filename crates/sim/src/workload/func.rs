//! What a value can be worked out from others with.

/// An operation of [`super::Node::Call`]. The arguments stand in the order given; each may itself vary from document to
/// document. A number that is asked for is taken from any number, date (milliseconds), Boolean or numeric text; what is
/// none of these, or missing, leaves the value out. A range that ends before it begins yields its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Func {
    /// `min`, `max`: an int32.
    Int32,
    /// `min`, `max`: an int64.
    Int64,
    /// `min`, `max`: a whole number, int32 where it fits.
    Whole,
    /// `min`, `max`, decimals: a double.
    Decimals,
    /// `min`, `max`, decimals: a Decimal128.
    Decimal128,
    /// `min`, `max`: a prime; missing if there is none.
    Prime,
    /// Mean, standard deviation: a double.
    Normal,
    /// Mean and standard deviation of the logarithm: a double.
    Lognormal,
    /// Mean: a double.
    Exponential,
    /// Mean: a whole number.
    Poisson,
    /// Least value, shape: a double.
    Pareto,
    /// `min`, `max`, share of the range that is hot, share of the draws that goes there: a whole number.
    Hotspot,
    /// Exponent: the number of an earlier document, counted from 0; the newer the likelier (Zipf's law).
    Latest,
    /// How many there are at first, documents for each one more, exponent: a number from 1 on, by Zipf's law.
    Growing,
    /// Numbers to add; a date and numbers make a date. Whole if all are.
    Sum,
    /// Numbers to multiply.
    Product,
    /// Two numbers or dates; the difference of two dates is milliseconds.
    Subtract,
    /// Two numbers: a double.
    Divide,
    /// A number and what to divide it by: the remainder, never negative.
    Mod,
    /// A number or date and a size: its multiple at or below it.
    Floor,
    /// A number.
    Abs,
    /// Numbers or dates.
    Least,
    /// Numbers or dates.
    Greatest,
    /// A number and how many decimals to keep: a double.
    Round,
    /// A number: int32 where it fits, else int64; rounded.
    ToWhole,
    /// A number: int32, clamped and rounded.
    ToInt32,
    /// A number: int64, rounded.
    ToInt64,
    /// A number: a double.
    ToDouble,
    /// Any value: text.
    ToText,
    /// Milliseconds since 1970: a date.
    ToDate,
    /// First value, step: a count of its own.
    Sequence,
    /// Start (a date), step in milliseconds, hour of the peak, peak to trough, weekend to weekday: a date that goes on.
    Clock,
    /// Earliest, latest (dates), then as [`Func::Clock`]: a date.
    Seasonal,
    /// Earliest, latest: a date.
    Date,
    /// A date and a unit (text): the unit's beginning, in UTC; weeks begin on Sunday.
    FloorDate,
    /// A date and a unit: the next beginning of a unit, or the date itself if it is one.
    CeilDate,
    /// A date, a number and a unit: so much later.
    PlusDate,
    /// A date and a unit: its number, in UTC.
    DatePart,
    /// Length, characters: text.
    Text,
    /// Text in which `&` becomes a digit, `?` a small letter and `!` a capital.
    Pattern,
    /// Number of syllables: a word that means nothing.
    Word,
    /// Number of words: a sentence that means nothing.
    Sentence,
    /// Any values: their texts one after the other.
    Concat,
    /// An array and a text: the texts of the elements with that between them.
    Join,
    /// Text in capitals.
    Upper,
    /// Text in small letters.
    Lower,
    /// Text with a capital in front.
    Capitalize,
    /// Text from its end to its beginning.
    Reverse,
    /// Text, first character from 0, number of characters.
    Substr,
    /// Text, width, what to put in front until it has it.
    Pad,
    /// Any value: the MD5 of its text as 32 hexadecimal digits.
    Digest,
    /// Any value: what MongoDB's hashed index makes of it, an int64.
    Hash64,
    /// Digits: the same with a check digit after them (ISO/IEC 7812).
    Luhn,
    /// Number of elements, the element: an array.
    Array,
    /// An array and a place from 0; missing beyond its end.
    Pick,
    /// An array and how many of its elements, in random order; missing if that is more than it has. -1 is all.
    PickSet,
    /// Values, one after the other, over and over.
    Cycle,
    /// How many values to keep, a value: the first so many, over and over.
    Recycle,
    /// How often, a value: each value so many times before the next.
    Repeat,
    /// Number of fields, a name, a value: a document with names that differ.
    Object,
    /// Share, a value, what else: the value in this share of the documents.
    Optional,
    /// An array or text: the number of its elements or characters.
    Size,
    /// An array: the same with its first element again at its end.
    Close,
    /// Seconds, counter: a Timestamp.
    Timestamp,
    /// Number of bytes, subtype: random bytes.
    Binary,
    /// Its time (a date; missing is the insert's), number of client processes: an `ObjectId`.
    ObjectId,
}
