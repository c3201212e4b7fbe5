/// One page of the field test, in the order in which they are done.
package enum GuidedTest: String, CaseIterable, Sendable {
    /// The whole screen is painted: what stays open is a dead zone.
    case coverage
    /// Nine crosses are tapped: offset, scatter, and axes the wrong way round.
    case accuracy
    /// Two slow diagonals between rails: how far from a straight line.
    case linearity
    /// A finger rests on five spots: how far it seems to move.
    case jitter
    /// All fingers are held, then two are brought together.
    case multiTouch = "multi-touch"
    /// Thirty quick taps: missed and doubled ones.
    case tap
    /// A swipe from each edge: how near to it a finger is seen.
    case edgeSwipe = "edge-swipe"
    /// A finger that moves all the time: reports a second, gaps, time to the screen.
    case latency
    /// Nobody touches for ten seconds: any touch is a fault.
    case ghosts

    /// The name above its page.
    package var title: String {
        switch self {
        case .coverage: "Coverage"
        case .accuracy: "Accuracy"
        case .linearity: "Linearity"
        case .jitter: "Jitter"
        case .multiTouch: "Multi-touch"
        case .tap: "Taps"
        case .edgeSwipe: "Edge swipe"
        case .latency: "Latency"
        case .ghosts: "Ghosts"
        }
    }

    /// What the person at the panel has to do, in one line.
    package var instruction: String {
        switch self {
        case .coverage: "Paint the whole screen with a finger, edges and corners too"
        case .accuracy: "Tap the middle of each cross"
        case .linearity: "Draw slowly between the rails, from one end to the other"
        case .jitter: "Rest a finger on the spot until it fills"
        case .multiTouch: "Put down all fingers and hold them still"
        case .tap: "Tap each spot, quickly"
        case .edgeSwipe: "Swipe in from beyond the edge, along the arrow"
        case .latency: "Draw circles without lifting the finger"
        case .ghosts: "Don't touch the screen"
        }
    }
}
