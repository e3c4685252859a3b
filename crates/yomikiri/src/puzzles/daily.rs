//! One problem for every day: the same for everybody who has the same file.

use crate::puzzles::{Printed, Sheet, SheetError, position_of};
use crate::task::Task;
use yomikiri_game::PositionText;
use yomikiri_trax::Rules;
use yomikiri_trax::puzzle::Puzzle;

/// The problem of a day.
#[derive(Clone, Debug)]
pub struct Daily {
    /// The day, as YYYY-MM-DD.
    pub date: String,
    /// The number of the problem in the file, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// The problem.
    pub puzzle: Puzzle,
    /// The same as it is printed, with a line of play.
    pub printed: Printed,
    /// The position, as one line of text.
    pub position: String,
}

impl Daily {
    /// The problem of a day out of a file; `None` if there is no such day, or the file has no problem.
    ///
    /// # Errors
    /// If the problem has no position, the memory for a table cannot be had, or the work was stopped.
    pub fn of_file(
        date: &str,
        puzzles: &[(usize, Puzzle)],
        default_rules: Rules,
        memory: u64,
        task: &Task,
    ) -> Result<Option<Self>, SheetError> {
        let chosen = day_number(date).map(|day| Self::choose(day, puzzles.len()));
        let Some((at, chosen)) = chosen.and_then(|at| Some((at, puzzles.get(at)?))) else {
            return Ok(None);
        };
        let sheet = Sheet::new(date, std::slice::from_ref(chosen), default_rules, memory, task)?;
        let position = position_of(&chosen.1, default_rules)
            .map_err(|error| SheetError::Puzzle { line: chosen.0, error })?
            .position_text();
        Ok(sheet.problems.into_iter().next().map(|printed| Self {
            date: date.to_owned(),
            number: at + 1,
            of: puzzles.len(),
            puzzle: chosen.1.clone(),
            printed,
            position,
        }))
    }

    /// Which of so many problems a day has, from 0: each once in as many days, one day's grade unlike the next one's
    /// if the file is in order of difficulty.
    #[must_use]
    pub fn choose(day: i64, problems: usize) -> usize {
        if problems == 0 {
            return 0;
        }
        let of = problems as i64;
        // A step that shares no divisor with the number of problems meets each of them once.
        let near = (of as f64 * 0.618) as i64;
        let step = (near.max(1)..).find(|&step| gcd(step, of) == 1).unwrap_or(1);
        ((day.rem_euclid(of) * step) % of) as usize
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The number of a day (YYYY-MM-DD) since 1970-01-01; `None` if there is no such day.
#[must_use]
pub fn day_number(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return None;
    }
    let (year, month, day): (i64, i64, i64) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let length = *lengths.get(usize::try_from(month - 1).ok()?)?;
    if !(1..=length).contains(&day) || year < 1 {
        return None;
    }
    let before = lengths[..month as usize - 1].iter().sum::<i64>();
    let past = year - 1;
    // Days since the first of January of the year 1, and those until 1970.
    Some(365 * past + past / 4 - past / 100 + past / 400 + before + day - 1 - 719_162)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        for (date, number) in [
            ("1970-01-01", 0),
            ("1970-02-01", 31),
            ("2000-02-29", 11_016),
            ("2026-11-16", 20_773),
            ("1969-12-31", -1),
        ] {
            assert_eq!(day_number(date), Some(number), "{date}");
        }
        for date in
            ["", "2026", "2026-13-01", "2026-00-01", "2025-02-29", "2026-1-1", "2026-01-01-01", "x-y-z"]
        {
            assert_eq!(day_number(date), None, "{date}");
        }
    }

    #[test]
    fn every_problem_has_its_day() {
        for problems in [1, 2, 3, 12, 50, 101] {
            let mut chosen: Vec<usize> =
                (-7..problems as i64 - 7).map(|day| Daily::choose(day, problems)).collect();
            chosen.sort_unstable();
            assert_eq!(chosen, (0..problems).collect::<Vec<_>>());
        }
    }
}
