/// Who may recognize, who waits, who is prevented, and what views are sent: the heart of the gesture
/// code, a pure machine.
///
/// It knows recognizers and contacts by number, and neither time nor objects. It is fed with what
/// happens: a recognizer takes part in a contact, assigns itself a state, is disabled; a contact
/// moves, is lifted. It answers in steps that the dispatcher takes:
///
/// 1. `nextQuestion()` and `answer(_:)` until nothing is to be asked (P4): then everything is
///    decided.
/// 2. `nextAction()`: the actions that are to be sent, in the recognizers' order (P5).
/// 3. `claimed`: the contacts that are taken away from their views (P6).
/// 4. `telling(of:)`: what a view hears next of a contact (P7).
/// 5. `nextReset()`: who is through and has to be reset (P8).
///
/// Questions are values, so no code of the application runs while the arbiter is being changed:
/// whatever that code does to recognizers and views is just the next input.
package struct GestureArbiter {
    /// A recognizer that takes part.
    package struct Participant {
        package let id: RecognizerID
        package let order: RecognizerOrder
        /// Whose recognizer it is: taps of one view are ordered among themselves.
        package let view: ObjectIdentifier
        package var traits: RecognizerTraits
        /// The contacts of this attempt: those that are down, and those that were lifted in it.
        package var contacts = ContactSet()
        package var stage = GestureStage.analysing
        package var actions = PendingActions()
        /// It was shown something: it has to be reset, even if it ignores everything since.
        package var hasJoined = false
        /// It is to be cancelled when the one that is being tried gets through.
        package var isDoomed = false
    }

    /// One waits in this attempt until the other has failed.
    package struct Requirement: Hashable {
        package let waiting: RecognizerID
        package let required: RecognizerID
    }

    /// A contact of a finger, as far as views are concerned.
    package struct Contact {
        package var told = ArbiterTables.Told.nothing
        package var news = ArbiterTables.ContactNews()
        /// The contact before, of the same touch: its view hears of that one first.
        package var predecessor: ContactID?
    }

    /// Those that take part, in their order.
    package var participants: [Participant] = []
    package var requirements: [Requirement] = []
    package var contacts: [Contact]
    /// The contacts that are known.
    package var known = ContactSet()
    /// Contacts that a recognizer took away from their views which were told of them.
    package var claimed = ContactSet()
    /// Contacts that a recognizer took away since the dispatcher looked last.
    package var taken = ContactSet()
    /// Contacts of which something was withheld: they are flushed when nobody holds them back any more.
    package var withheld = ContactSet()
    /// Contacts that are lifted or were taken back.
    private(set) var over = ContactSet()
    /// Contacts that somebody takes part in since the last decision.
    package var fresh = ContactSet()
    /// Where the decisions stand.
    package var course = Course.pairing(0, -1)

    /// Whether decisions are written down.
    package var isKeepingJournal = false
    /// What was decided, if it is written down; whoever reads it empties it.
    package var journal: [ArbiterDecision] = []

    /// Makes one that nobody takes part in.
    package init() {
        contacts = Array(repeating: Contact(), count: ContactSet.capacity)
    }

    // MARK: Contacts

    /// A finger came down.
    ///
    /// - Parameters:
    ///   - predecessor: The contact before, of the same touch, if somebody still has to do with it.
    ///   - isRestricted: Whether its view never hears of it.
    /// - Returns: Nil if there are more contacts than anybody has fingers.
    package mutating func begin(after predecessor: ContactID?, isRestricted: Bool) -> ContactID? {
        guard let contact = known.freePlace else { return nil }
        known.insert(contact)
        contacts[contact.place] = Contact(
            told: isRestricted ? .never : .nothing, predecessor: predecessor)
        withheld.remove(contact)
        over.remove(contact)
        taken.remove(contact)
        return contact
    }

    /// A finger moved.
    ///
    /// - Parameter fromBeginning: Whether it is somewhere else than where it came down: a view that
    ///   hears of it only now isn't told of a move that led back.
    package mutating func moved(_ contact: ContactID, fromBeginning: Bool) {
        contacts[contact.place].news.hasMoved =
            contacts[contact.place].told == .began || fromBeginning
    }

    /// A finger was lifted.
    package mutating func lifted(_ contact: ContactID) {
        contacts[contact.place].news.isLifted = true
        over.insert(contact)
    }

    /// The system took a finger back, or its view has gone.
    package mutating func cancelled(_ contact: ContactID) {
        contacts[contact.place].news.isCancelled = true
        over.insert(contact)
    }

    /// The view doesn't get to hear of a contact that it wasn't told of: its window kept it.
    package mutating func keepFromView(_ contact: ContactID) {
        if contacts[contact.place].told == .nothing { contacts[contact.place].told = .never }
    }

    /// Nobody has to do with it any more: its place may be given away.
    package mutating func forgetContacts() {
        for contact in known.intersection(over) where isDone(contact) {
            var isNeeded = false
            for index in participants.indices where participants[index].contacts.contains(contact) {
                isNeeded = true
            }
            if isNeeded { continue }
            known.remove(contact)
            for later in known where contacts[later.place].predecessor == contact {
                contacts[later.place].predecessor = contacts[contact.place].predecessor
            }
        }
    }

    /// Whether it is over, and its view knows all that it ever will.
    package func isDone(_ contact: ContactID) -> Bool {
        let contact = contacts[contact.place]
        return (contact.news.isLifted || contact.news.isCancelled)
            && (contact.told == .all || contact.told == .never)
    }

    // MARK: Recognizers

    /// A recognizer is about to see a contact: it takes part from now on.
    ///
    /// - Returns: Its place among the participants.
    package mutating func enter(
        _ id: RecognizerID, order: RecognizerOrder, of view: ObjectIdentifier,
        traits: RecognizerTraits
    ) -> Int {
        if let index = index(of: id) { return index }
        let place = participants.firstIndex { order < $0.order } ?? participants.count
        participants.insert(
            Participant(id: id, order: order, view: view, traits: traits), at: place)
        return place
    }

    /// It accepted the contact.
    package mutating func join(_ index: Int, _ contact: ContactID) {
        participants[index].contacts.insert(contact)
        participants[index].hasJoined = true
        fresh.insert(contact)
    }

    /// It wants nothing to do with a contact any more.
    package mutating func ignore(_ contact: ContactID, by id: RecognizerID) {
        guard let index = index(of: id) else { return }
        participants[index].contacts.remove(contact)
    }

    /// Another property has another value.
    package mutating func setTraits(_ traits: RecognizerTraits, of id: RecognizerID) {
        guard let index = index(of: id) else { return }
        participants[index].traits = traits
    }

    /// It was disabled, or taken off its view.
    package mutating func withdraw(_ id: RecognizerID, isRemoved: Bool) {
        guard let index = index(of: id) else { return }
        let rule = isRemoved ? GestureRule.removed : .disabled
        let event = isRemoved ? ArbiterDecision.Event.removed : .disabled
        switch participants[index].stage {
        case .analysing, .wanting, .held:
            fail(index, event, rule)
        case .active:
            if isRemoved {
                participants[index].actions = PendingActions()
            } else {
                participants[index].actions.final = .cancelled
            }
            finish(index, .cancelled, event, rule)
        case .over:
            if isRemoved { participants[index].actions = PendingActions() }
        }
    }

    /// Whether it goes on although no finger of its is down, and waits for nobody: only its own code
    /// can bring it to an end.
    package func isIdle(_ index: Int) -> Bool {
        switch participants[index].stage {
        case .analysing, .active: isLifted(participants[index].contacts)
        case .wanting, .held, .over: false
        }
    }

    /// Whether anybody is.
    package var isAnyoneIdle: Bool {
        for index in participants.indices where isIdle(index) { return true }
        return false
    }

    /// Whether none of them is down.
    package func isLifted(_ set: ContactSet) -> Bool { set.subtracting(over).isEmpty }

    /// Its own code didn't bring it to an end: it is broken off.
    package mutating func abandon(_ index: Int) {
        switch participants[index].stage {
        case .analysing, .wanting, .held:
            fail(index, .abandoned, .transitions)
        case .active:
            participants[index].actions.final = .cancelled
            finish(index, .cancelled, .abandoned, .transitions)
        case .over:
            break
        }
    }

    /// It assigned itself a state.
    package mutating func assign(_ state: UIGestureRecognizer.State, to id: RecognizerID) {
        guard let index = index(of: id) else { return }
        let (assignment, rule) = ArbiterTables.assignment(state, in: participants[index].stage)
        switch assignment {
        case .none:
            note(index, from: participants[index].stage.state, .assigned(state), rule)
        case .want(let intent):
            setStage(.wanting(intent), of: index, .assigned(state), rule)
        case .hold(let intent):
            setStage(.held(intent), of: index, .assigned(state), rule)
        case .fail:
            fail(index, .assigned(state), rule)
        case .change:
            participants[index].actions.changes += 1
            setStage(.active(hasChanged: true), of: index, .assigned(state), rule)
        case .end:
            participants[index].actions.final = .ended
            finish(index, .recognized, .assigned(state), rule)
        case .cancel:
            participants[index].actions.final = .cancelled
            finish(index, .cancelled, .assigned(state), rule)
        }
    }

    /// The place of a participant; nil for one that takes no part.
    package func index(of id: RecognizerID) -> Int? {
        for index in participants.indices where participants[index].id == id { return index }
        return nil
    }

    /// How far a recognizer is: as if it hadn't seen anything, if it takes no part.
    package func stage(of id: RecognizerID) -> GestureStage {
        guard let index = index(of: id) else { return .analysing }
        return participants[index].stage
    }

    /// Whether it takes part in a contact.
    package func takesPart(_ id: RecognizerID, in contact: ContactID) -> Bool {
        guard let index = index(of: id) else { return false }
        return participants[index].contacts.contains(contact)
    }

    // MARK: Actions and resets

    /// Takes the action that is to be sent next, in the recognizers' order (P5).
    package mutating func nextAction() -> (index: Int, state: UIGestureRecognizer.State)? {
        for index in participants.indices {
            if let state = participants[index].actions.takeFirst() { return (index, state) }
        }
        return nil
    }

    /// Takes out somebody who is through, or has nothing to take part in any more (P8).
    ///
    /// - Parameter stays: Whether those who are through stay so, because fingers are down.
    package mutating func nextReset(unless stays: Bool) -> (index: Int, needsReset: Bool)? {
        guard let index = indexOfReset(unless: stays) else { return nil }
        let needsReset = participants[index].hasJoined || participants[index].stage != .analysing
        if needsReset { note(index, from: participants[index].stage.state, .reset, .reset) }
        let id = participants[index].id
        requirements.removeAll { $0.waiting == id || $0.required == id }
        participants.remove(at: index)
        return (index, needsReset)
    }

    /// Whether there is somebody for `nextReset(unless:)`.
    package func hasReset(unless stays: Bool) -> Bool { indexOfReset(unless: stays) != nil }

    private func indexOfReset(unless stays: Bool) -> Int? {
        for index in participants.indices {
            switch participants[index].stage {
            case .over where !stays: return index
            case .analysing where participants[index].contacts.isEmpty: return index
            case .over, .analysing, .wanting, .held, .active: continue
            }
        }
        return nil
    }

    // MARK: What decisions are made of

    package mutating func setStage(
        _ stage: GestureStage, of index: Int, _ event: ArbiterDecision.Event, _ rule: GestureRule
    ) {
        let before = participants[index].stage.state
        participants[index].stage = stage
        note(index, from: before, event, rule)
    }

    /// It fails: no action, and it has nothing to do with its contacts any more.
    package mutating func fail(_ index: Int, _ event: ArbiterDecision.Event, _ rule: GestureRule) {
        finish(index, .failed, event, rule)
    }

    private mutating func finish(
        _ index: Int, _ ending: GestureStage.Ending, _ event: ArbiterDecision.Event,
        _ rule: GestureRule
    ) {
        if ending == .failed { participants[index].contacts = ContactSet() }
        setStage(.over(ending), of: index, event, rule)
    }

    /// It leaves *possible*: its contacts are its own if it wants them, those that require its
    /// failure fail.
    package mutating func grant(_ intent: Intent, to index: Int) {
        let granted = participants[index]
        participants[index].actions.began = intent.begins
        participants[index].actions.changes = intent.changes
        if intent.ends { participants[index].actions.final = .ended }
        for contact in granted.contacts {
            claim(contact, isDiscarded: granted.traits.delaysTouchesBegan, by: granted.traits)
        }
        let stage =
            intent.ends ? GestureStage.over(.recognized) : .active(hasChanged: intent.changes > 0)
        setStage(stage, of: index, .granted, .transitions)
        for place in requirements.indices where requirements[place].required == granted.id {
            guard let waiting = self.index(of: requirements[place].waiting),
                participants[waiting].stage.isPossible
            else { continue }
            fail(waiting, .lostRequirement(granted.id), .requirementLost)
        }
    }

    /// Takes a contact away from its view, if it is to be; one that the view doesn't know of
    /// because of this recognizer it never hears of, whether or not it is taken away.
    package mutating func claim(
        _ contact: ContactID, isDiscarded: Bool, by traits: RecognizerTraits
    ) {
        switch contacts[contact.place].told {
        case .nothing where traits.cancelsTouchesInView || isDiscarded:
            contacts[contact.place].told = .never
            taken.insert(contact)
        case .began where traits.cancelsTouchesInView:
            claimed.insert(contact)
            taken.insert(contact)
        case .nothing, .began, .all, .never:
            break
        }
    }

    private mutating func note(
        _ index: Int, from state: UIGestureRecognizer.State, _ event: ArbiterDecision.Event,
        _ rule: GestureRule
    ) {
        guard isKeepingJournal else { return }
        journal.append(
            ArbiterDecision(
                recognizer: participants[index].id, from: state, event: event,
                to: event == .reset ? .possible : participants[index].stage.state, rule: rule))
    }
}
