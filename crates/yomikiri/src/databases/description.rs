//! The lines `key=value` that say what a database is about.

use super::DatabaseError;
use std::str::FromStr;

/// A description.
#[derive(Clone, Copy, Debug)]
pub struct Description<'a>(&'a str);

impl<'a> Description<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// The values of a key, in order.
    pub(super) fn all(self, key: &str) -> impl Iterator<Item = &'a str> {
        let fields = self.0.lines().filter_map(|line| line.split_once('='));
        fields.filter(move |field| field.0 == key).map(|field| field.1)
    }

    /// The value of a key, if it is there.
    #[must_use]
    pub fn field(self, key: &str) -> Option<&'a str> {
        self.all(key).next()
    }

    /// The value of a key.
    ///
    /// # Errors
    /// If it is missing.
    pub fn needed(self, key: &'static str) -> Result<&'a str, DatabaseError> {
        self.field(key).ok_or(DatabaseError::NoField(key))
    }
}

/// A number of a description.
pub(super) fn number<T: FromStr>(text: &str) -> Result<T, DatabaseError> {
    text.parse().map_err(|_| DatabaseError::Number(shown(text)))
}

/// The beginning of a text from a file, fit to be shown.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}
