/// An object that advances with each frame, such as a display link or a dynamic animator.
@MainActor
protocol FrameStepper: AnyObject {
    /// Advances to the time of a frame.
    ///
    /// After missed frames, the step is longer. Movement must therefore depend on `time` and not on
    /// the number of calls.
    ///
    /// - Returns: Whether another step is needed.
    func step(to time: Timestamp) -> Bool
}

/// The frame steppers of an application, referenced weakly.
@MainActor
final class FrameStepperList {
    /// A stepper and whether it has finished.
    private struct Entry {
        weak var stepper: (any FrameStepper)?
        /// Whether the stepper needs no further step.
        var isFinished = false
    }

    @exclusivity(unchecked) private var entries: [Entry] = []

    /// Whether the list contains a stepper, so that the application must produce frames
    /// continuously.
    var hasSteppers: Bool {
        for entry in entries where entry.stepper != nil { return true }
        return false
    }

    /// Adds a stepper, if the list does not contain it. The list calls the stepper's `step(to:)`
    /// for each frame, starting with the next frame, until the method returns `false`.
    func add(_ stepper: any FrameStepper) {
        for index in entries.indices where entries[index].stepper === stepper {
            entries[index].isFinished = false
            return
        }
        entries.append(Entry(stepper: stepper))
    }

    /// Removes a stepper. The stepper's `step(to:)` is not called again, even if the list is
    /// calling its steppers at the moment.
    func remove(_ stepper: any FrameStepper) {
        for index in entries.indices where entries[index].stepper === stepper {
            // The entry is removed at the end of a running step, which iterates by index.
            entries[index].stepper = nil
        }
    }

    /// Calls `step(to:)` of all steppers in order of addition, except those added during the step.
    func step(to time: Timestamp) {
        for index in 0..<entries.count {
            guard let stepper = entries[index].stepper else { continue }
            entries[index].isFinished = true
            if stepper.step(to: time) { entries[index].isFinished = false }
        }
        entries.removeAll { $0.isFinished || $0.stepper == nil }
    }
}
