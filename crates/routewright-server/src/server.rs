//! The server from outside: options, start, address, end.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use routewright::planner::{PlannerError, Workspace};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::watch;

use crate::app::{App, router};
use crate::connections;
use crate::guard::Guard;
use crate::token::Token;

/// Where and for whom the server is there.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Folder of the workspace; made if it is not there.
    pub folder: PathBuf,
    /// Port; 0 for any that is free.
    pub port: u16,
    /// Address to listen at, where other machines may ask as well; they need the token.
    pub listen: Option<IpAddr>,
    /// The token; a new one by default.
    pub token: Option<String>,
}

/// A server that has its port and its workspace.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    workspace: Arc<Workspace>,
    address: SocketAddr,
    token: Option<Token>,
}

impl Server {
    /// Opens the workspace and takes the port. Nobody is answered before [`Server::run`].
    ///
    /// # Errors
    /// The folder or the port cannot be used, or the token is too short.
    pub fn new(options: &ServerOptions) -> Result<Self, PlannerError> {
        let refused =
            |problem: String, help: &str| PlannerError::Refused { problem, help: Some(help.into()) };
        let token = match (&options.listen, &options.token) {
            (None, None) => None,
            (_, Some(text)) => Some(Token::chosen(text).ok_or_else(|| {
                let problem = format!("a token has {} letters or digits at least", Token::SHORTEST);
                refused(problem, "choose another, or leave it out for a random one")
            })?),
            (Some(_), None) => {
                Some(Token::random().map_err(|error| refused(error.to_string(), "give --token"))?)
            }
        };
        let disk = |source| PlannerError::Disk { path: options.folder.clone(), source };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(32)
            .enable_all()
            .build()
            .map_err(disk)?;
        let ip = options.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let wanted = SocketAddr::new(ip, options.port);
        let listener = runtime.block_on(TcpListener::bind(wanted)).map_err(|error| {
            refused(format!("cannot listen at {wanted}: {error}"), "choose another port with --port")
        })?;
        let address = listener.local_addr().map_err(disk)?;
        let workspace = Workspace::open(&options.folder)?;
        Ok(Self { runtime, listener, workspace, address, token })
    }

    /// The address of the page, with the token where one is needed.
    pub fn url(&self) -> String {
        let ip = match self.address.ip() {
            ip if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            ip => ip,
        };
        let page = format!("http://{}/", SocketAddr::new(ip, self.address.port()));
        match &self.token {
            Some(token) => format!("{page}?token={}", token.text()),
            None => page,
        }
    }

    /// Answers until `stop` is set. Jobs that run then are interrupted, and go on when the workspace is served again.
    pub fn run(self, stop: &AtomicBool) {
        let guard = Guard::new(self.address, self.token.clone());
        let router = router(App::new(self.workspace.clone()), guard);
        let (sender, receiver) = watch::channel(false);
        let serving = self.runtime.spawn(connections::serve(self.listener, router, receiver));
        while !stop.load(std::sync::atomic::Ordering::SeqCst) && !serving.is_finished() {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        let _ = sender.send(true);
        let _ = self.runtime.block_on(serving);
        self.workspace.close();
        self.runtime.shutdown_timeout(std::time::Duration::from_secs(2));
    }
}
