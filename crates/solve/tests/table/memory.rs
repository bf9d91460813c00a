//! A directory in memory whose n-th call fails in a chosen way.

use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use yomikiri::table::{Appending, Reading, Storage};

/// How the chosen call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The system says no, once.
    Error,
    /// The disk is full: this and every later call that writes fails.
    NoSpace,
    /// Half is written or read and the call says so, once. (No error: callers must go on.)
    Short,
    /// The process dies: this call and all that follow fail, and of what was written since the last
    /// sync nothing, or only the beginning, is there afterwards.
    Crash,
}

#[derive(Clone, Debug, Default)]
struct File {
    bytes: Vec<u8>,
    /// What survives a crash.
    lasting: usize,
}

#[derive(Default)]
struct State {
    files: BTreeMap<String, File>,
    /// The names of all files that were ever made.
    made: Vec<String>,
    /// The names that were asked for to read, whether or not there was such a file.
    opened: Vec<String>,
    /// The file that may not be read.
    withheld: Option<String>,
    calls: u64,
    fault: Option<(u64, Fault)>,
    /// Whether the fault goes on.
    down: Option<Fault>,
}

/// The directory.
#[derive(Clone, Default)]
pub(crate) struct Memory {
    state: Arc<Mutex<State>>,
    locked: Arc<AtomicBool>,
}

/// What a call may do.
enum Go {
    On,
    Half,
}

impl Memory {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// Lets the `n`-th call from now on fail, and makes everything else well.
    pub(crate) fn fail(&self, n: u64, fault: Fault) {
        let mut state = self.state();
        state.calls = 0;
        state.fault = Some((n, fault));
        state.down = None;
    }

    /// Room is made, the machine is up again: nothing fails any more. After a crash, what was not
    /// synced is gone, or cut in the middle.
    pub(crate) fn mend(&self) {
        let mut state = self.state();
        if state.down == Some(Fault::Crash) {
            let odd = state.calls % 2 == 1;
            for file in state.files.values_mut() {
                let unsynced = file.bytes.len() - file.lasting;
                file.bytes
                    .truncate(file.lasting + if odd { unsynced / 2 } else { 0 });
                file.lasting = file.bytes.len();
            }
        }
        state.fault = None;
        state.down = None;
        state.calls = 0;
        self.locked.store(false, Ordering::SeqCst);
    }

    /// Calls since the last [`fail`](Memory::fail) or [`mend`](Memory::mend).
    pub(crate) fn calls(&self) -> u64 {
        self.state().calls
    }

    /// The bytes of a file.
    pub(crate) fn file(&self, name: &str) -> Option<Vec<u8>> {
        self.state().files.get(name).map(|file| file.bytes.clone())
    }

    /// Puts a file there, whatever was there before.
    pub(crate) fn put(&self, name: &str, bytes: Vec<u8>) {
        let lasting = bytes.len();
        let file = File { bytes, lasting };
        self.state().files.insert(name.to_owned(), file);
    }

    /// Lets opening a file fail, as where one may not read it; nothing else of it, and `None` of any.
    pub(crate) fn withhold(&self, name: Option<&str>) {
        self.state().withheld = name.map(str::to_owned);
    }

    /// How many files whose names begin so were made.
    pub(crate) fn made(&self, beginning: &str) -> usize {
        let state = self.state();
        let made = state.made.iter();
        made.filter(|name| name.starts_with(beginning)).count()
    }

    /// How often files whose names begin so were opened to read since this was asked last.
    pub(crate) fn opened(&self, beginning: &str) -> usize {
        let opened = std::mem::take(&mut self.state().opened);
        let opened = opened.iter();
        opened.filter(|name| name.starts_with(beginning)).count()
    }

    fn call(state: &mut State, writes: bool) -> io::Result<Go> {
        state.calls += 1;
        let error = |fault| match fault {
            Fault::NoSpace => io::Error::from(io::ErrorKind::StorageFull),
            _ => io::Error::other("injected"),
        };
        match state.down {
            Some(Fault::Crash) => return Err(error(Fault::Crash)),
            Some(Fault::NoSpace) if writes => return Err(error(Fault::NoSpace)),
            _ => {}
        }
        match state.fault {
            Some((n, fault)) if n == state.calls => match fault {
                Fault::Short => Ok(Go::Half),
                Fault::Error => Err(error(fault)),
                Fault::NoSpace if !writes => Ok(Go::On),
                Fault::NoSpace | Fault::Crash => {
                    state.down = Some(fault);
                    Err(error(fault))
                }
            },
            _ => Ok(Go::On),
        }
    }
}

