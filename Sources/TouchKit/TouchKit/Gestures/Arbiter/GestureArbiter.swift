/// An arbiter that decides which gesture recognizers recognize, wait or fail, and which touch
/// phases views receive.
///
/// The arbiter is a value type. It identifies recognizers and contacts by number and stores neither
/// object references nor times. The dispatcher passes in events: a recognizer accepts a contact,
/// assigns itself a state or is disabled; a contact moves or is lifted. After each event the
/// dispatcher performs these steps, which `TouchDispatcher` numbers P4 to P8:
///
/// 1. Call `nextQuestion()` and `answer(_:)` until no question is left (P4). Afterwards, all
///    decisions have been made.
/// 2. Call `nextAction()` for the actions to send, in recognizer order (P5).
/// 3. Cancel the contacts in `claimedContacts` in their views (P6).
/// 4. Deliver to each view the phases that `deliveryPlan(for:)` returns (P7).
/// 5. Call `removeNextFinished(unlessDeferred:)` and reset each recognizer that it returns (P8).
///
/// Questions are values, so application code never runs while the arbiter is being changed. Changes
/// that application code makes to recognizers and views are the next events.
package struct GestureArbiter {
    /// A recognizer in its current attempt.
    package struct Participant {
        /// The recognizer.
        package let id: RecognizerID
        /// The recognizer's position in the recognizer order.
        package let order: RecognizerOrder
        /// The object identifier of the recognizer's view. The arbiter orders the tap recognizers
        /// of one view by tap count.
        package let view: ObjectIdentifier
        /// The recognizer's properties that arbitration depends on.
        package var traits: RecognizerTraits
        /// The contacts of the attempt, including those that were lifted during it.
        package var contacts = ContactSet()
        /// The recognizer's progress in the attempt.
        package var stage = GestureStage.analysing
        /// The actions that are still to be sent.
        package var actions = PendingActions()
        /// Whether the recognizer has received a touch in this attempt and therefore must be reset
        /// when the attempt ends.
        package var needsReset = false
        /// Whether the arbiter cancels the recognizer if the candidate, on which the arbiter is
        /// deciding, recognizes.
        package var isMarkedForCancellation = false
    }

    /// A failure requirement between two recognizers, valid for the current attempt.
    package struct FailureRequirement: Hashable {
        /// The recognizer that waits.
        package let waiting: RecognizerID
        /// The recognizer that must fail first.
        package let required: RecognizerID
    }

    /// The state of a contact's delivery to its view.
    package struct Contact {
        /// The part of the contact that the view has received.
        package var status = GestureStateTables.DeliveryStatus.pending
        /// The contact's changes that the view may have to receive.
        package var changes = GestureStateTables.ContactChanges()
        /// The contact whose delivery must be completed first, such as the preceding tap of the
        /// same touch, or `nil` if there is no such contact.
        package var predecessor: ContactID?
    }

    /// The recognizers that take part in the current attempt, in recognizer order.
    package var participants: [Participant] = []
    /// The failure requirements between participants.
    package var requirements: [FailureRequirement] = []
    /// The state of each contact, by contact index.
    package var contacts: [Contact]
    /// The contacts that are down, or that a recognizer or view still depends on.
    package var knownContacts = ContactSet()
    /// The contacts that a recognizer has claimed and whose views must still receive
    /// `touchesCancelled`.
    package var claimedContacts = ContactSet()
    /// The contacts that a recognizer has claimed since the dispatcher last emptied this set.
    package var newlyClaimedContacts = ContactSet()
    /// The contacts with a withheld phase.
    package var withheldContacts = ContactSet()
    /// The contacts that were lifted or cancelled.
    private(set) var endedContacts = ContactSet()
    /// The contacts that recognizers have accepted since failure requirements were last collected.
    package var newContacts = ContactSet()
    /// The current step of the decision process.
    package var step = DecisionStep.collectingRequirements(waiting: 0, required: -1)

    /// Whether decisions are appended to `recordedDecisions`.
    package var recordsDecisions = false
    /// The decisions made since the array was last emptied, if `recordsDecisions` is set.
    package var recordedDecisions: [ArbiterDecision] = []

    /// Creates an arbiter without participants.
    package init() {
        contacts = Array(repeating: Contact(), count: ContactSet.capacity)
    }

    // MARK: Contacts

    /// Adds a contact that has come down.
    ///
    /// - Parameters:
    ///   - predecessor: The contact whose delivery must be completed first, or `nil` if the new
    ///     contact need not wait.
    ///   - isRestricted: Whether the view never receives the contact.
    /// - Returns: The contact's identifier, or `nil` if `ContactSet.capacity` contacts are in use.
    package mutating func begin(after predecessor: ContactID?, isRestricted: Bool) -> ContactID? {
        guard let contact = knownContacts.firstAbsentContact else { return nil }
        knownContacts.insert(contact)
        contacts[contact.index] = Contact(
            status: isRestricted ? .suppressed : .pending, predecessor: predecessor)
        withheldContacts.remove(contact)
        endedContacts.remove(contact)
        newlyClaimedContacts.remove(contact)
        return contact
    }

    /// Records that a contact has moved.
    ///
    /// - Parameter isAwayFromStart: Whether the contact is at a different location than where it
    ///   came down. If `false`, no move is recorded for a view that has not received `touchesBegan`
    ///   yet.
    package mutating func recordMove(of contact: ContactID, isAwayFromStart: Bool) {
        contacts[contact.index].changes.hasMoved =
            contacts[contact.index].status == .began || isAwayFromStart
    }

    /// Records that a contact was lifted.
    package mutating func recordLift(of contact: ContactID) {
        contacts[contact.index].changes.isLifted = true
        endedContacts.insert(contact)
    }

    /// Records that the system cancelled a contact, or that its view left the window.
    package mutating func recordCancellation(of contact: ContactID) {
        contacts[contact.index].changes.isCancelled = true
        endedContacts.insert(contact)
    }

    /// Suppresses a contact whose view has not received `touchesBegan`, because the window did not
    /// forward the event or a scroll view refused the touch.
    package mutating func suppressDelivery(of contact: ContactID) {
        if contacts[contact.index].status == .pending {
            contacts[contact.index].status = .suppressed
        }
    }

    /// Releases the indices of completely delivered contacts that no recognizer tracks, for reuse.
    package mutating func releaseContacts() {
        for contact in knownContacts.intersection(endedContacts) where isFullyDelivered(contact) {
            var isTracked = false
            for index in participants.indices where participants[index].contacts.contains(contact) {
                isTracked = true
            }
            if isTracked { continue }
            knownContacts.remove(contact)
            for later in knownContacts where contacts[later.index].predecessor == contact {
                contacts[later.index].predecessor = contacts[contact.index].predecessor
            }
        }
    }

    /// Returns whether a contact has ended and its view will receive no further phases of the
    /// contact.
    package func isFullyDelivered(_ contact: ContactID) -> Bool {
        let contact = contacts[contact.index]
        return (contact.changes.isLifted || contact.changes.isCancelled)
            && (contact.status == .completed || contact.status == .suppressed)
    }

    // MARK: Recognizers

    /// Adds a recognizer as a participant, unless the recognizer is a participant already.
    ///
    /// - Returns: The participant's index in `participants`.
    package mutating func addParticipant(
        _ id: RecognizerID, order: RecognizerOrder, of view: ObjectIdentifier,
        traits: RecognizerTraits
    ) -> Int {
        if let index = index(of: id) { return index }
        let index = participants.firstIndex { order < $0.order } ?? participants.count
        participants.insert(
            Participant(id: id, order: order, view: view, traits: traits), at: index)
        return index
    }

    /// Adds a contact that the participant at `index` has accepted.
    package mutating func addContact(_ contact: ContactID, toParticipantAt index: Int) {
        participants[index].contacts.insert(contact)
        participants[index].needsReset = true
        newContacts.insert(contact)
    }

    /// Removes a contact from the participant of a recognizer that has ignored it.
    package mutating func removeContact(_ contact: ContactID, from id: RecognizerID) {
        guard let index = index(of: id) else { return }
        participants[index].contacts.remove(contact)
    }

    /// Replaces the traits of a participant after one of the recognizer's properties has changed.
    package mutating func setTraits(_ traits: RecognizerTraits, of id: RecognizerID) {
        guard let index = index(of: id) else { return }
        participants[index].traits = traits
    }

    /// Ends the attempt of a recognizer that was disabled, or removed from its view if
    /// `isRemoved` is `true`.
    package mutating func withdraw(_ id: RecognizerID, isRemoved: Bool) {
        guard let index = index(of: id) else { return }
        let rule = isRemoved ? GestureRule.removed : .disabled
        let event = isRemoved ? ArbiterDecision.Event.removed : .disabled
        switch participants[index].stage {
        case .analysing, .requesting, .waiting:
            fail(index, event, rule)
        case .active:
            if isRemoved {
                participants[index].actions = PendingActions()
            } else {
                participants[index].actions.final = .cancelled
            }
            finish(index, .cancelled, event, rule)
        case .finished:
            if isRemoved { participants[index].actions = PendingActions() }
        }
    }

    /// Returns whether the participant at `index` is in the stage *analysing* or *active* although
    /// none of its contacts is down, so that only the recognizer's own code can end the attempt.
    package func isIdle(_ index: Int) -> Bool {
        switch participants[index].stage {
        case .analysing, .active: haveEnded(participants[index].contacts)
        case .requesting, .waiting, .finished: false
        }
    }

    /// Whether at least one participant is idle: analysing or active although none of its contacts
    /// is down.
    package var hasIdleParticipant: Bool {
        for index in participants.indices where isIdle(index) { return true }
        return false
    }

    /// Returns whether all contacts in `set` were lifted or cancelled.
    package func haveEnded(_ set: ContactSet) -> Bool { set.subtracting(endedContacts).isEmpty }

    /// Removes an ended contact, whose index is needed, from the participant at `index`.
    ///
    /// An active participant with a contact that is down remains active. The attempt of another
    /// participant ends, because its decision may depend on the ended contact.
    package mutating func release(_ contact: ContactID, ofParticipantAt index: Int) {
        if participants[index].stage.isActive, !isIdle(index) {
            participants[index].contacts.remove(contact)
        } else {
            abandon(index)
        }
    }

    /// Ends the attempt of a participant, unless it has finished.
    package mutating func abandon(_ index: Int) {
        switch participants[index].stage {
        case .analysing, .requesting, .waiting:
            fail(index, .abandoned, .transitions)
        case .active:
            participants[index].actions.final = .cancelled
            finish(index, .cancelled, .abandoned, .transitions)
        case .finished:
            break
        }
    }

    /// Processes a state that a recognizer has assigned itself.
    package mutating func assign(_ state: UIGestureRecognizer.State, to id: RecognizerID) {
        guard let index = index(of: id) else { return }
        let (assignment, rule) = GestureStateTables.assignment(state, in: participants[index].stage)
        switch assignment {
        case .none:
            recordDecision(index, from: participants[index].stage.state, .assigned(state), rule)
        case .request(let transition):
            setStage(.requesting(transition), of: index, .assigned(state), rule)
        case .keepWaiting(let transition):
            setStage(.waiting(transition), of: index, .assigned(state), rule)
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

    /// Returns the index of a recognizer in `participants`, or `nil` if it is not a participant.
    package func index(of id: RecognizerID) -> Int? {
        for index in participants.indices where participants[index].id == id { return index }
        return nil
    }

    /// Returns the stage of a recognizer, or `.analysing` if it is not a participant.
    package func stage(of id: RecognizerID) -> GestureStage {
        guard let index = index(of: id) else { return .analysing }
        return participants[index].stage
    }

    /// Returns whether a recognizer tracks a contact in the current attempt.
    package func isTracking(_ contact: ContactID, by id: RecognizerID) -> Bool {
        guard let index = index(of: id) else { return false }
        return participants[index].contacts.contains(contact)
    }

    // MARK: Transitions

    /// Sets the stage of the participant at `index` and records the decision for the gesture log.
    package mutating func setStage(
        _ stage: GestureStage, of index: Int, _ event: ArbiterDecision.Event, _ rule: GestureRule
    ) {
        let before = participants[index].stage.state
        participants[index].stage = stage
        recordDecision(index, from: before, event, rule)
    }

    /// Fails the participant at `index` without an action and removes its contacts.
    package mutating func fail(_ index: Int, _ event: ArbiterDecision.Event, _ rule: GestureRule) {
        finish(index, .failed, event, rule)
    }

    /// Ends the attempt of the participant at `index` with an outcome.
    private mutating func finish(
        _ index: Int, _ outcome: GestureStage.Outcome, _ event: ArbiterDecision.Event,
        _ rule: GestureRule
    ) {
        if outcome == .failed { participants[index].contacts = ContactSet() }
        setStage(.finished(outcome), of: index, event, rule)
    }

    /// Performs a participant's transition out of *possible*: claims its contacts and fails the
    /// recognizers that require its failure.
    package mutating func grant(_ transition: RequestedTransition, to index: Int) {
        let granted = participants[index]
        participants[index].actions.began = transition.begins
        participants[index].actions.changes = transition.changes
        if transition.ends { participants[index].actions.final = .ended }
        for contact in granted.contacts {
            claim(contact, isDiscarded: granted.traits.delaysTouchesBegan, by: granted.traits)
        }
        let stage =
            transition.ends
            ? GestureStage.finished(.recognized) : .active(hasChanged: transition.changes > 0)
        setStage(stage, of: index, .granted, .transitions)
        for requirement in requirements where requirement.required == granted.id {
            guard let waiting = self.index(of: requirement.waiting),
                participants[waiting].stage.isPossible
            else { continue }
            fail(waiting, .lostRequirement(granted.id), .requirementLost)
        }
    }

    /// Claims a contact for a recognizer, so that the contact's view receives `touchesCancelled`
    /// or, if it has received nothing yet, no phases at all.
    ///
    /// - Parameters:
    ///   - contact: The contact to claim.
    ///   - isDiscarded: Whether an undelivered contact is discarded even if the recognizer does not
    ///     cancel touches in views.
    ///   - traits: The traits of the claiming recognizer.
    package mutating func claim(
        _ contact: ContactID, isDiscarded: Bool, by traits: RecognizerTraits
    ) {
        switch contacts[contact.index].status {
        case .pending where traits.cancelsTouchesInView || isDiscarded:
            contacts[contact.index].status = .suppressed
            newlyClaimedContacts.insert(contact)
        case .began where traits.cancelsTouchesInView:
            claimedContacts.insert(contact)
            newlyClaimedContacts.insert(contact)
        case .pending, .began, .completed, .suppressed:
            break
        }
    }

    /// Appends a decision to `recordedDecisions`, if decisions are recorded.
    mutating func recordDecision(
        _ index: Int, from state: UIGestureRecognizer.State, _ event: ArbiterDecision.Event,
        _ rule: GestureRule
    ) {
        guard recordsDecisions else { return }
        recordedDecisions.append(
            ArbiterDecision(
                recognizer: participants[index].id, from: state, event: event,
                to: event == .reset ? .possible : participants[index].stage.state, rule: rule))
    }
}
