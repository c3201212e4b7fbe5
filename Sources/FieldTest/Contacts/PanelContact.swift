import Geometry

/// One contact as a panel told of it, from the moment it came down.
public struct PanelContact: Hashable, Sendable {
    /// Which contact of the field test it is; numbers grow.
    public let number: Int
    /// The device's slot.
    public let slot: Int
    /// When it came down.
    public let began: Timestamp
    /// Where it came down, 0…1 across the panel.
    public let firstPlace: CGPoint
    /// Where it is, or was last.
    public internal(set) var place: CGPoint
    /// Where it was before the newest report.
    public internal(set) var formerPlace: CGPoint
    /// When it was reported last.
    public internal(set) var time: Timestamp
    /// When its place changed last.
    public internal(set) var lastMoved: Timestamp
    /// How many reports told of it, the first one included.
    public internal(set) var reports = 1
    /// Whether it came down where another one was lifted just before: a finger doesn't do that.
    public let isBounce: Bool
    /// Whether it was down before the page began: it isn't meant for it.
    public internal(set) var isStale = false

    /// How long it has been down at a moment, in microseconds.
    public func microsecondsDown(at time: Timestamp) -> Int64 { time.microseconds(since: began) }

    /// How long it hasn't moved, in microseconds.
    public func microsecondsStill(at time: Timestamp) -> Int64 {
        time.microseconds(since: lastMoved)
    }
}

/// What one hardware frame said of a contact.
public enum ContactChange: Hashable, Sendable {
    /// It came down.
    case began(PanelContact)
    /// It was reported anew, moved or not.
    case moved(PanelContact)
    /// It was lifted, or taken back.
    case ended(PanelContact)

    /// The contact.
    public var contact: PanelContact {
        switch self {
        case .began(let contact), .moved(let contact), .ended(let contact): contact
        }
    }
}
