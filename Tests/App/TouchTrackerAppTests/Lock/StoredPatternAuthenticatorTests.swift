import Glibc
import KioskSystem
import Synchronization
import Testing
import TouchKit
import TouchTrackerApp
import TouchTrackerLock
import TouchTrackerTestSupport

/// Patterns are checked on a background thread, and the results arrive on the main loop.
@Suite("StoredPatternAuthenticator", .serialized)
@MainActor
struct StoredPatternAuthenticatorTests {
    /// A temporary state folder, and a clock that tests set.
    private final class StateFolder: Sendable {
        let seconds = Mutex(1_000.0)
        private let temporary = TemporaryFolder()
        var path: String { temporary.path }

        var lock: Lock {
            Lock(folder: path) { [self] in
                BootTimestamp(
                    boot: BootID(high: 1, low: 1),
                    microseconds: Int64(seconds.withLock { $0 } * 1_000_000))
            }
        }
    }

    private let folder = StateFolder()

    private func pattern(_ digits: String) -> Pattern {
        let pattern = Pattern()
        for digit in digits { pattern.connect(digit.wholeNumberValue ?? 0) }
        return pattern
    }

    /// Checks a pattern, calls `duringCheck`, runs the main loop, and returns the result.
    private func result(
        of authenticator: StoredPatternAuthenticator, for digits: String,
        duringCheck: () -> Void = {}
    ) throws -> AuthenticationResult {
        let wakeUp = try EventDescriptor()
        PostedCalls.main.setWakeUpHandler { wakeUp.raise() }
        defer { PostedCalls.main.setWakeUpHandler(nil) }
        var results: [AuthenticationResult] = []
        let pattern = pattern(digits)
        authenticator.check(pattern) { results.append($0) }
        // The pattern is wiped at once, and the result follows later.
        #expect(pattern.count == 0)
        #expect(results.isEmpty)
        duringCheck()
        while results.isEmpty {
            Poll.waitUntilReadable(wakeUp.descriptor)
            wakeUp.acknowledge()
            for call in PostedCalls.main.removeAll() { call() }
        }
        #expect(results.count == 1)
        return results[0]
    }

    @Test("A pattern that is set or removed while the authenticator exists takes effect at once.")
    func settingPattern() throws {
        let authenticator = StoredPatternAuthenticator(lock: folder.lock)
        #expect(!authenticator.hasPattern)
        #expect(
            try result(of: authenticator, for: "1478")
                == .unavailable(
                    "\(folder.path)/lock: no pattern is set; set one with 'touchtracker lock set'"))
        try folder.lock.set(pattern("1478"))
        #expect(authenticator.hasPattern)
        #expect(try result(of: authenticator, for: "1478") == .correct)
        try folder.lock.reset()
        #expect(!authenticator.hasPattern)
    }

    @Test("Checks return correct, wrong or too early, and the lock determines lockout delays.")
    func results() throws {
        try folder.lock.set(pattern("1478"))
        let authenticator = StoredPatternAuthenticator(lock: folder.lock)
        for delay in [0, 0, 5, 30] as [Double] {
            #expect(try result(of: authenticator, for: "1236") == .wrong)
            #expect(authenticator.lockoutSeconds == delay)
            folder.seconds.withLock { $0 += delay }
        }
        #expect(try result(of: authenticator, for: "1236") == .wrong)
        #expect(authenticator.lockoutSeconds == 60)
        #expect(try result(of: authenticator, for: "1478") == .tooEarly)
        folder.seconds.withLock { $0 += 60 }
        #expect(authenticator.lockoutSeconds == 0)
        #expect(try result(of: authenticator, for: "1478") == .correct)
        #expect(try result(of: authenticator, for: "1236") == .wrong)
    }

    @Test("A pattern passed during another check is wiped, not checked and not counted.")
    func concurrentCheck() throws {
        try folder.lock.set(pattern("1478"))
        let authenticator = StoredPatternAuthenticator(lock: folder.lock)
        let second = pattern("1478")
        let secondResult = Mutex<AuthenticationResult?>(nil)
        let first = try result(of: authenticator, for: "1236") {
            authenticator.check(second) { result in secondResult.withLock { $0 = result } }
            #expect(second.count == 0)
        }
        #expect(first == .wrong)
        // The second result came first, because nothing was computed for it.
        #expect(secondResult.withLock { $0 } == .tooEarly)
        #expect(try folder.lock.failedAttempts().count == 1)
    }

    @Test(
        "Releasing the authenticator during a check waits for the thread; the result still arrives."
    )
    func releasedDuringCheck() throws {
        try folder.lock.set(pattern("1478"))
        var authenticator: StoredPatternAuthenticator? = StoredPatternAuthenticator(
            lock: folder.lock)
        var received: AuthenticationResult?
        authenticator?.check(pattern("1236")) { received = $0 }
        authenticator = nil
        #expect(try folder.lock.failedAttempts().count == 1)
        for call in PostedCalls.main.removeAll() { call() }
        #expect(received == .wrong)
    }

    @Test("With a malformed pattern file, each check returns an error message of one line.")
    func malformedFile() throws {
        let file = try #require(fopen("\(folder.path)/lock", "w"))
        fputs("hello\n", file)
        fclose(file)
        let authenticator = StoredPatternAuthenticator(lock: folder.lock)
        #expect(authenticator.hasPattern)
        #expect(
            try result(of: authenticator, for: "1478")
                == .unavailable(
                    "\(folder.path)/lock: not a valid pattern file; "
                        + "set the pattern again with 'touchtracker lock set'"))
    }
}
