/// Something that moves while time passes, a step for each frame that is shown.
@MainActor
protocol FrameStepper: AnyObject {
    /// Moves on to a time. Where a frame was missed the step is longer: what counts is the time,
    /// not the number of steps.
    ///
    /// - Returns: Whether another step is needed after this one.
    func step(to time: Timestamp) -> Bool
}

/// Who wants a step for each frame. It holds nobody: who is released isn't stepped any more.
@MainActor
final class FrameSteps {
    private struct Entry {
        weak var stepper: (any FrameStepper)?
        var isDone = false
    }

    private var entries: [Entry] = []

    /// Whether anybody wants a step.
    var areNeeded: Bool {
        for entry in entries where entry.stepper != nil { return true }
        return false
    }

    /// Steps it with each frame from the next one on, until it wants no more.
    func add(_ stepper: any FrameStepper) {
        for index in entries.indices where entries[index].stepper === stepper {
            entries[index].isDone = false
            return
        }
        entries.append(Entry(stepper: stepper))
    }

    /// Steps it no more, from now on.
    func remove(_ stepper: any FrameStepper) {
        for index in entries.indices where entries[index].stepper === stepper {
            // Taken out after the running step: it goes by the number.
            entries[index].stepper = nil
        }
    }

    /// Steps everybody who was there before, in the order in which they came.
    func step(to time: Timestamp) {
        for index in 0..<entries.count {
            guard let stepper = entries[index].stepper else { continue }
            entries[index].isDone = true
            if stepper.step(to: time) { entries[index].isDone = false }
        }
        entries.removeAll { $0.isDone || $0.stepper == nil }
    }
}
