/// A test of the guided field test. The cases are in the order of execution.
package enum GuidedTest: String, CaseIterable, Sendable {
    /// The user paints the whole screen with a finger. Cells that remain unpainted are dead zones.
    case coverage
    /// The user taps nine crosses, which measures offset, scatter and the orientation of the axes.
    case accuracy
    /// The user draws two slow diagonals, which measures the deviation from a straight line.
    case linearity
    /// A finger rests on five spots, which measures jitter.
    case jitter
    /// The user holds all fingers still and then moves two fingers together, which measures lost
    /// and merged contacts.
    case multiTouch = "multi-touch"
    /// The user taps thirty times, which counts missed and doubled taps.
    case tap
    /// The user swipes over each edge, which measures how close to the edge contacts are reported.
    case edgeSwipe = "edge-swipe"
    /// The user keeps a finger moving, which measures report rate and gaps, and the delay
    /// until the display shows a touch.
    case latency
    /// The user does not touch the screen for ten seconds, so that any contact is a ghost touch.
    case ghosts

    /// The title of the page.
    package var title: String {
        switch self {
        case .coverage: "Coverage"
        case .accuracy: "Accuracy"
        case .linearity: "Linearity"
        case .jitter: "Jitter"
        case .multiTouch: "Multi-touch"
        case .tap: "Taps"
        case .edgeSwipe: "Edge swipe"
        case .latency: "Report interval"
        case .ghosts: "Ghosts"
        }
    }

    /// The instruction for the user, in one line.
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
