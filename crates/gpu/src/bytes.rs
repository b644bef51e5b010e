//! Plain numbers as bytes.

#![allow(unsafe_code)]

/// The bytes of plain numbers.
pub(crate) fn bytes_of<T: Copy>(values: &[T]) -> Vec<u8> {
    // SAFETY: callers pass numbers, arrays of numbers and structures of 32-bit numbers, which
    // have no padding; any byte may be read as `u8`.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast::<u8>(), size_of_val(values)) }
        .to_vec()
}

/// Plain numbers from their bytes.
pub(crate) fn values_from<T: Copy + Default>(bytes: &[u8]) -> Vec<T> {
    let count = bytes.len() / size_of::<T>();
    let mut values = vec![T::default(); count];
    // SAFETY: `values` has room for as many bytes, and every pattern of bits is a number.
    unsafe {
        let to = values.as_mut_ptr().cast::<u8>();
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, count * size_of::<T>());
    }
    values
}
