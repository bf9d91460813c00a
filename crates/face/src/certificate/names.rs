//! Names of the nodes of a graph, in the form that certificates allow.

use std::collections::HashSet;
use yomikiri::declared::{Declaration, DeclaredGraph};

/// Returns rules in the form of a certificate. If a node of a graph has a name that a certificate cannot have, even
/// with some signs replaced, all nodes are named by their numbers. The codes of positions do not change.
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

/// Returns a text as a name, with replacements for some signs.
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
