//! A queue that takes turns between those who wait, so that one who asks much delays only themselves.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};

/// Whoever asks, as far as fairness goes.
///
/// From elsewhere, that is a machine. On this machine everybody has the same address, so there it is
/// a connection.
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
    /// Whether it is on the machine that the server runs on.
    pub(crate) fn is_here(self) -> bool {
        self.0.is_loopback()
    }
}

/// First in, first out for each client, and a turn for each client in the round. Bounded.
#[derive(Debug)]
pub(crate) struct FairQueue<T> {
    waiting: FxHashMap<Client, VecDeque<T>>,
    /// Whose turn it is next. Holds each client of `waiting` once.
    round: VecDeque<Client>,
    len: usize,
    most: usize,
    most_each: usize,
}

impl<T> FairQueue<T> {
    /// A queue for so many in all, and so many of each client.
    pub(crate) fn new(most: usize, most_each: usize) -> FairQueue<T> {
        FairQueue {
            waiting: FxHashMap::default(),
            round: VecDeque::new(),
            len: 0,
            most,
            most_each,
        }
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Lets one more wait; gives it back where there is no room.
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

    /// The next one.
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
