// Step P4 of a delivery (see `TouchDispatcher`): failure requirements,
// `gestureRecognizerShouldBegin` and prevention, repeated until nothing changes.
extension GestureArbiter {
    /// A step of the decision process. Each associated value is an index in `participants`.
    package enum DecisionStep: Hashable {
        /// Collecting failure requirements: waiting for the answer to whether the participant
        /// `waiting` must wait for the failure of the participant `required`. Both track a contact
        /// from `newContacts`.
        case collectingRequirements(waiting: Int, required: Int)
        /// Choosing the next candidate among the participants that request to leave *possible*.
        case choosingCandidate
        /// Waiting for the answer to whether the candidate should begin.
        case checkingShouldBegin(Int)
        /// Checking whether the active participant `opponent` blocks the candidate, which is the
        /// first value.
        case checkingActive(Int, opponent: Int, PreventionCheck)
        /// Waiting for the answer to whether the candidate confirms its transition.
        case confirming(Int)
        /// Checking whether the candidate, which is the first value and has recognized, prevents
        /// the participant `opponent`.
        case preventingOthers(Int, opponent: Int, PreventionCheck)
    }

    /// A question of the decision process about a candidate and an opponent.
    package enum PreventionCheck: Hashable {
        /// Whether the opponent prevents the candidate.
        case isPrevented
        /// Whether the candidate prevents the opponent.
        case prevents
        /// Whether both may recognize simultaneously.
        ///
        /// Otherwise, an active opponent stays active and the candidate fails if
        /// `elseCandidateFails` is `true`; if it is `false`, the opponent is cancelled. An opponent
        /// that is not active always fails.
        case simultaneous(elseCandidateFails: Bool)
    }

    /// Returns the next question to answer, or `nil` when all decisions are made.
    ///
    /// Until `answer(_:)` is called, further calls return the same question.
    package mutating func nextQuestion() -> ArbiterQuestion? {
        while true {
            switch step {
            case .collectingRequirements(let waiting, let required):
                if let question = nextRequirementQuestion(waiting, required) { return question }
                claimNewContactsOfActiveParticipants()
                newContacts = ContactSet()
                step = .choosingCandidate
            case .choosingCandidate:
                if !newContacts.isEmpty {
                    step = .collectingRequirements(waiting: 0, required: -1)
                } else if let index = nextCandidate() {
                    if case .waiting = participants[index].stage {
                        step = .checkingActive(index, opponent: 0, .isPrevented)
                    } else {
                        step = .checkingShouldBegin(index)
                    }
                } else if !failCycle() {
                    return nil
                }
            case .checkingShouldBegin(let index):
                guard case .requesting = participants[index].stage else {
                    step = .choosingCandidate
                    continue
                }
                return .shouldBegin(participants[index].id)
            case .checkingActive(let index, let opponent, let check):
                if let question = checkActive(index, opponent, check) { return question }
            case .confirming(let index):
                guard pendingTransition(of: index) != nil else {
                    endCandidacy()
                    continue
                }
                return .confirms(participants[index].id)
            case .preventingOthers(let index, let opponent, let check):
                if let question = preventOthers(index, opponent, check) { return question }
            }
        }
    }

    /// Records the answer to the question that `nextQuestion()` returned last.
    package mutating func answer(_ yes: Bool) {
        switch step {
        case .collectingRequirements(let waiting, let required):
            if yes {
                requirements.append(
                    FailureRequirement(
                        waiting: participants[waiting].id, required: participants[required].id))
            }
        case .choosingCandidate:
            break
        case .checkingShouldBegin(let index):
            answerShouldBegin(index, yes)
        case .checkingActive(let index, let opponent, let check):
            answerCheckActive(index, opponent, check, yes)
        case .confirming(let index):
            answerConfirmation(index, yes)
        case .preventingOthers(let index, let opponent, let check):
            answerPreventOthers(index, opponent, check, yes)
        }
    }

    /// Whether decisions, actions or cancellations of touches in views are pending.
    package var isUnsettled: Bool {
        if !newContacts.isEmpty || !claimedContacts.isEmpty || step != .choosingCandidate {
            return true
        }
        for index in participants.indices {
            if !participants[index].actions.isEmpty { return true }
            if case .requesting = participants[index].stage { return true }
            if isReleased(index) || isInCycle(index) { return true }
        }
        return false
    }

    // MARK: Failure requirements

    /// Returns the question for the next pair of *possible* participants that share contacts, all
    /// of them new, or `nil` after the last pair.
    ///
    /// Each pair is checked in both orders.
    ///
    /// - Parameters:
    ///   - waiting: The index of the waiting participant of the previous pair.
    ///   - required: The index of the required participant of the previous pair, or -1 before the
    ///     first pair.
    private mutating func nextRequirementQuestion(
        _ waiting: Int, _ required: Int
    ) -> ArbiterQuestion? {
        var (waiting, required) = (waiting, required + 1)
        while waiting < participants.count {
            while required < participants.count {
                if isNewPair(waiting, required) {
                    step = .collectingRequirements(waiting: waiting, required: required)
                    return .requiresFailure(
                        participants[waiting].id, of: participants[required].id)
                }
                required += 1
            }
            waiting += 1
            required = 0
        }
        return nil
    }

