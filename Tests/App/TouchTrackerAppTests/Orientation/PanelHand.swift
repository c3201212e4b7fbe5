import KioskServices
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerOrientation
import TouchTrackerTestSupport

/// Fingers on a panel that lies some way round: what it reports, and what the app is given of it by a calibration.
@MainActor
final class PanelHand {
    let stage: MaintenanceStage
    let device: DeviceID
    /// What the panel makes of a place, 0…1 across it.
    var distort: (CGPoint) -> CGPoint = { $0 }
    private var down: Set<Int> = []

    /// Plugs a panel in.
    init(_ stage: MaintenanceStage, slots: Int = 10, number: UInt32 = 1) {
        self.stage = stage
        device = DeviceID(rawValue: number)
        stage.rawTouches.panels.append(
            PanelDescription(
                id: device, name: "Panel \(number)", node: "/dev/input/event1", slotCount: slots))
    }

    /// Mirrored along x.
    static func mirror(_ place: CGPoint) -> CGPoint { CGPoint(x: 1 - place.x, y: place.y) }

    var panel: PanelDescription {
        stage.rawTouches.panels.first { $0.id == device }
            ?? PanelDescription(id: device, name: "gone")
    }

    /// Changes what is known of the panel.
    func change(_ body: (inout PanelDescription) -> Void) {
        for index in stage.rawTouches.panels.indices
        where stage.rawTouches.panels[index].id == device {
            body(&stage.rawTouches.panels[index])
        }
    }

    /// Where a finger goes that is put there on the picture.
    private func report(_ state: TouchContact.State, _ slot: Int, _ point: CGPoint) {
        let geometry = UIScreen.main.geometry
        let place = distort(geometry.normalized(point: point))
        stage.rawTouches.tell(
            TouchFrame(
                device: device, time: Timestamp(seconds: CACurrentMediaTime()),
                contacts: [
                    TouchContact(slot: slot, trackingID: 1, state: state, position: place)
                ]), of: panel)
        let seen = geometry.point(normalized: place, calibration: panel.calibration)
        switch state {
        case .down:
            down.insert(slot)
            stage.simulator.down(slot, at: seen)
        case .motion: stage.simulator.move(slot, to: seen)
        case .up where down.contains(slot):
            down.remove(slot)
            stage.simulator.up(slot)
        case .up, .cancel: break
        }
    }

    func down(_ slot: Int, _ point: CGPoint) { report(.down, slot, point) }
    func move(_ slot: Int, _ point: CGPoint) { report(.motion, slot, point) }
    func up(_ slot: Int, _ point: CGPoint = .zero) { report(.up, slot, point) }

    /// Taps for a twentieth of a second.
    func tap(_ point: CGPoint) {
        stage.simulator.advance(by: 0.3)
        down(0, point)
        stage.simulator.advance(by: 0.06)
        up(0, point)
        stage.endTurn()
    }

    /// Rests fingers on the screen, and lifts them.
    func hold(_ fingers: Int = 5, seconds: Double = 5.05, lifts: Bool = true) {
        let bounds = UIScreen.main.bounds
        for finger in 0..<fingers {
            down(
                finger,
                CGPoint(
                    x: bounds.width * (0.2 + 0.12 * CGFloat(finger)), y: bounds.height * 0.1))
        }
        stage.simulator.advance(by: seconds)
        if lifts { for finger in 0..<fingers { up(finger) } }
    }

    /// The marks of the wizard on this screen.
    var marks: OrientationMarks { OrientationMarks(geometry: UIScreen.main.geometry) }

    /// Taps corners of the picture: 0 to 3, clockwise from the upper left.
    func tapCorners(_ corners: [Int]) {
        let size = UIScreen.main.bounds.size
        for corner in corners {
            tap(
                CGPoint(
                    x: corner == 1 || corner == 2 ? size.width - 20 : 20,
                    y: corner >= 2 ? size.height - 20 : 20))
        }
    }

    var isWizardShown: Bool { stage.texts.contains { $0 == "Tap the mark" } }
}
