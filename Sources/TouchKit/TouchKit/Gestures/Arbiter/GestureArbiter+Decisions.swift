// P4: shouldBegin, failure requirements, prevention, until nothing changes.
extension GestureArbiter {
    /// Where the decisions stand, between a question and its answer.
    package enum Course: Hashable {
        /// Pairs that share a contact for the first time: must the one wait for the other?
        case pairing(Int, Int)
        /// Nobody is being tried.
        case choosing
        /// May the participant leave *possible*?
        case asking(Int)
        /// Does an active one stand in its way?
        case facing(Int, opponent: Int, Doubt)
        /// It is through; does it prevent others?
        case preventing(Int, opponent: Int, Doubt)
    }

    /// What is in doubt between the one that is tried and an opponent.
    package enum Doubt: Hashable {
        /// Would the opponent keep it from recognizing?
        case isPrevented
        /// Would it keep the opponent from going on?
        case prevents
        /// May both?
        case together(thenFails: Bool)
    }

    /// What has to be asked next; nil when everything is decided. Until it is answered, the question
    /// stays the same.
    package mutating func nextQuestion() -> ArbiterQuestion? {
        while true {
            switch course {
            case .pairing(let waiting, let required):
                if let question = nextPair(waiting, required) { return question }
                claimForActive()
                fresh = ContactSet()
                course = .choosing
            case .choosing:
                if !fresh.isEmpty {
                    course = .pairing(0, -1)
                } else if let index = candidate() {
                    if case .held = participants[index].stage {
                        course = .facing(index, opponent: 0, .isPrevented)
                    } else {
                        course = .asking(index)
                    }
                } else if !breakCycle() {
                    return nil
                }
            case .asking(let index):
                guard case .wanting = participants[index].stage else {
                    course = .choosing
                    continue
                }
                return .shouldBegin(participants[index].id)
            case .facing(let index, let opponent, let doubt):
                if let question = face(index, opponent, doubt) { return question }
            case .preventing(let index, let opponent, let doubt):
                if let question = prevent(index, opponent, doubt) { return question }
            }
        }
    }

    /// Answers the question that was asked last.
    package mutating func answer(_ yes: Bool) {
        switch course {
        case .pairing(let waiting, let required):
            if yes {
                requirements.append(
                    Requirement(
                        waiting: participants[waiting].id, required: participants[required].id))
            }
        case .choosing:
            break
        case .asking(let index):
            answerShouldBegin(index, yes)
        case .facing(let index, let opponent, let doubt):
            answerFacing(index, opponent, doubt, yes)
        case .preventing(let index, let opponent, let doubt):
            answerPreventing(index, opponent, doubt, yes)
        }
    }

    /// Whether something waits to be decided, sent, or taken away.
    package var isUnsettled: Bool {
        if !fresh.isEmpty || !claimed.isEmpty || course != .choosing { return true }
        for index in participants.indices {
            if !participants[index].actions.isEmpty { return true }
            if case .wanting = participants[index].stage { return true }
            if isReleased(index) || waitsForItself(index) { return true }
        }
        return false
    }

    // MARK: Requirements

