import Glibc

/// A file descriptor that is closed at the end of this value's lifetime.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number of the file descriptor, which is open during this value's lifetime.
    package let number: Int32

    /// Creates a value that owns the open file descriptor `number` and will close it.
    package init(owning number: Int32) {
        precondition(number >= 0, "the descriptor must be open")
        self.number = number
    }

    /// Opens the file at `path` with `flags` and `O_CLOEXEC`.
    ///
    /// The corresponding C function is `open(2)`.
    ///
    /// - Throws: `LinuxError` with the path.
    package init(opening path: String, flags: Int32) throws(LinuxError) {
        number = try performSystemCall("open", path: path) { open(path, flags | O_CLOEXEC) }
    }

    deinit {
        close(number)
    }
}
