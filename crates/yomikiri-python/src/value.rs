//! Values of games.
//!
//! A value is a form of an arena that it shares with others. When an arena has grown large, new values begin another one; the old
//! one lives as long as its values do. Where two values meet that live in different arenas, one is copied.
//!
//! Rejected: an arena for the whole process, which could only grow, and an arena for each value, which would
//! reduce the same options again and again.

use crate::errors::{self, guarded};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use yomikiri::values::{Valued, tree};
use yomikiri_cgt::{Dyadic, Form, Forms, Intractable, Point};
use yomikiri_game::Player;

/// More different games than any expression worth writing needs.
const MOST_FORMS: u32 = 2_000_000;
/// An arena with more forms gets no new values from outside.
const LARGE: usize = 200_000;
/// The longest canonical form that is written out.
const LONGEST_TEXT: usize = 100_000;

type Arena = Arc<Mutex<Forms>>;

static CURRENT: Mutex<Option<Arena>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The arena for new values.
fn current() -> Arena {
    let mut current = lock(&CURRENT);
    match &*current {
        Some(arena) if lock(arena).len() < LARGE => arena.clone(),
        _ => current.insert(Arc::new(Mutex::new(Forms::with_limit(MOST_FORMS)))).clone(),
    }
}

/// A number as a `Fraction`.
pub(crate) fn fraction(py: Python<'_>, number: Dyadic) -> PyResult<Bound<'_, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = FRACTION.import(py, "fractions", "Fraction")?;
    class.call1((number.numerator(), 1_u128 << number.halvings()))
}

/// The corners of a wall of a thermograph: temperature and value of each.
type Corners<'py> = Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>;

/// A combinatorial game, in canonical form.
#[pyclass(frozen, module = "yomikiri", name = "Value")]
pub(crate) struct Value {
    arena: Arena,
    form: Form,
}

/// Copies a form from one arena into another.
fn copied(from: &Forms, form: Form, to: &mut Forms) -> Result<Form, Intractable> {
    let mut known: HashMap<Form, Form> = HashMap::new();
    // Not by recursion: nobody knows how deep a game is.
    let mut wanted = vec![form];
    while let Some(&next) = wanted.last() {
        if known.contains_key(&next) {
            wanted.pop();
            continue;
        }
        if let Some(number) = from.as_number(next) {
            known.insert(next, to.number(number)?);
            continue;
        }
        let (left, right) = (from.left_options(next), from.right_options(next));
        let before = wanted.len();
        wanted.extend(left.iter().chain(right).filter(|option| !known.contains_key(*option)));
        if wanted.len() > before {
            continue;
        }
        let found = |options: &[Form]| options.iter().map(|option| known[option]).collect::<Vec<_>>();
        let (left, right) = (found(left), found(right));
        known.insert(next, to.restore(&left, &right)?);
    }
    Ok(known[&form])
}

impl Value {
    /// Does something with the arena, without the interpreter.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Forms, Form) -> T + Send) -> PyResult<T> {
        let (arena, form) = (&self.arena, self.form);
        guarded(|| Ok(py.detach(|| work(&mut lock(arena), form))))
    }

    /// Does something with two values of one arena.
    fn with_both<T: Send>(
        &self,
        py: Python<'_>,
        other: &Self,
        work: impl FnOnce(&mut Forms, Form, Form) -> Result<T, Intractable> + Send,
    ) -> PyResult<T> {
        let both = || {
            if Arc::ptr_eq(&self.arena, &other.arena) {
                return work(&mut lock(&self.arena), self.form, other.form);
            }
            // One lock at a time, so that nobody waits in a circle.
            let mut carried = Forms::with_limit(MOST_FORMS);
            let carried_form = copied(&lock(&other.arena), other.form, &mut carried)?;
            let mut forms = lock(&self.arena);
            let form = copied(&carried, carried_form, &mut forms)?;
            work(&mut forms, self.form, form)
        };
        guarded(|| py.detach(both).map_err(errors::limit))
    }

    fn new_in_same(&self, form: Form) -> Self {
        Self { arena: self.arena.clone(), form }
    }

    fn options(&self, py: Python<'_>, player: Player) -> PyResult<Vec<Self>> {
        let forms = self.with(py, |forms, form| match player {
            Player::First => forms.left_options(form).to_vec(),
            Player::Second => forms.right_options(form).to_vec(),
        })?;
        Ok(forms.into_iter().map(|form| self.new_in_same(form)).collect())
    }

    fn valued(&self, py: Python<'_>) -> PyResult<Valued> {
        self.with(py, Valued::of)?.map_err(errors::limit)
    }

    /// The sum or difference with what may be a value, a number or an expression.
    fn combined(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        minus: bool,
        turned: bool,
    ) -> PyResult<Py<PyAny>> {
        let Some(other) = operand(other)? else {
            return Ok(py.NotImplemented());
        };
        let form = self.with_both(py, &other, |forms, this, other| match (minus, turned) {
            (false, _) => forms.sum(this, other),
            (true, false) => forms.difference(this, other),
            (true, true) => forms.difference(other, this),
        })?;
        Ok(Py::new(py, self.new_in_same(form))?.into_any())
    }
}

