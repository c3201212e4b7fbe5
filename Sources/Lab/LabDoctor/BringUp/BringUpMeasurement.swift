import KioskServices
import KioskYAML
import TouchKitContacts
import TouchKitGeometry

/// The guided measurement of `touchtracker bring-up`: report rate, jitter, frame times and flips.
///
/// Contains no positions, so that its result reveals nothing that was drawn.
package struct BringUpMeasurement: Sendable {
    /// A part of the measurement, in which the user follows one instruction.
    package enum Phase: Int, CaseIterable, Sendable {
        /// One finger draws circles.
        case draw
        /// One finger rests.
        case rest
        /// No finger touches the screen.
        case lift

        /// The instruction for the user.
        package var instruction: String {
            switch self {
            case .draw: "Draw circles with one finger"
            case .rest: "Rest one finger, without moving"
            case .lift: "Lift all fingers"
            }
        }

        /// The share of the whole measurement, 0…1.
        var share: Double {
            switch self {
            case .draw: 0.5
            case .rest: 0.3
            case .lift: 0.2
            }
        }
    }

    /// The maximum number of stored values of each kind.
    private static let capacity = 20_000
    /// The time after a touch-down in which positions do not count as rest, in microseconds.
    private static let settlingMicroseconds: Int64 = 300_000
    /// The time from the start of the rest in which a contact that drew before may still move, in
    /// microseconds.
    private static let reactionMicroseconds: Int64 = 1_000_000

    /// The duration of the measurement in seconds.
    package let duration: Double
    /// The way in which the kernel obtains the touchscreen's reports.
    package var sampling = TouchSampling.unknown
    private let start: Timestamp
    private let pixelWidth: Double
    private let pixelHeight: Double
    private var intervals: [Int64] = []
    private var lastReport: Timestamp?
    /// The slot of the resting contact and the time from which it rests, or `nil` before a rest.
    private var resting: (slot: Int, since: Timestamp)?
    private var rest: [CGPoint] = []
    private var unexpectedContacts = 0
    private var maximumContacts = 0
    private var activeContacts: Set<Int> = []
    private var costs: [Int64] = []
    private var flips: [Int64] = []
    private var latencies: [Int64] = []
    private var lastFlip: Timestamp?

    /// Creates a measurement.
    ///
    /// - Parameters:
    ///   - start: The start time.
    ///   - duration: The duration in seconds.
    ///   - pixelWidth: The width of the display's mode in pixels.
    ///   - pixelHeight: The height of the display's mode in pixels.
    package init(at start: Timestamp, duration: Double, pixelWidth: Int, pixelHeight: Int) {
        self.start = start
        self.duration = duration
        self.pixelWidth = Double(pixelWidth)
        self.pixelHeight = Double(pixelHeight)
    }

    /// Returns the part of the measurement at a time, or `nil` after the end.
    package func phase(at time: Timestamp) -> Phase? {
        var share = Double(time.microseconds(since: start)) / 1_000_000 / duration
        for phase in Phase.allCases {
            if share < phase.share { return phase }
            share -= phase.share
        }
        return nil
    }

    /// Returns the seconds until the end of the measurement's part at a time, rounded up, or 0
    /// after the end.
    package func remainingSeconds(at time: Timestamp) -> Int {
        var end = 0.0
        let elapsed = Double(time.microseconds(since: start)) / 1_000_000
        for phase in Phase.allCases {
            end += phase.share * duration
            if elapsed < end { return Int((end - elapsed).rounded(.up)) }
        }
        return 0
    }

    /// Adds a touch frame of the touchscreen.
    package mutating func add(_ frame: TouchFrame) {
        guard let phase = phase(at: frame.time) else { return }
        for contact in frame.contacts {
            switch contact.state {
            case .down:
                switch phase {
                case .draw: break
                case .rest: beginRest(of: contact.slot, at: frame.time)
                case .lift: unexpectedContacts += 1
                }
                activeContacts.insert(contact.slot)
                lastReport = nil
            case .motion: addMotion(contact, phase, at: frame.time)
            case .up, .cancel:
                activeContacts.remove(contact.slot)
                // An interval must not begin with the reports of several contacts.
                lastReport = nil
            }
        }
        maximumContacts = max(maximumContacts, activeContacts.count)
    }

    /// Measures the contact in a slot from now on, unless another resting contact is down.
    private mutating func beginRest(of slot: Int, at time: Timestamp) {
        if let resting, resting.slot != slot, activeContacts.contains(resting.slot) { return }
        resting = (slot, time)
        rest.removeAll(keepingCapacity: true)
    }

    private mutating func addMotion(_ contact: TouchContact, _ phase: Phase, at time: Timestamp) {
        switch phase {
        case .draw:
            if let lastReport, activeContacts.count == 1, intervals.count < Self.capacity {
                intervals.append(time.microseconds(since: lastReport))
            }
            lastReport = time
        case .rest:
            let resting =
                resting
                ?? (
                    slot: contact.slot,
                    since: time.advanced(byMicroseconds: Self.reactionMicroseconds)
                )
            self.resting = resting
            guard resting.slot == contact.slot, rest.count < Self.capacity,
                time.microseconds(since: resting.since) >= Self.settlingMicroseconds
            else { return }
            rest.append(
                CGPoint(
                    x: contact.position.x * pixelWidth, y: contact.position.y * pixelHeight))
        case .lift: break
        }
    }

    /// Adds the record of a shown frame.
    package mutating func add(_ record: FrameRecord) {
        guard costs.count < Self.capacity else { return }
        costs.append(record.costMicroseconds)
        if let lastFlip {
            let interval = record.flipped.microseconds(since: lastFlip)
            // A longer interval is a pause without anything to draw.
            if interval < 100_000 { flips.append(interval) }
        }
        lastFlip = record.flipped
        for sample in record.samples where latencies.count < Self.capacity {
            if let latency = record.latencyMicroseconds(of: sample) { latencies.append(latency) }
        }
    }

    /// The measured values.
    package var result: BringUpResult {
        var result = BringUpResult()
        result.reportHertz = Self.quantile(0.5, of: intervals).map { 1_000_000 / Double($0) }
        result.longestReportMicroseconds = Self.quantile(0.99, of: intervals)
        result.intervals = intervals
        result.reportJitterMicroseconds = reportJitter
        result.jitterPixels = jitter
        result.maximumContacts = maximumContacts
        result.unexpectedContacts = unexpectedContacts
        result.frameCount = costs.count
        result.frameCostMicroseconds = Self.quantile(0.99, of: costs)
        result.flipMicroseconds = Self.quantile(0.5, of: flips)
        result.longestFlipMicroseconds = Self.quantile(0.99, of: flips)
        result.latencyMicroseconds = Self.quantile(0.95, of: latencies)
        return result
    }

    /// The maximum distance of a resting contact's positions from their mean, in pixels.
    private var jitter: Double? {
        guard !rest.isEmpty else { return resting == nil ? nil : 0 }
        let count = Double(rest.count)
        let x = rest.reduce(0) { $0 + $1.x } / count
        let y = rest.reduce(0) { $0 + $1.y } / count
        return rest.map { point in
            ((point.x - x) * (point.x - x) + (point.y - y) * (point.y - y)).squareRoot()
        }.max()
    }

    /// The 95th percentile of the deviations of the intervals from those that the touchscreen is
    /// expected to have, in microseconds.
    private var reportJitter: Int64? {
        guard let median = Self.quantile(0.5, of: intervals), median > 0 else { return nil }
        let isPolled = sampling.polling(confirmedBy: intervals) != nil
        return Self.quantile(
            0.95,
            of: intervals.map { interval in
                let multiple = isPolled ? max(1, (interval + median / 2) / median) : 1
                return abs(interval - multiple * median)
            })
    }

    private static func quantile(_ share: Double, of values: [Int64]) -> Int64? {
        guard values.count >= 10 else { return nil }
        return values.sorted()[Int(share * Double(values.count - 1))]
    }
}