    /// The next pair in order that shares a contact since just now, both *possible* (R-6.5, R-6.6).
    private mutating func nextPair(_ waiting: Int, _ required: Int) -> ArbiterQuestion? {
        var (waiting, required) = (waiting, required + 1)
        while waiting < participants.count {
            while required < participants.count {
                if isFreshPair(waiting, required) {
                    course = .pairing(waiting, required)
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

    private func isFreshPair(_ one: Int, _ other: Int) -> Bool {
        if one == other { return false }
        let shared = participants[one].contacts.intersection(participants[other].contacts)
        return !shared.isEmpty && shared.subtracting(fresh).isEmpty
            && participants[one].stage.isPossible && participants[other].stage.isPossible
    }

    /// A finger that joins a gesture under way is its from the beginning.
    private mutating func claimForActive() {
        for index in participants.indices where participants[index].stage.isActive {
            let traits = participants[index].traits
            for contact in participants[index].contacts.intersection(fresh) {
                claim(contact, isDiscarded: false, by: traits)
            }
        }
    }

    /// What becomes of somebody who may begin but for his requirements.
    private enum Standing {
        case free
        case waits(for: RecognizerID)
        case lost(to: RecognizerID)
    }

    private func standing(of index: Int) -> Standing {
        var standing = Standing.free
        for requirement in requirements where requirement.waiting == participants[index].id {
            guard let required = self.index(of: requirement.required) else { continue }
            switch participants[required].stage {
            case .analysing, .wanting, .held:
                if case .free = standing { standing = .waits(for: requirement.required) }
            case .active, .over(.recognized):
                return .lost(to: requirement.required)
            case .over(.failed), .over(.cancelled):
                continue
            }
        }
        return standing
    }

    /// Whether it was held and has nothing to wait for any more.
    private func isReleased(_ index: Int) -> Bool {
        guard case .held = participants[index].stage else { return false }
        if case .waits = standing(of: index) { return false }
        return true
    }

    /// Whoever is tried next: the first in order; before a tap, taps of the same view that take more
    /// of them.
    private func candidate() -> Int? {
        var chosen: Int?
        for index in participants.indices {
            switch participants[index].stage {
            case .wanting: break
            case .held where isReleased(index): break
            case .analysing, .held, .active, .over: continue
            }
            guard let known = chosen else {
                chosen = index
                if participants[index].traits.tapCount == 0 { return index }
                continue
            }
            if participants[index].view == participants[known].view,
                participants[index].traits.tapCount > participants[known].traits.tapCount
            {
                chosen = index
            }
        }
        return chosen
    }

    private mutating func answerShouldBegin(_ index: Int, _ yes: Bool) {
        course = .choosing
        // It may have been disabled by who was asked.
        guard case .wanting(var intent) = participants[index].stage else { return }
        guard yes else {
            fail(index, .wasRefused, .shouldBegin)
            return
        }
        switch standing(of: index) {
        case .free:
            course = .facing(index, opponent: 0, .isPrevented)
        case .waits(let other):
            intent.changes = 0
            setStage(.held(intent), of: index, .mustWait(other), .held)
        case .lost(let other):
            fail(index, .lostRequirement(other), .requirementLost)
        }
    }

    /// Fails those who wait for each other in a circle, once no finger of theirs is down.
    private mutating func breakCycle() -> Bool {
        guard participants.indices.contains(where: isHeldWithoutFinger) else { return false }
        let circle = participants.indices.filter { waitsForItself($0) }
        for index in circle { fail(index, .deadlocked, .cycle) }
        return !circle.isEmpty
    }

    private func isHeldWithoutFinger(_ index: Int) -> Bool {
        guard case .held = participants[index].stage else { return false }
        return isLifted(participants[index].contacts)
    }

    private func waitsForItself(_ index: Int) -> Bool {
        guard isHeldWithoutFinger(index) else { return false }
        var reached: Set<RecognizerID> = []
        var frontier = [participants[index].id]
        while let waiting = frontier.popLast() {
            for requirement in requirements where requirement.waiting == waiting {
                guard let required = self.index(of: requirement.required),
                    isHeldWithoutFinger(required)
                else { continue }
                if required == index { return true }
                if reached.insert(requirement.required).inserted {
                    frontier.append(requirement.required)
                }
            }
        }
        return false
    }

    // MARK: Prevention

    private func intent(of index: Int) -> Intent? {
        switch participants[index].stage {
        case .wanting(let intent), .held(let intent): intent
        case .analysing, .active, .over: nil
        }
    }

    /// Asks of active opponents whether they stand in the way; with none left, it is
    /// through.
    private mutating func face(
        _ index: Int, _ opponent: Int, _ doubt: Doubt
    ) -> ArbiterQuestion? {
        guard let intent = intent(of: index) else {
            forgetDoomed()
            course = .choosing
            return nil
        }
        guard opponent < participants.count else {
            grant(intent, to: index)
            course = .preventing(index, opponent: 0, .prevents)
            return nil
        }
        guard participants[opponent].stage.isActive, sharesContact(index, opponent) else {
            course = .facing(index, opponent: opponent + 1, .isPrevented)
            return nil
        }
        return question(index, opponent, doubt)
    }

    private mutating func answerFacing(
        _ index: Int, _ opponent: Int, _ doubt: Doubt, _ yes: Bool
    ) {
        let next = Course.facing(index, opponent: opponent + 1, .isPrevented)
        switch (doubt, yes) {
        case (.isPrevented, true):
            course = .facing(index, opponent: opponent, .together(thenFails: true))
        case (.isPrevented, false):
            course = .facing(index, opponent: opponent, .prevents)
        case (.prevents, true):
            course = .facing(index, opponent: opponent, .together(thenFails: false))
        case (.prevents, false), (.together, true):
            course = next
        case (.together(thenFails: true), false):
            if intent(of: index) != nil {
                fail(index, .blocked(by: participants[opponent].id), .blocked)
            }
            forgetDoomed()
            course = .choosing
        case (.together(thenFails: false), false):
            participants[opponent].isDoomed = true
            course = next
        }
    }

    /// Asks whether the one that got through prevents others.
    private mutating func prevent(
        _ index: Int, _ opponent: Int, _ doubt: Doubt
    ) -> ArbiterQuestion? {
        guard opponent < participants.count else {
            forgetDoomed()
            course = .choosing
            return nil
        }
        if participants[opponent].isDoomed, participants[opponent].stage.isActive {
            cancel(opponent, because: index)
        }
        guard opponent != index, participants[opponent].stage.isPossible,
            sharesContact(index, opponent)
        else {
            course = .preventing(index, opponent: opponent + 1, .prevents)
            return nil
        }
        return question(index, opponent, doubt)
    }

    private mutating func answerPreventing(
        _ index: Int, _ opponent: Int, _ doubt: Doubt, _ yes: Bool
    ) {
        switch (doubt, yes) {
        case (.prevents, true), (.isPrevented, _):
            course = .preventing(index, opponent: opponent, .together(thenFails: true))
        case (.together, false):
            if participants[opponent].stage.isPossible {
                fail(opponent, .prevented(by: participants[index].id), .prevented)
            }
            course = .preventing(index, opponent: opponent + 1, .prevents)
        case (.prevents, false), (.together, true):
            course = .preventing(index, opponent: opponent + 1, .prevents)
        }
    }

    private func question(_ index: Int, _ opponent: Int, _ doubt: Doubt) -> ArbiterQuestion {
        let (one, other) = (participants[index].id, participants[opponent].id)
        switch doubt {
        case .isPrevented: return .prevents(other, one)
        case .prevents: return .prevents(one, other)
        case .together: return .simultaneously(one, other)
        }
    }

    private mutating func cancel(_ opponent: Int, because index: Int) {
        participants[opponent].actions.final = .cancelled
        setStage(
            .over(.cancelled), of: opponent, .prevented(by: participants[index].id), .prevented)
    }

    private mutating func forgetDoomed() {
        for index in participants.indices { participants[index].isDoomed = false }
    }

    private func sharesContact(_ one: Int, _ other: Int) -> Bool {
        one != other
            && !participants[one].contacts.isDisjoint(with: participants[other].contacts)
    }
}
