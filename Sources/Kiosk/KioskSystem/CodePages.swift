import CTouchTrackerLinux

/// The resident memory pages that contain code and constants of the program and its libraries.
package enum CodePages {
    /// Discards all resident pages that contain code and constants. The kernel maps a page again
    /// when the page is next used. If the page is still in the page cache, mapping 64 KiB takes
    /// less than a microsecond.
    ///
    /// Much of the code that runs at a program's start is not used later, but its pages would
    /// remain resident until memory is scarce. The corresponding C function is `madvise(2)` with
    /// `MADV_DONTNEED`.
    package static func discard() {
        touchtracker_discard_code_pages()
    }
}
