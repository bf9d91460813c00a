//! Thermographs as pictures.

use crate::html::escape;
use std::fmt::Write;
use yomikiri_cgt::{Dyadic, Thermograph, Wall};

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 40.0;

/// Draws the thermograph as an SVG file: temperature upwards, and values that favour Left to the left, as
/// books draw them.
pub fn svg(graph: &Thermograph, title: &str) -> String {
    let points = || graph.left.0.iter().chain(&graph.right.0);
    let number = |value: &Dyadic| value.to_f64();
    let hottest = points().map(|point| number(&point.0)).fold(0.0, f64::max);
    let least = points().map(|point| number(&point.1));
    let (low, high) = least.fold((graph.mean.to_f64(), graph.mean.to_f64()), |ends, value| {
        (ends.0.min(value), ends.1.max(value))
    });
    let top = if hottest > 0.0 { hottest * 1.3 } else { 1.0 };
    let (low, high) = if high > low {
        (low, high)
    } else {
        (low - 1.0, high + 1.0)
    };
    let across = |value: f64| MARGIN + (high - value) / (high - low) * (WIDTH - 2.0 * MARGIN);
    let up = |heat: f64| HEIGHT - MARGIN - heat / top * (HEIGHT - 2.0 * MARGIN);
    let line = |wall: &Wall| {
        let mut drawn = String::new();
        let ends = wall.0.last().map(|point| (top, point.1.to_f64()));
        let all = wall
            .0
            .iter()
            .map(|point| (point.0.to_f64(), point.1.to_f64()));
        for (heat, value) in all.chain(ends) {
            // Writing to a string cannot fail.
            let _ = write!(drawn, "{:.1},{:.1} ", across(value), up(heat));
        }
        drawn.trim_end().to_owned()
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n\
         <title>{}</title>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <g stroke=\"#888\" stroke-width=\"1\" fill=\"none\">\n\
         <path d=\"M{MARGIN} {y:.1}H{right}\"/>\n",
        escape(title),
        y = up(0.0),
        right = WIDTH - MARGIN,
    );
    if hottest > 0.0 {
        let y = up(graph.temperature.to_f64());
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {y:.1}H{:.1}\" stroke-dasharray=\"3 4\"/>",
            WIDTH - MARGIN
        );
    }
    svg += "</g>\n<g stroke-width=\"2.5\" fill=\"none\" stroke-linejoin=\"round\">\n";
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" stroke=\"#1f5fbf\"/>\n<polyline points=\"{}\" stroke=\"#bf3f1f\"/>\n</g>",
        line(&graph.left),
        line(&graph.right)
    );
    svg += "<g font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n";
    let mut ticks: Vec<Dyadic> = [&graph.left, &graph.right]
        .into_iter()
        .filter_map(|wall| wall.0.first())
        .map(|point| point.1)
        .chain([graph.mean])
        .collect();
    ticks.sort_unstable();
    ticks.dedup();
    for tick in ticks {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{tick}</text>",
            across(tick.to_f64()),
            up(0.0) + 18.0
        );
    }
    if hottest > 0.0 {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            MARGIN / 2.0,
            up(graph.temperature.to_f64()) + 4.0,
            graph.temperature
        );
    }
    svg + "</g>\n</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_cgt::Values;

    #[test]
    fn a_switch_is_a_tent() {
        let mut values = Values::new();
        let switch = values.parse("{3|-1}").expect("it is a value");
        let graph = values.thermograph(switch).expect("it is small");
        let drawn = svg(&graph, "{3|-1} <");
        assert!(drawn.contains("<title>{3|-1} &lt;</title>"));
        for (place, text) in [(40.0, "3"), (240.0, "1"), (440.0, "-1")] {
            assert!(
                drawn.contains(&format!("<text x=\"{place:.1}\" y=\"298.0\">{text}</text>")),
                "{drawn}"
            );
        }
        assert_eq!(drawn.matches("<polyline").count(), 2);
    }
}
