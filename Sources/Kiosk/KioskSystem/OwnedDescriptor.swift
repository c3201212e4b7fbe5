import Glibc

/// A file descriptor with one owner; it is closed when the owner goes.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number, valid as long as this value lives.
    package let number: Int32

    /// Takes ownership of an open descriptor.
    package init(owning number: Int32) {
        precondition(number >= 0, "a descriptor is open")
        self.number = number
    }

    /// Opens a file. Wraps `open(2)`; `O_CLOEXEC` is always set.
    ///
    /// - Throws: `LinuxError` with the path.
    package init(opening path: String, flags: Int32) throws(LinuxError) {
        number = try checked("open", path: path) { open(path, flags | O_CLOEXEC) }
    }

    deinit {
        close(number)
    }
}
