//! The best-known small game there is, against counts that are published or asserted.

mod census;
mod counts;
mod rules;