/// The values of a guided measurement. Values that were not measured are `nil`.
package struct BringUpResult: Hashable, Sendable {
    /// The report rate of one moving contact in hertz, from the median interval.
    package var reportHertz: Double?
    /// The 99th percentile of the intervals between reports, in microseconds.
    package var longestReportMicroseconds: Int64?
    /// The intervals between reports of one moving contact, in microseconds.
    package var intervals: [Int64] = []
    /// The 95th percentile of the deviations of the intervals from the median interval, in
    /// microseconds. For a polled touchscreen, the deviation from the nearest multiple of the
    /// median interval counts, because a missed poll is not jitter.
    package var reportJitterMicroseconds: Int64?
    /// The maximum distance of a resting contact's positions from their mean, in pixels.
    package var jitterPixels: Double?
    /// The maximum number of contacts that were down at the same time.
    package var maximumContacts = 0
    /// The number of contacts while no finger was on the screen.
    package var unexpectedContacts = 0
    /// The number of shown frames.
    package var frameCount = 0
    /// The 99th percentile of the time from the wake-up for a frame until the display accepted it,
    /// in microseconds.
    package var frameCostMicroseconds: Int64?
    /// The median time between consecutive flips, in microseconds.
    package var flipMicroseconds: Int64?
    /// The 99th percentile of the time between consecutive flips, in microseconds.
    package var longestFlipMicroseconds: Int64?
    /// The 95th percentile of the time from a touch sample's timestamp to its display, in
    /// microseconds.
    package var latencyMicroseconds: Int64?
    /// The number of vblanks at which a frame was due and was not shown.
    package var missedVblanks = 0
    /// The peak resident memory in kilobytes, or `nil` if unknown.
    package var peakKilobytes: Int?

    /// Creates a result without measurements.
    package init() {}

    var json: JSON {
        func value(_ number: Int64?) -> JSON { number.map { .integer(Int($0)) } ?? .null }
        func value(_ number: Double?) -> JSON {
            number.map { .number(($0 * 100).rounded() / 100) } ?? .null
        }
        return .object([
            ("reportsHertz", value(reportHertz)),
            ("longestReportMicroseconds", value(longestReportMicroseconds)),
            ("reportJitterMicroseconds", value(reportJitterMicroseconds)),
            ("reportIntervalsMicroseconds", .array(intervals.map { .integer(Int($0)) })),
            ("jitterPixels", value(jitterPixels)), ("maximumContacts", .integer(maximumContacts)),
            ("unexpectedContacts", .integer(unexpectedContacts)),
            ("frames", .integer(frameCount)), ("missedVblanks", .integer(missedVblanks)),
            ("frameCostMicroseconds", value(frameCostMicroseconds)),
            ("flipMicroseconds", value(flipMicroseconds)),
            ("longestFlipMicroseconds", value(longestFlipMicroseconds)),
            ("latencyMicroseconds", value(latencyMicroseconds)),
            ("peakKilobytes", peakKilobytes.map { .integer($0) } ?? .null),
        ])
    }
}
