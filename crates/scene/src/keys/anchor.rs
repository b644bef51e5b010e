//! Headings in addresses. `xtask` takes this file too, so that the links of the
//! guide are made and checked by one rule.

/// The name of a heading in an address, as code hosts make it.
pub fn anchor(title: &str) -> String {
    let letters = title.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then(|| letter.to_ascii_lowercase()),
    });
    letters.collect()
}
