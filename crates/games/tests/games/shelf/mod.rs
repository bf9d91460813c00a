//! The games of the shelf and of contests, what every entry of the registry keeps, and games that are asked of a source.

mod asked;
mod families;
mod registry;
mod siblings;
