import Glibc

/// Memory that the kernel maps, with one owner; it is unmapped when the owner goes.
package struct MappedMemory: ~Copyable {
    /// The first byte, valid as long as this value lives.
    package let base: UnsafeMutableRawPointer
    /// The number of bytes.
    package let length: Int

    /// Maps a device's memory for reading and writing. Wraps `mmap(2)`.
    package init(descriptor: Int32, offset: Int, length: Int) throws(LinuxError) {
        self = try Self(descriptor, MAP_SHARED, offset, length)
    }

    /// Maps ordinary memory, filled with zeros. Wraps `mmap(2)`.
    package init(anonymous length: Int) throws(LinuxError) {
        self = try Self(-1, MAP_PRIVATE | MAP_ANONYMOUS, 0, length)
    }

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
