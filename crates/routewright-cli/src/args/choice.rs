//! Options whose values have names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use routewright::design::Choice;

/// Parses a choice of the library by its name; `--help` lists the names with what they mean.
pub fn choice<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let values = T::ALL.iter().map(|choice| PossibleValue::new(choice.name()).help(choice.about()));
    PossibleValuesParser::new(values).map(|name| T::named(&name).expect("only names of choices are accepted"))
}
