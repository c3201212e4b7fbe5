import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What the overlay looks like.
@Suite("Overlay pictures", .serialized)
@MainActor
struct OverlayPictureTests {
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

    @Test("Three fingers, with pressure and size and without.", arguments: screens, [true, false])
    func threeFingers(screen: Screen, isRich: Bool) throws {
        let stage = OverlayStage(
            width: screen.width, height: screen.height, scale: screen.scale, isRich: isRich,
            ground: isRich ? .white : UIColor(white: 0.25, alpha: 1))
        let (width, height) = (screen.width, screen.height)
        stage.play(150) { step in
            let part = Double(step) / 150
            let state: TouchContact.State = step == 0 ? .down : .motion
            // The first rests and trembles, the others are on their way; of one a report is missing.
            var contacts = [
                stage.contact(
                    0, state, width * 0.3 + Double(step % 3) * 0.5, height * 0.45, id: 4_711,
                    pressure: isRich ? 0.25 : nil, radius: isRich ? 14 : nil)
            ]
            if step >= 50, step % 10 != 5 {
                contacts.append(
                    stage.contact(
                        1, step == 50 ? .down : .motion, width * (0.2 + 0.7 * part),
                        height * (0.9 - 0.5 * part * part), pressure: isRich ? 0.75 : nil,
                        radius: isRich ? 26 : nil))
            }
            if step >= 100 {
                contacts.append(
                    stage.contact(
                        3, step == 100 ? .down : .motion, width * 0.9,
                        height * (0.35 + 0.25 * part), pressure: isRich ? 1 : nil,
                        radius: isRich ? 8 : nil))
            }
            if step == 118 { stage.addFrames(latencies: Array(repeating: 21_400, count: 58)) }
            return contacts
        }
        try expectPicture(
            stage.simulator.render(),
            matches: "three-\(screen.name)-\(isRich ? "pressure" : "plain")")
    }

    @Test("Ten fingers, two of them under the plate.", arguments: screens)
    func tenFingers(screen: Screen) throws {
        let stage = OverlayStage(
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
        // The rows of many fingers are written in turn.
        stage.simulator.advance(by: 0.2)
        try expectPicture(stage.simulator.render(), matches: "ten-\(screen.name)")
    }

    @Test("Nobody touches the screen.")
    func nobody() throws {
        let stage = OverlayStage()
        try expectPicture(stage.simulator.render(), matches: "nobody-800x480")
    }
}
