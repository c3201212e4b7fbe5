import CTouchTrackerCrypt
import Glibc
import KioskSystem

/// The salted yescrypt hash of an unlock pattern, in the text format of shadow(5).
///
/// yescrypt makes it expensive to guess a pattern from its hash: each computation takes time and 32
/// MiB of memory.
package struct PatternHash: Hashable {
    /// The hash as ASCII text.
    package let bytes: [UInt8]

    /// The cost parameter of yescrypt. The value requires 32 MiB of memory and 30 ms on an AMD EPYC
    /// core (measured).
    ///
    /// A Raspberry Pi 4 is estimated to be four to eight times slower, 0.12 to 0.24 s. A value
    /// greater by one would double the memory and the time, and some supported boards have only 256
    /// MiB of memory.
    private static let cost: UInt = 6
    /// The first characters of each hash with the cost parameter `cost`.
    private static let prefix = "$y$jAT$"

    /// Computes the hash of a pattern with a new 128-bit salt from the kernel.
    ///
    /// - Throws: `LinuxError` if memory or random bytes are not available.
    package init(of pattern: Pattern) throws(LinuxError) {
        var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        guard
            crypt_gensalt_rn("$y$", Self.cost, nil, 0, &setting, CRYPT_GENSALT_OUTPUT_SIZE) != nil
        else { throw LinuxError(operation: "crypt", code: Errno.last) }
        bytes = try Self.compute(pattern, setting)
    }

    /// Creates a hash from its stored ASCII text. Returns `nil` if the text is not a hash with the
    /// cost parameter `cost`.
    ///
    /// Other cost parameters are rejected, because a damaged parameter could make a computation
    /// take minutes or use all memory.
    package init?(_ bytes: some Collection<UInt8>) {
        // 22 characters of salt, a separator, 43 characters of hash: crypt(5).
        guard bytes.count == Self.prefix.utf8.count + 22 + 1 + 43,
            bytes.starts(with: Self.prefix.utf8),
            bytes.allSatisfy(Self.isHashCharacter)
        else { return nil }
        self.bytes = Array(bytes)
    }

    /// Returns whether `pattern` has this hash. The required time does not depend on the pattern.
    ///
    /// - Throws: `LinuxError` if the hash of `pattern` cannot be computed, for example because
    ///   memory is not available.
    package func matches(_ pattern: Pattern) throws(LinuxError) -> Bool {
        let other = try Self.compute(pattern, bytes.map { CChar(bitPattern: $0) } + [0])
        guard other.count == bytes.count else { return false }
        var difference: UInt8 = 0
        for index in bytes.indices { difference |= bytes[index] ^ other[index] }
        return difference == 0
    }

    /// Returns whether crypt(5) allows `byte` in a hash.
    private static func isHashCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    /// Returns the hash of `pattern` with the salt and the cost parameter in `setting`, and erases
    /// the working memory. Wraps `crypt_rn(3)`.
    private static func compute(
        _ pattern: Pattern, _ setting: [CChar]
    ) throws(LinuxError) -> [UInt8] {
        let size = MemoryLayout<crypt_data>.size
        let data = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        data.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        defer {
            explicit_bzero(data, size)
            data.deallocate()
        }
        let hash = pattern.withDigits { crypt_rn($0, setting, data, Int32(size)) }
        guard let hash else { throw LinuxError(operation: "crypt", code: Errno.last) }
        return (0..<strlen(hash)).map { UInt8(bitPattern: hash[$0]) }
    }
}
