//! Yomikiri over HTTP: an API, and a board to play on in the browser.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use yomikiri_server::{Options, Server};
//!
//! let server = Server::bind(Options::default())?;
//! println!("{}", server.url());
//! let stop = AtomicBool::new(false);
//! server.run(&stop)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A request passes five stages: the connection ([`Server::run`] limits number and duration), the guard
//! (access control), the API (parsing), the pool (cache, fair queue, workers) and, in a worker, the
//! object-safe interface of the catalogue.

#![expect(
    clippy::result_large_err,
    reason = "a problem is the last thing that a request makes, and it is made once"
)]

mod api;
mod batch;
mod cache;
mod data;
mod export;
mod files;
mod friends;
mod given;
mod guard;
mod measures;
mod openapi;
mod packed;
mod page;
mod pool;
mod problem;
mod queue;
mod room;
mod sent;
mod share;
mod source;
mod speech;
mod web;
mod work;
mod written;

use crate::api::AppState;
use crate::files::NamedFiles;
use crate::friends::Friends;
use crate::guard::Guard;
use crate::measures::Measures;
use crate::pool::{Means, Pool};
use crate::problem::Problem;
use crate::queue::Client;
use crate::room::{BOUNDS, Rooms};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;
use yomikiri_catalog::table::OpenTable;
use yomikiri_catalog::thread_count;

pub use export::{Exported, export};

/// The default time of a question: with it, every request is answered within 5 seconds.
pub const TIME: Duration = Duration::from_secs(4);
/// The longest time that a question may have.
pub const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// The default port, unless it is taken. It is fixed so that links to a board outlive the server.
pub const PORT: u16 = 4649;

/// The time allowed for a whole request, body included, beyond the time of its question.
const AROUND: Duration = Duration::from_millis(800);
/// The default time for the head of a request, and for an idle connection.
const HEAD: Duration = Duration::from_secs(10);
/// The most bytes in the head of a request.
const HEAD_BYTES: usize = 64 << 10;
/// The longest life of a connection beyond the time of a question, so that a client that never reads
/// cannot stay for ever.
const CONNECTION: Duration = Duration::from_secs(600);
/// The most connections at the same time.
const CONNECTIONS: usize = 1024;
/// The time between two checks of signals and files.
const GLANCE: Duration = Duration::from_millis(100);
/// The time that open requests get to finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(1);

/// The settings of a server.
#[derive(Clone)]
pub struct Options {
    /// The address to listen at, or a name of it.
    pub host: String,
    /// The port; 0 for any free one. `None` for [`PORT`], or any free one if that is taken.
    pub port: Option<u16>,
    /// The spec of the game that the page opens. Only the files that it names may be opened.
    pub game: Option<String>,
    /// The tables for answers about their game and question.
    pub tables: Arc<[OpenTable]>,
    /// The threads for long tasks; 0 for as many as there are processors.
    pub threads: usize,
    /// The time of one question; no more than [`LONGEST`].
    pub time: Duration,
    /// The time for the head of a request, and for which a connection may idle.
    pub head: Duration,
    /// The most positions visited for one question.
    pub nodes: Option<u64>,
    /// The most bytes for the tables of all solvers and for cached answers together.
    pub memory: u64,
}

impl Default for Options {
    /// Returns the defaults: the loopback, any port, all processors, 4 seconds (10 for a head), 1 GiB.
    fn default() -> Options {
        Options {
            host: "127.0.0.1".to_owned(),
            port: Some(0),
            game: None,
            tables: Arc::default(),
            threads: 0,
            time: TIME,
            head: HEAD,
            nodes: None,
            memory: 1 << 30,
        }
    }
}

/// A listening server.
pub struct Server {
    /// The lifetime of a connection.
    lifetime: Duration,
    head: Duration,
    listener: std::net::TcpListener,
    address: SocketAddr,
    router: Router,
    files: Arc<NamedFiles>,
    rooms: Arc<Rooms>,
    measures: Arc<Measures>,
}

