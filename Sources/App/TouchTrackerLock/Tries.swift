import KioskSystem

/// How often a wrong pattern was tried, and when the next may be: a pure machine, which is told the
/// time.
///
/// The wait runs on a clock that begins with the boot and that nobody can set. After another boot the
/// whole wait begins anew, with the boot: nobody gains by cutting the power.
package struct Tries: Hashable, Sendable {
    /// The wait after the first wrong try, after the second …, in seconds; the last goes for all that
    /// follow.
    package static let waitsSeconds = [0, 0, 5, 30, 60, 300]

    /// Wrong tries since the last right one.
    package let wrong: UInt32
    /// When the last of them was.
    package let last: BootMoment

    /// No wrong try.
    package static let none = Tries(wrong: 0, last: BootMoment(boot: .unknown, microseconds: 0))

    /// Tries as they were kept.
    package init(wrong: UInt32, last: BootMoment) {
        self.wrong = wrong
        self.last = last
    }

    /// What is assumed where nobody knows how many there were: so many that the wait is the longest,
    /// and it begins when that is noticed.
    package init(unknownSince noticed: BootMoment) {
        self.init(wrong: UInt32(Self.waitsSeconds.count), last: noticed)
    }

    /// These, and a wrong one more.
    package func adding(at now: BootMoment) -> Tries {
        Tries(wrong: wrong == .max ? wrong : wrong + 1, last: now)
    }

    /// How long no pattern may be tried yet, in seconds.
    ///
    /// However the times are chosen, it isn't less than the whole wait less the time since the boot.
    package func secondsToWait(at now: BootMoment) -> Double {
        guard wrong > 0 else { return 0 }
        let wait = Self.waitsSeconds[min(Int(wrong), Self.waitsSeconds.count) - 1]
        let left = Int64(wait) * 1_000_000 - microsecondsWaited(at: now)
        return left > 0 ? Double(left) / 1_000_000 : 0
    }

    private func microsecondsWaited(at now: BootMoment) -> Int64 {
        let isSameBoot =
            last.boot == now.boot || last.boot == .unknown || now.boot == .unknown
        // A later moment than now is one of another boot, whatever it says.
        guard isSameBoot, 0...now.microseconds ~= last.microseconds else { return now.microseconds }
        return now.microseconds - last.microseconds
    }
}
