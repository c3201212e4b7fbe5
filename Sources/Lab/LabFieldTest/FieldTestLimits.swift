import TouchKitContacts

/// The pass limit and the fail limit of a measured value. A value up to `pass` passes, a value
/// beyond `fail` fails, and a value between both limits is doubtful.
package struct FieldTestLimit: Hashable, Sendable {
    /// The name of the limit in a limits file, for example `jitter.peak-mm`.
    package let name: String
    /// The pass limit: the worst value with the verdict *pass*.
    package var pass: Double
    /// The fail limit: the worst value with the verdict *doubtful*.
    package var fail: Double
    /// The unit of the value: `mm`, `Hz`, `ms`, `%`, or empty for counts.
    package let unit: String
    /// Whether both limits are minimums, so that smaller values are worse.
    package let isMinimum: Bool
    /// The origin of the limit as reports state it, for example a specification or the path of a
    /// limits file.
    package var source: String

    /// Returns the verdict on a value.
    package func verdict(_ value: Double) -> Verdict {
        if isMinimum { return value >= pass ? .pass : value >= fail ? .doubtful : .fail }
        return value <= pass ? .pass : value <= fail ? .doubtful : .fail
    }
}

/// The pass and fail limits of all values that the field test measures. The sources of the defaults
/// are the touch tests of the Windows Hardware Lab Kit (HLK), common product data, and the judgment
/// of this project.
package struct FieldTestLimits: Hashable, Sendable {
    /// The limit for the percentage of coverage cells without a touch.
    package var deadCells = FieldTestLimit(
        name: "coverage.dead-percent", pass: 0, fail: 0.5, unit: "%", isMinimum: false,
        source: "every place of the screen can be touched")
    /// The limit for the position error at the worst of nine crosses, excluding the scatter of the
    /// taps, in millimeters.
    package var offset = FieldTestLimit(
        name: "accuracy.offset-mm", pass: 1, fail: 2, unit: "mm", isMinimum: false,
        source: "HLK Physical Input Position: ±1 mm")
    /// The limit for the root mean square distance of taps from their fitted positions, in
    /// millimeters.
    package var scatter = FieldTestLimit(
        name: "accuracy.scatter-mm", pass: 2.5, fail: 5, unit: "mm", isMinimum: false,
        source: "a finger taps to 2 mm")
    /// The limit for the largest distance of a slow stroke from a straight line, in millimeters.
    package var deviation = FieldTestLimit(
        name: "linearity.deviation-mm", pass: 2, fail: 3, unit: "mm", isMinimum: false,
        source: "Windows digitizers: within 2 mm")
    /// The limit for the largest distance of a resting contact from its mean position, in
    /// millimeters.
    package var jitter = FieldTestLimit(
        name: "jitter.peak-mm", pass: 1, fail: 2, unit: "mm", isMinimum: false,
        source: "HLK Digitizer Jitter: 1 mm")
    /// The minimum number of contacts that are tracked at the same time. A touchscreen with fewer
    /// slots must track one contact per slot.
    package var fingers = FieldTestLimit(
        name: "multi-touch.fingers", pass: 5, fail: 2, unit: "", isMinimum: true,
        source: "HLK Five Point Minimum")
    /// The limit for the number of contacts that are lost or swapped while the user holds them
    /// still.
    package var lostFingers = FieldTestLimit(
        name: "multi-touch.lost", pass: 0, fail: 0, unit: "", isMinimum: false,
        source: "a finger that is held is one contact")
    /// The limit for the distance at which two contacts merge into one, in millimeters.
    package var separation = FieldTestLimit(
        name: "multi-touch.separation-mm", pass: 13, fail: 20, unit: "mm", isMinimum: false,
        source: "Windows touch, input separation: 13 mm diagonally")
    /// The limit for the number of taps, of thirty, that are not reported.
    package var missedTaps = FieldTestLimit(
        name: "tap.missed", pass: 1, fail: 3, unit: "", isMinimum: false,
        source: "a person misses one of thirty")
    /// The limit for the number of taps, of thirty, that are reported twice.
    package var doubledTaps = FieldTestLimit(
        name: "tap.doubled", pass: 0, fail: 1, unit: "", isMinimum: false,
        source: "a tap is one contact")
    /// The limit for the distance from the edge at which a swipe is first reported, in millimeters.
    package var edge = FieldTestLimit(
        name: "edge-swipe.distance-mm", pass: 3, fail: 6, unit: "mm", isMinimum: false,
        source: "half a cell of the coverage, and one")
    /// The minimum report rate of a moving contact, in hertz.
    package var reportRate = FieldTestLimit(
        name: "latency.reports-hz", pass: 80, fail: 60, unit: "Hz", isMinimum: true,
        source: "usual in the trade: over 80 Hz")
    /// The limit for the longest time without a report while a contact moves, in milliseconds.
    package var gap = FieldTestLimit(
        name: "latency.gap-ms", pass: 40, fail: 100, unit: "ms", isMinimum: false,
        source: "three reports at 80 Hz")
    /// The limit for the 95th percentile of the latency from touch to scanout, in milliseconds.
    package var scanout = FieldTestLimit(
        name: "latency.scanout-ms", pass: 50, fail: 100, unit: "ms", isMinimum: false,
        source: "50 ms: limit of hand-eye control when drawing")
    /// The limit for the number of touches that are reported in ten seconds without a finger.
    package var ghosts = FieldTestLimit(
        name: "ghosts.touches", pass: 0, fail: 0, unit: "", isMinimum: false,
        source: "any touch is a fault")

    /// Returns the limits of the latency test for a touchscreen that its driver polls.
    ///
    /// A default limit becomes the value that the driver's interval allows. A limit from a limits
    /// file stays.
    func adapted(to polling: TouchPolling) -> FieldTestLimits {
        let defaults = FieldTestLimits()
        var limits = self
        let longest = Double(polling.longestReportMilliseconds)
        let source = "\(polling.summary) by its driver"
        if reportRate == defaults.reportRate, 1_000 / longest < reportRate.pass {
            limits.reportRate.pass = (10_000 / longest).rounded(.down) / 10
            // Beyond this limit, every second poll is missing.
            limits.reportRate.fail = (10_000 / longest / 1.5).rounded(.down) / 10
            limits.reportRate.source = source
        }
        if gap == defaults.gap, 3 * longest > gap.pass {
            limits.gap.pass = 3 * longest
            limits.gap.fail = max(gap.fail, 5 * longest)
            limits.gap.source = source
        }
        return limits
    }

    /// Creates the default limits.
    package init() {}

    /// The key paths of all limits, in the order of the tests.
    package static var all: [WritableKeyPath<FieldTestLimits, FieldTestLimit> & Sendable] {
        [
            \.deadCells, \.offset, \.scatter, \.deviation, \.jitter, \.fingers, \.lostFingers,
            \.separation, \.missedTaps, \.doubledTaps, \.edge, \.reportRate, \.gap, \.scanout,
            \.ghosts,
        ]
    }
}
