//! Threads that take turns.
//!
//! A paper's twelve threads on twelve cores are not ours on two: a thread that waits for a core stays in its nodes, and
//! the others keep out of them. Taking turns, node by node, they go forward together wherever they run.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Whose turn it is.
pub(crate) struct Baton {
    state: Mutex<State>,
    /// One for each thread, so that a turn wakes one.
    wake: Vec<Condvar>,
}

struct State {
    /// The threads that are still running.
    running: Vec<bool>,
    turn: usize,
}

impl Baton {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            state: Mutex::new(State { running: vec![true; threads], turn: 0 }),
            wake: (0..threads).map(|_| Condvar::new()).collect(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the turn to the next thread that runs, if there is another.
    fn hand_on(&self, state: &mut State) {
        let threads = state.running.len();
        let next = (1..=threads).map(|step| (state.turn + step) % threads).find(|&next| state.running[next]);
        if let Some(next) = next {
            state.turn = next;
            self.wake[next].notify_one();
        }
    }

    /// Waits for the first turn.
    pub(crate) fn begin(&self, thread: usize) {
        drop(self.wait(thread, self.lock()));
    }

    /// Lets every other thread have a turn.
    pub(crate) fn pass(&self, thread: usize) {
        let mut state = self.lock();
        self.hand_on(&mut state);
        drop(self.wait(thread, state));
    }

    /// Takes no more turns. For the thread whose turn it is, or one that never began.
    pub(crate) fn leave(&self, thread: usize) {
        let mut state = self.lock();
        state.running[thread] = false;
        if state.turn == thread {
            self.hand_on(&mut state);
        }
    }

    fn wait<'a>(&self, thread: usize, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        while state.turn != thread {
            state = self.wake[thread].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_take_turns_until_they_leave() {
        let (baton, said) = (Baton::new(4), Mutex::new(Vec::new()));
        baton.leave(3);
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let (baton, said) = (&baton, &said);
                scope.spawn(move || {
                    baton.begin(thread);
                    for _ in 0..=thread {
                        said.lock().expect("no panic").push(thread);
                        baton.pass(thread);
                    }
                    baton.leave(thread);
                });
            }
        });
        assert_eq!(*said.lock().expect("no panic"), [0, 1, 2, 1, 2, 2]);
    }
}
