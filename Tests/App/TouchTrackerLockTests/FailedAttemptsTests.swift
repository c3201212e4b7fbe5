import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

@Suite("FailedAttempts")
struct FailedAttemptsTests {
    private static let boot = BootID(high: 1, low: 2)
    private static let other = BootID(high: 3, low: 4)

    private static func time(_ seconds: Double, _ boot: BootID = boot) -> BootTimestamp {
        BootTimestamp(boot: boot, microseconds: Int64(seconds * 1_000_000))
    }

    private static func attempts(_ count: UInt32, last seconds: Double) -> FailedAttempts {
        FailedAttempts(count: count, last: time(seconds))
    }

    @Test(
        "The lockout delays are 0, 0, 5, 30, 60 seconds, and then always 300.",
        arguments: [
            (0, 0), (1, 0), (2, 0), (3, 5), (4, 30), (5, 60), (6, 300), (7, 300), (1_000, 300),
            (UInt32.max, 300),
        ] as [(UInt32, Double)])
    func lockoutDelays(_ count: UInt32, _ delay: Double) {
        let attempts = Self.attempts(count, last: 1_000)
        #expect(attempts.lockoutSeconds(at: Self.time(1_000)) == delay)
        #expect(attempts.lockoutSeconds(at: Self.time(1_000.25)) == max(0, delay - 0.25))
        #expect(attempts.lockoutSeconds(at: Self.time(1_000 + delay)) == 0)
        #expect(attempts.lockoutSeconds(at: Self.time(99_999)) == 0)
    }

    @Test("Each wrong attempt is counted, and the lockout delay starts with the last one.")
    func counting() {
        var attempts = FailedAttempts.none
        for count in 1...10 {
            attempts = attempts.addingAttempt(at: Self.time(Double(count)))
            #expect(attempts == Self.attempts(UInt32(count), last: Double(count)))
        }
        #expect(Self.attempts(.max, last: 1).addingAttempt(at: Self.time(2)).count == .max)
    }

    @Test(
        "After a reboot the whole lockout delay starts again at boot, whatever time is stored.")
    func reboot() {
        for last in [0, 3, 299, 1_000, 1e9] {
            let attempts = Self.attempts(6, last: last)
            #expect(attempts.lockoutSeconds(at: Self.time(0, Self.other)) == 300)
            #expect(attempts.lockoutSeconds(at: Self.time(10, Self.other)) == 290)
            #expect(attempts.lockoutSeconds(at: Self.time(300, Self.other)) == 0)
        }
    }

    @Test("Every stored time and count gives a lockout from 0 to 300 s, at every time since boot.")
    func damagedTimes() {
        var random = SeededRandom(seed: 21)
        let edges: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for _ in 0..<2_000 {
            let any = Int64(bitPattern: random.next())
            let boots = [Self.boot, Self.other, .unknown]
            for stored in edges + [any] {
                let attempts = FailedAttempts(
                    count: UInt32(truncatingIfNeeded: random.next()),
                    last: BootTimestamp(
                        boot: boots[random.next(below: 3)], microseconds: stored))
                let now = random.next(below: 2) == 0 ? any & .max : Int64.max
                let seconds = attempts.lockoutSeconds(
                    at: BootTimestamp(boot: boots[random.next(below: 3)], microseconds: now))
                #expect((0...300).contains(seconds))
            }
        }
    }

    @Test("With an unknown boot ID, the lockout lasts at least the whole delay after boot.")
    func unknownBootID() {
        let attempts = Self.attempts(6, last: 100)
        #expect(attempts.lockoutSeconds(at: Self.time(150, .unknown)) == 250)
        #expect(attempts.lockoutSeconds(at: Self.time(20, .unknown)) == 280)
        let unknown = FailedAttempts(count: 6, last: Self.time(100, .unknown))
        #expect(unknown.lockoutSeconds(at: Self.time(150, .unknown)) == 250)
        #expect(unknown.lockoutSeconds(at: Self.time(150)) == 250)
        #expect(unknown.lockoutSeconds(at: Self.time(20, .unknown)) == 280)
    }

