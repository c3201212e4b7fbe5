import CTouchTrackerLinux

/// A namespace for reading the kernel's log buffer.
package enum KernelLog {
    /// Returns the lines of the kernel's log, oldest first, without their level. The result is
    /// empty without the permission to read the log (`kernel.dmesg_restrict`).
    ///
    /// The corresponding C function is `klogctl(3)`.
    package static func lines() -> [String] {
        let (readAll, readSize): (Int32, Int32) = (3, 10)
        let size = klogctl(readSize, nil, 0)
        guard size > 0 else { return [] }
        var buffer = [CChar](repeating: 0, count: Int(size))
        let length = klogctl(readAll, &buffer, size)
        guard length > 0 else { return [] }
        let bytes = buffer.prefix(Int(length)).map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(withoutLevel)
    }

    /// Returns a line without the level in angle brackets at its start.
    private static func withoutLevel(_ line: Substring) -> String {
        guard line.hasPrefix("<"), let end = line.firstIndex(of: ">") else { return String(line) }
        return String(line[line.index(after: end)...])
    }
}
