import TouchKit
import TouchKitTesting

/// Writes down what responders are told, one line a callback, as the golden traces do:
/// `V.began{1,2}@0.1`.
@MainActor
final class TouchTrace {
    let simulator: TouchSimulator
    var lines: [String] = []

    init(_ simulator: TouchSimulator) {
        self.simulator = simulator
    }

    /// A responder was told of touches.
    func told(_ name: String, _ phase: String, _ touches: Set<UITouch>) {
        let fingers = touches.compactMap { simulator.finger(of: $0) }.sorted()
        let list = fingers.map(String.init).joined(separator: ",")
        note("\(name).\(phase){\(list)}")
    }

    /// Something happened now.
    func note(_ text: String) {
        let microseconds = Int((simulator.time * 1_000_000).rounded())
        let time = microseconds % 1_000_000 == 0 ? "\(Int(simulator.time))" : "\(simulator.time)"
        lines.append("\(text)@\(time)")
    }

    /// Takes what was written so far.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}