/// A value from whatever stands for one; `None` if it does not.
fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    if let Ok(value) = object.cast::<Value>() {
        let value = value.get();
        return Ok(Some(value.new_in_same(value.form)));
    }
    if object.is_instance_of::<pyo3::types::PyBool>() {
        return Ok(None);
    }
    let py = object.py();
    let rational = py.import("numbers")?.getattr("Rational")?;
    if !object.is_instance(&rational)? {
        return Ok(None);
    }
    let [numerator, denominator] = ["numerator", "denominator"].map(|name| {
        let part = object.getattr(name)?;
        part.extract::<i128>().map_err(|_| errors::limit("the number does not fit"))
    });
    let denominator = denominator?;
    if !(denominator > 0 && denominator.count_ones() == 1) {
        return Err(errors::input(format!(
            "{object} is no value: the denominator of a number that a game is equal to is a power of two"
        )));
    }
    let number = Dyadic::new(numerator?, denominator.trailing_zeros()).map_err(errors::limit)?;
    let arena = current();
    let form = lock(&arena).number(number).map_err(errors::limit)?;
    Ok(Some(Value { arena, form }))
}

/// The value that an expression, an integer or a fraction is.
#[pyfunction]
pub(crate) fn value(py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<Value> {
    if let Some(value) = operand(game)? {
        return Ok(value);
    }
    let text: String = game.extract()?;
    let arena = current();
    let parsed = guarded(|| {
        Ok(py.detach(|| {
            const SHOWN: usize = 200;
            lock(&arena).parse(&text).map_err(|error| {
                let shown: String =
                    text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
                format!("cannot read `{shown}`: {error}")
            })
        }))
    })?;
    let form = parsed.map_err(errors::input)?;
    Ok(Value { arena, form })
}

/// The game with these options.
#[pyfunction]
pub(crate) fn game_of(
    py: Python<'_>,
    left: Vec<Bound<'_, PyAny>>,
    right: Vec<Bound<'_, PyAny>>,
) -> PyResult<Value> {
    let arena = current();
    let carried = |options: Vec<Bound<'_, PyAny>>| -> PyResult<Vec<Form>> {
        let mut forms = Vec::new();
        for option in options {
            let option = value(py, &option)?;
            let zero = Value { arena: arena.clone(), form: Form::ZERO };
            forms.push(zero.with_both(py, &option, |_, _, form| Ok(form))?);
        }
        Ok(forms)
    };
    let (left, right) = (carried(left)?, carried(right)?);
    let form = guarded(|| py.detach(|| lock(&arena).game(&left, &right)).map_err(errors::limit))?;
    Ok(Value { arena, form })
}

