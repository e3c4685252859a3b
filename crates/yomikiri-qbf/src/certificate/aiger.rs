//! Certificates as AIGER files.
//!
//! The inputs are the variables of the player who loses, the outputs those of the winner; the symbol table has their names.

use super::Certificate;
use crate::formula::Variable;
use std::fmt::Write;

impl Certificate {
    /// The certificate as an AIGER file in text (`aag`), with the names of the variables and comments.
    #[must_use]
    pub fn aiger(&self, name: impl Fn(Variable) -> String, comments: &[String]) -> String {
        let mut text = self.header("aag");
        let graph = &self.graph;
        for at in 0..self.inputs.len() {
            let _infallible = writeln!(text, "{}", graph.input(at).number());
        }
        for (_, edge) in &self.outputs {
            let _infallible = writeln!(text, "{}", edge.number());
        }
        for (at, (a, b)) in graph.gates.iter().enumerate() {
            let gate = (graph.inputs as usize + 1 + at) << 1;
            let _infallible = writeln!(text, "{gate} {} {}", a.number(), b.number());
        }
        text + &self.symbols(name, comments)
    }

    /// The same in binary (`aig`), in which a gate takes few bytes.
    #[must_use]
    pub fn aiger_binary(&self, name: impl Fn(Variable) -> String, comments: &[String]) -> Vec<u8> {
        let mut text = self.header("aig");
        for (_, edge) in &self.outputs {
            let _infallible = writeln!(text, "{}", edge.number());
        }
        let mut bytes = text.into_bytes();
        for (at, (a, b)) in self.graph.gates.iter().enumerate() {
            let gate = (self.graph.inputs + 1 + at as u32) << 1;
            // The first input has the larger number.
            push_number(&mut bytes, gate - a.number());
            push_number(&mut bytes, a.number() - b.number());
        }
        bytes.extend(self.symbols(name, comments).into_bytes());
        bytes
    }

    fn header(&self, format: &str) -> String {
        let (inputs, gates) = (self.inputs.len(), self.graph.gates.len());
        format!("{format} {} {inputs} 0 {} {gates}\n", inputs + gates, self.outputs.len())
    }

    fn symbols(&self, name: impl Fn(Variable) -> String, comments: &[String]) -> String {
        let mut text = String::new();
        for (at, &variable) in self.inputs.iter().enumerate() {
            let _infallible = writeln!(text, "i{at} {}", name(variable));
        }
        for (at, &(variable, _)) in self.outputs.iter().enumerate() {
            let _infallible = writeln!(text, "o{at} {}", name(variable));
        }
        text.push_str("c\n");
        for line in comments.iter().flat_map(|comment| comment.lines()) {
            let _infallible = writeln!(text, "{line}");
        }
        text
    }
}

/// Seven bits a byte, lowest first; the highest bit says that more follow.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
