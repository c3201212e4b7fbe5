import TouchKit
import TouchKitTesting

/// Plays fingers as the golden traces write them down: `1↓(50,50)@0 1→(+30,0)@.8 1↑@1.0`.
///
/// A step is what fingers do in one hardware frame, joined by `&`, and its time in seconds; without
/// one it follows the step before at once. `(+30,0)` is an offset from where the finger came down,
/// `(+30)` one along x.
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
            if parts.count == 2 { simulator.advance(to: number(parts[1])) }
            simulator.frame { frame in
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

extension Stage {
    /// Plays fingers as the golden traces write them down, then lets time pass until nothing can be
    /// due any more.
    func play(_ script: String) {
        var player = FingerScript(simulator)
        player.play(script)
        simulator.advance(by: 2)
    }

    /// Gives a recognizer to V, or to another view, and writes its actions down: `T!ended@0.1`.
    @discardableResult
    func add<Recognizer: UIGestureRecognizer>(
        _ name: String, _ recognizer: Recognizer, to target: UIView? = nil
    ) -> Recognizer {
        recognizer.name = name
        recognizer.addAction { [trace] in trace.note("\(name)!\($0.state)") }
        (target ?? view).addGestureRecognizer(recognizer)
        return recognizer
    }
}

/// A delegate that answers what the test says, and counts what it is asked.
@MainActor
final class ScriptedDelegate: UIGestureRecognizerDelegate {
    var shouldBegin: (UIGestureRecognizer) -> Bool = { _ in true }
    var receivesTouch: (UIGestureRecognizer, UITouch) -> Bool = { _, _ in true }
    var receivesEvent: (UIGestureRecognizer) -> Bool = { _ in true }
    var simultaneous: (UIGestureRecognizer, UIGestureRecognizer) -> Bool = { _, _ in false }
    var requiresFailure: (UIGestureRecognizer, UIGestureRecognizer) -> Bool = { _, _ in false }
    var requiredToFail: (UIGestureRecognizer, UIGestureRecognizer) -> Bool = { _, _ in false }
    var questions: [String] = []

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