#[pymethods]
impl Value {
    /// The canonical form as text; None if that is longer than 100 000 characters.
    #[getter]
    fn canonical(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |forms, form| forms.text_within(form, LONGEST_TEXT))
    }

    /// A shorter name, if it is a switch, a tiny or a miny.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |forms, form| forms.nickname(form))
    }

    /// The canonical options of Left.
    #[getter]
    fn left(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.options(py, Player::First)
    }

    /// The canonical options of Right.
    #[getter]
    fn right(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        self.options(py, Player::Second)
    }

    /// The number that it is equal to, as a Fraction; None if it is equal to no number.
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = self.with(py, |forms, form| forms.as_number(form))?;
        number.map(|number| fraction(py, number)).transpose()
    }

    /// Who wins: "L" (Left), "R" (Right), "N" (the next player), "P" (the previous player).
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |forms, form| forms.outcome(form).to_string())
    }

    /// The depth of the canonical form.
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |forms, form| forms.birthday(form))
    }

    /// What it is worth on average, as a Fraction.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.valued(py)?.mean())
    }

    /// How much the next move is worth, as a Fraction.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.valued(py)?.temperature())
    }

    /// The number that play ends in if Left moves first, as a Fraction.
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.with(py, |forms, form| forms.left_stop(form))?)
    }

    /// The number that play ends in if Right moves first, as a Fraction.
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.with(py, |forms, form| forms.right_stop(form))?)
    }

    /// The corners of the left and the right wall of the thermograph: temperature and value of each.
    fn walls<'py>(&self, py: Python<'py>) -> PyResult<[Corners<'py>; 2]> {
        let thermograph = self.valued(py)?.thermograph;
        let corner = |point: &Point| Ok((fraction(py, point.t)?, fraction(py, point.value)?));
        let wall = |player| thermograph.wall(player).corners().iter().map(corner).collect::<PyResult<_>>();
        Ok([wall(Player::First)?, wall(Player::Second)?])
    }

    /// The thermograph as an SVG file.
    fn thermograph_svg(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.valued(py)?.plot().svg().document())
    }

    /// The thermograph drawn with characters.
    fn thermograph_picture(&self, py: Python<'_>, columns: usize) -> PyResult<String> {
        Ok(self.valued(py)?.plot().picture(columns.clamp(10, 500)).to_string())
    }

    /// The tree of the canonical form as an SVG file; None if it has more than so many edges.
    fn tree_svg(&self, py: Python<'_>, most_edges: usize) -> PyResult<Option<String>> {
        self.with(py, |forms, form| {
            let is_small = tree_size(forms, form, most_edges) <= most_edges;
            is_small.then(|| tree(forms, form).svg().document())
        })
    }

    /// Whether neither is at least the other.
    fn confused_with(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other = value(py, other)?;
        self.with_both(py, &other, |forms, this, other| Ok(!forms.le(this, other) && !forms.le(other, this)))
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined(py, other, false, false)
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined(py, other, false, false)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined(py, other, true, false)
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.combined(py, other, true, true)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(self.new_in_same(self.with(py, |forms, form| forms.negative(form))?))
    }

    fn __pos__(&self) -> Self {
        self.new_in_same(self.form)
    }

    /// The sum of so many copies.
    fn __mul__(&self, py: Python<'_>, times: i64) -> PyResult<Self> {
        let sum = self.with(py, |forms, form| {
            let mut double = if times < 0 { forms.negative(form) } else { form };
            let (mut sum, mut left) = (Form::ZERO, times.unsigned_abs());
            while left > 0 {
                if left & 1 == 1 {
                    sum = forms.sum(sum, double)?;
                }
                left >>= 1;
                if left > 0 {
                    double = forms.sum(double, double)?;
                }
            }
            Ok::<_, Intractable>(sum)
        })?;
        Ok(self.new_in_same(sum.map_err(errors::limit)?))
    }

    fn __rmul__(&self, py: Python<'_>, times: i64) -> PyResult<Self> {
        self.__mul__(py, times)
    }

    /// The game in which Left can move to this and Right to the other.
    fn __or__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Some(other) = operand(other)? else {
            return Ok(py.NotImplemented());
        };
        let form = self.with_both(py, &other, |forms, this, other| forms.game(&[this], &[other]))?;
        Ok(Py::new(py, self.new_in_same(form))?.into_any())
    }

    fn __ror__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let Some(other) = operand(other)? else {
            return Ok(py.NotImplemented());
        };
        let form = self.with_both(py, &other, |forms, this, other| forms.game(&[other], &[this]))?;
        Ok(Py::new(py, self.new_in_same(form))?.into_any())
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let Ok(Some(other)) = operand(other) else {
            return Ok(py.NotImplemented());
        };
        // Equal games have the same canonical form.
        let (le, ge) = self
            .with_both(py, &other, |forms, this, other| Ok((forms.le(this, other), forms.le(other, this))))?;
        let holds = match op {
            CompareOp::Eq => le && ge,
            CompareOp::Ne => !(le && ge),
            CompareOp::Le => le,
            CompareOp::Ge => ge,
            CompareOp::Lt => le && !ge,
            CompareOp::Gt => ge && !le,
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // Equal numbers of Python have equal hashes.
        if let Some(number) = self.number(py)? {
            return number.hash();
        }
        let facts = self
            .with(py, |forms, form| (forms.left_stop(form), forms.right_stop(form), forms.birthday(form)))?;
        let mut hasher = DefaultHasher::new();
        [facts.0, facts.1].map(|stop| (stop.numerator(), stop.halvings())).hash(&mut hasher);
        facts.2.hash(&mut hasher);
        Ok(hasher.finish() as isize)
    }

    fn __bool__(&self) -> bool {
        self.form != Form::ZERO
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.canonical(py)?.unwrap_or_else(|| "(a long game)".to_owned()))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("value('{}')", self.__str__(py)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let text = self.canonical(py)?.ok_or_else(|| errors::limit("the game is too long to be written"))?;
        Ok((py.import("yomikiri._native")?.getattr("value")?, (text,)))
    }
}

/// The edges of the tree of a form, counted up to a limit.
fn tree_size(forms: &Forms, form: Form, most: usize) -> usize {
    let (mut edges, mut open) = (0, vec![form]);
    while let Some(form) = open.pop() {
        if forms.as_number(form).is_some() {
            continue;
        }
        let options = forms.left_options(form).iter().chain(forms.right_options(form));
        for &option in options {
            edges += 1;
            open.push(option);
            if edges > most {
                return edges;
            }
        }
    }
    edges
}
