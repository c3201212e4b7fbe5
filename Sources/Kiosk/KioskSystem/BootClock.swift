import Glibc

/// A moment of a boot of this machine, on a clock that nobody can set: `CLOCK_BOOTTIME` begins when the
/// kernel does and runs on while the machine sleeps.
package struct BootMoment: Hashable, Sendable {
    /// Which boot it is.
    package var boot: BootID
    /// Microseconds since the boot began.
    package var microseconds: Int64

    /// Makes a moment.
    package init(boot: BootID, microseconds: Int64) {
        self.boot = boot
        self.microseconds = microseconds
    }
}

/// The number that the kernel drew for a boot.
package struct BootID: Hashable, Sendable {
    /// Its 128 bits, the first half of the text first.
    package var high: UInt64
    /// The second half.
    package var low: UInt64

    /// Makes a number from its halves.
    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads a number as the kernel writes it (`/proc/sys/kernel/random/boot_id`, random(4)) or systemd
    /// does, with or without hyphens.
    package init?(_ text: some StringProtocol) {
        let digits = String(text.filter { $0 != "-" && $0 != "\n" })
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit),
            let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// Stands for a boot whose number can't be told.
    package static let unknown = BootID(high: 0, low: 0)
}

/// What reads `BootMoment`s.
package struct BootClock: Sendable {
    private let boot: BootID

    /// Makes a clock.
    ///
    /// - Parameter name: The boot's number as text, where the process isn't shown the kernel's
    ///   (`ProcSubset=pid`) but was told it; the kernel's goes first.
    package init(orNamed name: String? = nil) {
        boot = Self.kernelsBoot ?? name.flatMap { BootID($0) } ?? .unknown
    }

    /// The moment now.
    package func now() -> BootMoment {
        BootMoment(boot: boot, microseconds: Self.microseconds)
    }

    /// Microseconds since the machine's boot began. Wraps `clock_gettime(CLOCK_BOOTTIME)`.
    package static var microseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    private static var kernelsBoot: BootID? {
        SmallFile.line("/proc/sys/kernel/random/boot_id").flatMap { BootID($0) }
    }
}
