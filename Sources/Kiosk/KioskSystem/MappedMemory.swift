import Glibc

/// Memory mapped with `mmap(2)` that is unmapped at the end of this value's lifetime.
package struct MappedMemory: ~Copyable {
    /// The address of the first byte, valid during this value's lifetime.
    package let base: UnsafeMutableRawPointer
    /// The number of mapped bytes.
    package let length: Int

    /// Maps `length` bytes of a file or device, starting at `offset` bytes, as shared memory for
    /// reading and writing.
    ///
    /// The corresponding C function is `mmap(2)`.
    package init(descriptor: Int32, offset: Int, length: Int) throws(LinuxError) {
        self = try Self(descriptor, MAP_SHARED, offset, length)
    }

    /// Maps `length` bytes of private memory filled with zeros.
    ///
    /// The corresponding C function is `mmap(2)`.
    package init(anonymous length: Int) throws(LinuxError) {
        self = try Self(-1, MAP_PRIVATE | MAP_ANONYMOUS, 0, length)
    }

    /// Maps memory for reading and writing, with the arguments of `mmap(2)`.
    private init(
        _ descriptor: Int32, _ flags: Int32, _ offset: Int, _ length: Int
    ) throws(LinuxError) {
        guard let base = mmap(nil, length, PROT_READ | PROT_WRITE, flags, descriptor, offset),
            base != MAP_FAILED
        else { throw LinuxError(operation: "mmap", code: Errno.last) }
        self.base = base
        self.length = length
    }

    deinit {
        munmap(base, length)
    }
}
