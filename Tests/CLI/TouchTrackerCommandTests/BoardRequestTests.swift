import Foundation
import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport
import touchtracker

/// What a board's boot partition asks the kiosk for.
@Suite("Requests of a board's boot partition")
struct BoardRequestTests {
    @Test(
        "Each is met once, from the first of the unit's folders.", arguments: BoardRequest.allCases)
    func once(request: BoardRequest) throws {
        let folder = try TemporaryFolder()
        #expect(!request.take(from: folder.path))
        try folder.write("", to: request.rawValue)
        for other in BoardRequest.allCases where other != request {
            #expect(!other.take(from: folder.path))
        }
        #expect(request.take(from: "\(folder.path):/elsewhere"))
        #expect(!request.take(from: folder.path))
        #expect(!request.take(from: nil))
    }

    /// A pattern is set in a folder.
    private func setPattern(in folder: String) throws -> Lock {
        let clock = BootClock()
        let lock = Lock(folder: folder) { clock.now() }
        let pattern = Pattern()
        for dot in [1, 2, 3, 6] { pattern.join(dot) }
        try lock.set(pattern)
        return lock
    }

    /// Runs the kiosk in memory until it has shown something.
    private func runKiosk(_ runtime: TemporaryFolder, state: TemporaryFolder) throws -> Program {
        try Program.run(
            ["run", "--display", "headless:320x240", "--no-input", "--state", state.path],
            environment: ["RUNTIME_DIRECTORY": runtime.path], end: .terminate(afterSeconds: 0.2))
    }

    @Test(
        "reset-lock removes the pattern before anything is shown, and says so; a second start doesn't."
    )
    func resetLock() throws {
        let (runtime, state) = (try TemporaryFolder(), try TemporaryFolder())
        try runtime.write("", to: "reset-lock")
        let lock = try setPattern(in: state.path)
        #expect(lock.isSet)
        let program = try runKiosk(runtime, state: state)
        #expect(program.status == 0)
        #expect(!lock.isSet)
        #expect(program.errors.contains("reset-lock: the maintenance menu's pattern is removed\n"))
        let second = try setPattern(in: state.path)
        #expect(try runKiosk(runtime, state: state).status == 0)
        #expect(second.isSet)
    }

    @Test("Without a pattern, or without a folder for it, the kiosk starts all the same.")
    func nothingToReset() throws {
        let (runtime, state) = (try TemporaryFolder(), try TemporaryFolder())
        try runtime.write("", to: "reset-lock")
        #expect(try runKiosk(runtime, state: state).status == 0)
        try runtime.write("", to: "reset-lock")
        let program = try Program.run(
            ["run", "--display", "headless:320x240", "--no-input"],
            environment: ["RUNTIME_DIRECTORY": runtime.path], end: .terminate(afterSeconds: 0.2))
        #expect(program.status == 0)
        #expect(program.errors.contains("reset-lock: no folder with a lock is known"))
    }
}
