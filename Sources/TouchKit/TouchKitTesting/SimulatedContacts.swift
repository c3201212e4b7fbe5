import TouchKit
import TouchKitContacts

/// The contacts of a simulated touchscreen, which the test identifies by numbers of its choice.
struct SimulatedContacts {
    /// The newest sample of each contact that is down, by contact number.
    private var samples: [Int: TouchSample] = [:]
    /// The contact number of each touch.
    private var numbers: [TouchIdentifier: Int] = [:]
    private var nextTouch = 1

    /// Returns the change that an action causes, or `nil` for a move to the same point.
    mutating func change(
        of contact: Int, _ action: TouchSimulator.Frame.Action, at now: Timestamp
    ) -> TouchChange? {
        switch action {
        case .down(let point):
            precondition(samples[contact] == nil, "contact \(contact) is already down")
            let sample = TouchSample(
                touch: TouchIdentifier(rawValue: nextTouch), time: now, position: point)
            nextTouch += 1
            samples[contact] = sample
            numbers[sample.touch] = contact
            return TouchChange(phase: .began, sample: sample)
        case .move(let point):
            guard var sample = samples[contact] else {
                preconditionFailure("contact \(contact) cannot move: it is not down")
            }
            // A repeated position is no move, as in ContactTracker.
            if sample.position == point { return nil }
            sample.position = point
            sample.time = now
            samples[contact] = sample
            return TouchChange(phase: .moved, sample: sample)
        case .up, .cancel:
            guard var sample = samples.removeValue(forKey: contact) else {
                preconditionFailure("contact \(contact) cannot end: it is not down")
            }
            sample.time = now
            if case .up = action { return TouchChange(phase: .ended, sample: sample) }
            return TouchChange(phase: .cancelled, sample: sample)
        }
    }

    /// Returns the number of the contact that a touch represents, or `nil` if the touch does not
    /// belong to one of these contacts.
    func number(of touch: TouchIdentifier) -> Int? { numbers[touch] }
}
