//! The OpenAPI description of the API.
//!
//! A test generates it from the types of the questions and answers, so other builds do not compile the generator.
//! After a change to the API, regenerate it:
//!
//! ```text
//! OPENAPI=write cargo test -p yomikiri-server openapi
//! ```

/// The description, as JSON.
pub(crate) const DESCRIPTION: &str = include_str!("../openapi.json");

#[cfg(test)]
mod tests {
    use super::DESCRIPTION;
    use utoipa::OpenApi;

    #[derive(OpenApi)]
    #[openapi(
        info(
            title = "Yomikiri",
            description = "Exact answers for two-player games of perfect information. Every answer is \
                           proven. If the time is not enough for a proof, the response is a problem with \
                           code 503 that contains the range proven so far. In some games moves gain \
                           points (`gain` of a move). A position does not record the points gained before \
                           it, so its value counts only the points still to come. A client that knows the \
                           line of play adds the gain of each move to the points of its mover and sends \
                           the sums as `points`: then values are those of the whole game. Summaries, \
                           notes beside a board and problems are in the language that `Accept-Language` \
                           requests: English or Japanese.",
            license(name = "MIT OR Apache-2.0"),
        ),
        paths(
            crate::api::health,
            crate::api::measures,
            crate::api::games,
            crate::api::board,
            crate::api::position,
            crate::api::positions,
            crate::api::study::why,
            crate::api::study::value,
            crate::api::study::octal,
            crate::api::play::reply,
            crate::api::play::puzzle,
            crate::api::play::deal,
            crate::api::study::report,
            crate::source::read,
            crate::source::check,
            crate::source::save,
            crate::friends::open,
            crate::friends::news,
            crate::friends::play,
            crate::friends::wish,
            crate::friends::resign,
            crate::share::host,
            crate::share::code
        ),
        components(schemas(crate::problem::Problem))
    )]
    struct Description;

    #[test]
    fn the_description_is_that_of_the_types() {
        let made = Description::openapi().to_pretty_json();
        let made = made.expect("no key that is not a string") + "\n";
        if std::env::var_os("OPENAPI").is_some_and(|what| what == "write") {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
            std::fs::write(path, &made).expect("the file can be written");
            return;
        }
        assert!(
            made == DESCRIPTION,
            "openapi.json is not up to date: OPENAPI=write cargo test -p yomikiri-server openapi"
        );
    }
}
