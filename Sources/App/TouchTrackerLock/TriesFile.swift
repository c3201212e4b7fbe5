import KioskSystem

/// Where tries are kept: a file of fixed length with two slots, each in a block of its own, which are
/// written in turn. A write that is torn by a power cut leaves the other slot, and none needs more room.
/// The format is in docs/lock.md.
package enum TriesFile {
    /// The file's name in the state folder.
    package static let name = "lock-tries"
    /// The file's length. Blocks of usual file systems and flash have up to 4,096 bytes.
    package static let length = 2 * blockLength

    private static let blockLength = 4_096

    /// What is in the file.
    package struct Content: Hashable {
        /// The newest tries.
        package var tries: Tries
        /// How often tries were written so far; odd ones are in the second slot.
        package var sequence: UInt64
    }

    /// Reads the newest tries; nil where the file isn't there, or no slot of it makes sense.
    ///
    /// - Throws: `LinuxError` where there may be some, but not for this process.
    package static func read(in folder: borrowing OpenFolder) throws(LinuxError) -> Content? {
        do {
            return content(of: try folder.read(name, upTo: length))
        } catch {
            // No file, a folder or pipe in its place, a link.
            if error.code == .notFound || error.code == .invalid || error.code == .tooManyLinks {
                return nil
            }
            throw error
        }
    }

    /// Keeps tries: when this returns, they are on the disk.
    ///
    /// - Parameter old: What was read; nil makes the file anew.
    package static func write(
        _ tries: Tries, after old: Content?, in folder: borrowing OpenFolder
    ) throws(LinuxError) {
        guard let old else {
            var bytes = slot(tries, sequence: 0)
            bytes += [UInt8](repeating: 0, count: length - bytes.count)
            return try folder.replacePrivately(name, with: bytes)
        }
        let sequence = old.sequence &+ 1
        try folder.overwrite(
            name, ofLength: length, at: Int(sequence % 2) * blockLength,
            with: slot(tries, sequence: sequence))
    }

    /// What a file's bytes say.
    package static func content(of bytes: [UInt8]) -> Content? {
        guard bytes.count == length else { return nil }
        let slots = [0, blockLength].map { content(ofSlot: Array(bytes[$0..<$0 + slotLength])) }
        return slots.compactMap { $0 }.max { $0.sequence < $1.sequence }
    }

    // MARK: - A slot

    /// "lock try", and the number of the format.
    private static let mark: UInt64 = 0x6C6F_636B_7472_7901
    private static let slotLength = 56

    /// Seven numbers of 64 bits, lowest byte first.
    private static func slot(_ tries: Tries, sequence: UInt64) -> [UInt8] {
        let numbers = [
            mark, sequence, UInt64(tries.wrong), tries.last.boot.high, tries.last.boot.low,
            UInt64(bitPattern: tries.last.microseconds),
        ]
        return (numbers + [checksum(of: numbers)]).flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
    }

    private static func content(ofSlot bytes: [UInt8]) -> Content? {
        let numbers = stride(from: 0, to: slotLength, by: 8).map { place in
            (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
        }
        guard numbers[0] == mark, numbers[6] == checksum(of: numbers.dropLast()),
            let wrong = UInt32(exactly: numbers[2])
        else { return nil }
        let boot = BootID(high: numbers[3], low: numbers[4])
        let last = BootMoment(boot: boot, microseconds: Int64(bitPattern: numbers[5]))
        return Content(tries: Tries(wrong: wrong, last: last), sequence: numbers[1])
    }

    /// A mixture in which every bit of every number counts (the finaliser of SplitMix64: Steele, Lea,
    /// Flood 2014, chained): it tells a torn slot from a whole one. Nobody is kept from forging one.
    private static func checksum(of numbers: some Sequence<UInt64>) -> UInt64 {
        numbers.reduce(0x6A09_E667_F3BC_C908) { sum, number in
            var mixed = (sum ^ number) &+ 0x9E37_79B9_7F4A_7C15
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