    @Test(
        "Invalid times never make a lockout longer than the delay or shorter than since boot."
    )
    func invalidTimes() {
        var random = SeededRandom(seed: 7)
        let invalidTimes: [Int64] = [.min, -1, 0, 1, 299_999_999, 300_000_000, .max]
        for _ in 0..<20_000 {
            let count = UInt32(1 + random.next(below: 8))
            let boots = [Self.boot, Self.other, .unknown]
            let last: Int64 =
                random.next(below: 3) == 0
                ? invalidTimes[random.next(below: invalidTimes.count)]
                : Int64(random.next(below: 700_000_000))
            let now = Int64(random.next(below: 700_000_000))
            let attempts = FailedAttempts(
                count: count,
                last: BootTimestamp(boot: boots[random.next(below: 3)], microseconds: last))
            let remaining = attempts.lockoutSeconds(
                at: BootTimestamp(boot: boots[random.next(below: 3)], microseconds: now))
            let delay = Double(FailedAttempts.lockoutDelays[min(Int(count), 6) - 1])
            #expect(remaining <= delay)
            #expect(remaining >= delay - Double(now) / 1_000_000 - 1e-9)
        }
    }

    @Test(
        "If the count is lost, the lockout has the longest delay and starts at the detection.")
    func lostCount() {
        let attempts = FailedAttempts(unknownSince: Self.time(50))
        #expect(attempts.lockoutSeconds(at: Self.time(50)) == 300)
        #expect(attempts.lockoutSeconds(at: Self.time(349)) == 1)
        let next = attempts.addingAttempt(at: Self.time(350))
        #expect(next.lockoutSeconds(at: Self.time(350)) == 300)
    }
}

/// The number of attempts that an attacker has: the figures that docs/maintenance.md states.
@Suite("Guessing a pattern")
struct GuessingTests {
    private static let day = 86_400.0

    /// Returns the number of attempts in one day if checks and reboots take no time, and the record
    /// of attempts afterwards.
    ///
    /// - Parameters:
    ///   - attempts: The record at the beginning of the day.
    ///   - reboots: Returns whether the attacker reboots before the attempt with a number.
    private func attemptsInOneDay(
        after attempts: FailedAttempts, _ reboots: (_ attempt: Int) -> Bool
    ) -> (count: Int, attempts: FailedAttempts) {
        var attempts = attempts
        var count = 0
        var secondsOfDay = 0.0
        var now = BootTimestamp(boot: BootID(high: 0, low: 1), microseconds: 400_000_000)
        while true {
            if reboots(count) {
                now = BootTimestamp(
                    boot: BootID(high: 0, low: now.boot.low + 1), microseconds: 0)
            }
            let delay = attempts.lockoutSeconds(at: now)
            secondsOfDay += delay
            now.microseconds += Int64(delay * 1_000_000)
            if secondsOfDay >= Self.day { return (count, attempts) }
            attempts = attempts.addingAttempt(at: now)
            count += 1
        }
    }

    @Test("Without reboots, 293 attempts are possible on the first day and 288 on each later day.")
    func withoutReboots() {
        let first = attemptsInOneDay(after: .none) { _ in false }
        #expect(first.count == 293)
        #expect(attemptsInOneDay(after: first.attempts) { _ in false }.count == 288)
    }

    @Test("Reboots at any time permit no additional attempts.")
    func withReboots() {
        #expect(attemptsInOneDay(after: .none) { _ in true }.count == 293)
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            #expect(attemptsInOneDay(after: .none) { _ in random.next(below: 2) == 0 }.count <= 293)
        }
        let later = FailedAttempts(
            count: 6, last: BootTimestamp(boot: BootID(high: 9, low: 9), microseconds: 0))
        // The day begins with a lockout.
        #expect(attemptsInOneDay(after: later) { _ in true }.count == 287)
    }

    @Test("Trying half of the 389,112 patterns with at least four dots takes 675 days.")
    func patterns() {
        var counts = [Int](repeating: 0, count: Pattern.maximumDotCount + 1)
        /// Counts the patterns that begin with `dots`.
        func countPatterns(startingWith dots: [Int]) {
            counts[dots.count] += 1
            for dot in 1...9 where !dots.contains(dot) {
                let pattern = Pattern()
                for other in dots { pattern.connect(other) }
                // A result of 2 means that the line crosses another dot.
                if pattern.connect(dot) == 1 { countPatterns(startingWith: dots + [dot]) }
            }
        }
        countPatterns(startingWith: [])
        #expect(counts == [1, 9, 56, 320, 1_624, 7_152, 26_016, 72_912, 140_704, 140_704])
        let total = counts[Pattern.minimumDotCount...].reduce(0, +)
        #expect(total == 389_112)
        #expect((total / 2 - 293) / 288 == 674)
        #expect(counts[4] / 2 / 288 == 2 && (total - counts[4]) / 2 / 288 == 672)
    }
}
