//! Calls over the network: they run on their own threads, the caller waits, and failed calls are retried for a
//! while.

use crate::interrupt;
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{
    BackoffConfig, ClientOptions, Error, ObjectStore, ObjectStoreScheme, RetryConfig,
};
use std::future::Future;
use std::io;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use url::Url;

/// The most attempts before a failure is reported.
const ATTEMPTS: u32 = 6;
/// The pause before the first retry; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(100);
/// The time between two checks for a request to stop.
const LOOK: Duration = Duration::from_millis(100);

/// A store, and the path in it that an address names.
pub(super) struct Remote {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) path: Path,
    /// Whether it can only be read.
    pub(super) read_only: bool,
}

impl Remote {
    /// Opens the store of an address. Keys and endpoints come from the environment, under their usual names.
    ///
    /// # Errors
    ///
    /// If the address or the environment is wrong, with the reason in words.
    pub(super) fn at(address: &str) -> Result<Remote, String> {
        let wrong = |why: &dyn std::fmt::Display| format!("`{address}` is no store: {why}");
        let url = Url::parse(address).map_err(|error| wrong(&error))?;
        let known = ["s3", "s3a", "gs", "az", "abfs", "abfss", "http", "https"];
        if !known.contains(&url.scheme()) {
            return Err(wrong(&"addresses begin with s3, gs, az, http or https"));
        }
        let (scheme, path) = ObjectStoreScheme::parse(&url).map_err(|error| wrong(&error))?;
        // The service may be busy: the library retries here too, also after replies that are cut off.
        let retry = RetryConfig {
            backoff: BackoffConfig::default(),
            max_retries: 3,
            retry_timeout: Duration::from_secs(60),
        };
        let built: Result<Arc<dyn ObjectStore>, Error> = match scheme {
            _ if url.scheme().starts_with("http") => {
                let plain = url.scheme() == "http";
                let options = ClientOptions::new().with_allow_http(plain);
                let mut root = url.clone();
                root.set_path("/");
                let http = HttpBuilder::new().with_url(root).with_retry(retry);
                let http = http.with_client_options(options).build();
                let path = Path::from_url_path(url.path()).map_err(|error| wrong(&error))?;
                let store = http.map_err(|error| wrong(&error))?;
                return Ok(Remote {
                    store: Arc::new(store),
                    path,
                    read_only: true,
                });
            }
            ObjectStoreScheme::AmazonS3 => {
                let s3 = AmazonS3Builder::from_env().with_url(address);
                s3.with_retry(retry).build().map(|s3| Arc::new(s3) as _)
            }
            ObjectStoreScheme::GoogleCloudStorage => {
                let gs = GoogleCloudStorageBuilder::from_env().with_url(address);
                gs.with_retry(retry).build().map(|gs| Arc::new(gs) as _)
            }
            _ => {
                let az = MicrosoftAzureBuilder::from_env().with_url(address);
                az.with_retry(retry).build().map(|az| Arc::new(az) as _)
            }
        };
        Ok(Remote {
            store: built.map_err(|error| wrong(&error))?,
            path,
            read_only: false,
        })
    }
}

/// Makes a call and waits for it; retries it if the failure may be temporary.
pub(super) fn call<T, F>(make: impl Fn() -> F + Send + 'static) -> Result<T, Error>
where
    T: Send + 'static,
    F: Future<Output = Result<T, Error>> + Send + 'static,
{
    static RUNTIME: OnceLock<Option<Runtime>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(2).enable_all().build().ok()
    });
    let stopped = |why: &str| Error::Generic {
        store: "stores",
        source: why.to_owned().into(),
    };
    let runtime = runtime.as_ref();
    let runtime = runtime.ok_or_else(|| stopped("the system gives no threads"))?;
    let (tell, told) = sync_channel(1);
    runtime.spawn(async move {
        let mut pause = PAUSE;
        for attempt in 1.. {
            let answer = make().await;
            match &answer {
                Err(Error::Generic { .. }) if attempt < ATTEMPTS => {}
                _ => {
                    let _ = tell.send(answer);
                    break;
                }
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
    });
    loop {
        match told.recv_timeout(LOOK) {
            Ok(answer) => return answer,
            Err(RecvTimeoutError::Disconnected) => return Err(stopped("the call was given up")),
            Err(RecvTimeoutError::Timeout) if interrupt::flag().load(Ordering::Relaxed) => {
                return Err(stopped("interrupted"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Makes the error of a reply that is too short.
pub(super) fn cut_short() -> Error {
    Error::Generic {
        store: "stores",
        source: "the answer is cut short".into(),
    }
}

/// Converts an error to one of the system.
pub(super) fn failed(error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => io::ErrorKind::NotFound,
        Error::AlreadyExists { .. } => io::ErrorKind::AlreadyExists,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
            io::ErrorKind::PermissionDenied
        }
        Error::NotSupported { .. } | Error::NotImplemented => io::ErrorKind::Unsupported,
        Error::Precondition { .. } => {
            return io::Error::other("it has changed since it was opened");
        }
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, error)
}
