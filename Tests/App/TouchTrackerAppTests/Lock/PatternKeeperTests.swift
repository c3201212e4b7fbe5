import Glibc
import KioskSystem
import Synchronization
import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerLock

/// Patterns are judged beside the loop, and answered on it.
@Suite("Pattern keeper", .serialized)
@MainActor
struct PatternKeeperTests {
    /// A folder of its own, gone with the value, and a clock.
    private final class Place: Sendable {
        let path: String
        let seconds = Mutex(1_000.0)

        init() {
            path =
                "/tmp/pattern-keeper-tests-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
            mkdir(path, 0o700)
        }

        deinit {
            for name in Folder.names(in: path) { unlink("\(path)/\(name)") }
            rmdir(path)
        }

        var lock: Lock {
            Lock(folder: path) { [self] in
                BootMoment(
                    boot: BootID(high: 1, low: 1),
                    microseconds: Int64(seconds.withLock { $0 } * 1_000_000))
            }
        }
    }

    private let place = Place()

    private func pattern(_ digits: String) -> Pattern {
        let pattern = Pattern()
        for digit in digits { pattern.join(digit.wholeNumberValue ?? 0) }
        return pattern
    }

    /// What the keeper says in the end, the loop running meanwhile.
    private func answer(
        of keeper: PatternKeeper, to digits: String, meanwhile: () -> Void = {}
    ) throws -> LockAnswer {
        let news = try EventDescriptor()
        PostedCalls.main.setWake { news.raise() }
        defer { PostedCalls.main.setWake(nil) }
        var answers: [LockAnswer] = []
        let pattern = pattern(digits)
        keeper.check(pattern) { answers.append($0) }
        // The keeper has wiped it, and answers later.
        #expect(pattern.count == 0)
        #expect(answers.isEmpty)
        meanwhile()
        while answers.isEmpty {
            Poll.waitUntilReadable(news.descriptor)
            news.acknowledge()
            for call in PostedCalls.main.takeAll() { call() }
        }
        #expect(answers.count == 1)
        return answers[0]
    }

    @Test("Without a pattern it has none; one that is set meanwhile is there at once.")
    func having() throws {
        let keeper = PatternKeeper(lock: place.lock)
        #expect(!keeper.hasPattern)
        #expect(
            try answer(of: keeper, to: "1478")
                == .unavailable(
                    "\(place.path)/lock: no pattern is set; set one with 'touchtracker lock set'"))
        try place.lock.set(pattern("1478"))
        #expect(keeper.hasPattern)
        #expect(try answer(of: keeper, to: "1478") == .right)
        try place.lock.reset()
        #expect(!keeper.hasPattern)
    }

    @Test("It answers right, wrong and too early, and knows how long to wait.")
    func answers() throws {
        try place.lock.set(pattern("1478"))
        let keeper = PatternKeeper(lock: place.lock)
        for wait in [0, 0, 5, 30] as [Double] {
            #expect(try answer(of: keeper, to: "1236") == .wrong(secondsToWait: wait))
            #expect(keeper.secondsToWait == wait)
            place.seconds.withLock { $0 += wait }
        }
        #expect(try answer(of: keeper, to: "1236") == .wrong(secondsToWait: 60))
        #expect(try answer(of: keeper, to: "1478") == .tooEarly(secondsToWait: 60))
        place.seconds.withLock { $0 += 60 }
        #expect(keeper.secondsToWait == 0)
        #expect(try answer(of: keeper, to: "1478") == .right)
        #expect(try answer(of: keeper, to: "1236") == .wrong(secondsToWait: 0))
    }

    @Test("While one is judged, another isn't looked at, and is wiped.")
    func oneAtATime() throws {
        try place.lock.set(pattern("1478"))
        let keeper = PatternKeeper(lock: place.lock)
        let second = pattern("1478")
        let heard = Mutex<LockAnswer?>(nil)
        let first = try answer(of: keeper, to: "1236") {
            keeper.check(second) { answer in heard.withLock { $0 = answer } }
            #expect(second.count == 0)
        }
        #expect(first == .wrong(secondsToWait: 0))
        // It was answered before: that took no time.
        #expect(heard.withLock { $0 } == .tooEarly(secondsToWait: 0))
        #expect(try place.lock.tries().wrong == 1)
    }

    @Test("A keeper that goes while it judges waits for its thread, and the answer still comes.")
    func going() throws {
        try place.lock.set(pattern("1478"))
        var keeper: PatternKeeper? = PatternKeeper(lock: place.lock)
        var heard: LockAnswer?
        keeper?.check(pattern("1236")) { heard = $0 }
        keeper = nil
        #expect(try place.lock.tries().wrong == 1)
        for call in PostedCalls.main.takeAll() { call() }
        #expect(heard == .wrong(secondsToWait: 0))
    }

    @Test("A damaged pattern can't be judged, in one line, and the menu stays closed.")
    func damaged() throws {
        let file = try #require(fopen("\(place.path)/lock", "w"))
        fputs("hello\n", file)
        fclose(file)
        let keeper = PatternKeeper(lock: place.lock)
        #expect(keeper.hasPattern)
        #expect(
            try answer(of: keeper, to: "1478")
                == .unavailable(
                    "\(place.path)/lock: it isn't a pattern's file; "
                        + "set the pattern anew with 'touchtracker lock set'"))
    }
}
