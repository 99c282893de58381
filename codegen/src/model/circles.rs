//! Strongly connected components of a graph.

/// The number of the strongly connected component of each node. Two nodes have the same number if each reaches the other.
/// `arrows` are the successors of each node.
pub(crate) fn circles(arrows: &[Vec<usize>]) -> Vec<usize> {
    let order = finished(arrows);
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); arrows.len()];
    for (from, to) in arrows.iter().enumerate() {
        to.iter().for_each(|to| back[*to].push(from));
    }
    let mut circles = vec![usize::MAX; arrows.len()];
    for start in order.into_iter().rev() {
        let mut left = vec![start];
        while let Some(at) = left.pop() {
            if circles[at] == usize::MAX {
                circles[at] = start;
                left.extend(back[at].iter().filter(|from| circles[**from] == usize::MAX));
            }
        }
    }
    circles
}

/// The nodes in the order in which a depth-first search finishes them.
fn finished(arrows: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; arrows.len()];
    for start in 0..arrows.len() {
        let mut path = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            path.push((start, 0));
        }
        while let Some((at, next)) = path.last_mut() {
            match arrows[*at].get(*next) {
                Some(to) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[*to], true) {
                        path.push((*to, 0));
                    }
                }
                None => {
                    order.push(*at);
                    path.pop();
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::circles;

    #[test]
    fn only_what_leads_to_each_other_is_together() {
        let arrows = [vec![1], vec![2, 4], vec![0, 3], vec![3], vec![5], vec![]];
        let found = circles(&arrows);
        assert!(found[0] == found[1] && found[1] == found[2]);
        for alone in [3, 4, 5] {
            assert_eq!(found.iter().filter(|circle| **circle == found[alone]).count(), 1);
        }
    }
}
