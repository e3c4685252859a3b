//! Piecewise-linear functions of the temperature: the walls of thermographs.
//!
//! A trajectory is a list of points from t = −1 upwards, straight lines between them, and a slope from the
//! last point on. Slopes are −1, 0 or 1, so that every corner is at a dyadic number and nothing is rounded.

use crate::dyadic::{Dyadic, TooLarge};
use std::cmp::Ordering;

/// A value at a temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// The temperature.
    pub t: Dyadic,
    /// The value.
    pub value: Dyadic,
}

/// A continuous piecewise-linear function of t ≥ −1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trajectory {
    /// Corners, by rising t; the first is at −1.
    points: Vec<Point>,
    /// The slope after the last corner.
    slope: i8,
}

/// t times a slope.
fn scaled(t: Dyadic, slope: i8) -> Dyadic {
    match slope {
        0 => Dyadic::ZERO,
        1 => t,
        _ => -t,
    }
}

impl Trajectory {
    /// The same value at every temperature.
    pub(crate) fn constant(value: Dyadic) -> Self {
        Self { points: vec![Point { t: Dyadic::MINUS_ONE, value }], slope: 0 }
    }

    /// From corners that a database kept; constant after the last.
    ///
    /// `None` if they do not begin at −1, do not rise, or a slope is none of −1, 0 and 1.
    #[must_use]
    pub fn from_corners(points: Vec<Point>) -> Option<Self> {
        let begins = points.first()?.t == Dyadic::MINUS_ONE;
        let straight = points.windows(2).all(|pair| {
            let (Ok(run), Ok(rise)) = (pair[1].t.minus(pair[0].t), pair[1].value.minus(pair[0].value)) else {
                return false;
            };
            run > Dyadic::ZERO && (rise == Dyadic::ZERO || rise == run || rise == -run)
        });
        (begins && straight).then_some(Self { points, slope: 0 })
    }

    /// The corners, by rising t; the first is at −1.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.points
    }

    /// The slope from corner `at` on.
    fn slope_after(&self, at: usize) -> i8 {
        match self.points.get(at + 1) {
            None => self.slope,
            Some(next) => match next.value.cmp(&self.points[at].value) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            },
        }
    }

    /// The index of the last corner at or before `t`.
    fn piece(&self, t: Dyadic) -> usize {
        self.points.partition_point(|point| point.t <= t).saturating_sub(1)
    }

    /// The value at a temperature; below −1, that at −1.
    ///
    /// # Errors
    /// If a number does not fit.
    pub fn at(&self, t: Dyadic) -> Result<Dyadic, TooLarge> {
        let t = t.max(Dyadic::MINUS_ONE);
        let at = self.piece(t);
        let corner = self.points[at];
        corner.value.plus(scaled(t.minus(corner.t)?, self.slope_after(at)))
    }

    /// The same with `slope`·t added: the tax on a move.
    pub(crate) fn taxed(&self, slope: i8) -> Result<Self, TooLarge> {
        let tax = |point: &Point| -> Result<Point, TooLarge> {
            Ok(Point { t: point.t, value: point.value.plus(scaled(point.t, slope))? })
        };
        let points = self.points.iter().map(tax).collect::<Result<_, _>>()?;
        Ok(Self { points, slope: self.slope + slope })
    }

    /// At every temperature the greater (or the lesser) of two.
    pub(crate) fn better(&self, other: &Self, greater: bool) -> Result<Self, TooLarge> {
        let mut points = Vec::with_capacity(self.points.len() + other.points.len());
        let prefer = |a: Dyadic, b: Dyadic| if greater { a.max(b) } else { a.min(b) };
        let mut slope = 0;
        let mut steps = self.common_steps(other)?;
        while let Some(step) = steps.pop() {
            points.push(Point { t: step.t, value: prefer(step.mine, step.theirs) });
            if let Some(point) = step.crossing()? {
                points.push(point);
            }
            if steps.is_empty() {
                // Beyond the last corner and any crossing, the steeper one has won.
                slope = if greater == (step.my_slope > step.their_slope) {
                    step.my_slope
                } else {
                    step.their_slope
                };
                if step.my_slope == step.their_slope {
                    slope = step.my_slope;
                }
            }
        }
        Ok(Self { points, slope }.simplified())
    }

    /// Pieces on which both are straight, the last one first.
    fn common_steps(&self, other: &Self) -> Result<Vec<Step>, TooLarge> {
        let mut steps = Vec::with_capacity(self.points.len() + other.points.len());
        let (mut mine, mut theirs) = (0, 0);
        let mut t = Dyadic::MINUS_ONE;
        loop {
            let next = [self.points.get(mine + 1), other.points.get(theirs + 1)];
            let end = next.into_iter().flatten().map(|point| point.t).min();
            steps.push(Step {
                t,
                end,
                mine: self.at(t)?,
                theirs: other.at(t)?,
                my_slope: self.slope_after(mine),
                their_slope: other.slope_after(theirs),
            });
            let Some(end) = end else {
                steps.reverse();
                return Ok(steps);
            };
            t = end;
            mine += usize::from(next[0].is_some_and(|point| point.t == end));
            theirs += usize::from(next[1].is_some_and(|point| point.t == end));
        }
    }

    /// Where this first is at or below the other, to which it falls.
    pub(crate) fn meets(&self, other: &Self) -> Result<Option<Point>, TooLarge> {
        for step in self.common_steps(other)?.into_iter().rev() {
            if step.mine <= step.theirs {
                return Ok(Some(Point { t: step.t, value: step.mine }));
            }
            if let Some(point) = step.crossing()? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// The same up to a point that lies on it, and from there on a mast.
    pub(crate) fn cut_at(&self, top: Point) -> Self {
        let mut points: Vec<_> = self.points.iter().copied().take_while(|point| point.t < top.t).collect();
        points.push(top);
        Self { points, slope: 0 }.simplified()
    }

    /// Without corners that are none.
    fn simplified(self) -> Self {
        let mut kept: Vec<Point> = Vec::with_capacity(self.points.len());
        for at in 0..self.points.len() {
            let before = kept.len().checked_sub(1).map(|last| direction(kept[last], self.points[at]));
            if before != Some(self.slope_after(at)) {
                kept.push(self.points[at]);
            }
        }
        Self { points: kept, slope: self.slope }
    }
}

fn direction(from: Point, to: Point) -> i8 {
    match to.value.cmp(&from.value) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// A stretch of temperatures on which two trajectories are straight.
struct Step {
    t: Dyadic,
    end: Option<Dyadic>,
    mine: Dyadic,
    theirs: Dyadic,
    my_slope: i8,
    their_slope: i8,
}

impl Step {
    /// The point strictly inside where they cross.
    fn crossing(&self) -> Result<Option<Point>, TooLarge> {
        let gap = self.theirs.minus(self.mine)?;
        let closing = self.my_slope - self.their_slope;
        let towards = match gap.cmp(&Dyadic::ZERO) {
            Ordering::Less => closing < 0,
            Ordering::Equal => false,
            Ordering::Greater => closing > 0,
        };
        if !towards {
            return Ok(None);
        }
        let distance = if gap < Dyadic::ZERO { -gap } else { gap };
        let distance = if closing.abs() == 2 { distance.half()? } else { distance };
        let t = self.t.plus(distance)?;
        if self.end.is_some_and(|end| t >= end) {
            return Ok(None);
        }
        Ok(Some(Point { t, value: self.mine.plus(scaled(distance, self.my_slope))? }))
    }
}
