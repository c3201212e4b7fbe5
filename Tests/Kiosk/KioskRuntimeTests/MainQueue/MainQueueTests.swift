import Foundation
import Testing
import TouchTrackerTestSupport

/// Dispatch's main queue and the main actor in a kiosk on a headless display.
///
/// A test runner serves the main queue itself, so a separate program, `kiosk-main-queue-subject`,
/// runs the kiosk.
@Suite("Main queue", .serialized)
struct MainQueueTests {
    /// The output of the program.
    private struct Output {
        /// The lines that blocks printed.
        var lines: [String]
        /// The values of the kiosk's report by name.
        var report: [String: Int]

        init(_ scene: String) throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let subject = URL(fileURLWithPath: tests).deletingLastPathComponent()
                .appendingPathComponent("kiosk-main-queue-subject")
            let text = try runTool([subject.path, scene]).split(separator: "\n").map(String.init)
            let words = try #require(text.last).split(separator: " ")
            lines = Array(text.dropLast())
            report = [:]
            for index in stride(from: 0, to: words.count, by: 2) {
                report[String(words[index])] = Int(words[index + 1])
            }
        }
    }

    @Test("Tasks, sleeping tasks, detached tasks and dispatched blocks run on the main thread")
    func tasks() throws {
        let output = try Output("tasks")
        #expect(
            output.lines.sorted() == [
                "async on the main thread", "asyncAfter on the main thread", "before the launch",
                "detached on the main thread", "global on the main thread",
                "sleep on the main thread", "task on the main thread",
            ])
        #expect(output.lines.first == "before the launch")
        let runs = try #require(output.report["runs"])
        let frames = try #require(output.report["frames"])
        // Each of eight blocks and jobs may cause a run: one per line, and the start of the
        // sleeping task.
        #expect((3...8).contains(runs))
        // One wake-up per run and per frame, the flips, the timer and the signal.
        let wakeUps = try #require(output.report["wakeUps"])
        #expect(wakeUps <= runs + 2 * frames + 2)
        #expect(try #require(output.report["microseconds"]) > 0)
    }

    @Test("A kiosk whose main queue is empty is woken only for its end")
    func idle() throws {
        let output = try Output("idle")
        #expect(output.report["frames"] == 1)
        #expect(output.lines == ["before the launch"])
        #expect(output.report["runs"] == 1)
        // The block, the timer that ends the kiosk, and the signal.
        #expect(try #require(output.report["wakeUps"]) <= 3)
    }

    @Test("Blocks that queue further blocks without end do not stop an animation")
    func flood() throws {
        let output = try Output("flood")
        #expect(try #require(output.report["frames"]) > 5)
        #expect(try #require(output.report["runs"]) > 100)
    }
}
