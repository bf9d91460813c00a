//! A folder of objects on the network as a [`Storage`]. A file under construction is on this machine; it becomes an
//! object, at once and complete, when it gets its name.

use super::board::Board;
use super::ranges::Ranges;
use super::remote::{Remote, call, failed};
use super::scratch::Scratch;
use object_store::path::Path;
use object_store::{
    Error, ObjectStore, PutMode, PutOptions, PutPayload, UpdateVersion, WriteMultipart,
};
use std::any::Any;
use std::io;
use std::sync::Arc;
use yomikiri_catalog::table::{
    Appending, FILE, Reading, Storage, TableFault, WRITING, read_exact_at,
};

/// The largest object that is put in one request; larger ones go in parts.
const AT_ONCE: u64 = 16 << 20;
/// The size of a part, and (`PARTS`) the number of parts sent at the same time.
const PART: usize = 8 << 20;
const PARTS: usize = 4;
/// The bytes in memory for a task's file, and (`OF_TABLE`) for a table.
const OF_FILE: u64 = 512 << 10;
const OF_TABLE: u64 = 64 << 20;

/// The objects whose names begin with a path.
pub(super) struct Bucket {
    store: Arc<dyn ObjectStore>,
    path: Path,
    /// The files under construction.
    here: Scratch,
}

impl Bucket {
    /// Opens a store for reading and writing.
    ///
    /// # Errors
    ///
    /// If the address is invalid, or if the store is read-only.
    pub(super) fn to_write(address: &str) -> Result<Bucket, String> {
        let remote = Remote::at(address)?;
        match remote.read_only {
            true => Err(format!(
                "`{address}` can only be read: the files of tasks need a store that begins with s3, gs or az"
            )),
            false => Ok(Bucket {
                store: remote.store,
                path: remote.path,
                here: Scratch::default(),
            }),
        }
    }

    /// Opens a table: its folder, or the object itself.
    ///
    /// # Errors
    ///
    /// If the address is invalid; the inner error is one of the network.
    pub(super) fn table(address: &str) -> Result<Result<Box<dyn Reading>, TableFault>, String> {
        let Remote { store, path, .. } = Remote::at(address)?;
        let ends = address.ends_with(FILE);
        let within = match ends {
            true => path.clone(),
            false => path.child(FILE),
        };
        let opened = match Ranges::open(&store, within, OF_TABLE) {
            Err(Error::NotFound { .. }) if !ends => Ranges::open(&store, path, OF_TABLE),
            opened => opened,
        };
        Ok(match opened {
            Ok(ranges) => Ok(Box::new(ranges)),
            Err(Error::NotFound { .. }) => Err(TableFault::Missing),
            Err(error) => Err(TableFault::Io {
                doing: "cannot open the table".to_owned(),
                error: failed(error),
            }),
        })
    }

    /// Returns the board of this store's workers.
    pub(super) fn board(&self) -> Objects {
        Objects {
            store: Arc::clone(&self.store),
            path: self.path.clone(),
        }
    }

    fn at(&self, name: &str) -> Path {
        self.path.child(name)
    }

    /// Uploads a file of this machine as an object.
    fn upload(&self, from: &str, to: &str) -> io::Result<()> {
        let file: Arc<dyn Reading> = self.here.open(from)?.into();
        let (len, path) = (file.len()?, self.at(to));
        match len <= AT_ONCE {
            true => self.put(&read_bytes(file.as_ref(), 0, len as usize)?, path),
            false => self.put_in_parts(&file, len, path),
        }
    }

    /// Puts an object if there is none; replaces an existing one if its content differs.
    fn put(&self, bytes: &[u8], path: Path) -> io::Result<()> {
        let payload = PutPayload::from(bytes.to_vec());
        let put = |mode| put(&self.store, &path, &payload, mode);
        match put(PutMode::Create) {
            // Another worker was faster, or the reply to our own request was lost. Usually the content is the same.
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {
                let there = Ranges::open(&self.store, path.clone(), OF_FILE).map_err(failed)?;
                let same = there.len()? == bytes.len() as u64
                    && read_bytes(&there, 0, bytes.len())? == bytes;
                match same {
                    true => Ok(()),
                    false => put(PutMode::Overwrite).map_err(failed),
                }
            }
            // Not every S3 service supports conditions.
            Err(Error::NotImplemented | Error::NotSupported { .. }) => {
                put(PutMode::Overwrite).map_err(failed)
            }
            done => done.map_err(failed),
        }
    }

    fn put_in_parts(&self, file: &Arc<dyn Reading>, len: u64, path: Path) -> io::Result<()> {
        let (from, file) = (Arc::clone(&self.store), Arc::clone(file));
        let parts = move || {
            let (store, path, file) = (Arc::clone(&from), path.clone(), Arc::clone(&file));
            async move {
                let upload = store.put_multipart(&path).await?;
                let mut writing = WriteMultipart::new_with_chunk_size(upload, PART);
                let generic = |error: io::Error| Error::Generic {
                    store: "stores",
                    source: error.into(),
                };
                let mut at = 0;
                while at < len {
                    let count = (len - at).min(PART as u64) as usize;
                    let bytes = read_bytes(file.as_ref(), at, count).map_err(generic)?;
                    if let Err(error) = writing.wait_for_capacity(PARTS).await {
                        let _ = writing.abort().await;
                        return Err(error);
                    }
                    writing.write(&bytes);
                    at += count as u64;
                }
                // On failure this aborts the upload itself.
                writing.finish().await
            }
        };
        call(parts).map(drop).map_err(failed)
    }
}

fn read_bytes(file: &dyn Reading, at: u64, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; count];
    read_exact_at(file, at, &mut bytes)?;
    Ok(bytes)
}

