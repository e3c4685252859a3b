//! The question to the SAT solver: can all these clauses be true?

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

/// Ends the solver when asked.
struct Until<'a>(&'a dyn Fn() -> bool);

impl Callbacks for Until<'_> {
    fn stop(&self) -> bool {
        (self.0)()
    }
}

/// A literal of the SAT solver.
pub(super) type Atom = Lit;

/// Clauses for the SAT solver.
pub(super) struct Question<'a> {
    solver: Solver<Until<'a>>,
    truth: Atom,
}

impl<'a> Question<'a> {
    pub(super) fn new(stop: &'a dyn Fn() -> bool) -> Self {
        let mut solver = Solver::new(SolverOpts::default(), Until(stop));
        let truth = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![truth]);
        Self { solver, truth }
    }

    /// A literal that is true.
    pub(super) fn truth(&self) -> Atom {
        self.truth
    }

    pub(super) fn atom(&mut self) -> Atom {
        Lit::new(self.solver.new_var_default(), true)
    }

    pub(super) fn clause(&mut self, literals: impl IntoIterator<Item = Atom>) {
        self.solver.add_clause_reuse(&mut literals.into_iter().collect());
    }

    /// Makes an atom the conjunction of others.
    pub(super) fn define_all(&mut self, atom: Atom, inputs: &[Atom]) {
        for &input in inputs {
            self.clause([!atom, input]);
        }
        self.clause(inputs.iter().map(|&input| !input).chain([atom]));
    }

    /// Makes an atom "the second if the first, else the third".
    pub(super) fn define_choice(&mut self, atom: Atom, [a, b, c]: [Atom; 3]) {
        self.clause([!a, !b, atom]);
        self.clause([!a, b, !atom]);
        self.clause([a, !c, atom]);
        self.clause([a, c, !atom]);
    }

    /// Whether all clauses and these atoms can be true; `None` if the solver was stopped.
    pub(super) fn has_a_model(&mut self, with: &[Atom]) -> Option<bool> {
        match self.solver.solve_limited(with) {
            found if found == lbool::TRUE => Some(true),
            found if found == lbool::FALSE => Some(false),
            _ => None,
        }
    }
}