struct Handle {
    memory: Memory,
    name: String,
}

impl Appending for Handle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.memory.state();
        let count = match Memory::call(&mut state, true)? {
            Go::On => bytes.len(),
            Go::Half => bytes.len().div_ceil(2),
        };
        // As on a disk: what is written to a file that another worker has removed is lost, and no error.
        if let Some(file) = state.files.get_mut(&self.name) {
            file.bytes.extend_from_slice(&bytes[..count]);
        }
        Ok(count)
    }
    fn sync(&mut self) -> io::Result<()> {
        let mut state = self.memory.state();
        Memory::call(&mut state, true)?;
        if let Some(file) = state.files.get_mut(&self.name) {
            file.lasting = file.bytes.len();
        }
        Ok(())
    }
}

impl Reading for Handle {
    fn len(&self) -> io::Result<u64> {
        let mut state = self.memory.state();
        Memory::call(&mut state, false)?;
        let file = state.files.get(&self.name).ok_or(io::ErrorKind::NotFound)?;
        Ok(file.bytes.len() as u64)
    }
    fn read_at(&self, offset: u64, room: &mut [u8]) -> io::Result<usize> {
        let mut state = self.memory.state();
        let go = Memory::call(&mut state, false)?;
        // Another worker may have removed it.
        let file = state.files.get(&self.name).ok_or(io::ErrorKind::NotFound)?;
        let bytes = &file.bytes;
        let rest = bytes.get(offset as usize..).unwrap_or_default();
        let count = rest.len().min(match go {
            Go::On => room.len(),
            Go::Half => room.len().div_ceil(2),
        });
        room[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// The lock while it is held.
struct Guard(Arc<AtomicBool>);

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl Storage for Memory {
    fn create(&self, name: &str) -> io::Result<Box<dyn Appending>> {
        let mut state = self.state();
        Memory::call(&mut state, true)?;
        state.files.insert(name.to_owned(), File::default());
        state.made.push(name.to_owned());
        Ok(Box::new(Handle {
            memory: self.clone(),
            name: name.to_owned(),
        }))
    }
    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn Appending>> {
        let mut state = self.state();
        Memory::call(&mut state, true)?;
        let file = state.files.get_mut(name);
        let file = file.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        if (file.bytes.len() as u64) < len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.bytes.truncate(len as usize);
        file.lasting = file.lasting.min(len as usize);
        Ok(Box::new(Handle {
            memory: self.clone(),
            name: name.to_owned(),
        }))
    }
    fn open(&self, name: &str) -> io::Result<Box<dyn Reading>> {
        let mut state = self.state();
        Memory::call(&mut state, false)?;
        state.opened.push(name.to_owned());
        if state.withheld.as_deref() == Some(name) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        match state.files.contains_key(name) {
            true => Ok(Box::new(Handle {
                memory: self.clone(),
                name: name.to_owned(),
            })),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }
    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let mut state = self.state();
        Memory::call(&mut state, true)?;
        let file = state.files.remove(from);
        let file = file.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        state.files.insert(to.to_owned(), file);
        Ok(())
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        let mut state = self.state();
        Memory::call(&mut state, false)?;
        match state.files.remove(name) {
            Some(_) => Ok(()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }
    fn names(&self) -> io::Result<Vec<String>> {
        let mut state = self.state();
        Memory::call(&mut state, false)?;
        Ok(state.files.keys().cloned().collect())
    }
    fn sync(&self) -> io::Result<()> {
        Memory::call(&mut self.state(), true)?;
        Ok(())
    }
    fn lock(&self) -> io::Result<Option<Box<dyn Any + Send>>> {
        Memory::call(&mut self.state(), false)?;
        if self.locked.swap(true, Ordering::SeqCst) {
            return Ok(None);
        }
        Ok(Some(Box::new(Guard(Arc::clone(&self.locked)))))
    }
}
