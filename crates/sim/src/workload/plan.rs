//! A compiled template: what the generator runs.

use super::func::Func;
use thiserror::Error;

/// The documents of a template.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Fields in their order. Without an `_id` among them an `ObjectId` is put in front, as drivers do; an `_id`
    /// elsewhere moves to the front, as the server does.
    pub fields: Vec<Field>,
}

/// One field of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Name, without NUL characters.
    pub name: String,
    /// What it holds.
    pub value: Node,
}

/// How a value comes about. Ranges include both ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Node {
    /// The same value in every document.
    Constant {
        /// BSON type byte.
        tag: u8,
        /// The value's BSON bytes.
        bytes: Vec<u8>,
    },
    /// A nested document.
    Document(Vec<Field>),
    /// An array with these elements.
    Array(Vec<Node>),
    /// An `ObjectId` with the time of the insert and a counter.
    ObjectId,
    /// int32.
    Int32 {
        /// Least value.
        min: i32,
        /// Largest value.
        max: i32,
    },
    /// int64.
    Int64 {
        /// Least value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// A double with this many decimals: a whole number from `min` to `max` divided by 10^`decimals`.
    Decimals {
        /// Least value times 10^`decimals`.
        min: i64,
        /// Largest value times 10^`decimals`.
        max: i64,
        /// 0 to 15.
        decimals: u32,
    },
    /// A string of random characters.
    Text {
        /// Least number of characters.
        len_min: u32,
        /// Largest number of characters.
        len_max: u32,
        /// The characters to draw from.
        pool: String,
    },
    /// One of several.
    Choose {
        /// The choices.
        from: Vec<Node>,
        /// A weight for each, or none: all are as likely.
        weights: Vec<f64>,
    },
    /// true in this share of the documents.
    Bool {
        /// 0 to 1.
        share_true: f64,
    },
    /// A date.
    Date {
        /// Earliest, milliseconds since 1970.
        min_ms: i64,
        /// Latest, milliseconds since 1970.
        max_ms: i64,
    },
    /// The time of the insert.
    Now,
    /// Counts: int32 while it fits, then int64.
    Sequence {
        /// First value.
        start: i64,
        /// Added for each document.
        step: i64,
    },
    /// A rank by Zipf's law; rank 1 is the most frequent. int32 while it fits, then int64.
    Zipf {
        /// Number of ranks.
        n: u64,
        /// 0 is uniform; about 1 is usual.
        exponent: f64,
        /// If given, the value is text: this and the rank.
        prefix: Option<String>,
    },
    /// A version 4 UUID: binary subtype 4.
    Uuid,
    /// No field, or no element.
    Missing,
    /// A value worked out from others, for each document anew.
    Call {
        /// What is done.
        func: Func,
        /// What it is done to, in the order that [`Func`] says.
        args: Vec<Node>,
    },
    /// The value that another field of the same document has, wherever it stands; missing if that is.
    Ref(String),
}

/// Why a plan can't run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlanError {
    /// A name with a NUL.
    #[error("a field name can't hold a NUL character")]
    NulInName,
    /// Nested too deep.
    #[error("nested deeper than 100 levels, MongoDB's limit")]
    TooDeep,
    /// Documents could be too large.
    #[error("documents could take {bytes_max} bytes, over MongoDB's 16 MB limit (BSONObjectTooLarge, 10334)")]
    TooLarge {
        /// Largest size.
        bytes_max: u64,
    },
    /// A range that ends before it begins.
    #[error("the least value is above the largest")]
    EmptyRange,
    /// Nothing to choose from, or no characters to draw.
    #[error("there is nothing to choose from")]
    NothingToChoose,
    /// Weights that do not fit the choices.
    #[error("each choice needs a weight of 0 or more, and one of them more than 0")]
    BadWeights,
    /// A number that makes no distribution.
    #[error("`n` is from 1 to 2^53 and the exponent from 0 to 100")]
    BadZipf,
    /// Too many decimals.
    #[error("a double has at most 15 decimals")]
    TooManyDecimals,
    /// A share outside 0 to 1.
    #[error("a share is from 0 to 1")]
    BadShare,
    /// A reference to nothing.
    #[error("there is no field `{path}`")]
    UnknownField {
        /// Dotted path.
        path: String,
    },
    /// A value that would need itself.
    #[error("the value of `{path}` would need itself")]
    Circular {
        /// Dotted path.
        path: String,
    },
}
