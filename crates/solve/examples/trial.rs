use yomikiri::table::{
    Disk, Subject,
    shard::{Cutting, forecast},
};
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let shards = std::env::args().nth(2).unwrap().parse().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let disk = Disk::at(dir.path()).unwrap();
    let cutting = Cutting {
        shards,
        ..Cutting::default()
    };
    let mut control = yomikiri::Control::new();
    let ask = if name == "morris" {
        yomikiri_core::Ask::Distance
    } else {
        yomikiri_core::Ask::Winner
    };
    let subject = Subject {
        game: name.clone(),
        file: None,
        rules: Default::default(),
        ask,
        symmetric: true,
    };
    let f = match &name[..] {
        "c4" => forecast(
            &yomikiri_games::connect4::Connect4::new(
                yomikiri_games::connect4::Board::<8, 4>::new(5, 5, 8, 4).unwrap(),
            ),
            &subject,
            cutting,
            &disk,
            &mut control,
        ),
        _ => forecast(
            &yomikiri_games::mens_morris::MensMorris::six(false),
            &subject,
            cutting,
            &disk,
            &mut control,
        ),
    }
    .unwrap();
    println!("{f:#?}");
}
