// Steps P5 and P8 of a delivery (see `TouchDispatcher`): the actions to send, and the end of
// attempts.
extension GestureArbiter {
    /// Removes the next action to send, in recognizer order (P5), and returns the participant's
    /// index and the action's state, or `nil` if no action is pending.
    package mutating func nextAction() -> (index: Int, state: UIGestureRecognizer.State)? {
        for index in participants.indices {
            if let state = participants[index].actions.removeFirst() { return (index, state) }
        }
        return nil
    }

    /// Removes the next participant that has finished its attempt or tracks no contact any more
    /// (P8).
    ///
    /// - Parameter isDeferred: Whether finished participants remain, because touches are down
    ///
    /// - Returns: The former index of the participant and whether the recognizer must be reset, or
    ///   `nil` if there is no such participant.
    package mutating func removeNextFinished(
        unlessDeferred isDeferred: Bool
    ) -> (index: Int, needsReset: Bool)? {
        guard let index = indexOfNextFinished(unlessDeferred: isDeferred) else { return nil }
        let needsReset = participants[index].needsReset || participants[index].stage != .analysing
        if needsReset {
            recordDecision(index, from: participants[index].stage.state, .reset, .reset)
        }
        let id = participants[index].id
        requirements.removeAll { $0.waiting == id || $0.required == id }
        participants.remove(at: index)
        return (index, needsReset)
    }

    /// Returns whether `removeNextFinished(unlessDeferred:)` would remove a participant.
    package func hasFinished(unlessDeferred isDeferred: Bool) -> Bool {
        indexOfNextFinished(unlessDeferred: isDeferred) != nil
    }

    /// Returns the index of the next participant to remove, or `nil` if there is none.
    private func indexOfNextFinished(unlessDeferred isDeferred: Bool) -> Int? {
        for index in participants.indices {
            switch participants[index].stage {
            case .finished where !isDeferred: return index
            case .analysing where participants[index].contacts.isEmpty: return index
            case .finished, .analysing, .requesting, .waiting, .active: continue
            }
        }
        return nil
    }
}
