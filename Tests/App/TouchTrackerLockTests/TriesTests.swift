import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

@Suite("Waiting after wrong tries")
struct TriesTests {
    private static let boot = BootID(high: 1, low: 2)
    private static let other = BootID(high: 3, low: 4)

    private static func moment(_ seconds: Double, _ boot: BootID = boot) -> BootMoment {
        BootMoment(boot: boot, microseconds: Int64(seconds * 1_000_000))
    }

    private static func tries(_ wrong: UInt32, last seconds: Double) -> Tries {
        Tries(wrong: wrong, last: moment(seconds))
    }

    @Test(
        "The waits are 0, 0, 5, 30, 60 seconds, and 300 from then on.",
        arguments: [
            (0, 0), (1, 0), (2, 0), (3, 5), (4, 30), (5, 60), (6, 300), (7, 300), (1_000, 300),
            (UInt32.max, 300),
        ] as [(UInt32, Double)])
    func waits(_ wrong: UInt32, _ wait: Double) {
        let tries = Self.tries(wrong, last: 1_000)
        #expect(tries.secondsToWait(at: Self.moment(1_000)) == wait)
        #expect(tries.secondsToWait(at: Self.moment(1_000.25)) == max(0, wait - 0.25))
        #expect(tries.secondsToWait(at: Self.moment(1_000 + wait)) == 0)
        #expect(tries.secondsToWait(at: Self.moment(99_999)) == 0)
    }

    @Test("Each wrong try counts, however many there were; the wait begins with the last.")
    func counting() {
        var tries = Tries.none
        for count in 1...10 {
            tries = tries.adding(at: Self.moment(Double(count)))
            #expect(tries == Self.tries(UInt32(count), last: Double(count)))
        }
        #expect(Self.tries(.max, last: 1).adding(at: Self.moment(2)).wrong == .max)
    }

    @Test(
        "After another boot the whole wait begins anew, with the boot, wherever the last one was.")
    func anotherBoot() {
        for last in [0, 3, 299, 1_000, 1e9] {
            let tries = Self.tries(6, last: last)
            #expect(tries.secondsToWait(at: Self.moment(0, Self.other)) == 300)
            #expect(tries.secondsToWait(at: Self.moment(10, Self.other)) == 290)
            #expect(tries.secondsToWait(at: Self.moment(300, Self.other)) == 0)
        }
    }

    @Test("Where the number of the boot isn't known, the wait isn't shorter than from the boot on.")
    func unknownBoots() {
        let tries = Self.tries(6, last: 100)
        #expect(tries.secondsToWait(at: Self.moment(150, .unknown)) == 250)
        #expect(tries.secondsToWait(at: Self.moment(20, .unknown)) == 280)
        let unknown = Tries(wrong: 6, last: Self.moment(100, .unknown))
        #expect(unknown.secondsToWait(at: Self.moment(150, .unknown)) == 250)
        #expect(unknown.secondsToWait(at: Self.moment(150)) == 250)
        #expect(unknown.secondsToWait(at: Self.moment(20, .unknown)) == 280)
    }

    @Test(
        "No times, be they nonsense, make a wait longer than it is, or shorter than since the boot."
    )
    func nonsense() {
        var random = SeededRandom(seed: 7)
        let odd: [Int64] = [.min, -1, 0, 1, 299_999_999, 300_000_000, .max]
        for _ in 0..<20_000 {
            let wrong = UInt32(1 + random.next(below: 8))
            let boots = [Self.boot, Self.other, .unknown]
            let last =
                random.next(below: 3) == 0
                ? odd[random.next(below: odd.count)] : Int64(random.next(below: 700_000_000))
            let now = Int64(random.next(below: 700_000_000))
            let tries = Tries(
                wrong: wrong,
                last: BootMoment(boot: boots[random.next(below: 3)], microseconds: last))
            let left = tries.secondsToWait(
                at: BootMoment(boot: boots[random.next(below: 3)], microseconds: now))
            let whole = Double(Tries.waitsSeconds[min(Int(wrong), 6) - 1])
            #expect(left <= whole)
            #expect(left >= whole - Double(now) / 1_000_000 - 1e-9)
        }
    }

    @Test(
        "Where nobody knows how many there were, the wait is the longest, and begins when noticed.")
    func unknown() {
        let tries = Tries(unknownSince: Self.moment(50))
        #expect(tries.secondsToWait(at: Self.moment(50)) == 300)
        #expect(tries.secondsToWait(at: Self.moment(349)) == 1)
        #expect(tries.adding(at: Self.moment(350)).secondsToWait(at: Self.moment(350)) == 300)
    }
}

/// How long the lock holds: the figures that docs/lock.md states.
@Suite("Guessing a pattern")
struct GuessingTests {
    private static let day = 86_400.0

    /// The tries that somebody gets in a day, who may choose before each whether he waits or begins
    /// another boot, which takes no time at all; judging takes none either.
    private func tries(
        after tries: Tries, _ restarts: (_ try: Int) -> Bool
    ) -> (count: Int, tries: Tries) {
        var tries = tries
        var count = 0
        // The seconds of the day, and those since the boot.
        var time = 0.0
        var moment = BootMoment(boot: BootID(high: 0, low: 1), microseconds: 400_000_000)
        while true {
            if restarts(count) {
                moment = BootMoment(
                    boot: BootID(high: 0, low: moment.boot.low + 1), microseconds: 0)
            }
            let wait = tries.secondsToWait(at: moment)
            time += wait
            moment.microseconds += Int64(wait * 1_000_000)
            if time >= Self.day { return (count, tries) }
            tries = tries.adding(at: moment)
            count += 1
        }
    }

    @Test("Whoever waits patiently gets 293 tries on the first day, and 288 on each that follows.")
    func patient() {
        let first = tries(after: .none) { _ in false }
        #expect(first.count == 293)
        #expect(tries(after: first.tries) { _ in false }.count == 288)
    }

    @Test(
        "Whoever cuts the power as he likes, and has a board that boots in no time, gets no more.")
    func impatient() {
        #expect(tries(after: .none) { _ in true }.count == 293)
        var random = SeededRandom(seed: 5)
        for _ in 0..<200 {
            #expect(tries(after: .none) { _ in random.next(below: 2) == 0 }.count <= 293)
        }
        let later = Tries(
            wrong: 6, last: BootMoment(boot: BootID(high: 9, low: 9), microseconds: 0))
        // That day begins with a wait.
        #expect(tries(after: later) { _ in true }.count == 287)
    }

    @Test("There are 389,112 patterns of at least four dots: half of them take 675 days.")
    func patterns() {
        var counts = [Int](repeating: 0, count: Pattern.mostDots + 1)
        /// Joins each dot that is left to those joined so far, if nothing is jumped over.
        func count(_ dots: [Int]) {
            counts[dots.count] += 1
            for dot in 1...9 where !dots.contains(dot) {
                let pattern = Pattern()
                for joined in dots { pattern.join(joined) }
                if pattern.join(dot) == 1 { count(dots + [dot]) }
            }
        }
        count([])
        #expect(counts == [1, 9, 56, 320, 1_624, 7_152, 26_016, 72_912, 140_704, 140_704])
        let all = counts[Pattern.fewestDots...].reduce(0, +)
        #expect(all == 389_112)
        #expect((all / 2 - 293) / 288 == 674)
        #expect(counts[4] / 2 / 288 == 2 && (all - counts[4]) / 2 / 288 == 672)
    }
}
