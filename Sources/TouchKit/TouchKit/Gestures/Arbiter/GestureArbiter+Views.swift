// P7: what views hear of contacts. All are judged at once: a delivery has many, and each depends on
// all who take part.
extension GestureArbiter {
    /// Contacts by what their views hear next of them.
    package struct Tellings {
        package fileprivate(set) var began = ContactSet()
        package fileprivate(set) var moved = ContactSet()
        package fileprivate(set) var ended = ContactSet()
        package fileprivate(set) var cancelled = ContactSet()
        package fileprivate(set) var withhold = ContactSet()
        package fileprivate(set) var forget = ContactSet()
        package fileprivate(set) var none = ContactSet()

        /// Those whose views are to be told anything.
        var due: ContactSet {
            var due = began
            due.formUnion(moved)
            due.formUnion(ended)
            due.formUnion(cancelled)
            return due
        }

        /// Those whose views are told of a phase.
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

    /// What views hear next of contacts.
    ///
    /// - Complexity: O(participants + contacts asked about).
    package func tellings(of asked: ContactSet) -> Tellings {
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
        var tellings = Tellings()
        tellings.none = asked.intersection(claimed)
        for contact in asked.subtracting(claimed) {
            let telling = ArbiterTables.telling(
                contacts[contact.place].told, contacts[contact.place].news,
                delaysBegan: delaysBegan.contains(contact) || waitsForPredecessor(contact),
                delaysEnded: delaysEnded.contains(contact))
            switch telling {
            case .began: tellings.began.insert(contact)
            case .moved: tellings.moved.insert(contact)
            case .ended: tellings.ended.insert(contact)
            case .cancelled: tellings.cancelled.insert(contact)
            case .withhold: tellings.withhold.insert(contact)
            case .forget: tellings.forget.insert(contact)
            case .none: tellings.none.insert(contact)
            }
        }
        return tellings
    }

    /// What the view hears next of a contact.
    package func telling(of contact: ContactID) -> ArbiterTables.Telling {
        let tellings = tellings(of: ContactSet(contact))
        for phase in UITouch.Phase.told where tellings[phase].contains(contact) {
            return phase.telling
        }
        if tellings.withhold.contains(contact) { return .withhold }
        return tellings.forget.contains(contact) ? .forget : .none
    }

    /// Settles what isn't to be told.
    package mutating func settle(_ tellings: Tellings) {
        for contact in tellings.forget { contacts[contact.place].told = .never }
        withheld.formUnion(tellings.withhold)
        // They caught up: what comes now is told when it happens.
        withheld = withheld.subtracting(tellings.none).subtracting(tellings.forget)
    }

    /// The view was told of a phase.
    package mutating func told(_ phase: UITouch.Phase, of contact: ContactID) {
        switch phase {
        case .began:
            contacts[contact.place].told = .began
        case .moved:
            contacts[contact.place].news.hasMoved = false
        case .ended, .cancelled:
            contacts[contact.place].told = .all
            claimed.remove(contact)
            withheld.remove(contact)
        case .stationary:
            break
        }
    }

    /// Whether a view owns a contact: such a one keeps others away.
    package func isOwned(_ contact: ContactID) -> Bool {
        let state = contacts[contact.place]
        return !claimed.contains(contact) && !state.news.isLifted
            && (state.told == .nothing || state.told == .began)
    }

    /// Whether its view isn't told of its end, and will be.
    package func isOwed(_ contact: ContactID) -> Bool {
        let told = contacts[contact.place].told
        return told == .nothing || told == .began
    }

    private func waitsForPredecessor(_ contact: ContactID) -> Bool {
        guard GestureConstants.queueFollowUpTap else { return false }
        var earlier = contacts[contact.place].predecessor
        while let contact = earlier {
            if isOwed(contact) { return true }
            earlier = contacts[contact.place].predecessor
        }
        return false
    }
}

extension UITouch.Phase {
    /// What views are told of, in this order.
    package static let told: [UITouch.Phase] = [.began, .moved, .ended, .cancelled]

    fileprivate var telling: ArbiterTables.Telling {
        switch self {
        case .began: .began
        case .moved: .moved
        case .ended: .ended
        case .cancelled: .cancelled
        case .stationary: .none
        }
    }
}
