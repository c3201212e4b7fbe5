// The part of step P4 of a delivery (see `TouchDispatcher`) in which a candidate is checked against
// active recognizers, confirms its transition, and prevents other recognizers.
extension GestureArbiter {
    /// Returns the transition that a participant requests or waits to perform, or `nil` if the
    /// participant is in another stage.
    func pendingTransition(of index: Int) -> RequestedTransition? {
        switch participants[index].stage {
        case .requesting(let transition), .waiting(let transition): transition
        case .analysing, .active, .finished: nil
        }
    }

    /// Returns the question for one check of the candidate at `index` against an active opponent
    /// or advances `step` and returns `nil` if the check is not needed.
    ///
    /// After the last opponent, the candidate's transition is granted.
    mutating func checkActive(
        _ index: Int, _ opponent: Int, _ check: PreventionCheck
    ) -> ArbiterQuestion? {
        guard let transition = pendingTransition(of: index) else {
            endCandidacy()
            return nil
        }
        guard opponent < participants.count else {
            if participants[index].traits.confirmsTransition {
                step = .confirming(index)
            } else {
                grant(transition, to: index)
                step = .preventingOthers(index, opponent: 0, .prevents)
            }
            return nil
        }
        guard participants[opponent].stage.isActive, sharesContact(index, opponent) else {
            step = .checkingActive(index, opponent: opponent + 1, .isPrevented)
            return nil
        }
        return question(index, opponent, check)
    }

    /// Processes an answer about an active opponent of the candidate.
    mutating func answerCheckActive(
        _ index: Int, _ opponent: Int, _ check: PreventionCheck, _ yes: Bool
    ) {
        let next = DecisionStep.checkingActive(index, opponent: opponent + 1, .isPrevented)
        switch (check, yes) {
        case (.isPrevented, true):
            step = .checkingActive(
                index, opponent: opponent, .simultaneous(elseCandidateFails: true))
        case (.isPrevented, false):
            step = .checkingActive(index, opponent: opponent, .prevents)
        case (.prevents, true):
            step = .checkingActive(
                index, opponent: opponent, .simultaneous(elseCandidateFails: false))
        case (.prevents, false), (.simultaneous, true):
            step = next
        case (.simultaneous(elseCandidateFails: true), false):
            if pendingTransition(of: index) != nil {
                fail(index, .blocked(by: participants[opponent].id), .blocked)
            }
            endCandidacy()
        case (.simultaneous(elseCandidateFails: false), false):
            participants[opponent].isMarkedForCancellation = true
            step = next
        }
    }

    /// Processes the answer to whether the candidate at `index` confirms its transition.
    mutating func answerConfirmation(_ index: Int, _ yes: Bool) {
        // The code that answered may have disabled the recognizer.
        guard let transition = pendingTransition(of: index) else {
            endCandidacy()
            return
        }
        guard yes else {
            fail(index, .wasRefused, .shouldBegin)
            endCandidacy()
            return
        }
        grant(transition, to: index)
        step = .preventingOthers(index, opponent: 0, .prevents)
    }

    /// Returns the question for one check of whether the candidate at `index`, which has
    /// recognized, prevents a *possible* opponent, or advances `step` and returns `nil` if
    /// the check is not needed.
    ///
    /// An active opponent that is marked for cancellation is cancelled.
    mutating func preventOthers(
        _ index: Int, _ opponent: Int, _ check: PreventionCheck
    ) -> ArbiterQuestion? {
        guard opponent < participants.count else {
            endCandidacy()
            return nil
        }
        if participants[opponent].isMarkedForCancellation, participants[opponent].stage.isActive {
            cancel(opponent, preventedBy: index)
        }
        guard opponent != index, participants[opponent].stage.isPossible,
            sharesContact(index, opponent)
        else {
            step = .preventingOthers(index, opponent: opponent + 1, .prevents)
            return nil
        }
        return question(index, opponent, check)
    }

    /// Processes an answer about an opponent that the candidate may prevent.
    mutating func answerPreventOthers(
        _ index: Int, _ opponent: Int, _ check: PreventionCheck, _ yes: Bool
    ) {
        switch (check, yes) {
        case (.prevents, true), (.isPrevented, _):
            step = .preventingOthers(
                index, opponent: opponent, .simultaneous(elseCandidateFails: true))
        case (.simultaneous, false):
            if participants[opponent].stage.isPossible {
                fail(opponent, .prevented(by: participants[index].id), .prevented)
            }
            step = .preventingOthers(index, opponent: opponent + 1, .prevents)
        case (.prevents, false), (.simultaneous, true):
            step = .preventingOthers(index, opponent: opponent + 1, .prevents)
        }
    }

    /// Returns the question to ask for a check between the candidate at `index` and its opponent.
    private func question(
        _ index: Int, _ opponent: Int, _ check: PreventionCheck
    ) -> ArbiterQuestion {
        let (one, other) = (participants[index].id, participants[opponent].id)
        switch check {
        case .isPrevented: return .prevents(other, one)
        case .prevents: return .prevents(one, other)
        case .simultaneous: return .simultaneously(one, other)
        }
    }

    /// Cancels an active participant that the candidate prevents.
    private mutating func cancel(_ opponent: Int, preventedBy index: Int) {
        participants[opponent].actions.final = .cancelled
        setStage(
            .finished(.cancelled), of: opponent, .prevented(by: participants[index].id), .prevented)
    }

    /// Chooses the next candidate, and unmarks all participants that were marked for cancellation.
    mutating func endCandidacy() {
        for index in participants.indices { participants[index].isMarkedForCancellation = false }
        step = .choosingCandidate
    }

    /// Returns whether a participant only delays touches.
    func onlyDelays(_ index: Int) -> Bool { participants[index].traits.onlyDelays }

    /// Returns whether two different participants, of which neither only delays touches, track a
    /// common contact.
    private func sharesContact(_ one: Int, _ other: Int) -> Bool {
        one != other && !onlyDelays(one) && !onlyDelays(other)
            && !participants[one].contacts.isDisjoint(with: participants[other].contacts)
    }
}