    /// Returns whether two participants share contacts, all of which are in `newContacts`, so that
    /// the first participant, which is *possible*, may have to wait for the second one. If the
    /// second participant is active, the first one must then fail.
    private func isNewPair(_ waiting: Int, _ required: Int) -> Bool {
        if waiting == required || onlyDelays(waiting) || onlyDelays(required) { return false }
        let shared = participants[waiting].contacts.intersection(participants[required].contacts)
        let stage = participants[required].stage
        return !shared.isEmpty && shared.subtracting(newContacts).isEmpty
            && participants[waiting].stage.isPossible && (stage.isPossible || stage.isActive)
    }

    /// Claims the new contacts of active participants.
    private mutating func claimNewContactsOfActiveParticipants() {
        for index in participants.indices where participants[index].stage.isActive {
            let traits = participants[index].traits
            for contact in participants[index].contacts.intersection(newContacts) {
                claim(contact, isDiscarded: false, by: traits)
            }
        }
    }

    /// The state of a participant's failure requirements.
    private enum RequirementStatus {
        /// No requirement is left.
        case fulfilled
        /// A required recognizer has not failed yet.
        case waits(for: RecognizerID)
        /// A required recognizer has recognized, so that the participant must fail.
        case lost(to: RecognizerID)
    }

    /// Returns the state of a participant's failure requirements.
    private func requirementStatus(of index: Int) -> RequirementStatus {
        var status = RequirementStatus.fulfilled
        for requirement in requirements where requirement.waiting == participants[index].id {
            guard let required = self.index(of: requirement.required) else { continue }
            switch participants[required].stage {
            case .analysing, .requesting, .waiting:
                if case .fulfilled = status { status = .waits(for: requirement.required) }
            case .active, .finished(.recognized):
                return .lost(to: requirement.required)
            case .finished(.failed), .finished(.cancelled):
                continue
            }
        }
        return status
    }

    /// Returns whether a participant is waiting although no failure requirement makes it wait any
    /// more.
    private func isReleased(_ index: Int) -> Bool {
        guard case .waiting = participants[index].stage else { return false }
        if case .waits = requirementStatus(of: index) { return false }
        return true
    }

    /// Returns the index of the participant to decide on next, or `nil` if there is none.
    ///
    /// The candidates are participants that request a transition or no longer have to wait. The
    /// first candidate in recognizer order is chosen, except that a tap recognizer comes after the
    /// tap recognizers of the same view that require more taps.
    private func nextCandidate() -> Int? {
        var chosen: Int?
        for index in participants.indices {
            switch participants[index].stage {
            case .requesting: break
            case .waiting where isReleased(index): break
            case .analysing, .waiting, .active, .finished: continue
            }
            guard let current = chosen else {
                chosen = index
                if participants[index].traits.tapCount == 0 { return index }
                continue
            }
            if participants[index].view == participants[current].view,
                participants[index].traits.tapCount > participants[current].traits.tapCount
            {
                chosen = index
            }
        }
        return chosen
    }

    /// Processes the answer to whether the candidate at `index` should begin.
    private mutating func answerShouldBegin(_ index: Int, _ yes: Bool) {
        step = .choosingCandidate
        // The code that answered may have disabled the recognizer.
        guard case .requesting(var transition) = participants[index].stage else { return }
        guard yes else {
            fail(index, .wasRefused, .shouldBegin)
            return
        }
        switch requirementStatus(of: index) {
        case .fulfilled:
            step = .checkingActive(index, opponent: 0, .isPrevented)
        case .waits(let other):
            transition.changes = 0
            setStage(.waiting(transition), of: index, .mustWait(other), .waiting)
        case .lost(let other):
            fail(index, .lostRequirement(other), .requirementLost)
        }
    }

    /// Fails the participants that wait for each other in a cycle, once none of their contacts is
    /// down.
    ///
    /// - Returns: Whether a participant has failed.
    private mutating func failCycle() -> Bool {
        guard participants.indices.contains(where: isWaitingWithoutContact) else { return false }
        let cycle = participants.indices.filter { isInCycle($0) }
        for index in cycle { fail(index, .deadlocked, .cycle) }
        return !cycle.isEmpty
    }

    /// Returns whether a participant waits for other participants and none of its contacts is down.
    private func isWaitingWithoutContact(_ index: Int) -> Bool {
        guard case .waiting = participants[index].stage else { return false }
        return haveEnded(participants[index].contacts)
    }

    /// Returns whether a participant waits, directly or indirectly, for its own failure.
    private func isInCycle(_ index: Int) -> Bool {
        guard isWaitingWithoutContact(index) else { return false }
        var reached: Set<RecognizerID> = []
        var frontier = [participants[index].id]
        while let waiting = frontier.popLast() {
            for requirement in requirements where requirement.waiting == waiting {
                guard let required = self.index(of: requirement.required),
                    isWaitingWithoutContact(required)
                else { continue }
                if required == index { return true }
                if reached.insert(requirement.required).inserted {
                    frontier.append(requirement.required)
                }
            }
        }
        return false
    }
}
