// Step P7 of a delivery (see `TouchDispatcher`): the touch phases that views receive. All contacts
// are planned together, because the plan of each contact depends on all participants.
extension GestureArbiter {
    /// The next delivery step of several contacts, as one set of contacts for each kind of step.
    package struct DeliveryPlan {
        /// The contacts whose views receive `touchesBegan` next.
        package fileprivate(set) var began = ContactSet()
        /// The contacts whose views receive `touchesMoved` next.
        package fileprivate(set) var moved = ContactSet()
        /// The contacts whose views receive `touchesEnded` next.
        package fileprivate(set) var ended = ContactSet()
        /// The contacts whose views receive `touchesCancelled` next.
        package fileprivate(set) var cancelled = ContactSet()
        /// The contacts whose next phase is withheld until a recognizer has decided.
        package fileprivate(set) var withheld = ContactSet()
        /// The contacts that are never delivered.
        package fileprivate(set) var suppressed = ContactSet()
        /// The contacts whose views have received all phases so far.
        package fileprivate(set) var none = ContactSet()

        /// The contacts with a phase that can be delivered now.
        var deliverable: ContactSet {
            var contacts = began
            contacts.formUnion(moved)
            contacts.formUnion(ended)
            contacts.formUnion(cancelled)
            return contacts
        }

        /// The contacts whose views receive `phase` next; empty for `stationary`.
        subscript(phase: UITouch.Phase) -> ContactSet {
            switch phase {
            case .began: began
            case .moved: moved
            case .ended: ended
            case .cancelled: cancelled
            case .stationary: ContactSet()
            }
        }
    }

    /// Returns the next delivery step of each contact in `selection`.
    ///
    /// - Complexity: O(participants + contacts in `selection`).
    package func deliveryPlan(for selection: ContactSet) -> DeliveryPlan {
        var delaysBegan = ContactSet()
        var delaysEnded = ContactSet()
        for index in participants.indices where participants[index].stage.isPossible {
            if participants[index].traits.delaysTouchesBegan {
                delaysBegan.formUnion(participants[index].contacts)
            }
            if participants[index].traits.delaysTouchesEnded {
                delaysEnded.formUnion(participants[index].contacts)
            }
        }
        var plan = DeliveryPlan()
        plan.none = selection.intersection(claimedContacts)
        for contact in selection.subtracting(claimedContacts) {
            let next = GestureStateTables.nextDelivery(
                contacts[contact.index].status, contacts[contact.index].changes,
                delaysBegan: delaysBegan.contains(contact) || waitsForPredecessor(contact),
                delaysEnded: delaysEnded.contains(contact))
            switch next {
            case .began: plan.began.insert(contact)
            case .moved: plan.moved.insert(contact)
            case .ended: plan.ended.insert(contact)
            case .cancelled: plan.cancelled.insert(contact)
            case .withhold: plan.withheld.insert(contact)
            case .suppress: plan.suppressed.insert(contact)
            case .none: plan.none.insert(contact)
            }
        }
        return plan
    }

    /// Records which contacts of a plan are withheld, suppressed or completely delivered so far.
    package mutating func recordUndelivered(_ plan: DeliveryPlan) {
        for contact in plan.suppressed { contacts[contact.index].status = .suppressed }
        withheldContacts.formUnion(plan.withheld)
        // The views of the contacts in `plan.none` are up to date, so that later phases are
        // delivered when they happen.
        withheldContacts = withheldContacts.subtracting(plan.none).subtracting(plan.suppressed)
    }

    /// Records that a contact's view has received a phase.
    package mutating func recordDelivery(of phase: UITouch.Phase, for contact: ContactID) {
        switch phase {
        case .began:
            contacts[contact.index].status = .began
        case .moved:
            contacts[contact.index].changes.hasMoved = false
        case .ended, .cancelled:
            contacts[contact.index].status = .completed
            claimedContacts.remove(contact)
            withheldContacts.remove(contact)
        case .stationary:
            break
        }
    }

    /// Returns whether a contact counts as a touch of its view under the single-touch and
    /// exclusive-touch rules: it has not been lifted or claimed, and its view
    /// receives or may still receive it.
    package func isOwnedByView(_ contact: ContactID) -> Bool {
        let state = contacts[contact.index]
        return !claimedContacts.contains(contact) && !state.changes.isLifted
            && (state.status == .pending || state.status == .began)
    }

    /// Returns whether a contact's view may still receive the end of the contact.
    package func isEndOutstanding(_ contact: ContactID) -> Bool {
        let status = contacts[contact.index].status
        return status == .pending || status == .began
    }

    /// Returns whether the delivery of a contact must wait until its predecessors have been
    /// delivered completely.
    private func waitsForPredecessor(_ contact: ContactID) -> Bool {
        guard GestureConstants.queueFollowUpTap else { return false }
        var earlier = contacts[contact.index].predecessor
        while let contact = earlier {
            if isEndOutstanding(contact) { return true }
            earlier = contacts[contact.index].predecessor
        }
        return false
    }
}

extension UITouch.Phase {
    /// The phases that views receive, in the order of delivery.
    package static let deliveryOrder: [UITouch.Phase] = [.began, .moved, .ended, .cancelled]
}
