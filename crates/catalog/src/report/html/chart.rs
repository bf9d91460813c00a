//! Bar charts as SVG.

use super::words::{Both, percent};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 40.0;
const TOP: f64 = 8.0;

/// A stacked bar: its parts from the lowest up, each a share of 1.
pub(super) struct Bar {
    pub(super) name: String,
    pub(super) parts: Vec<f64>,
}

/// A chart of bars. Parts at the same index have the same colour.
pub(super) struct Chart<'k> {
    pub(super) title: Both,
    /// The meaning of the names below the bars.
    pub(super) axis: Both,
    /// The class and the name of each part.
    pub(super) keys: &'k [(&'static str, Both)],
    pub(super) bars: Vec<Bar>,
}

impl Chart<'_> {
    /// Draws the chart with its legend.
    pub(super) fn draw(&self) -> String {
        let mut svg = format!(
            "<figure>\n<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n{}",
            self.title.titles()
        );
        self.grid(&mut svg);
        let step = (WIDTH - LEFT) / self.bars.len().max(1) as f64;
        // Leave out names that would touch each other.
        let longest = self
            .bars
            .iter()
            .map(|bar| bar.name.len())
            .max()
            .unwrap_or(1);
        let every = ((longest as f64 * 8.0 + 6.0) / step).ceil().max(1.0) as usize;
        for (place, bar) in self.bars.iter().enumerate() {
            let left = LEFT + place as f64 * step;
            self.bar(&mut svg, bar, left + step * 0.08, step * 0.84);
            if place.is_multiple_of(every) {
                let _ = writeln!(
                    svg,
                    "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                    left + step / 2.0,
                    HEIGHT - BOTTOM + 15.0,
                    bar.name
                );
            }
        }
        let middle = (LEFT + WIDTH) / 2.0;
        svg += &self.axis.texts(&format!(
            "class=\"name\" x=\"{middle:.1}\" y=\"{:.1}\"",
            HEIGHT - 8.0
        ));
        svg += "</svg>\n<figcaption>";
        for (class, name) in self.keys {
            let _ = write!(
                svg,
                "<span class=\"key\"><i class=\"{class}\"></i>{name}</span> "
            );
        }
        svg + "</figcaption>\n</figure>\n"
    }

    /// Draws lines at the quarters, with their labels.
    fn grid(&self, svg: &mut String) {
        // A single series is scaled to its largest bar, whose value is not shown, so its lines have
        // no labels.
        let named = self.keys.len() > 1;
        for quarter in 0..=4 {
            let share = f64::from(quarter) / 4.0;
            let y = height(share);
            let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{WIDTH}\"/>");
            if named {
                let _ = writeln!(
                    svg,
                    "<text class=\"share\" x=\"{:.1}\" y=\"{:.1}\">{:.0}%</text>",
                    LEFT - 6.0,
                    y + 4.0,
                    share * 100.0
                );
            }
        }
    }

    fn bar(&self, svg: &mut String, bar: &Bar, left: f64, width: f64) {
        let mut below = 0.0;
        for (part, (class, name)) in bar.parts.iter().zip(self.keys) {
            let (from, to) = (height(below), height((below + part).min(1.0)));
            below += part;
            if from - to < 0.01 {
                continue;
            }
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{to:.2}\" width=\"{width:.1}\" height=\"{:.2}\">\
                 <title>{}: {} / {}: {}</title></rect>",
                from - to,
                bar.name,
                name.en,
                name.ja,
                percent(*part)
            );
        }
    }
}

/// Returns the vertical place of a share, from the top.
fn height(share: f64) -> f64 {
    TOP + (1.0 - share) * (HEIGHT - BOTTOM - TOP)
}
