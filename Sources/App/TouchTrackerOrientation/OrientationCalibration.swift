import TouchKitContacts
import TouchKitGeometry

/// The state machine of orientation calibration: two taps determine how the touchscreen is mounted,
/// and a third tap confirms the result.
///
/// The inputs are uncalibrated touch frames and the time.
///
/// ```
///            tap                tap                        tap on the mark
///   first ─────────▶ second ─────────▶ confirming(calibration) ─────────▶ ended(.confirmed)
///     ▲                 │ fit failed        │ 15 s                              │ 3 s
///     │                 │                   ▼                                   ▼
///     └─────────────────┘            ended(.unconfirmed) ───────────────────▶ closed
///       30 s without a tap on the first two marks: closed
/// ```
package struct OrientationCalibration: Sendable {
    /// The result of a calibration.
    package enum Outcome: Hashable, Sendable {
        /// The third tap hit its mark with the new calibration.
        case confirmed(TouchCalibration)
        /// The third tap did not hit its mark in time.
        case unconfirmed
    }

    /// The step of the calibration.
    package enum Phase: Hashable, Sendable {
        /// Waiting for a tap on the first mark; the payload is the reason why the previous attempt
        /// failed, or `nil` in the first attempt.
        case first(OrientationFitError?)
        /// Waiting for a tap on the second mark; the payload is the first tap, uncalibrated.
        case second(CGPoint)
        /// Waiting until `until` for a tap on the third mark that confirms the calibration.
        case confirming(TouchCalibration, until: Timestamp)
        /// Showing the outcome until `until`.
        case ended(Outcome, until: Timestamp)
        /// The calibration is over; input has no effect.
        case closed
    }

    /// The time limit for the confirming tap, in seconds.
    package static let confirmationTimeout = 15.0
    /// The time limit for each of the first two taps, in seconds.
    package static let tapTimeout = 30.0
    /// The time for which the outcome is shown, in seconds.
    package static let outcomeDuration = 3.0

    /// The positions of the three marks that the user taps.
    package let marks: OrientationMarks
    /// The current step of the calibration.
    package private(set) var phase = Phase.first(nil)
    /// The touchscreen being calibrated. `nil` until the first tap if the initializer received no
    /// touchscreen; that tap then selects the touchscreen.
    package private(set) var device: DeviceID?
    private var reader: TapReader
    /// The tap readers of all touchscreens, used until the first tap selects the touchscreen to
    /// calibrate.
    private var tapReaders: [DeviceID: TapReader] = [:]
    private var phaseBegan: Timestamp
    private var now: Timestamp

    /// Creates a calibration that waits for the first tap.
    ///
    /// - Parameters:
    ///   - geometry: The geometry of the screen that shows the marks.
    ///   - device: The touchscreen to calibrate, or `nil` for the one that is tapped first.
    ///   - resting: A bit mask of the slots whose contacts are already down; these contacts must
    ///     lift before a tap counts.
    ///   - time: The start time.
    package init(
        geometry: ScreenGeometry, device: DeviceID? = nil, resting: UInt64 = 0,
        at time: Timestamp
    ) {
        marks = OrientationMarks(geometry: geometry)
        self.device = device
        reader = TapReader(resting: resting)
        phaseBegan = time
        now = time
    }

    /// The position of the mark to show, in points, or `nil` after the confirming step.
    package var mark: CGPoint? {
        switch phase {
        case .first: marks.first
        case .second: marks.second
        case .confirming: marks.third
        case .ended, .closed: nil
        }
    }

    /// The position of the only contact, mapped by the calibration to confirm, in points. `nil`
    /// outside the confirming step, or if there is not exactly one contact.
    package var calibratedPosition: CGPoint? {
        guard case .confirming(let calibration, _) = phase, let position = reader.position else {
            return nil
        }
        return marks.geometry.point(normalized: position, calibration: calibration)
    }

    /// The number of seconds left to confirm the calibration, rounded up, or `nil` outside the
    /// confirming step.
    package var remainingSeconds: Int? {
        guard case .confirming(_, let until) = phase else { return nil }
        return Int((Double(max(until.microseconds(since: now), 0)) / 1e6).rounded(.up))
    }

    // MARK: Time

    /// The time of the next timeout, at which `advance(to:)` must be called, or `nil` in the phase
    /// `closed`.
    package var nextDeadline: Timestamp? {
        switch phase {
        case .first, .second: phaseBegan.advanced(by: Self.tapTimeout)
        case .confirming(_, let until), .ended(_, let until): until
        case .closed: nil
        }
    }

    /// Advances the time to `time` and processes timeouts; an earlier time has no effect.
    package mutating func advance(to time: Timestamp) {
        while let deadline = nextDeadline, time >= deadline {
            now = max(now, deadline)
            switch phase {
            case .first, .second, .ended: phase = .closed
            case .confirming: end(.unconfirmed)
            case .closed: break
            }
        }
        now = max(now, time)
    }

    // MARK: Touches

    /// Processes a touch frame with uncalibrated positions.
    package mutating func process(_ frame: TouchFrame) {
        advance(to: frame.time)
        guard phase != .closed else { return }
        if device == nil {
            guard let tap = tapReaders[frame.device, default: TapReader()].process(frame) else {
                return
            }
            device = frame.device
            reader = tapReaders[frame.device] ?? TapReader()
            tapReaders = [:]
            advanceStep(with: tap.position)
        } else if frame.device == device, let tap = reader.process(frame) {
            advanceStep(with: tap.position)
        }
    }

    /// Closes the calibration if the removed device is the one being calibrated.
    package mutating func handleRemoval(of removed: DeviceID) {
        tapReaders[removed] = nil
        if device == removed { phase = .closed }
    }

    private mutating func advanceStep(with tap: CGPoint) {
        switch phase {
        case .first:
            enter(.second(tap))
        case .second(let former):
            do throws(OrientationFitError) {
                let calibration = try OrientationFit.calibration(
                    taps: (former, tap),
                    targets: (marks.target(marks.first), marks.target(marks.second)),
                    tolerance: marks.tapTolerance)
                enter(.confirming(calibration, until: now.advanced(by: Self.confirmationTimeout)))
            } catch {
                enter(.first(error))
            }
        case .confirming(let calibration, _):
            if marks.confirms(tap, with: calibration) { end(.confirmed(calibration)) }
        case .ended, .closed:
            break
        }
    }

    private mutating func end(_ outcome: Outcome) {
        enter(.ended(outcome, until: now.advanced(by: Self.outcomeDuration)))
    }

    private mutating func enter(_ phase: Phase) {
        self.phase = phase
        phaseBegan = now
    }
}

extension Timestamp {
    /// Returns the timestamp `seconds` later, rounded to microseconds.
    func advanced(by seconds: Double) -> Timestamp {
        advanced(byMicroseconds: Int64((seconds * 1e6).rounded()))
    }
}
