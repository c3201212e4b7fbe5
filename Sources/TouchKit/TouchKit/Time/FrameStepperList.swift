/// An object that advances with each frame, such as a display link or a dynamic animator.
@MainActor
protocol FrameStepper: AnyObject {
    /// Advances to the time of a frame.
    ///
    /// Steps are longer after missed frames, so that movement must depend on `time` and not on the
    /// number of calls.
    ///
    /// - Returns: Whether another step is needed.
    func step(to time: Timestamp) -> Bool
}

/// The frame steppers of an application, referenced weakly.
@MainActor
final class FrameStepperList {
    /// A stepper with its state.
    private struct Entry {
        weak var stepper: (any FrameStepper)?
        /// Whether the stepper needs no further step.
        var isFinished = false
    }

    private var entries: [Entry] = []

    /// Whether the list contains a stepper, so that frames must follow each other.
    var hasSteppers: Bool {
        for entry in entries where entry.stepper != nil { return true }
        return false
    }

    /// Adds a stepper, which is stepped with each frame from the next one on until it needs no
    /// further step.
    func add(_ stepper: any FrameStepper) {
        for index in entries.indices where entries[index].stepper === stepper {
            entries[index].isFinished = false
            return
        }
        entries.append(Entry(stepper: stepper))
    }

    /// Removes a stepper, which is not stepped any more from now on.
    func remove(_ stepper: any FrameStepper) {
        for index in entries.indices where entries[index].stepper === stepper {
            // The entry is removed at the end of a running step, which iterates by index.
            entries[index].stepper = nil
        }
    }

    /// Steps all steppers in order of addition, except those that are added during the step.
    func step(to time: Timestamp) {
        for index in 0..<entries.count {
            guard let stepper = entries[index].stepper else { continue }
            entries[index].isFinished = true
            if stepper.step(to: time) { entries[index].isFinished = false }
        }
        entries.removeAll { $0.isFinished || $0.stepper == nil }
    }
}
