//! Arguments of functions, row by row, whatever Arrow holds them in.

use datafusion::arrow::array::{
    Array, ArrayRef, ArrowPrimitiveType, AsArray as _, LargeStringArray, PrimitiveArray, StringArray, StringViewArray,
};
use datafusion::arrow::compute::{CastOptions, cast_with_options};
use datafusion::arrow::datatypes::{DataType, Float64Type, UInt64Type};
use datafusion::common::Result;
use datafusion::logical_expr::ColumnarValue;

/// A number that does not fit is an error, not a NULL: a limit of -1 must not count as no limit given.
const STRICT: CastOptions<'static> =
    CastOptions { safe: false, format_options: datafusion::arrow::util::display::FormatOptions::new() };

/// The values of an argument: one for all rows, or one for each.
pub(crate) struct Values<A> {
    values: A,
    is_one: bool,
}

impl<A: Array> Values<A> {
    /// Where the value of a row stands; `None` for a NULL.
    fn place(&self, row: usize) -> Option<usize> {
        let place = if self.is_one { 0 } else { row };
        self.values.is_valid(place).then_some(place)
    }
}

/// An argument as an array, of one value if it is a scalar.
fn array(arg: &ColumnarValue, rows: usize, kind: Option<&DataType>) -> Result<(ArrayRef, bool)> {
    let is_one = matches!(arg, ColumnarValue::Scalar(_));
    let array = arg.to_array(if is_one { 1 } else { rows })?;
    Ok((kind.map_or_else(|| Ok(array.clone()), |kind| cast_with_options(&array, kind, &STRICT))?, is_one))
}

/// Whether values of this type can be [`Texts`].
pub(crate) fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_text(values),
        kind => kind.is_string() || kind.is_null(),
    }
}

/// Texts.
pub(crate) enum Texts {
    Short(Values<StringArray>),
    Large(Values<LargeStringArray>),
    View(Values<StringViewArray>),
}

impl Texts {
    pub(crate) fn new(arg: &ColumnarValue, rows: usize) -> Result<Self> {
        Ok(match arg.data_type() {
            DataType::Utf8View => {
                let (array, is_one) = array(arg, rows, None)?;
                Self::View(Values { values: array.as_string_view().clone(), is_one })
            }
            DataType::LargeUtf8 => {
                let (array, is_one) = array(arg, rows, None)?;
                Self::Large(Values { values: array.as_string::<i64>().clone(), is_one })
            }
            _ => {
                let (array, is_one) = array(arg, rows, Some(&DataType::Utf8))?;
                Self::Short(Values { values: array.as_string::<i32>().clone(), is_one })
            }
        })
    }

    /// Whether all rows have the same.
    pub(crate) fn is_one(&self) -> bool {
        match self {
            Self::Short(texts) => texts.is_one,
            Self::Large(texts) => texts.is_one,
            Self::View(texts) => texts.is_one,
        }
    }

    /// The text of a row.
    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        match self {
            Self::Short(texts) => texts.place(row).map(|place| texts.values.value(place)),
            Self::Large(texts) => texts.place(row).map(|place| texts.values.value(place)),
            Self::View(texts) => texts.place(row).map(|place| texts.values.value(place)),
        }
    }
}

/// Numbers of one type.
pub(crate) struct Primitives<T: ArrowPrimitiveType>(Values<PrimitiveArray<T>>);

/// Whole numbers, none of them below 0.
pub(crate) type Numbers = Primitives<UInt64Type>;

/// Numbers.
pub(crate) type Reals = Primitives<Float64Type>;

impl<T: ArrowPrimitiveType> Primitives<T> {
    pub(crate) fn new(arg: &ColumnarValue, rows: usize) -> Result<Self> {
        let (array, is_one) = array(arg, rows, Some(&T::DATA_TYPE))?;
        Ok(Self(Values { values: array.as_primitive::<T>().clone(), is_one }))
    }

    /// Whether all rows have the same.
    pub(crate) fn is_one(&self) -> bool {
        self.0.is_one
    }

    /// The number of a row.
    pub(crate) fn get(&self, row: usize) -> Option<T::Native> {
        self.0.place(row).map(|place| self.0.values.value(place))
    }
}
