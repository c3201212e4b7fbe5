import Testing
import TouchKit
import TouchKitTesting

/// Touches and timers of a simulator with a display rate, which delivers touches in frames.
@Suite("Touch simulator with a display rate", .serialized)
@MainActor
struct SimulatorFrameTests: StageSuite {
    let stage = Stage()

    /// The delays of the first touch after a frame, in seconds: 14 steps of one frame at 60 Hz.
    nonisolated static let delays = (0..<14).map { Double($0) / (60 * 14) }

    /// Returns the actions without their times, which are the times of frames.
    private func actions() -> [String] {
        stage.trace.removeLines().filter { $0.contains("!") }.map { $0.prefix { $0 != "@" } + "" }
    }

    /// Starts the display and touches down after a frame and a delay.
    private func begin(after delay: Double) {
        simulator.displayRate = 60
        simulator.advance(to: 1 + delay)
        simulator.down(1, at: CGPoint(50, 50))
    }

    @Test(
        "R-8.8: A lift 2 ms before a long press is due fails the press, one 2 ms after ends it.",
        arguments: delays, [0.498, 0.502])
    func lift(delay: Double, length: Double) {
        stage.add("L", UILongPressGestureRecognizer())
        begin(after: delay)
        simulator.advance(by: length)
        simulator.up(1)
        simulator.advance(by: 1)
        #expect(actions() == (length < 0.5 ? [] : ["L!began", "L!ended"]))
    }

    @Test(
        "R-8.8: A second tap within 0.35 s completes a double tap, a later one does not.",
        arguments: delays)
    func secondTap(delay: Double) {
        stage.add("D", UITapGestureRecognizer()).numberOfTapsRequired = 2
        begin(after: delay)
        for (pause, expected) in [(0.348, ["D!ended"]), (0.352, [])] {
            simulator.advance(by: 0.05)
            simulator.up(1)
            simulator.advance(by: pause)
            simulator.down(1, at: CGPoint(50, 50))
            simulator.advance(by: 0.05)
            simulator.up(1)
            simulator.advance(by: 1 + delay)
            #expect(actions() == expected)
            simulator.down(1, at: CGPoint(50, 50))
        }
    }
}
