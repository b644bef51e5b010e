//! Which of n things are connected, directly or through others.

/// A forest whose trees are the connected groups (union–find).
///
/// ```
/// let mut components = stickslip_linalg::Components::new(5);
/// components.join(4, 1);
/// components.join(3, 1);
/// assert_eq!(components.root(4), 1);
/// assert_eq!(components.groups(5), [vec![0], vec![1, 3, 4], vec![2]]);
/// components.reset(2);
/// assert_eq!(components.groups(2), [[0], [1]]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Components {
    parent: Vec<usize>,
}

impl Components {
    /// n things, none connected.
    pub fn new(n: usize) -> Self {
        Self { parent: (0..n).collect() }
    }

    /// Begins anew with n things, in the memory of the last ones.
    pub fn reset(&mut self, n: usize) {
        self.parent.clear();
        self.parent.extend(0..n);
    }

    /// Lets go of one; whoever was connected through it has to be let go of, too.
    pub fn part(&mut self, at: usize) {
        self.parent[at] = at;
    }

    /// Connects a and b. The smaller root stays, so that the groups do not
    /// depend on the order of the calls.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// The least member of the group of `at`.
    pub fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// The groups of the first `count` things, each ascending, by their first
    /// member.
    pub fn groups(&mut self, count: usize) -> Vec<Vec<usize>> {
        let mut group_of = vec![None; self.parent.len()];
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for at in 0..count {
            let group = *group_of[self.root(at)].get_or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[group].push(at);
        }
        groups
    }
}
