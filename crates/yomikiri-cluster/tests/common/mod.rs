//! Runs with workers of all kinds.

#![allow(dead_code, reason = "every test uses a part of it")]

use std::time::Duration;
use yomikiri::{Disk, Registry, Solution, Task};
use yomikiri_cluster::exchange::{Desk, Exchange, ExchangeError, Incoming, Lease, Receipt, Traffic};
use yomikiri_cluster::local::LocalExchange;
use yomikiri_cluster::message::{Answer, Cancelled, Claim, Facts, Finding, Job, Note, Place, Progress};
use yomikiri_cluster::store::Store;
use yomikiri_cluster::tree::Settings;
use yomikiri_cluster::worker::{SharedTable, Worker, WorkerOptions};
use yomikiri_cluster::{Belief, Plan, coordinate};
use yomikiri_game::Stop;
use yomikiri_search::{Asked, Monitor};

/// Who wins a game, with proofs.
pub fn plan(name: &str) -> Plan {
    let registry = Registry::standard();
    let game = registry.name(name).expect("a name").load(&Disk).expect("a game");
    let board = game.board();
    let place = Place { game: name.to_owned(), description: None, from: None, moves: Vec::new() };
    Plan {
        game,
        board,
        place,
        asked: Asked::Both,
        theorems: true,
        registry,
        search: Some(100),
        proof_time: Duration::from_secs(10),
        belief: Belief::Checked,
        grain: None,
        settings: Settings::default(),
        ahead: 0,
        lost_after: Duration::from_secs(60),
        proof: None,
        memory: 16 << 20,
    }
}

/// What is wrong with a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behaviour {
    /// It claims answers without any proof.
    ClaimsWithoutProof,
    /// It claims the opposite of what it has found, with the proof of what it has found.
    ClaimsTheOpposite,
    /// It claims answers with proofs of other positions.
    SendsProofsOfOthers,
    /// Its answers are bytes that are no proof.
    AnswersGarbage,
    /// It is another build.
    OtherBuild,
    /// It answers everything twice.
    AnswersTwice,
    /// It answers twice, the second time with a smaller proof.
    ShortensProofs,
    /// It answers when nobody waits any more.
    AnswersLate,
    /// It takes jobs and never answers.
    NeverAnswers,
    /// It can do no job.
    Refuses,
    /// It does not search, and makes numbers up.
    InventsNumbers,
    /// It claims anything before it answers.
    ClaimsAnything,
    /// It claims to have the answer again and again, and never sends it.
    NeverProves,
}

/// An exchange that stops the coordinator after so many answers.
pub struct StoppedAfter<'a> {
    pub exchange: &'a mut dyn Exchange,
    pub answers: u32,
    pub stop: Stop,
}

impl Exchange for StoppedAfter<'_> {
    fn post(&mut self, job: &Job) -> Result<(), ExchangeError> {
        self.exchange.post(job)
    }

    fn cancel(&mut self, cancelled: &Cancelled) {
        self.exchange.cancel(cancelled);
    }

    fn tell(&mut self, facts: &Facts) {
        self.exchange.tell(facts);
    }

    fn receive(&mut self, wait: Duration) -> Result<Option<Incoming>, ExchangeError> {
        let incoming = self.exchange.receive(wait)?;
        if let Some(Incoming::Answer(..)) = incoming {
            self.answers = self.answers.saturating_sub(1);
            if self.answers == 0 {
                self.stop.request();
            }
        }
        Ok(incoming)
    }

    fn acknowledge(&mut self, receipts: &[Receipt]) -> Result<(), ExchangeError> {
        self.exchange.acknowledge(receipts)
    }

    fn clear(&mut self) -> Result<(), ExchangeError> {
        self.exchange.clear()
    }

    fn workers(&self) -> Option<u32> {
        self.exchange.workers()
    }

    fn traffic(&self) -> Traffic {
        self.exchange.traffic()
    }
}

fn worker(name: String, table: &std::sync::Arc<SharedTable>) -> Worker {
    let options =
        WorkerOptions { memory: 16 << 20, heartbeat: Duration::from_millis(50), ..WorkerOptions::default() };
    Worker::new(name, Registry::standard(), options, table.clone())
}

/// Does something with an exchange that so many good workers work for, and some others.
pub fn with_crew<T>(good: u32, others: &[Behaviour], work: impl FnOnce(&mut dyn Exchange) -> T) -> T {
    let (mut exchange, desk) = LocalExchange::new(good + others.len() as u32);
    let table = SharedTable::new(16 << 20, good);
    std::thread::scope(|scope| {
        for number in 0..good {
            let (desk, worker) = (desk.clone(), worker(format!("good-{number}"), &table));
            scope.spawn(move || worker.run(&desk, &Stop::new()));
        }
        for (number, &behaviour) in others.iter().enumerate() {
            let desk = desk.clone();
            // What it does must not help the others.
            let worker = worker(format!("strange-{number}"), &SharedTable::new(1 << 20, 1));
            scope.spawn(move || misbehave(&worker, behaviour, &desk));
        }
        let done = work(&mut exchange);
        drop(exchange);
        done
    })
}

