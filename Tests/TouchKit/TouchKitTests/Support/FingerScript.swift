import TouchKit
import TouchKitTesting

/// Plays finger scripts in the notation of the golden traces:
/// `1↓(50,50)@0 1→(+30,0)@.8 1↑@1.0`.
///
/// A step contains the changes of one hardware frame, joined by `&`, and the time in seconds.
/// A step without a time follows the previous step immediately. `(+30,0)` is an offset from the
/// finger's first location, and `(+30)` is an offset along x.
@MainActor
struct FingerScript {
    let simulator: TouchSimulator
    private var contacts: [Int: CGPoint] = [:]

    init(_ simulator: TouchSimulator) {
        self.simulator = simulator
    }

    mutating func play(_ script: String) {
        for step in script.split(separator: " ") {
            let parts = step.split(separator: "@")
            let time = parts.count == 2 ? number(parts[1]) : simulator.time
            simulator.frame(at: time) { frame in
                for input in parts[0].split(separator: "&") { add(input, to: &frame) }
            }
        }
    }

    private mutating func add(_ input: Substring, to frame: inout TouchSimulator.Frame) {
        guard let verb = input.firstIndex(where: { "↓→↑✕".contains($0) }),
            let finger = Int(input[..<verb])
        else { preconditionFailure("\(input) is no step of a script") }
        let rest = input[input.index(after: verb)...]
        switch input[verb] {
        case "↓":
            let place = place(rest, from: .zero)
            contacts[finger] = place
            frame.down(finger, at: place)
        case "→":
            frame.move(finger, to: place(rest, from: contacts[finger] ?? .zero))
        case "↑":
            frame.up(finger)
        default:
            frame.cancel(finger)
        }
    }

    private func place(_ text: Substring, from contact: CGPoint) -> CGPoint {
        let isOffset = text.hasPrefix("(+")
        let numbers = text.dropFirst(isOffset ? 2 : 1).dropLast().split(separator: ",").map(number)
        let y = numbers.count > 1 ? numbers[1] : 0
        if isOffset { return CGPoint(contact.x + numbers[0], contact.y + y) }
        return CGPoint(numbers[0], y)
    }

    private func number(_ text: Substring) -> Double {
        guard let number = Double(text.hasPrefix(".") ? "0" + text : String(text)) else {
            preconditionFailure("\(text) is no number")
        }
        return number
    }
}

extension TouchSimulator {
    /// Plays a script in the notation of `FingerScript`.
    func play(_ script: String) {
        var player = FingerScript(self)
        player.play(script)
    }
}

extension Stage {
    /// Plays a script in the notation of `FingerScript`, then advances time by two seconds.
    func play(_ script: String) {
        simulator.play(script)
        simulator.advance(by: 2)
    }
}

/// A scene that records in a trace what its recorder view V receives.
@MainActor
protocol TracedStage {
    var trace: TouchTrace { get }
    var view: RecorderView { get }
}

extension TracedStage {
    /// Adds a recognizer to V or to `target`, and records its actions in the trace: `T!ended@0.1`.
    @discardableResult
    func add<Recognizer: UIGestureRecognizer>(
        _ name: String, _ recognizer: Recognizer, to target: UIView? = nil
    ) -> Recognizer {
        recognizer.name = name
        recognizer.addAction { [trace] in trace.record("\(name)!\($0.state)") }
        (target ?? view).addGestureRecognizer(recognizer)
        return recognizer
    }
}

/// A delegate with answers that the test assigns, which records all questions.
@MainActor
final class ScriptedDelegate: UIGestureRecognizerDelegate {
    var shouldBegin: (UIGestureRecognizer) -> Bool = { _ in true }
    var receivesTouch: (UIGestureRecognizer, UITouch) -> Bool = { _, _ in true }
    var receivesEvent: (UIGestureRecognizer) -> Bool = { _ in true }
    var simultaneous: (UIGestureRecognizer, UIGestureRecognizer) -> Bool
    var requiresFailure: (UIGestureRecognizer, UIGestureRecognizer) -> Bool = { _, _ in false }
    var requiredToFail: (UIGestureRecognizer, UIGestureRecognizer) -> Bool = { _, _ in false }
    var questions: [String] = []

    /// Creates a delegate with UIKit's default answers, except to simultaneous recognition.
    init(simultaneous isSimultaneous: Bool = false) {
        simultaneous = { _, _ in isSimultaneous }
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        ask("shouldBegin \(name(gestureRecognizer))")
        return shouldBegin(gestureRecognizer)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool {
        ask("\(name(gestureRecognizer)) receives touch")
        return receivesTouch(gestureRecognizer, touch)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent
    ) -> Bool {
        ask("\(name(gestureRecognizer)) receives event")
        return receivesEvent(gestureRecognizer)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        ask("\(name(gestureRecognizer)) with \(name(otherGestureRecognizer))")
        return simultaneous(gestureRecognizer, otherGestureRecognizer)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        ask("\(name(gestureRecognizer)) requires \(name(otherGestureRecognizer))")
        return requiresFailure(gestureRecognizer, otherGestureRecognizer)
    }

    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        ask("\(name(gestureRecognizer)) required by \(name(otherGestureRecognizer))")
        return requiredToFail(gestureRecognizer, otherGestureRecognizer)
    }

    private func ask(_ question: String) {
        questions.append(question)
    }

    private func name(_ recognizer: UIGestureRecognizer) -> String { recognizer.name ?? "?" }
}
