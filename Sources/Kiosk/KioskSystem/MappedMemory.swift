import Glibc

/// Memory mapped with `mmap(2)` that is unmapped at the end of this value's lifetime.
package struct MappedMemory: ~Copyable {
    /// The address of the first byte, valid during this value's lifetime.
    package let base: UnsafeMutableRawPointer
    /// The number of mapped bytes.
    package let length: Int

    /// Maps `length` bytes of private memory filled with zeros.
    ///
    /// The corresponding C function is `mmap(2)`.
    package init(anonymous length: Int) throws(LinuxError) {
        guard
            let base = mmap(
                nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            base != MAP_FAILED
        else { throw LinuxError(operation: "mmap", code: Errno.last) }
        self.base = base
        self.length = length
    }

    deinit {
        munmap(base, length)
    }
}