pub fn misbehave(worker: &Worker, behaviour: Behaviour, desk: &dyn Desk) {
    let mut earlier: Option<Vec<u8>> = None;
    let mut late: Vec<(Lease, Answer)> = Vec::new();
    while let Ok(lease) = desk.next(Duration::from_millis(50)) {
        let Some(lease) = lease else {
            continue;
        };
        let mut answer = worker.answer(&lease.job, &Monitor::default());
        let found = answer.finding.clone();
        match behaviour {
            Behaviour::ClaimsWithoutProof => {
                answer.finding = Finding::Decided { answer: lease.job.number % 2 == 0, lemmas: Vec::new() };
            }
            Behaviour::ClaimsTheOpposite => {
                if let Finding::Decided { answer, .. } = &mut answer.finding {
                    *answer = !*answer;
                }
            }
            Behaviour::SendsProofsOfOthers => {
                if let Finding::Decided { lemmas, .. } = &found {
                    if let Some(earlier) = earlier.replace(lemmas.clone()) {
                        answer.finding = Finding::Decided { answer: true, lemmas: earlier };
                    }
                } else if let Some(earlier) = earlier.clone() {
                    answer.finding = Finding::Decided { answer: false, lemmas: earlier };
                }
            }
            Behaviour::AnswersGarbage => {
                let lemmas = lease.job.number.to_le_bytes().repeat(7);
                answer.finding = Finding::Decided { answer: true, lemmas };
            }
            Behaviour::OtherBuild => {
                answer.build.keys ^= 1;
                answer.finding = Finding::Decided { answer: true, lemmas: Vec::new() };
            }
            Behaviour::Refuses => answer.finding = Finding::Refused { why: "not today".to_owned() },
            Behaviour::InventsNumbers => {
                answer.finding = Finding::Open { proof: 1, disproof: 1, children: vec![(7, 1, 1, 1)] };
            }
            Behaviour::NeverAnswers => {
                std::thread::sleep(Duration::from_secs(2));
                continue;
            }
            Behaviour::AnswersLate => {
                late.push((lease, answer));
                if late.len() > 3 {
                    let (lease, answer) = late.remove(0);
                    let _closed = desk.answer(&lease, &answer);
                }
                continue;
            }
            Behaviour::ShortensProofs => {
                let mut longer = answer.clone();
                if let Finding::Decided { lemmas, .. } = &mut longer.finding {
                    // A frame that a decoder skips.
                    lemmas.extend(0x184D_2A50_u32.to_le_bytes().into_iter().chain(1000_u32.to_le_bytes()));
                    lemmas.extend([0; 1000]);
                }
                let _closed = desk.answer(&lease, &longer);
            }
            Behaviour::AnswersTwice => {
                let _closed = desk.answer(&lease, &answer);
            }
            Behaviour::ClaimsAnything => {
                desk.progress(Some(&lease), &claiming(&lease, &answer));
                std::thread::sleep(Duration::from_millis(20));
            }
            Behaviour::NeverProves => {
                for _ in 0..100 {
                    desk.progress(Some(&lease), &claiming(&lease, &answer));
                    std::thread::sleep(Duration::from_millis(20));
                }
                continue;
            }
        }
        let _closed = desk.answer(&lease, &answer);
    }
}

/// A claim that is right or wrong, with notes that are wrong.
fn claiming(lease: &Lease, answer: &Answer) -> Progress {
    let wrong = |&(key, proof, disproof, work): &Note| (key, disproof, proof, work);
    let claim = Claim {
        answer: lease.job.number.is_multiple_of(2),
        build: answer.build.clone(),
        notes: answer.notes.iter().map(wrong).collect(),
    };
    let job = Some((lease.job.run, lease.job.number, answer.nodes));
    Progress { worker: answer.worker.clone(), job, threads: 1, leaves: false, claim: Some(claim) }
}

/// The solution that a coordinator with such workers finds.
pub fn solved(plan: &Plan, good: u32, others: &[Behaviour]) -> Solution {
    let store = Store::in_memory(&plan.run()).expect("a store");
    let found = with_crew(good, others, |exchange| {
        coordinate(plan, &store, exchange, &Default::default(), &Task::default())
    });
    found.expect("no failure")
}

/// A port for a server of this process's tests: free a moment ago, and given to none of them before. Two servers at one port would
/// be taken for each other.
pub fn free_port() -> u16 {
    static GIVEN: std::sync::Mutex<std::collections::BTreeSet<u16>> =
        std::sync::Mutex::new(std::collections::BTreeSet::new());
    loop {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("bound").port();
        if GIVEN.lock().expect("no panic").insert(port) {
            return port;
        }
    }
}
