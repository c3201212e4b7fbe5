import Foundation
import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport
import touchtracker

/// Tests requests of a board's boot partition.
@Suite("BoardRequest")
struct BoardRequestTests {
    @Test(
        "Each request is consumed once, from the first of the unit's folders",
        arguments: BoardRequest.allCases)
    func once(request: BoardRequest) throws {
        let folder = TemporaryFolder()
        #expect(!request.consume(from: folder.path))
        try folder.write("", to: request.rawValue)
        for other in BoardRequest.allCases where other != request {
            #expect(!other.consume(from: folder.path))
        }
        #expect(request.consume(from: "\(folder.path):/elsewhere"))
        #expect(!request.consume(from: folder.path))
        #expect(!request.consume(from: nil))
    }

    /// Creates a folder in which a pattern is set.
    private func setPattern(in folder: String) throws -> Lock {
        let clock = BootTimeClock()
        let lock = Lock(folder: folder) { clock.now() }
        let pattern = Pattern()
        for dot in [1, 2, 3, 6] { pattern.connect(dot) }
        try lock.set(pattern)
        return lock
    }

    /// Runs the kiosk on a headless display until it has shown a frame.
    private func runKiosk(_ runtime: TemporaryFolder, state: TemporaryFolder) throws -> Program {
        try Program.run(
            ["run", "--display", "headless:320x240", "--no-input", "--state", state.path],
            environment: ["RUNTIME_DIRECTORY": runtime.path], end: .terminate(afterSeconds: 0.2))
    }

    @Test(
        "reset-lock removes the pattern before the first frame, only at the first start"
    )
    func resetLock() throws {
        let (runtime, state) = (TemporaryFolder(), TemporaryFolder())
        try runtime.write("", to: "reset-lock")
        let lock = try setPattern(in: state.path)
        #expect(lock.isSet)
        let program = try runKiosk(runtime, state: state)
        #expect(program.status == 0)
        #expect(!lock.isSet)
        #expect(program.errors.contains("reset-lock: the unlock pattern was removed\n"))
        let second = try setPattern(in: state.path)
        #expect(try runKiosk(runtime, state: state).status == 0)
        #expect(second.isSet)
    }

    @Test("Without a pattern or a state folder, the kiosk starts anyway")
    func nothingToReset() throws {
        let (runtime, state) = (TemporaryFolder(), TemporaryFolder())
        try runtime.write("", to: "reset-lock")
        #expect(try runKiosk(runtime, state: state).status == 0)
        try runtime.write("", to: "reset-lock")
        let program = try Program.run(
            ["run", "--display", "headless:320x240", "--no-input"],
            environment: ["RUNTIME_DIRECTORY": runtime.path], end: .terminate(afterSeconds: 0.2))
        #expect(program.status == 0)
        #expect(program.errors.contains("reset-lock: no state folder; choose one with"))
    }
}
