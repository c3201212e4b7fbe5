import TouchKitContacts
import TouchKitGeometry

/// Finds out by two taps how a touch panel lies under the picture, and lets a third one confirm it: a pure
/// machine of touch frames, uncorrected, and time.
///
/// ```
///            tap                tap                        tap on the mark
///   first ─────────▶ second ─────────▶ confirming(calibration) ─────────▶ ended(.confirmed)
///     ▲                 │ nothing           │ 15 s                              │ 3 s
///     │                 │ sensible          ▼                                   ▼
///     └─────────────────┘            ended(.unconfirmed) ───────────────────▶ closed
///       30 s without a tap on the first two marks: closed
/// ```
package struct OrientationWizard: Sendable {
    /// How it ended.
    package enum Outcome: Hashable, Sendable {
        /// The third tap was where it should be.
        case confirmed(TouchCalibration)
        /// It didn't come in time.
        case unconfirmed
    }

    /// What is awaited.
    package enum Phase: Hashable, Sendable {
        /// A tap on the first mark; with why the taps before were no good.
        case first(OrientationRefusal?)
        /// A tap on the second mark. The first was reported here.
        case second(CGPoint)
        /// A tap on the third mark, with the calibration that was found.
        case confirming(TouchCalibration, until: Timestamp)
        /// Nothing: it says how it ended.
        case ended(Outcome, until: Timestamp)
        /// Nothing: it is over.
        case closed
    }

    /// How long the calibration is on trial, in seconds.
    package static let trial = 15.0
    /// How long it waits for each of the first two taps, in seconds.
    package static let patience = 30.0
    /// How long it says how it ended, in seconds.
    package static let farewell = 3.0

    /// Where fingers are wanted.
    package let marks: OrientationMarks
    /// What is awaited.
    package private(set) var phase = Phase.first(nil)
    /// The panel that is set: the one that was given, else the first that was tapped.
    package private(set) var device: DeviceID?
    private var reader: TapReader
    /// Of the other panels, until one of them is chosen.
    private var others: [DeviceID: TapReader] = [:]
    private var phaseBegan: Timestamp
    private var now: Timestamp

    /// Begins at the first mark.
    ///
    /// - Parameters:
    ///   - geometry: The picture on the screen.
    ///   - device: The panel to be set; nil for the one that is tapped first.
    ///   - resting: The slots of fingers on it that are down already, as bits; they are lifted first.
    ///   - time: When that is.
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

    /// The mark that is shown, in points; nil where none is.
    package var mark: CGPoint? {
        switch phase {
        case .first: marks.first
        case .second: marks.second
        case .confirming: marks.third
        case .ended, .closed: nil
        }
    }

    /// Where the finger is with the calibration on trial, in points; nil where there is neither.
    package var triedFinger: CGPoint? {
        guard case .confirming(let calibration, _) = phase, let finger = reader.finger else {
            return nil
        }
        return marks.geometry.point(normalized: finger, calibration: calibration)
    }

    /// The seconds that are left to confirm, rounded up; nil while nothing is on trial.
    package var secondsLeft: Int? {
        guard case .confirming(_, let until) = phase else { return nil }
        return Int((Double(max(until.microseconds(since: now), 0)) / 1e6).rounded(.up))
    }

    // MARK: Time

    /// When `advance(to:)` has something to do; nil: never again.
    package var nextDeadline: Timestamp? {
        switch phase {
        case .first, .second: phaseBegan.advanced(by: Self.patience)
        case .confirming(_, let until), .ended(_, let until): until
        case .closed: nil
        }
    }

    /// Lets time go by; a step back does nothing.
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

    /// Takes what a panel reports, uncorrected.
    package mutating func receive(_ frame: TouchFrame) {
        advance(to: frame.time)
        guard phase != .closed else { return }
        if device == nil {
            guard let tap = others[frame.device, default: TapReader()].receive(frame) else {
                return
            }
            device = frame.device
            reader = others[frame.device] ?? TapReader()
            others = [:]
            take(tap.place)
        } else if frame.device == device, let tap = reader.receive(frame) {
            take(tap.place)
        }
    }

    /// A panel was unplugged: if it is the one that is set, it is over.
    package mutating func panelGone(_ panel: DeviceID) {
        others[panel] = nil
        if device == panel { phase = .closed }
    }

    private mutating func take(_ tap: CGPoint) {
        switch phase {
        case .first:
            turn(to: .second(tap))
        case .second(let former):
            do throws(OrientationRefusal) {
                let calibration = try OrientationFit.calibration(
                    taps: (former, tap),
                    targets: (marks.target(marks.first), marks.target(marks.second)),
                    miss: marks.handMiss)
                turn(to: .confirming(calibration, until: now.advanced(by: Self.trial)))
            } catch {
                turn(to: .first(error))
            }
        case .confirming(let calibration, _):
            if marks.confirms(tap, with: calibration) { end(.confirmed(calibration)) }
        case .ended, .closed:
            break
        }
    }

    private mutating func end(_ outcome: Outcome) {
        turn(to: .ended(outcome, until: now.advanced(by: Self.farewell)))
    }

    private mutating func turn(to phase: Phase) {
        self.phase = phase
        phaseBegan = now
    }
}

extension Timestamp {
    /// The moment so many seconds later.
    func advanced(by seconds: Double) -> Timestamp {
        advanced(byMicroseconds: Int64((seconds * 1e6).rounded()))
    }
}
