import CTouchTrackerLinux

/// The program's code and constants, and its libraries', as far as they are in memory.
package enum ProgramText {
    /// Lets go of all of it: what is needed again comes again with its first use, at less than a microsecond
    /// for each 64 KiB that the kernel still has.
    ///
    /// A start goes through much code that nobody needs afterwards; as long as the kernel isn't short of
    /// memory, nobody else takes it away. Wraps `madvise(2)`, MADV_DONTNEED, of what is never written.
    package static func letGo() {
        touchtracker_let_go_of_texts()
    }
}
