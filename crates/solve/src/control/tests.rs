use super::*;

/// Where nodes take long, few of them pass before a flag is seen.
#[test]
fn slow_nodes_are_few_between_two_looks() {
    let flag = AtomicBool::new(false);
    let mut control = Control::new().cancelled_by(&flag);
    let mut visited = 0;
    while control.visit().is_ok() {
        std::thread::sleep(Duration::from_micros(500));
        visited += 1;
        if visited == 100 {
            flag.store(true, Ordering::Relaxed);
        }
        assert!(visited < 200, "the flag is not seen");
    }
    // And where they are quick, looks become rare.
    let mut control = Control::new();
    assert!((0..1_000_000).all(|_| control.visit().is_ok()));
    assert!(control.stride >= FIRST_STRIDE);
}

#[test]
fn the_node_limit_is_exact() {
    for limit in [0, 1, 4095, 4096, 4097, 10_000] {
        let mut control = Control::new().limited(Limits {
            nodes: Some(limit),
            ..Limits::default()
        });
        let visited = (0..20_000).take_while(|_| control.visit().is_ok()).count() as u64;
        assert_eq!((visited, control.done().nodes), (limit, limit));
        assert_eq!(control.visit(), Err(Stop::Nodes));
    }
}

#[test]
fn a_turn_ends_and_the_work_goes_on() {
    let mut control = Control::new();
    let turn = Duration::from_millis(5);
    let stop = control.for_at_most(turn, |control| {
        loop {
            if let Err(stop) = control.visit() {
                return stop;
            }
        }
    });
    assert_eq!((stop, control.time_left()), (Stop::Time, None));
    assert!(control.done().elapsed >= turn && control.visit().is_ok());
    // It is no longer than what is left.
    let mut control = Control::new().limited(Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    });
    let stop = control.for_at_most(Duration::MAX, Control::visit);
    assert_eq!((stop, control.visit()), (Err(Stop::Time), Err(Stop::Time)));
}

#[test]
fn what_is_left_is_shared_out() {
    let limits = Limits {
        nodes: Some(10_000),
        time: Some(Duration::from_secs(1 << 20)),
        ..Limits::default()
    };
    let mut control = Control::new().limited(limits);
    let spend = |control: &mut Control<'_>| while control.visit().is_ok() {};
    control.sharing(4, spend);
    assert_eq!(control.done().nodes, 2_500);
    control.sharing(2, |control| {
        control.sharing(3, spend);
        assert_eq!(control.done().nodes, 2_500 + 1_250);
        spend(control);
    });
    assert_eq!(control.done().nodes, 2_500 + 3_750);
    control.sharing(1, spend);
    assert_eq!(control.done().nodes, 10_000);
    control.sharing(3, |control| assert_eq!(control.visit(), Err(Stop::Nodes)));
}

#[test]
fn threads_are_as_many_as_asked_for() {
    assert_eq!(thread_count(3), 3);
    assert!(thread_count(0) >= 1);
    let all = || Control::new().with_all_threads();
    assert_eq!(all().threads(), thread_count(0));
    let limited = all().limited(Limits {
        nodes: Some(1),
        ..Limits::default()
    });
    assert_eq!((limited.threads(), Control::new().threads()), (1, 1));
    assert_eq!(Control::new().with_threads(0).threads(), 1);
}

#[test]
fn cancelling_and_time_stop_the_work() {
    let flag = AtomicBool::new(true);
    assert_eq!(
        Control::new().cancelled_by(&flag).visit(),
        Err(Stop::Cancelled)
    );
    let no_time = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    assert_eq!(Control::new().limited(no_time).visit(), Err(Stop::Time));
}
