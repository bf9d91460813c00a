//! Names of the nodes of a graph, as certificates may have them.

use std::collections::HashSet;
use yomikiri::declared::{Declaration, DeclaredGraph};

/// Rules as a certificate has them: if some node of a graph has a name that a certificate cannot have, even with other
/// signs for some, all are called after their numbers. Positions have the same codes.
pub(super) fn plain(rules: Declaration) -> Declaration {
    let Declaration::Graph(DeclaredGraph { endless, nodes }) = rules else {
        return rules;
    };
    let names: Vec<String> = nodes.iter().map(|(text, _)| name(text)).collect();
    let distinct: HashSet<&String> = names.iter().collect();
    let fit = distinct.len() == names.len() && names.iter().all(|name| is_name(name));
    let nodes = nodes.into_iter().zip(names).enumerate();
    let nodes = nodes.map(|(id, ((_, node), name))| match fit {
        true => (name, node),
        false => (format!("n{id}"), node),
    });
    Declaration::Graph(DeclaredGraph {
        endless,
        nodes: nodes.collect(),
    })
}

/// A text as a name, as far as its signs have others to stand for them.
fn name(text: &str) -> String {
    let sign = |sign: char| match sign {
        ':' => '@',
        '#' => '*',
        other => other,
    };
    text.chars().map(sign).collect()
}

fn is_name(text: &str) -> bool {
    let is_sign = |sign: char| sign.is_control() || " :=+-;#".contains(sign);
    !text.is_empty() && !text.contains(is_sign)
}
