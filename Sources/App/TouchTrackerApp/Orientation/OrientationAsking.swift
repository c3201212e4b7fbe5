import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerOrientation

/// Sees who asks for the orientation wizard by touch alone, whatever way round the panel is: five fingers that
/// rest, or, where a panel can't tell five apart, taps in its four corners.
///
/// Nobody is answered but on a panel for which no calibration is kept, or within two minutes of the boot or
/// of its being plugged in. While nobody rests five fingers on a panel nothing is timed.
final class OrientationAsking: UIResponder, RawTouchObserver {
    /// For how long after the boot, and after it was plugged in, a panel may ask that has a calibration, in seconds.
    static let openTime = 120.0

    /// Whether there is nothing that mustn't be disturbed.
    var mayAsk: () -> Bool = { true }
    /// Whether taps in the corners that go around from the upper left mean something else.
    var cornersAreTaken: () -> Bool = { false }
    /// Is called with the panel that asks, and the slots of its fingers that are down, as bits.
    var onAsk: ((DeviceID, UInt64) -> Void)?

    private struct Watched {
        let device: DeviceID
        var hold = FingerHold()
        var corners = CornerSequence()
    }

    private let rawTouches: any RawTouches
    private var watched: [Watched] = []
    /// When it is looked at the clock next, in seconds; nil: never.
    private var wake: Double?
    private static let tick = Selector("tick") { (asking: OrientationAsking) in asking.tick }

    /// Watches the panels from now on.
    init(rawTouches: any RawTouches) {
        self.rawTouches = rawTouches
        super.init()
        rawTouches.addPlaceObserver(self)
    }

    /// Forgets what fingers have done so far; they have to come down anew.
    func forget() {
        for index in watched.indices {
            watched[index] = Watched(device: watched[index].device)
        }
    }

    // MARK: Touches

    /// Follows a panel's fingers. Allocates nothing once the panel is known, but with the fifth finger.
    func rawTouches(_ frame: TouchFrame, of panel: PanelDescription) {
        guard mayAsk() else { return }
        var index = watched.firstIndex { $0.device == panel.id }
        if index == nil {
            index = watched.count
            watched.append(Watched(device: panel.id))
        }
        guard let index else { return }
        if max(panel.slotCount, 1) < FingerHold.fingers {
            if let course = watched[index].corners.receive(frame) { took(course, on: panel) }
            return
        }
        watched[index].hold.receive(frame)
        if let deadline = watched[index].hold.deadline { look(at: deadline.seconds) }
    }

    /// Panels that have gone are forgotten.
    func panelsChanged() {
        // Whoever is asked for his panels opens them.
        if watched.isEmpty { return }
        let panels = rawTouches.panels
        watched.removeAll { watched in !panels.contains { $0.id == watched.device } }
    }

    private func took(_ course: CornerSequence.Course, on panel: PanelDescription) {
        if cornersAreTaken(), Self.isFromUpperLeft(course, on: panel) { return }
        if isOpen(panel) { onAsk?(panel.id, 0) }
    }

    /// Whether the corners were, as the application is given them, those of the lock: the upper left, then the
    /// upper right.
    private static func isFromUpperLeft(
        _ course: CornerSequence.Course, on panel: PanelDescription
    ) -> Bool {
        let geometry = UIScreen.main.geometry
        let middle = CGPoint(x: geometry.bounds.midX, y: geometry.bounds.midY)
        let first = geometry.point(normalized: course.first, calibration: panel.calibration)
        let second = geometry.point(normalized: course.second, calibration: panel.calibration)
        return first.x < middle.x && first.y < middle.y
            && second.x > middle.x && second.y < middle.y
    }

    private func isOpen(_ panel: PanelDescription) -> Bool {
        let now = CACurrentMediaTime()
        return !panel.isCalibrationKept || now < Self.openTime
            || panel.pluggedIn.map { now - $0.seconds < Self.openTime } ?? false
    }

    // MARK: Time

    /// One look at a time is asked for: one that comes too early asks again.
    private func look(at time: Double) {
        if wake != nil { return }
        wake = time
        perform(Self.tick, with: nil, afterDelay: max(time - CACurrentMediaTime(), 0))
    }

    private func tick() {
        wake = nil
        let now = Timestamp(seconds: CACurrentMediaTime())
        for index in watched.indices {
            guard let deadline = watched[index].hold.deadline else { continue }
            guard deadline <= now else {
                look(at: deadline.seconds)
                continue
            }
            let device = watched[index].device
            let slots = watched[index].hold.slots
            guard watched[index].hold.takeHold(at: now), mayAsk(),
                let panel = rawTouches.panels.first(where: { $0.id == device }), isOpen(panel)
            else { continue }
            onAsk?(device, slots)
            return
        }
    }
}
