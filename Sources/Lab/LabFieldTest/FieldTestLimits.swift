/// What figures a panel may have: within `pass` it is good, beyond `fail` bad, between them doubtful.
package struct FieldTestLimit: Hashable, Sendable {
    /// The name in the configuration: `jitter.peak-mm`.
    package let name: String
    /// The last good figure.
    package var pass: Double
    /// The last doubtful one.
    package var fail: Double
    /// Of the figure: `mm`, `Hz`, `ms`, or nothing for counts.
    package let unit: String
    /// Whether small figures are the bad ones.
    package let isLeast: Bool
    /// Where the limit comes from.
    package var source: String

    /// What a figure means.
    package func verdict(_ figure: Double) -> Verdict {
        if isLeast { return figure >= pass ? .pass : figure >= fail ? .doubtful : .fail }
        return figure <= pass ? .pass : figure <= fail ? .doubtful : .fail
    }
}

/// The limits of the field test. Sources: the Windows Hardware Lab Kit's tests of touchscreens (HLK), trade
/// figures, and where nobody says anything, our own.
package struct FieldTestLimits: Hashable, Sendable {
    /// The part of the screen's cells that no touch comes from.
    package var deadCells = FieldTestLimit(
        name: "coverage.dead-percent", pass: 0, fail: 0.5, unit: "%", isLeast: false,
        source: "every place of the screen can be touched")
    /// The error at the worst of nine crosses, without the scatter of taps.
    package var offset = FieldTestLimit(
        name: "accuracy.offset-mm", pass: 1, fail: 2, unit: "mm", isLeast: false,
        source: "HLK Physical Input Position: ±1 mm")
    /// How far taps scatter about their places, root of the mean square.
    package var scatter = FieldTestLimit(
        name: "accuracy.scatter-mm", pass: 2.5, fail: 5, unit: "mm", isLeast: false,
        source: "a finger taps to 2 mm")
    /// The largest distance of a slow stroke from a straight line.
    package var deviation = FieldTestLimit(
        name: "linearity.deviation-mm", pass: 2, fail: 3, unit: "mm", isLeast: false,
        source: "Windows digitizers: within 2 mm")
    /// The largest distance of a resting finger from its mean place.
    package var jitter = FieldTestLimit(
        name: "jitter.peak-mm", pass: 1, fail: 2, unit: "mm", isLeast: false,
        source: "HLK Digitizer Jitter: 1 mm")
    /// The fingers that hold; a panel that knows of fewer has to hold those.
    package var fingers = FieldTestLimit(
        name: "multi-touch.fingers", pass: 5, fail: 2, unit: "", isLeast: true,
        source: "HLK Five Point Minimum")
    /// Fingers lost or swapped while they are held.
    package var lostFingers = FieldTestLimit(
        name: "multi-touch.lost", pass: 0, fail: 0, unit: "", isLeast: false,
        source: "a finger that is held is one contact")
    /// The distance at which two fingers become one.
    package var separation = FieldTestLimit(
        name: "multi-touch.separation-mm", pass: 13, fail: 20, unit: "mm", isLeast: false,
        source: "Windows touch, input separation: 13 mm diagonally")
    /// Taps of thirty that weren't seen.
    package var missedTaps = FieldTestLimit(
        name: "tap.missed", pass: 1, fail: 3, unit: "", isLeast: false,
        source: "a person misses one of thirty")
    /// Taps of thirty that were seen twice.
    package var doubledTaps = FieldTestLimit(
        name: "tap.doubled", pass: 0, fail: 1, unit: "", isLeast: false,
        source: "a tap is one contact")
    /// How far from an edge a swipe over it is seen first.
    package var edge = FieldTestLimit(
        name: "edge-swipe.distance-mm", pass: 3, fail: 6, unit: "mm", isLeast: false,
        source: "half a cell of the coverage, and one")
    /// Reports a second of a moving finger.
    package var reportRate = FieldTestLimit(
        name: "latency.reports-hz", pass: 80, fail: 60, unit: "Hz", isLeast: true,
        source: "usual in the trade: over 80 Hz")
    /// The longest time without a report while a finger moves.
    package var gap = FieldTestLimit(
        name: "latency.gap-ms", pass: 40, fail: 100, unit: "ms", isLeast: false,
        source: "three reports at 80 Hz")
    /// From the panel to the screen, for 95 of 100 reports.
    package var scanout = FieldTestLimit(
        name: "latency.scanout-ms", pass: 50, fail: 100, unit: "ms", isLeast: false,
        source: "50 ms: limit of hand-eye control when drawing")
    /// Touches in ten seconds without a finger.
    package var ghosts = FieldTestLimit(
        name: "ghosts.touches", pass: 0, fail: 0, unit: "", isLeast: false,
        source: "any touch is a fault")

    /// Limits as they come.
    package init() {}

    /// Every limit, by the order of the tests.
    package static var all: [WritableKeyPath<FieldTestLimits, FieldTestLimit> & Sendable] {
        [
            \.deadCells, \.offset, \.scatter, \.deviation, \.jitter, \.fingers, \.lostFingers,
            \.separation, \.missedTaps, \.doubledTaps, \.edge, \.reportRate, \.gap, \.scanout,
            \.ghosts,
        ]
    }
}
