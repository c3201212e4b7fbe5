import Glibc

/// A time on `CLOCK_BOOTTIME`, together with the identifier of the boot in which the time was
/// measured.
///
/// `CLOCK_BOOTTIME` starts at boot, continues while the machine is suspended, and cannot be set.
package struct BootTimestamp: Hashable, Sendable {
    /// The identifier of the boot during which the time was measured.
    package var boot: BootID
    /// The time since boot in microseconds.
    package var microseconds: Int64

    /// Creates a timestamp from a boot identifier and a time since that boot.
    package init(boot: BootID, microseconds: Int64) {
        self.boot = boot
        self.microseconds = microseconds
    }
}

/// The random 128-bit identifier that the kernel assigns to each boot.
package struct BootID: Hashable, Sendable {
    /// The upper 64 bits of the identifier, which are the first half of its textual form.
    package var high: UInt64
    /// The lower 64 bits of the identifier, which are the second half of its textual form.
    package var low: UInt64

    /// Creates an identifier from its two halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates an identifier from its hexadecimal form, with or without hyphens, as in
    /// `/proc/sys/kernel/random/boot_id` (random(4)). Returns `nil` for other text.
    package init?(_ text: some StringProtocol) {
        let digits = String(text.filter { $0 != "-" && $0 != "\n" })
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit),
            let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The identifier of zero bits that is used if the identifier of a boot is not available.
    package static let unknown = BootID(high: 0, low: 0)
}

/// A clock for the time since the current boot, including the time during which the machine was
/// suspended.
package struct BootTimeClock: Sendable {
    private let boot: BootID

    /// Creates a clock for the current boot.
    ///
    /// - Parameter fallbackBootID: The boot ID as text, which the clock uses if the kernel's boot
    ///   ID is hidden from the process (`ProcSubset=pid`), or `nil` to use `BootID.unknown` in that
    ///   case.
    package init(fallbackBootID: String? = nil) {
        boot = Self.kernelBootID ?? fallbackBootID.flatMap { BootID($0) } ?? .unknown
    }

    /// Returns the current time.
    package func now() -> BootTimestamp {
        BootTimestamp(boot: boot, microseconds: Self.microsecondsSinceBoot)
    }

    /// The time since boot in microseconds.
    ///
    /// The corresponding C function is `clock_gettime(CLOCK_BOOTTIME)`.
    package static var microsecondsSinceBoot: Int64 { microseconds(of: CLOCK_BOOTTIME) }

    /// The boot ID from the kernel, or `nil` if this process cannot read the ID.
    private static var kernelBootID: BootID? {
        SystemFiles.machine.line("/proc/sys/kernel/random/boot_id").flatMap { BootID($0) }
    }
}
