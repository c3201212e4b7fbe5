import TouchKitGeometry

/// One contact as a panel told of it, from the moment it came down.
package struct PanelContact: Hashable, Sendable {
    /// Which contact of the field test it is; numbers grow.
    package let number: Int
    /// The device's slot.
    package let slot: Int
    /// When it came down.
    package let began: Timestamp
    /// Where it came down, 0…1 across the panel.
    package let firstPlace: CGPoint
    /// Where it is, or was last.
    package internal(set) var place: CGPoint
    /// Where it was before the newest report.
    package internal(set) var formerPlace: CGPoint
    /// When it was reported last.
    package internal(set) var time: Timestamp
    /// When its place changed last.
    package internal(set) var lastMoved: Timestamp
    /// How many reports told of it, the first one included.
    package internal(set) var reports = 1
    /// Whether it came down where another one was lifted just before: a finger doesn't do that.
    package let isBounce: Bool
    /// Whether it was down before the page began: it isn't meant for it.
    package internal(set) var isStale = false

    /// How long it has been down at a moment, in microseconds.
    package func microsecondsDown(at time: Timestamp) -> Int64 { time.microseconds(since: began) }

    /// How long it hasn't moved, in microseconds.
    package func microsecondsStill(at time: Timestamp) -> Int64 {
        time.microseconds(since: lastMoved)
    }
}

/// What one hardware frame said of a contact.
package enum ContactChange: Hashable, Sendable {
    /// It came down.
    case began(PanelContact)
    /// It was reported anew, moved or not.
    case moved(PanelContact)
    /// It was lifted, or taken back.
    case ended(PanelContact)

    /// The contact.
    package var contact: PanelContact {
        switch self {
        case .began(let contact), .moved(let contact), .ended(let contact): contact
        }
    }
}
