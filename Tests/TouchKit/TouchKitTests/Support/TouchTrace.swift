import Testing
import TouchKit
import TouchKitTesting

/// Records the callbacks of responders, one line for each callback, in the format of the golden
/// traces: `V.began{1,2}@0.1`.
@MainActor
final class TouchTrace {
    let simulator: TouchSimulator
    var lines: [String] = []

    init(_ simulator: TouchSimulator) {
        self.simulator = simulator
    }

    /// Records that a responder or recognizer received touches in a phase.
    func recordTouches(_ name: String, _ phase: String, _ touches: Set<UITouch>) {
        let fingers = touches.compactMap { simulator.finger(of: $0) }.sorted()
        let list = fingers.map(String.init).joined(separator: ",")
        record("\(name).\(phase){\(list)}")
    }

    /// Records an event at the current time.
    func record(_ text: String) {
        let microseconds = Int((simulator.time * 1_000_000).rounded())
        let time = microseconds % 1_000_000 == 0 ? "\(Int(simulator.time))" : "\(simulator.time)"
        lines.append("\(text)@\(time)")
    }

    /// Checks the lines recorded so far, which are not removed.
    func expectLines(_ expected: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(lines == expected, sourceLocation: sourceLocation)
    }

    /// Removes the lines recorded so far, and checks them.
    func expectRemovedLines(
        _ expected: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(removeLines() == expected, sourceLocation: sourceLocation)
    }

    /// Removes and returns the lines recorded so far.
    func removeLines() -> [String] {
        defer { lines = [] }
        return lines
    }
}