impl Server {
    /// Starts to listen, and starts the workers.
    ///
    /// # Errors
    ///
    /// If the address is not available, or if the system has no more threads.
    pub fn bind(options: Options) -> io::Result<Server> {
        let time = options.time.min(LONGEST);
        let listen = |port: u16| std::net::TcpListener::bind((options.host.as_str(), port));
        let listener = match options.port {
            Some(port) => listen(port)?,
            None => listen(PORT).or_else(|_| listen(0))?,
        };
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let files = Arc::new(NamedFiles::of(
            options.game.as_deref(),
            options.tables.clone(),
        ));
        let measures = Arc::new(Measures::default());
        let threads = thread_count(options.threads);
        let means = Means {
            threads,
            time,
            nodes: options.nodes,
            memory: options.memory,
        };
        let pool = Pool::new(means, files.clone(), options.tables, measures.clone())?;
        let pool = Arc::new(pool);
        let rooms = Arc::new(Rooms::new(BOUNDS));
        let friends = Friends::new(rooms.clone(), pool.clone(), files.clone());
        let friends = Arc::new(friends);
        let state = AppState::new(pool, files.clone(), measures.clone(), options.game);
        let guard = Arc::new(Guard::new(address, &options.host));
        let counted = measures.clone();
        let router = api::router(Arc::new(state))
            .merge(source::router(files.clone()))
            .merge(share::router(address))
            .merge(friends::router(friends.clone()))
            .layer(from_fn_with_state(time + AROUND, in_time))
            .merge(friends::news_router(friends))
            .layer(CatchPanicLayer::custom(|_| panicked()))
            .layer(from_fn_with_state(guard, guard::guard))
            .layer(from_fn(speech::speak))
            .layer(from_fn(move |request: Request, next: Next| {
                let counted = counted.clone();
                async move {
                    let response = next.run(request).await;
                    counted.responded(response.status().as_u16());
                    response
                }
            }));
        Ok(Server {
            lifetime: CONNECTION + time,
            head: options.head,
            listener,
            address,
            router,
            files,
            rooms,
            measures,
        })
    }

    /// Returns the address at which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL for a browser on this machine.
    pub fn url(&self) -> String {
        let port = self.address.port();
        // The unspecified address is no destination.
        let ip = match self.address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}", SocketAddr::new(ip, port))
    }

    /// Returns the URL for a browser on another machine; `None` if other machines cannot connect, or if
    /// this machine has no network.
    pub fn url_for_others(&self) -> Option<String> {
        share::url_for_others(self.address)
    }

    /// Serves until `stop` becomes true. Then it takes no more connections, cancels running tasks, and
    /// gives responses a second to arrive.
    ///
    /// # Errors
    ///
    /// If the system cannot run it.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .worker_threads(2)
            .build()?;
        let Server {
            lifetime,
            head,
            listener,
            router,
            files,
            rooms,
            measures,
            ..
        } = self;
        runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            let graceful = GracefulShutdown::new();
            let connections = Arc::new(Semaphore::new(CONNECTIONS));
            let watch = tokio::spawn(watch(files));
            let accept = accept(
                &listener,
                &graceful,
                &connections,
                &router,
                &measures,
                (head, lifetime),
            );
            tokio::select! {
                () = accept => {}
                () = raised(stop) => {}
            }
            watch.abort();
            // Clients that wait for news get an answer now.
            rooms.close();
            drop(listener);
            let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
            Ok(())
        })
    }
}

/// Waits until the flag is raised.
async fn raised(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(GLANCE).await;
    }
}

/// Counts the changes of the named files.
async fn watch(files: Arc<NamedFiles>) {
    if files.is_empty() {
        return;
    }
    let mut before = files.stamps();
    loop {
        tokio::time::sleep(GLANCE).await;
        let looked = files.clone();
        let Ok(now) = tokio::task::spawn_blocking(move || looked.stamps()).await else {
            return;
        };
        if now != before {
            before = now;
            files.changed();
        }
    }
}

/// Accepts connections for ever.
async fn accept(
    listener: &TcpListener,
    graceful: &GracefulShutdown,
    connections: &Arc<Semaphore>,
    router: &Router,
    measures: &Measures,
    (head, lifetime): (Duration, Duration),
) {
    loop {
        let Ok(permit) = connections.clone().acquire_owned().await else {
            return;
        };
        let (stream, address) = match listener.accept().await {
            Ok(taken) => taken,
            // The process is out of file descriptors, or the client has gone; continue with other
            // connections.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
        };
        let _ = stream.set_nodelay(true);
        let counted = measures.connected();
        let connection = connection(stream, address, router.clone(), graceful, head);
        tokio::spawn(async move {
            let _ = tokio::time::timeout(lifetime, connection).await;
            drop((counted, permit));
        });
    }
}

/// Serves one connection.
fn connection(
    stream: TcpStream,
    address: SocketAddr,
    router: Router,
    graceful: &GracefulShutdown,
    head: Duration,
) -> impl Future<Output = ()> + Send + use<> {
    let client = Client::from(address);
    let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(client);
        router.clone().oneshot(request)
    });
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(head)
        .max_buf_size(HEAD_BYTES)
        .max_headers(64);
    // By default hyper notices a closed connection and drops its request.
    let served = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
    async move {
        // Errors of a connection are dropped: only its client could have read them.
        let _ = served.await;
    }
}

/// Answers in time, even if the body of the request is slow.
async fn in_time(State(time): State<Duration>, request: Request, next: Next) -> Response {
    match tokio::time::timeout(time, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "the request did not arrive in time",
        )
        .into_response(),
    }
}

fn panicked() -> Response {
    Problem::new(
        StatusCode::INTERNAL_SERVER_ERROR,
        "a fault of ours: please report it",
    )
    .into_response()
}
