import CTouchTrackerCrypt
import Glibc
import KioskSystem

/// What is kept of a pattern: a salted hash that is slow to compute and needs much memory, by libcrypt's
/// yescrypt. It is text, as in shadow(5).
package struct PatternHash: Hashable {
    /// The hash's bytes, all ASCII.
    package let bytes: [UInt8]

    /// libcrypt's cost for yescrypt, and how it is written in a hash: 32 MiB of memory, and 30 ms of a
    /// core of an AMD EPYC (measured). A Raspberry Pi 4's core is four to eight times slower at it: 0.12
    /// to 0.24 s. One more would double both, and boards have 256 MiB.
    private static let cost: UInt = 6
    private static let prefix = "$y$jAT$"

    /// The hash of a pattern, with a new salt of 128 bits from the kernel.
    ///
    /// - Throws: `LinuxError` where there is no memory for it, or no randomness.
    package init(of pattern: Pattern) throws(LinuxError) {
        var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
        guard
            crypt_gensalt_rn("$y$", Self.cost, nil, 0, &setting, CRYPT_GENSALT_OUTPUT_SIZE) != nil
        else { throw LinuxError(operation: "crypt", code: Errno.last) }
        bytes = try Self.compute(pattern, setting)
    }

    /// A hash that was kept; nil where it isn't one, or not of the cost that is in use here: a damaged
    /// one mustn't take minutes or all memory.
    package init?(_ bytes: some Collection<UInt8>) {
        // Salt of 22 letters, a sign, hash of 43 (crypt(5)).
        guard bytes.count == Self.prefix.utf8.count + 22 + 1 + 43,
            bytes.starts(with: Self.prefix.utf8),
            bytes.allSatisfy(Self.isOfHash)
        else { return nil }
        self.bytes = Array(bytes)
    }

    /// Whether it is the hash of a pattern; takes as long for a wrong one.
    package func isOf(_ pattern: Pattern) throws(LinuxError) -> Bool {
        let other = try Self.compute(pattern, bytes.map { CChar(bitPattern: $0) } + [0])
        guard other.count == bytes.count else { return false }
        var difference: UInt8 = 0
        for place in bytes.indices { difference |= bytes[place] ^ other[place] }
        return difference == 0
    }

    private static func isOfHash(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: ".")...UInt8(ascii: "9"), UInt8(ascii: "$"):
            true
        default: false
        }
    }

    /// Wraps `crypt_rn(3)`, which wipes what it works with; what it was lent is wiped here.
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
