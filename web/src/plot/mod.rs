//! The pictures: shards, key space, timeline. [`scene`] turns view data and a viewport into shapes and hit areas and
//! knows no browser; the components beside it draw what it returns and hold no layout of their own.

pub mod format;
pub mod scene;
