//! Network namespaces of Linux: a worker in one of its own can be cut off for real, its packets are lost.
//!
//! They need the rights of an administrator and `ip` of iproute2.

use std::process::{Command, Stdio};

/// A network namespace with a pair of virtual interfaces that leads to it. It ends with the test.
pub struct Namespace {
    /// Its name, which is also that of the interface on our side.
    name: String,
    /// The address on our side.
    pub address: String,
}

fn ip(arguments: &str) -> bool {
    let mut command = Command::new("ip");
    command.args(arguments.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Namespace {
    /// A new namespace; `None` if there are no rights to make one.
    pub fn new(number: usize) -> Option<Self> {
        // Two test runs at a time should not meet.
        let process = std::process::id();
        let name = format!("ymk{process}-{number}");
        let network = format!("10.{}.{}", 200 + process % 50, number);
        let namespace = ip(&format!("netns add {name}"))
            .then(|| Self { name: name.clone(), address: format!("{network}.1") })?;
        let is_made = [
            format!("link add {name} type veth peer name eth0 netns {name}"),
            format!("address add {network}.1/30 dev {name}"),
            format!("-n {name} address add {network}.2/30 dev eth0"),
            format!("-n {name} link set eth0 up"),
            format!("link set {name} up"),
        ]
        .iter()
        .all(|step| ip(step));
        is_made.then_some(namespace)
    }

    /// Cuts it off, or connects it again.
    pub fn set_cut(&self, cut: bool) {
        let state = if cut { "down" } else { "up" };
        assert!(ip(&format!("link set {} {state}", self.name)), "{} cannot be set {state}", self.name);
    }

    /// A command that runs in it.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name, program]);
        command
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        ip(&format!("netns delete {}", self.name));
    }
}
