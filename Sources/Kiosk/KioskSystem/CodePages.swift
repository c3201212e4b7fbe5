import CTouchTrackerLinux

/// The resident memory pages that contain code and constants of the program and its libraries.
package enum CodePages {
    /// Discards all resident pages that contain code and constants. The kernel maps a page again
    /// when the page is next used. If the page is still in the page cache, mapping 64 KiB takes
    /// less than a microsecond.
    ///
    /// Much of the code that runs at a program's start is not used later, but its pages would
    /// remain resident until memory is scarce. While a debugger traces the process, the call has
    /// no effect. The corresponding C function is `madvise(2)` with `MADV_DONTNEED`.
    ///
    /// - Parameter files: The files of procfs, which state whether the process is traced.
    /// - Returns: Whether the pages were discarded.
    @discardableResult
    package static func discard(files: SystemFiles = .machine) -> Bool {
        // Breakpoints are in private copies of pages, and would be lost.
        guard files.lines("/proc/self/status").contains("TracerPid:\t0") else { return false }
        touchtracker_discard_code_pages()
        return true
    }
}
