//! Lists in JSON whose items are checked one by one, each with its line.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The items of a list as they stand in the file.
#[derive(Debug)]
pub(crate) struct Items<'a>(pub(crate) Vec<&'a RawValue>);

impl Items<'_> {
    /// Longer lists are refused: no city has that many routes or nodes.
    pub(crate) const MOST: usize = 100_000;
}

impl<'de: 'a, 'a> Deserialize<'de> for Items<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ItemsVisitor)
    }
}

/// The name of a node or route: a text, or a whole number meant as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name(pub(crate) String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameVisitor)
    }
}

/// The message of serde without its position, and the line in a file whose part starts on `first_line`.
pub(crate) fn explain(error: &serde_json::Error, first_line: u64) -> (u64, String) {
    let text = error.to_string();
    let problem = text.rsplit_once(" at line ").map_or(text.as_str(), |(problem, _)| problem);
    (first_line + (error.line() as u64).saturating_sub(1), problem.to_owned())
}

struct ItemsVisitor;

impl<'de> Visitor<'de> for ItemsVisitor {
    type Value = Items<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            if items.len() == Items::MOST {
                return Err(A::Error::custom(format_args!("the list is longer than {}", Items::MOST)));
            }
            items.push(item);
        }
        Ok(Items(items))
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "a text or a whole number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Name, E> {
        Ok(Name(text.to_owned()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Name, E> {
        Ok(Name(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Name, E> {
        Ok(Name(number.to_string()))
    }
}
