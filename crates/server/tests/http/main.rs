//! The server as its clients meet it: bytes over a connection.

mod answers;
mod guard;
mod limits;
mod play;
mod points;
mod rooms;
mod source;

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use yomikiri_server::{Options, Server};

/// A server that ends with this value.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn with(options: Options) -> Running {
        let server = Server::bind(options).expect("a port is free");
        let address = server.address();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = stop.clone();
        let thread = std::thread::spawn(move || server.run(&flag).expect("it runs"));
        Running {
            address,
            stop,
            thread: Some(thread),
        }
    }

    fn new() -> Running {
        Running::with(Options::default())
    }

    /// With less time for a question than people get.
    fn in_time(time: Duration) -> Running {
        Running::with(Options {
            time,
            ..Options::default()
        })
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        let long = Some(Duration::from_secs(30));
        stream.set_read_timeout(long).expect("it can wait");
        stream
    }

    /// What is answered to these bytes, until the connection is closed.
    fn send(&self, bytes: impl AsRef<[u8]>) -> Response {
        let mut stream = self.connect();
        // A server that has heard enough may close before the end.
        let _ = stream.write_all(bytes.as_ref());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Response::of(&answer)
    }

    fn get(&self, path: &str) -> Response {
        self.send(format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        ))
    }

    fn post(&self, path: &str, kind: &str, body: &str) -> Response {
        self.send(format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: {kind}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }

    fn measure(&self, name: &str) -> f64 {
        let text = self.get("/metrics").body;
        let line = text.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.rsplit(' ').next());
        number.map_or(0.0, |number| number.parse().expect("a number"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(std::thread::panicking() || ended.is_ok());
        }
    }
}

#[derive(Debug)]
struct Response {
    status: u16,
    head: String,
    body: String,
}

impl Response {
    fn of(bytes: &[u8]) -> Response {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Response {
            status: status.unwrap_or(0),
            head: head.to_ascii_lowercase(),
            body: body.to_owned(),
        }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// That this is a problem with this code, in the form of problems.
    fn is_problem(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        assert!(
            self.head.contains("content-type: application/problem+json"),
            "{self:?}"
        );
        let problem = self.json();
        assert_eq!(problem["status"], status);
        assert!(problem["detail"].is_string());
        problem
    }
}

/// The starting position of Connect Four, which takes any solver longer than it gets.
const HEAVY: &str = "/api/v1/position?game=connect4:cols=8,rows=7";

fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/,=".contains(&byte);
    text.bytes()
        .map(|byte| match plain(byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        })
        .collect()
}
