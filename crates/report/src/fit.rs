//! Columns that fit into a width: narrower ones, or several blocks of them.

/// What comes with each column besides its content: a space on both sides, and
/// one between it and the next.
const AROUND: usize = 3;

/// How wide a column would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// With every cell in one line.
    pub natural: usize,
    /// With as many lines as can still be read well.
    pub least: usize,
}

/// Columns side by side, each with its width.
pub type Block = Vec<(usize, usize)>;

/// As few blocks as hold all columns within `room`. The first column says what
/// a row is about, and so every block begins with it.
pub fn blocks(spans: &[Span], room: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut next = 0;
    while next < spans.len() {
        let mut taken = if blocks.is_empty() { Vec::new() } else { vec![0] };
        while next < spans.len() {
            taken.push(next);
            let least = taken.iter().map(|&at| spans[at].least);
            if taken.len() > 2 && total(least) > room {
                taken.pop();
                break;
            }
            next += 1;
        }
        blocks.push(shrink(&taken, spans, room));
    }
    blocks
}

/// Takes from the widest column until all fit, first down to where they can be
/// read well, then further.
fn shrink(columns: &[usize], spans: &[Span], room: usize) -> Block {
    let mut block: Block = columns.iter().map(|&at| (at, spans[at].natural)).collect();
    for floor in [|span: Span| span.least, |_| 1] {
        while total(block.iter().map(|column| column.1)) > room {
            let loose = block.iter_mut().filter(|(at, width)| *width > floor(spans[*at]));
            match loose.max_by_key(|column| column.1) {
                Some((_, width)) => *width -= 1,
                None => break,
            }
        }
    }
    block
}

fn total(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + AROUND).sum::<usize>().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(widths: &[(usize, usize)]) -> Vec<Span> {
        widths.iter().map(|&(natural, least)| Span { natural, least }).collect()
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        let all = spans(&[(10, 5), (20, 5)]);
        assert_eq!(blocks(&all, 35), [[(0, 10), (1, 20)]]);
    }

    #[test]
    fn the_widest_column_gives_way_first() {
        let all = spans(&[(10, 5), (20, 5)]);
        assert_eq!(blocks(&all, 30), [[(0, 10), (1, 15)]]);
        assert_eq!(blocks(&all, 21), [[(0, 8), (1, 8)]]);
    }

    #[test]
    fn too_many_columns_become_several_blocks() {
        let all = spans(&[(6, 6), (8, 8), (8, 8), (8, 8), (8, 8)]);
        let found = blocks(&all, 30);
        assert_eq!(found, [vec![(0, 6), (1, 8), (2, 8)], vec![(0, 6), (3, 8), (4, 8)]]);
        // Where two columns are too wide already, they are broken.
        assert_eq!(blocks(&all[..2], 11), [[(0, 3), (1, 3)]]);
    }
}
