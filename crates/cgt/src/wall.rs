//! The parts of a thermograph.

use crate::{Dyadic, Error};

/// A side of a thermograph: points of temperature and value from temperature 0 upwards, joined by straight
/// lines. Above the last point the value is constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall(pub Vec<(Dyadic, Dyadic)>);

/// A thermograph: its walls from temperature 0 upwards, and the mast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    /// The wall of Left's stops.
    pub left: Wall,
    /// The wall of Right's stops.
    pub right: Wall,
    /// The mean, at which the mast stands.
    pub mean: Dyadic,
    /// The temperature at which the mast begins. It is negative for a number.
    pub temperature: Dyadic,
}

impl Wall {
    /// Returns a wall that is only a mast.
    pub(crate) fn mast(value: Dyadic) -> Wall {
        Wall(vec![(Dyadic::ZERO, value)])
    }

    /// Returns the value at a temperature of at least 0.
    ///
    /// # Errors
    ///
    /// If it is out of range.
    pub fn at(&self, temperature: Dyadic) -> Result<Dyadic, Error> {
        let points = &self.0;
        let above = points.iter().position(|point| point.0 >= temperature);
        let Some(above) = above else {
            return Ok(points.last().map_or(Dyadic::ZERO, |point| point.1));
        };
        if points[above].0 == temperature || above == 0 {
            return Ok(points[above].1);
        }
        let (from, to) = (points[above - 1], points[above]);
        // Slopes are 0, 1 or -1.
        let way = temperature.minus(from.0)?;
        match to.1.cmp(&from.1) {
            std::cmp::Ordering::Equal => Ok(from.1),
            std::cmp::Ordering::Greater => from.1.plus(way),
            std::cmp::Ordering::Less => from.1.minus(way),
        }
    }
}
