//! The catalogue, as one program: each is slow to link, and in one of them long tests run beside each other.

mod cells;
mod direct;
mod hackenbush;
mod known;
mod openings;
mod parts;
mod points;
mod report;
mod rules_files;
mod shelf;
mod tour;
mod truths;
mod values;
