//! Thermographs: the stops of a game under a tax on every move. (Winning Ways, chapter 6.)

use crate::store::{Side, Value, Values};
use crate::wall::{Thermograph, Wall};
use crate::{Dyadic, Error};

impl Wall {
    /// Returns the wall after a tax that the player pays, up to a temperature.
    fn taxed(&self, side: Side, top: Dyadic) -> Result<Vec<(Dyadic, Dyadic)>, Error> {
        let taxed = |(at, value): (Dyadic, Dyadic)| {
            let taxed = match side {
                Side::Left => value.minus(at),
                Side::Right => value.plus(at),
            };
            taxed.map(|taxed| (at, taxed))
        };
        let below = self.0.iter().filter(|point| point.0 < top);
        let end = (top, self.at(top)?);
        below.copied().chain([end]).map(taxed).collect()
    }
}

/// Returns the better of two lines for a player, over the same temperatures.
fn better(a: &Wall, b: &Wall, side: Side) -> Result<Wall, Error> {
    let mut at: Vec<Dyadic> = a.0.iter().chain(&b.0).map(|point| point.0).collect();
    at.sort_unstable();
    at.dedup();
    let mut points: Vec<(Dyadic, Dyadic)> = Vec::new();
    let mut before: Option<(Dyadic, Dyadic, Dyadic)> = None;
    for at in at {
        let (x, y) = (a.at(at)?, b.at(at)?);
        if let Some((from, x0, y0)) = before
            && x0.cmp(&y0) != x.cmp(&y)
            && x0 != y0
            && x != y
        {
            let meets = from.plus(meeting(x0, y0, x, y, at.minus(from)?)?)?;
            points.push((meets, a.at(meets)?));
        }
        let best = match side {
            Side::Left => x.max(y),
            Side::Right => x.min(y),
        };
        points.push((at, best));
        before = Some((at, x, y));
    }
    Ok(Wall(points))
}

/// Returns the distance from the start at which two lines meet. They are apart by `x0 - y0` at the start, and
/// on the other side at the end. Their slopes differ by 1 or 2.
fn meeting(x0: Dyadic, y0: Dyadic, x: Dyadic, y: Dyadic, length: Dyadic) -> Result<Dyadic, Error> {
    let apart = x0.max(y0).minus(x0.min(y0))?;
    let after = x.max(y).minus(x.min(y))?;
    match apart.plus(after)? == length {
        true => Ok(apart),
        false => apart.half(),
    }
}

impl Values<'_> {
    /// Returns the thermograph of a game.
    ///
    /// # Errors
    ///
    /// If a limit was reached.
    pub fn thermograph(&mut self, value: Value) -> Result<Thermograph, Error> {
        if let Some(compact) = self.as_compact(value) {
            let number = compact.number;
            let temperature = match self.as_number(value) {
                Some(_) => Dyadic::new(-1, number.exponent())?,
                None => Dyadic::ZERO,
            };
            return Ok(Thermograph {
                left: Wall::mast(number),
                right: Wall::mast(number),
                mean: number,
                temperature,
            });
        }
        if let Some(known) = self.walls.get(&value) {
            return Ok(known.clone());
        }
        let made = self.deeper(|values| values.made_of_options(value))?;
        self.walls.insert(value, made.clone());
        Ok(made)
    }

    fn made_of_options(&mut self, value: Value) -> Result<Thermograph, Error> {
        let left = self.options(value, Side::Left)?;
        let right = self.options(value, Side::Right)?;
        let mut of_left = Vec::new();
        for option in left {
            of_left.push(self.thermograph(option)?.right);
        }
        let mut of_right = Vec::new();
        for option in right {
            of_right.push(self.thermograph(option)?.left);
        }
        // Above the masts of its options the two lines lean towards each other, so they meet below this
        // temperature.
        let walls = || of_left.iter().chain(&of_right);
        let masts = walls().filter_map(|wall| wall.0.last());
        let last = masts.map(|point| point.0).max().unwrap_or(Dyadic::ZERO);
        let [high, low] = self.stops(value);
        let top = last.plus(high.minus(low)?)?;
        let scaffold = |walls: &[Wall], side: Side| -> Result<Wall, Error> {
            let mut best: Option<Wall> = None;
            for wall in walls {
                let line = Wall(wall.taxed(side, top)?);
                best = Some(match best {
                    None => line,
                    Some(best) => better(&best, &line, side)?,
                });
            }
            Ok(best.unwrap_or(Wall::mast(Dyadic::ZERO)))
        };
        let left = scaffold(&of_left, Side::Left)?;
        let right = scaffold(&of_right, Side::Right)?;
        let (temperature, mean) = crossing(&left, &right)?;
        let cut = |line: &Wall| -> Result<Wall, Error> {
            let below = line.0.iter().filter(|point| point.0 < temperature);
            let points = below.copied().chain([(temperature, mean)]).collect();
            Ok(Wall(straightened(points)?))
        };
        Ok(Thermograph {
            left: cut(&left)?,
            right: cut(&right)?,
            mean,
            temperature,
        })
    }
}

/// Returns the least temperature at which the lines have met, and the value there.
fn crossing(left: &Wall, right: &Wall) -> Result<(Dyadic, Dyadic), Error> {
    let mut at: Vec<Dyadic> = left.0.iter().chain(&right.0).map(|point| point.0).collect();
    at.sort_unstable();
    at.dedup();
    let mut before = (Dyadic::ZERO, Dyadic::ZERO, Dyadic::ZERO);
    for at in at {
        let (x, y) = (left.at(at)?, right.at(at)?);
        if x == y {
            return Ok((at, x));
        }
        if x < y {
            let (from, x0, y0) = before;
            let meets = from.plus(meeting(x0, y0, x, y, at.minus(from)?)?)?;
            return Ok((meets, left.at(meets)?));
        }
        before = (at, x, y);
    }
    // This is not reached: above the options' masts the lines lean towards each other until they meet.
    Err(Error::Number)
}

/// Returns the line without points that lie between two others on a straight line.
fn straightened(points: Vec<(Dyadic, Dyadic)>) -> Result<Vec<(Dyadic, Dyadic)>, Error> {
    let mut straight: Vec<(Dyadic, Dyadic)> = Vec::new();
    let slope = |a: (Dyadic, Dyadic), b: (Dyadic, Dyadic)| b.1.cmp(&a.1);
    for point in points {
        if let [.., a, b] = straight[..]
            && slope(a, b) == slope(b, point)
        {
            straight.pop();
        }
        straight.push(point);
    }
    // A vertical line at the end is already part of the mast.
    while let [.., a, b] = straight[..]
        && a.1 == b.1
    {
        straight.pop();
    }
    Ok(straight)
}
