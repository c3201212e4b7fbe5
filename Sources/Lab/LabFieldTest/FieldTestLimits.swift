/// The limits of a measured value: up to `pass` is good, beyond `fail` is bad, and between them is
/// doubtful.
package struct FieldTestLimit: Hashable, Sendable {
    /// The name in a limits file, for example `jitter.peak-mm`.
    package let name: String
    /// The last value with the verdict *pass*.
    package var pass: Double
    /// The last value with the verdict *doubtful*.
    package var fail: Double
    /// The unit of the value: `mm`, `Hz`, `ms`, `%`, or empty for counts.
    package let unit: String
    /// Whether the limit is a minimum, so that smaller values are worse.
    package let isLeast: Bool
    /// The source of the limit.
    package var source: String

    /// Returns the verdict on a value.
    package func verdict(_ figure: Double) -> Verdict {
        if isLeast { return figure >= pass ? .pass : figure >= fail ? .doubtful : .fail }
        return figure <= pass ? .pass : figure <= fail ? .doubtful : .fail
    }
}

/// The limits of the field test. Their sources are the Windows Hardware Lab Kit's touch tests
/// (HLK), common product data, and this project's own judgement.
package struct FieldTestLimits: Hashable, Sendable {
    /// The share of coverage cells without a touch.
    package var deadCells = FieldTestLimit(
        name: "coverage.dead-percent", pass: 0, fail: 0.5, unit: "%", isLeast: false,
        source: "every place of the screen can be touched")
    /// The error at the worst of nine crosses, without the scatter of the taps.
    package var offset = FieldTestLimit(
        name: "accuracy.offset-mm", pass: 1, fail: 2, unit: "mm", isLeast: false,
        source: "HLK Physical Input Position: ±1 mm")
    /// The root mean square distance of taps from their fitted positions.
    package var scatter = FieldTestLimit(
        name: "accuracy.scatter-mm", pass: 2.5, fail: 5, unit: "mm", isLeast: false,
        source: "a finger taps to 2 mm")
    /// The largest distance of a slow stroke from a straight line.
    package var deviation = FieldTestLimit(
        name: "linearity.deviation-mm", pass: 2, fail: 3, unit: "mm", isLeast: false,
        source: "Windows digitizers: within 2 mm")
    /// The largest distance of a resting contact from its mean position.
    package var jitter = FieldTestLimit(
        name: "jitter.peak-mm", pass: 1, fail: 2, unit: "mm", isLeast: false,
        source: "HLK Digitizer Jitter: 1 mm")
    /// The number of contacts tracked at once; a touchscreen with fewer slots must track one
    /// contact per slot.
    package var fingers = FieldTestLimit(
        name: "multi-touch.fingers", pass: 5, fail: 2, unit: "", isLeast: true,
        source: "HLK Five Point Minimum")
    /// The number of contacts lost or swapped while held.
    package var lostFingers = FieldTestLimit(
        name: "multi-touch.lost", pass: 0, fail: 0, unit: "", isLeast: false,
        source: "a finger that is held is one contact")
    /// The distance at which two contacts merge into one.
    package var separation = FieldTestLimit(
        name: "multi-touch.separation-mm", pass: 13, fail: 20, unit: "mm", isLeast: false,
        source: "Windows touch, input separation: 13 mm diagonally")
    /// The number of taps, of thirty, that were not reported.
    package var missedTaps = FieldTestLimit(
        name: "tap.missed", pass: 1, fail: 3, unit: "", isLeast: false,
        source: "a person misses one of thirty")
    /// The number of taps, of thirty, that were reported twice.
    package var doubledTaps = FieldTestLimit(
        name: "tap.doubled", pass: 0, fail: 1, unit: "", isLeast: false,
        source: "a tap is one contact")
    /// The distance from the edge at which a swipe is first reported.
    package var edge = FieldTestLimit(
        name: "edge-swipe.distance-mm", pass: 3, fail: 6, unit: "mm", isLeast: false,
        source: "half a cell of the coverage, and one")
    /// The report rate of a moving contact.
    package var reportRate = FieldTestLimit(
        name: "latency.reports-hz", pass: 80, fail: 60, unit: "Hz", isLeast: true,
        source: "usual in the trade: over 80 Hz")
    /// The longest time without a report while a contact moves.
    package var gap = FieldTestLimit(
        name: "latency.gap-ms", pass: 40, fail: 100, unit: "ms", isLeast: false,
        source: "three reports at 80 Hz")
    /// The 95th percentile of the latency from touch to scanout.
    package var scanout = FieldTestLimit(
        name: "latency.scanout-ms", pass: 50, fail: 100, unit: "ms", isLeast: false,
        source: "50 ms: limit of hand-eye control when drawing")
    /// The number of touches reported in ten seconds without a finger.
    package var ghosts = FieldTestLimit(
        name: "ghosts.touches", pass: 0, fail: 0, unit: "", isLeast: false,
        source: "any touch is a fault")

    /// Creates the default limits.
    package init() {}

    /// All limits, in the order of the tests.
    package static var all: [WritableKeyPath<FieldTestLimits, FieldTestLimit> & Sendable] {
        [
            \.deadCells, \.offset, \.scatter, \.deviation, \.jitter, \.fingers, \.lostFingers,
            \.separation, \.missedTaps, \.doubledTaps, \.edge, \.reportRate, \.gap, \.scanout,
            \.ghosts,
        ]
    }
}
