import Foundation
import Testing
import TouchTrackerTestSupport

/// Tests that a kiosk exits with status 0 if SIGTERM arrives at any moment of its start.
@Suite("Signal during start", .serialized)
struct SignalDuringStartTests {
    private static let kiosk = ["run", "--display", "headless:80x60", "--no-input"]
    /// The numbers of the memory allocations at which SIGTERM arrives. The last one is later than
    /// the start; the signal then arrives when the main loop creates its signal descriptor.
    private static let allocations = (0...20).map { 1 << $0 } + [3, 48, 1_500, 24_000, 100_000]

    @Test(
        "SIGTERM at any memory allocation of the start ends the kiosk with status 0",
        .requiresOwnMemory)
    func allocations() throws {
        let library = try PreloadedLibrary("signal-during-start")
        for number in Self.allocations {
            let program = try run(library, at: number, Self.kiosk)
            #expect(program.status == 0, "allocation \(number)")
        }
    }

    @Test("SIGTERM that is pending when the program is executed ends the kiosk with status 0")
    func pending() throws {
        let script = "kill -TERM $$; exec \"$@\""
        let program = try Program.run(
            ["--block-signal=TERM", "/bin/sh", "-c", script, "sh", try Program.path] + Self.kiosk,
            executable: "/usr/bin/env")
        #expect(program.status == 0)
        #expect(program.errors.contains("frames=1 "))
    }

    @Test(
        "SIGTERM ends a command without a main loop by its default action", .requiresOwnMemory,
        arguments: [
            ["lock", "status", "--state", "/nowhere"],
            ["bring-up", "--seconds", "0", "--out", "/nowhere/report.tar"],
        ])
    func otherCommand(arguments: [String]) throws {
        let library = try PreloadedLibrary("signal-during-start")
        let program = try run(library, at: 1, arguments)
        #expect(program.status == SIGTERM)
        #expect(program.errors.isEmpty)
    }

    /// Runs the program, which receives SIGTERM at the memory allocation with a number.
    private func run(
        _ library: PreloadedLibrary, at allocation: Int, _ arguments: [String]
    ) throws -> Program {
        try Program.run(
            arguments,
            environment: [
                "LD_PRELOAD": library.path, "TOUCHTRACKER_TEST_ALLOCATION": "\(allocation)",
            ])
    }
}
