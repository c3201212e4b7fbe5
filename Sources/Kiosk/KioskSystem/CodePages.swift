import CTouchTrackerLinux

/// The resident code and constants of the program and its libraries.
package enum CodePages {
    /// Discards all resident pages of code and constants. The kernel maps a page again at its next
    /// use, in less than a microsecond per 64 KiB that is still in the page cache.
    ///
    /// A program's start runs code that is not used afterwards. Without memory pressure the pages
    /// of this code would remain resident. The corresponding C function is `madvise(2)` with
    /// `MADV_DONTNEED`.
    package static func discard() {
        touchtracker_discard_code_pages()
    }
}
