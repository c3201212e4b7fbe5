import LabScreens
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// Compares the touch overlay with golden pictures.
@Suite("Overlay pictures", .serialized)
@MainActor
struct OverlayPictureTests {
    /// The size of a screen in points, and its scale.
    struct Screen: Sendable, CustomTestStringConvertible {
        var width: Double
        var height: Double
        var scale: Double
        var name: String { "\(Int(width * scale))x\(Int(height * scale))" }
        var testDescription: String { name }
    }

    nonisolated static let screens = [
        Screen(width: 800, height: 480, scale: 1), Screen(width: 360, height: 640, scale: 2),
    ]

    @Test("Three fingers, with and without pressure and size", arguments: screens, [true, false])
    func threeFingers(screen: Screen, isRich: Bool) throws {
        let stage = OverlayTestStage(
            width: screen.width, height: screen.height, scale: screen.scale, isRich: isRich,
            background: isRich ? .white : UIColor(white: 0.25, alpha: 1))
        let (width, height) = (screen.width, screen.height)
        stage.play(150) { step in
            let fraction = Double(step) / 150
            let state: TouchContact.State = step == 0 ? .down : .motion
            // The first finger rests with some jitter, and the others move. Some reports of the
            // second one are missing.
            var contacts = [
                stage.contact(
                    0, state, width * 0.3 + Double(step % 3) * 0.5, height * 0.45, id: 4_711,
                    pressure: isRich ? 0.25 : nil, radius: isRich ? 14 : nil)
            ]
            if step >= 50, step % 10 != 5 {
                contacts.append(
                    stage.contact(
                        1, step == 50 ? .down : .motion, width * (0.2 + 0.7 * fraction),
                        height * (0.9 - 0.5 * fraction * fraction), pressure: isRich ? 0.75 : nil,
                        radius: isRich ? 26 : nil))
            }
            if step >= 100 {
                contacts.append(
                    stage.contact(
                        3, step == 100 ? .down : .motion, width * 0.9,
                        height * (0.35 + 0.25 * fraction), pressure: isRich ? 1 : nil,
                        radius: isRich ? 8 : nil))
            }
            if step == 118 { stage.addFrames(latencies: Array(repeating: 21_400, count: 58)) }
            return contacts
        }
        try expectPicture(
            stage.simulator.render(),
            matches: "three-\(screen.name)-\(isRich ? "pressure" : "plain")")
    }

    @Test("Ten fingers, two of them under the readout", arguments: screens)
    func tenFingers(screen: Screen) throws {
        let stage = OverlayTestStage(
            width: screen.width, height: screen.height, scale: screen.scale, isRich: true)
        stage.play(60) { step in
            (0..<10).map { slot in
                let across = 0.06 + 0.095 * Double(slot)
                let down = 0.05 + 0.098 * Double(slot * 7 % 10)
                let x: Double = screen.width * across + Double(step) / 4
                return stage.contact(
                    slot, step == 0 ? .down : .motion, x, screen.height * down,
                    pressure: Double(slot) / 10, radius: 10 + Double(slot))
            }
        }
        // With many fingers, each frame writes one row.
        stage.simulator.advance(by: 0.2)
        try expectPicture(stage.simulator.render(), matches: "ten-\(screen.name)")
    }

    @Test("The overlay without contacts")
    func withoutContacts() throws {
        let stage = OverlayTestStage()
        try expectPicture(stage.simulator.render(), matches: "nobody-800x480")
    }
}
