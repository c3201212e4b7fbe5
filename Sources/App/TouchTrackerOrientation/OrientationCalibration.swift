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
///       30 s without a new contact in these two phases: closed
/// ```
package struct OrientationCalibration: Sendable {
    /// The result of an orientation calibration.
    package enum Outcome: Hashable, Sendable {
        /// The third tap, mapped by the new calibration, hit its mark. The value is the new
        /// calibration.
        case confirmed(TouchCalibration)
        /// The third tap, mapped by the new calibration, did not hit its mark in time.
        case unconfirmed
    }

    /// The current step of an orientation calibration.
    package enum Phase: Hashable, Sendable {
        /// The user must tap the first mark. The value is the reason why the previous attempt
        /// failed, or `nil` in the first attempt.
        case first(OrientationFitError?)
        /// The user must tap the second mark. The value is the position of the first tap without
        /// calibration.
        case second(CGPoint)
        /// The user must tap the third mark before the time `until` to confirm the new calibration.
        case confirming(TouchCalibration, until: Timestamp)
        /// The result is shown to the user until the time `until`.
        case ended(Outcome, until: Timestamp)
        /// The calibration is over, and further input has no effect.
        case closed
    }

    /// The time limit for the third tap, which confirms the new calibration, in seconds.
    package static let confirmationTimeout = 15.0
    /// The time without a new contact after which the calibration closes while it waits for one of
    /// the first two taps, in seconds.
    package static let tapTimeout = 30.0
    /// The time for which the result is shown to the user, in seconds.
    package static let outcomeDuration = 3.0

    /// The positions of the three marks that the user must tap.
    package let marks: OrientationMarks
    /// The current step of the calibration.
    package private(set) var phase = Phase.first(nil)
    /// The touchscreen that is being calibrated. If the initializer received no touchscreen, the
    /// value is `nil` until the first tap, which selects the touchscreen.
    package private(set) var device: DeviceID?
    private var reader: TapReader
    /// The tap detectors of all touchscreens, used until the first tap selects the touchscreen to
    /// calibrate.
    private var tapReaders: [DeviceID: TapReader] = [:]
    /// The time from which `tapTimeout` counts: the start of the current phase or, if later, the
    /// time of the last new contact.
    private var tapTimeoutBegan: Timestamp
    private var now: Timestamp

    /// Creates a calibration that waits for the first tap.
    ///
    /// - Parameters:
    ///   - geometry: The geometry of the screen that shows the marks.
    ///   - device: The touchscreen to calibrate, or `nil` to calibrate the touchscreen that is
    ///     tapped first.
    ///   - resting: A bit mask of the slots whose contacts are already down. These contacts must
    ///     lift before a tap counts.
    ///   - time: The start time.
    package init(
        geometry: ScreenGeometry, device: DeviceID? = nil, resting: UInt64 = 0,
        at time: Timestamp
    ) {
        marks = OrientationMarks(geometry: geometry)
        self.device = device
        reader = TapReader(resting: resting)
        tapTimeoutBegan = time
        now = time
    }

    /// The position of the mark that the user must tap next, in points, or `nil` if no further tap
    /// is required.
    package var mark: CGPoint? {
        switch phase {
        case .first: marks.first
        case .second: marks.second
        case .confirming: marks.third
        case .ended, .closed: nil
        }
    }

    /// The position of the only contact, mapped by the new calibration, in points. The value is
    /// `nil` outside the phase `confirming`, or if there is not exactly one contact.
    package var calibratedPosition: CGPoint? {
        guard case .confirming(let calibration, _) = phase, let position = reader.position else {
            return nil
        }
        return marks.geometry.point(normalized: position, calibration: calibration)
    }

    /// The number of seconds in which the user can still confirm the new calibration, rounded up,
    /// or `nil` outside the phase `confirming`.
    package var remainingSeconds: Int? {
        guard case .confirming(_, let until) = phase else { return nil }
        return Int((Double(max(until.microseconds(since: now), 0)) / 1e6).rounded(.up))
    }

    // MARK: Time

    /// The time of the next timeout, at which the owner must call `advance(to:)`, or `nil` in the
    /// phase `closed`.
    package var nextDeadline: Timestamp? {
        switch phase {
        case .first, .second: tapTimeoutBegan.advanced(by: Self.tapTimeout)
        case .confirming(_, let until), .ended(_, let until): until
        case .closed: nil
        }
    }

    /// Sets the current time to `time` and processes the timeouts up to that time. A time before
    /// the current time has no effect.
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

    /// Processes a touch frame with uncalibrated positions of any touchscreen.
    package mutating func process(_ frame: TouchFrame) {
        advance(to: frame.time)
        guard phase != .closed else { return }
        if device == nil || device == frame.device { restartTapTimeout(after: frame) }
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

    /// Restarts the time limit of the first two taps if a contact comes down, because the user is
    /// present, even if the contact is no tap.
    private mutating func restartTapTimeout(after frame: TouchFrame) {
        switch phase {
        case .first, .second:
            if frame.contacts.contains(where: { $0.state == .down }) { tapTimeoutBegan = now }
        case .confirming, .ended, .closed: break
        }
    }

    /// Handles the removal of the touchscreen `removed`. If it is being calibrated, closes the
    /// calibration.
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
        tapTimeoutBegan = now
    }
}
