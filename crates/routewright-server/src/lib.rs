//! The planner in the browser: a server for one workspace, on this machine.
//!
//! A door: it turns requests into calls of [`routewright::planner`] and renders what they return. The page that it serves
//! (`web/`) draws that and sends edits back. It scores, searches and saves nothing. Read first: [`Server`],
//! [`ServerOptions`].

mod app;
mod assets;
mod connections;
mod events;
mod failure;
mod guard;
mod handlers;
mod server;
mod token;
mod view;

pub use server::{Server, ServerOptions};
