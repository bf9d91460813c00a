use super::*;
fn laws<S: Coded>(scores: &[S], top: i32, gains: &[i64], plies: &[i32]) {
    let scale = Scale::new(S::ASK, top, gains != [0]);
    for pair in scores.windows(2) {
        assert!(pair[0] < pair[1] && pair[0].code(top) < pair[1].code(top));
    }
    for &score in scores {
        assert_eq!(S::score(score.code(top), top), score);
        assert_eq!(score.turned().code(top), -score.code(top));
        for &gain in gains {
            let after = score.after_ply(gain).map(|after| after.code(top));
            assert_eq!(
                Some(scale.after(score.code(top), scale.gain(gain), 1)),
                after
            );
        }
    }
    for (&gain, &plies) in gains
        .iter()
        .flat_map(|gain| plies.iter().map(move |n| (gain, n)))
    {
        for code in -top..=top {
            for bound in 1 - top..=top {
                let is = scale.after(code, scale.gain(gain), plies) >= bound;
                let was = code >= scale.before(bound, scale.gain(gain), plies);
                assert_eq!(is, was, "{code} {bound} {gain} {plies}");
            }
        }
    }
}

#[test]
fn wdl() {
    laws(&[Wdl::Loss, Wdl::Draw, Wdl::Win], 1, &[0], &[1, 2, 5]);
}

#[test]
fn distance() {
    let top = Distance::top(9, None).expect("few");
    // One ply after a position of rank 9, play ends within 8 plies.
    let losses = (0..=8).map(|n| Distance::Loss(Plies::Count(n)));
    let wins = (0..=8).rev().map(|n| Distance::Win(Plies::Count(n)));
    let scores: Vec<_> = losses.chain([Distance::Draw]).chain(wins).collect();
    laws(&scores, top, &[0], &[1, 2, 5]);
    assert_eq!(Distance::Win(Plies::Endless).code(top), 1);
    assert_eq!(Distance::Loss(Plies::Count(u32::MAX)).code(top), -1);
}

/// For every score that a position of the rank can have, in a table made for a greater one or not.
#[test]
fn bounds_without_those_for_which_there_is_no_time() {
    for (ask, top, rank, least) in [
        (Ask::Distance, 10, 9, 1),
        (Ask::Distance, 10, 4, 6),
        (Ask::Distance, 10, 0, 10),
        (Ask::Margin, 7, 4, 1),
        (Ask::Winner, 1, 9, 1),
    ] {
        let scale = Scale::new(ask, top, false);
        let scores = (least..=top).flat_map(|code| [code, -code]);
        let scores: Vec<i32> = scores.chain([0]).collect();
        for bound in 1 - top..=top {
            let sharp = scale.sharp(bound, rank);
            assert!(sharp.abs() >= bound.abs());
            for &score in &scores {
                assert_eq!(score >= bound, score >= sharp, "{score} {bound} {rank}");
            }
        }
        // The tightest bounds with the same scores between them.
        for (lower, upper) in (-top..=top).flat_map(|low| (low..=top).map(move |up| (low, up))) {
            let between = || {
                scores
                    .iter()
                    .filter(|score| (lower..=upper).contains(score))
            };
            if let (Some(&least), Some(&most)) = (between().min(), between().max()) {
                let tight = scale.tight(Bounds { lower, upper }, rank);
                assert_eq!(
                    (tight.lower, tight.upper),
                    (least, most),
                    "{lower} {upper} {rank}"
                );
            }
        }
    }
}

/// For every score that a position can have whose scores are all odd, or all even.
#[test]
fn every_other_score() {
    for (odd, bound) in [false, true]
        .into_iter()
        .flat_map(|odd| (-6..=6).map(move |b| (odd, b)))
    {
        let scores = || (-6..=6).filter(|score| (score % 2 != 0) == odd);
        let least = Scale::at_least(bound, odd);
        for score in scores() {
            assert_eq!(score >= bound, score >= least);
        }
        let bounds = Scale::rounded(
            Bounds {
                lower: -bound,
                upper: bound,
            },
            odd,
        );
        let inside = |lower: i32, upper: i32| {
            scores()
                .filter(move |score| (lower..=upper).contains(score))
                .count()
        };
        assert_eq!(inside(-bound, bound), inside(bounds.lower, bounds.upper));
        assert!(
            [bounds.lower, bounds.upper]
                .iter()
                .all(|code| (code % 2 != 0) == odd)
        );
    }
}

#[test]
fn margin() {
    let top = Margin::top(0, Some(6)).expect("few");
    let points = (-6..=6).map(Margin::Points);
    let scores: Vec<_> = [Margin::Loss]
        .into_iter()
        .chain(points)
        .chain([Margin::Win])
        .collect();
    laws(&scores, top, &[0], &[1, 2]);
    let scale = Scale::new(Ask::Margin, top, true);
    // If points stay within the greatest margin, gains add up.
    for (points, gain) in [(3, 2), (-3, 5), (6, -12), (0, 6)] {
        let after = Margin::Points(points)
            .after_ply(gain)
            .map(|after| after.code(top));
        assert_eq!(Some(scale.after(points as i32, scale.gain(gain), 1)), after);
    }
    for gain in [-5, -1, 2, 6] {
        for (code, bound) in (-top..=top).flat_map(|code| (1 - top..=top).map(move |b| (code, b))) {
            let is = scale.after(code, gain, 1) >= bound;
            assert_eq!(
                is,
                code >= scale.before(bound, gain, 1),
                "{code} {bound} {gain}"
            );
        }
    }
}
