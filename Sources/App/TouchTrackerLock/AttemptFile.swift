import KioskSystem

/// The file that stores the count of wrong unlock attempts. The file has two slots of fixed size,
/// each in its own disk block.
///
/// Writes alternate between the slots. If a power cut interrupts a write, the other slot therefore
/// remains intact. No write needs new disk space.
package enum AttemptFile {
    /// The name of the attempt file in the kiosk's state folder.
    package static let fileName = "lock-tries"
    /// The length of the file in bytes: two blocks of 4,096 bytes, the largest block size of common
    /// file systems and flash memory.
    package static let length = 2 * blockLength

    private static let blockLength = 4_096

    /// The data that a valid slot of the file contains.
    package struct Content: Hashable {
        /// The record of the wrong attempts to unlock.
        package var attempts: FailedAttempts
        /// The number of the write that created the slot, counted from 0. Writes with odd numbers
        /// use the second slot.
        package var sequence: UInt64
    }

    /// Returns the content of the newest valid slot, or `nil` if the file is missing or has no
    /// valid slot.
    ///
    /// - Parameter folder: The kiosk's state folder.
    /// - Throws: `LinuxError` if the file exists and cannot be read.
    package static func read(in folder: borrowing FolderDescriptor) throws(LinuxError) -> Content? {
        do {
            return content(of: try folder.read(fileName, maximumSize: length))
        } catch {
            if error.code == .notFound || error.code.isUnsuitableKind { return nil }
            throw error
        }
    }

    /// Writes a record of wrong attempts durably: the record is on the disk when the function
    /// returns.
    ///
    /// - Parameters:
    ///   - attempts: The record to write.
    ///   - old: The content that `read(in:)` returned, or `nil` to create the file.
    ///   - folder: The kiosk's state folder.
    package static func write(
        _ attempts: FailedAttempts, replacing old: Content?, in folder: borrowing FolderDescriptor
    ) throws(LinuxError) {
        guard let old else {
            var bytes = slot(attempts, sequence: 0)
            bytes += [UInt8](repeating: 0, count: length - bytes.count)
            return try folder.replacePrivately(fileName, with: bytes)
        }
        let sequence = old.sequence &+ 1
        try folder.overwrite(
            fileName, expectedSize: length, at: Int(sequence % 2) * blockLength,
            with: slot(attempts, sequence: sequence))
    }

    /// Returns the content of the newest valid slot in `bytes`, the bytes of the file, or `nil` if
    /// no slot is valid.
    package static func content(of bytes: [UInt8]) -> Content? {
        guard bytes.count == length else { return nil }
        let slots = [0, blockLength].map { content(ofSlot: Array(bytes[$0..<$0 + slotLength])) }
        return slots.compactMap { $0 }.max { $0.sequence < $1.sequence }
    }

    // MARK: - A slot

    /// The magic number of a slot: the ASCII text "lock try" with the format version as its last
    /// byte.
    private static let magic: UInt64 = 0x6C6F_636B_7472_7901
    private static let slotLength = 56

    /// Returns the bytes of a slot: seven 64-bit numbers in little-endian order.
    private static func slot(_ attempts: FailedAttempts, sequence: UInt64) -> [UInt8] {
        let numbers = [
            magic, sequence, UInt64(attempts.count), attempts.last.boot.high,
            attempts.last.boot.low,
            UInt64(bitPattern: attempts.last.microseconds),
        ]
        return (numbers + [checksum(of: numbers)]).flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
    }

    private static func content(ofSlot bytes: [UInt8]) -> Content? {
        let numbers = stride(from: 0, to: slotLength, by: 8).map { offset in
            (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
        }
        guard numbers[0] == magic, numbers[6] == checksum(of: numbers.dropLast()),
            let count = UInt32(exactly: numbers[2])
        else { return nil }
        let boot = BootID(high: numbers[3], low: numbers[4])
        let last = BootTimestamp(boot: boot, microseconds: Int64(bitPattern: numbers[5]))
        return Content(attempts: FailedAttempts(count: count, last: last), sequence: numbers[1])
    }

    /// Returns a checksum that distinguishes a complete slot from a partially written slot. The
    /// checksum does not protect against forgery. It is calculated with the chained finalizer of
    /// SplitMix64 (Steele, Lea, Flood 2014).
    private static func checksum(of numbers: some Sequence<UInt64>) -> UInt64 {
        numbers.reduce(0x6A09_E667_F3BC_C908) { sum, number in
            var mixed = (sum ^ number) &+ 0x9E37_79B9_7F4A_7C15
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
