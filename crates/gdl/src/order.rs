//! Strongly connected components of a graph.

/// Returns the strongly connected components, each after those that its members point to. Uses Tarjan's algorithm
/// without recursion.
pub(crate) fn components(edges: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let len = edges.len();
    let mut index = vec![NEW; len];
    let mut low = vec![0u32; len];
    let mut is_open = vec![false; len];
    let mut open = Vec::new();
    let mut found = Vec::new();
    let mut count = 0;
    let mut path: Vec<(usize, usize)> = Vec::new();
    for start in 0..len {
        if index[start] != NEW {
            continue;
        }
        path.push((start, 0));
        while let Some(top) = path.last_mut() {
            let (node, edge) = *top;
            if edge == 0 && index[node] == NEW {
                index[node] = count;
                low[node] = count;
                count += 1;
                open.push(node as u32);
                is_open[node] = true;
            }
            if let Some(&next) = edges[node].get(edge) {
                top.1 += 1;
                let next = next as usize;
                if index[next] == NEW {
                    path.push((next, 0));
                } else if is_open[next] {
                    low[node] = low[node].min(index[next]);
                }
                continue;
            }
            path.pop();
            if let Some(&(before, _)) = path.last() {
                low[before] = low[before].min(low[node]);
            }
            if low[node] == index[node] {
                let at = open.iter().rposition(|&other| other as usize == node);
                let component = open.split_off(at.unwrap_or(0));
                component
                    .iter()
                    .for_each(|&node| is_open[node as usize] = false);
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_point_at() {
        let edges = [vec![1], vec![2, 3], vec![1], vec![3], vec![0, 3]];
        let mut found = components(&edges);
        found
            .iter_mut()
            .for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4]]);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let edges: Vec<Vec<u32>> = (1..=100_000).map(|next| vec![next % 100_000]).collect();
        assert_eq!(components(&edges).len(), 1);
    }
}
