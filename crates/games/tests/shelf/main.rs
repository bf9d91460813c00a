//! The games of the shelf and of contests, what every entry of the registry keeps, and games that are asked of a source.

#[path = "../files/shared.rs"]
mod shared;

mod asked;
mod registry;
mod shelf;
mod siblings;