fn not_here(what: &str) -> io::Error {
    let why = format!("{what} has to be in a folder of this machine");
    io::Error::new(io::ErrorKind::Unsupported, why)
}

impl Storage for Bucket {
    fn create(&self, name: &str) -> io::Result<Box<dyn Appending>> {
        match name.starts_with(WRITING) {
            true => self.here.create(name),
            false => Err(not_here("a file that grows step by step")),
        }
    }
    fn append(&self, name: &str, len: u64) -> io::Result<Box<dyn Appending>> {
        match name.starts_with(WRITING) {
            true => self.here.append(name, len),
            false => Err(not_here("a file that grows step by step")),
        }
    }
    fn open(&self, name: &str) -> io::Result<Box<dyn Reading>> {
        if name.starts_with(WRITING) {
            return self.here.open(name);
        }
        let ranges = Ranges::open(&self.store, self.at(name), OF_FILE);
        Ok(Box::new(ranges.map_err(failed)?))
    }
    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        if from.starts_with(WRITING) {
            self.upload(from, to)?;
            return self.here.remove(from);
        }
        let (store, from, to) = (Arc::clone(&self.store), self.at(from), self.at(to));
        let renamed = call(move || {
            let (store, from, to) = (Arc::clone(&store), from.clone(), to.clone());
            async move { store.rename(&from, &to).await }
        });
        renamed.map_err(failed)
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        // Files under construction are only on the machine of their worker.
        if name.starts_with(WRITING) {
            return self.here.remove(name);
        }
        delete(&self.store, self.at(name))
    }
    fn names(&self) -> io::Result<Vec<String>> {
        let (store, path) = (Arc::clone(&self.store), self.path.clone());
        let listed = call(move || {
            let (store, path) = (Arc::clone(&store), path.clone());
            async move { store.list_with_delimiter(Some(&path)).await }
        });
        let objects = listed.map_err(failed)?.objects.into_iter();
        let mut names: Vec<String> = objects
            .filter_map(|object| object.location.filename().map(str::to_owned))
            .collect();
        names.extend(self.here.names()?);
        names.sort_unstable();
        Ok(names)
    }
    fn sync(&self) -> io::Result<()> {
        // An object is durable once it has been put.
        Ok(())
    }
    fn lock(&self) -> io::Result<Option<Box<dyn Any + Send>>> {
        // Whole tables are never built here, so there is nothing to lock.
        Ok(Some(Box::new(())))
    }
}

fn put(
    store: &Arc<dyn ObjectStore>,
    path: &Path,
    payload: &PutPayload,
    mode: PutMode,
) -> Result<(), Error> {
    let (store, path, payload) = (Arc::clone(store), path.clone(), payload.clone());
    let put = call(move || {
        let (store, path, payload) = (Arc::clone(&store), path.clone(), payload.clone());
        let options = PutOptions::from(mode.clone());
        async move { store.put_opts(&path, payload, options).await }
    });
    put.map(drop)
}

fn delete(store: &Arc<dyn ObjectStore>, path: Path) -> io::Result<()> {
    let store = Arc::clone(store);
    let deleted = call(move || {
        let (store, path) = (Arc::clone(&store), path.clone());
        async move { store.delete(&path).await }
    });
    deleted.map_err(failed)
}

/// Texts as objects.
pub(super) struct Objects {
    store: Arc<dyn ObjectStore>,
    path: Path,
}

impl Objects {
    fn put(&self, name: &str, text: &str, mode: PutMode) -> Result<(), Error> {
        let payload = PutPayload::from(text.to_owned());
        put(&self.store, &self.path.child(name), &payload, mode)
    }

    fn get(&self, name: &str) -> Result<(String, UpdateVersion), Error> {
        let (store, path) = (Arc::clone(&self.store), self.path.child(name));
        call(move || {
            let (store, path) = (Arc::clone(&store), path.clone());
            async move {
                let got = store.get(&path).await?;
                let version = UpdateVersion {
                    e_tag: got.meta.e_tag.clone(),
                    version: got.meta.version.clone(),
                };
                let bytes = got.bytes().await?;
                Ok((String::from_utf8_lossy(&bytes).into_owned(), version))
            }
        })
    }
}

impl Board for Objects {
    fn make(&self, name: &str, text: &str) -> io::Result<bool> {
        match self.put(name, text, PutMode::Create) {
            Ok(()) => Ok(true),
            // The object may be ours, if the reply was lost.
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => {
                Ok(self.get(name).is_ok_and(|(there, _)| there == text))
            }
            Err(error) => Err(failed(error)),
        }
    }
    fn read(&self, name: &str) -> io::Result<String> {
        self.get(name).map(|(text, _)| text).map_err(failed)
    }
    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.put(name, text, PutMode::Overwrite).map_err(failed)
    }
    fn remove(&self, name: &str) -> io::Result<()> {
        delete(&self.store, self.path.child(name))
    }
    fn clear(&self, name: &str, text: &str, tag: &str) -> io::Result<bool> {
        let (there, version) = match self.get(name) {
            Err(Error::NotFound { .. }) => return Ok(false),
            got => got.map_err(failed)?,
        };
        if there != text {
            return Ok(false);
        }
        // Of several workers who replace the same version, one succeeds.
        match self.put(name, tag, PutMode::Update(version)) {
            Ok(()) => {}
            Err(Error::Precondition { .. } | Error::AlreadyExists { .. }) => return Ok(false),
            // Without conditions several workers may do the same task.
            Err(Error::NotImplemented | Error::NotSupported { .. }) => {}
            Err(error) => return Err(failed(error)),
        }
        self.remove(name).map(|()| true)
    }
}
