//! A queue that serves clients in turn, so that a client with many requests delays only itself.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};

/// The unit of fairness.
///
/// For other machines it is the machine. On this machine all clients have the same address, so there
/// it is the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Client(IpAddr, u16);

impl From<SocketAddr> for Client {
    fn from(address: SocketAddr) -> Client {
        let port = match address.ip().is_loopback() {
            true => address.port(),
            false => 0,
        };
        Client(address.ip(), port)
    }
}

impl Client {
    /// Returns whether the client is on the server's machine.
    pub(crate) fn is_here(self) -> bool {
        self.0.is_loopback()
    }
}

/// A bounded queue: first in, first out for each client, with the clients taking turns.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    waiting: FxHashMap<Client, VecDeque<T>>,
    /// The clients in turn order. Contains each client of `waiting` once.
    round: VecDeque<Client>,
    len: usize,
    most: usize,
    most_each: usize,
}

impl<T> FairQueue<T> {
    /// Makes a queue with limits in all and for each client.
    pub(crate) fn new(most: usize, most_each: usize) -> FairQueue<T> {
        FairQueue {
            waiting: FxHashMap::default(),
            round: VecDeque::new(),
            len: 0,
            most,
            most_each,
        }
    }

    /// Returns the number of waiting items.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Adds an item; returns it if there is no room.
    pub(crate) fn push(&mut self, client: Client, item: T) -> Result<(), T> {
        let own = self.waiting.get(&client).map_or(0, VecDeque::len);
        if self.len == self.most || own == self.most_each {
            return Err(item);
        }
        if own == 0 {
            self.round.push_back(client);
        }
        self.waiting.entry(client).or_default().push_back(item);
        self.len += 1;
        Ok(())
    }

    /// Removes the next item.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let client = self.round.pop_front()?;
        let own = self.waiting.get_mut(&client)?;
        let item = own.pop_front()?;
        if own.is_empty() {
            self.waiting.remove(&client);
        } else {
            self.round.push_back(client);
        }
        self.len -= 1;
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(text: &str) -> Client {
        text.parse::<SocketAddr>().unwrap().into()
    }

    #[test]
    fn whoever_asks_much_waits_for_the_others() {
        let (greedy, modest) = (client("127.0.0.1:1000"), client("127.0.0.1:1001"));
        let mut queue = FairQueue::new(10, 4);
        for item in 0..4 {
            queue.push(greedy, item).unwrap();
        }
        assert_eq!(queue.push(greedy, 4), Err(4));
        queue.push(modest, 100).unwrap();
        let order: Vec<i32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [0, 100, 1, 2, 3]);
        assert_eq!((queue.len(), queue.waiting.len()), (0, 0));
    }

    #[test]
    fn it_is_bounded() {
        let mut queue = FairQueue::new(2, 2);
        for port in 1..=2 {
            queue
                .push(client(&format!("127.0.0.1:{port}")), port)
                .unwrap();
        }
        assert_eq!(queue.push(client("127.0.0.1:3"), 3), Err(3));
    }

    #[test]
    fn a_machine_elsewhere_is_one_client() {
        assert_eq!(client("192.0.2.1:1"), client("192.0.2.1:2"));
        assert_ne!(client("127.0.0.1:1"), client("127.0.0.1:2"));
    }
}
