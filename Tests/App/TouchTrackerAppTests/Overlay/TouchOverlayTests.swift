import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("Touch overlay", .serialized)
@MainActor
struct TouchOverlayTests {
    /// A line of the plate that begins so; its columns, if it is a row.
    private func line(_ stage: OverlayStage, _ beginning: String) -> String? {
        stage.overlay.words.first { $0.hasPrefix(beginning) }
    }

    @Test("A row says slot, id, place, device units, pressure, size and rate.")
    func row() {
        let stage = OverlayStage(isRich: true)
        stage.play(60) { step in
            [
                stage.contact(
                    4, step == 0 ? .down : .motion, 100 + Double(step), 200, id: 77, pressure: 0.5,
                    radius: 12)
            ]
        }
        stage.simulator.advance(by: 0.02)
        // 159 of 800 points are 814 of 4,096 units; 24 points are 4 mm.
        #expect(line(stage, "4|") == "4|77|159.0 200.0|814 1707|.50|4|120")
        #expect(line(stage, "1 finger") == "1 finger, most 1")
        #expect(stage.overlay.words.first == "Goodix Touch")
    }

    @Test("Without millimetres sizes are in points; what a panel doesn't tell is a dash.")
    func dashes() {
        let stage = OverlayStage(isRich: true)
        stage.display.info?.physicalSize = nil
        stage.rawTouches.panels = [stage.panel]
        var contact = stage.contact(0, .down, 10, 400, radius: 12)
        contact.rawPosition = nil
        stage.report(contact)
        stage.simulator.advance(by: 0.02)
        #expect(line(stage, "0|") == "0|100|10.0 400.0|–|–|24|–")
    }

    @Test("The most fingers that were down are remembered, and each has a row.")
    func mostFingers() {
        let stage = OverlayStage()
        stage.report(
            stage.contact(0, .down, 10, 400), stage.contact(1, .down, 60, 400),
            stage.contact(2, .down, 110, 400))
        stage.simulator.advance(by: 0.3)
        #expect(line(stage, "3 fingers") == "3 fingers, most 3")
        stage.report(stage.contact(0, .up, 10, 400), stage.contact(2, .cancel, 110, 400))
        stage.simulator.advance(by: 0.3)
        #expect(line(stage, "1 finger") == "1 finger, most 3")
        #expect(line(stage, "2|") != nil, "its trail is to be seen still")
        stage.simulator.advance(by: 1)
        #expect(line(stage, "2|") == nil)
        #expect(line(stage, "1|") != nil)
    }

    @Test(
        "A finger that rests tells its jitter, in pixels and millimetres; one that moves doesn't.")
    func jitter() {
        let stage = OverlayStage(isRich: true)
        stage.play(200) { step in
            [
                stage.contact(
                    0, step == 0 ? .down : .motion, step % 2 == 0 ? 300 : 303, 400),
                stage.contact(1, step == 0 ? .down : .motion, 100 + Double(step) * 2, 300),
            ]
        }
        #expect(line(stage, "jitter") == "jitter 1.5 px, rms 1.5")
        #expect(line(stage, "0.") == "0.25 mm, rms 0.25")
        let other = OverlayStage()
        other.play(200) { step in
            [other.contact(1, step == 0 ? .down : .motion, 100 + Double(step) * 2, 300)]
        }
        #expect(line(other, "jitter") == "jitter –")
    }

    @Test("Frames, misses and latency are of the last second, and of the time since it is shown.")
    func frames() {
        let stage = OverlayStage()
        stage.report(stage.contact(0, .down, 10, 400))
        stage.simulator.advance(by: 2)
        stage.report(stage.contact(0, .motion, 11, 400))
        stage.addFrames(latencies: [90_000] + Array(repeating: 20_000, count: 90) + [31_000])
        stage.frames.missedVblanks = 7
        stage.simulator.advance(by: 0.02)
        // Of 92 frames at 60 Hz a second has 59; the display has gone on by one.
        #expect(stage.overlay.words.contains("58 frames/s, 7 missed"))
        #expect(line(stage, "latency") == "latency 20.0 ms, most 31.0")
        stage.simulator.advance(by: 2)
        #expect(stage.overlay.words.contains("at rest, 7 missed"))
        #expect(line(stage, "latency") == "latency –")
    }

    @Test("Figures change four times a second at most; places with each frame.")
    func interval() {
        let stage = OverlayStage()
        var figures: [String] = []
        var places: [String] = []
        stage.play(120) { step in
            stage.addFrames(latencies: Array(repeating: Int64(step) * 1_000, count: 10))
            if let text = line(stage, "latency"), text != figures.last { figures.append(text) }
            if let text = line(stage, "0|"), text != places.last { places.append(text) }
            return [stage.contact(0, step == 0 ? .down : .motion, 100 + Double(step), 300)]
        }
        #expect((4...5).contains(figures.count), "\(figures)")
        #expect(places.count > 50)
    }

    @Test("When no finger is reported for a second it rests: no frame follows another.")
    func rests() {
        let stage = OverlayStage()
        #expect(!stage.overlay.isMoving)
        stage.report(stage.contact(0, .down, 10, 400))
        #expect(stage.overlay.isMoving)
        stage.simulator.advance(by: 0.9)
        #expect(stage.overlay.isMoving)
        stage.simulator.advance(by: 0.2)
        #expect(!stage.overlay.isMoving)
        #expect(line(stage, "0|") != nil, "it is down still")
        stage.report(stage.contact(0, .up, 10, 400))
        stage.simulator.advance(by: 0.1)
        #expect(line(stage, "0|") == nil)
        #expect(!stage.overlay.isMoving)
    }

    @Test(
        "While a window is secret nothing of fingers is shown, whether they were there before or came then."
    )
    func secrets() {
        let stage = OverlayStage()
        stage.report(stage.contact(0, .down, 10, 400))
        stage.simulator.advance(by: 0.1)
        let lock = UIWindow()
        lock.isSecret = true
        lock.isHidden = false
        stage.simulator.advance(by: 0.1)
        #expect(line(stage, "0|") == nil)
        stage.report(stage.contact(0, .motion, 20, 400), stage.contact(1, .down, 300, 300))
        stage.simulator.advance(by: 0.1)
        #expect(stage.overlay.words.allSatisfy { !$0.contains("|") })
        // The finger of the pattern isn't shown when the lock has gone, either.
        lock.isHidden = true
        stage.report(stage.contact(1, .motion, 310, 300))
        stage.simulator.advance(by: 0.1)
        #expect(stage.overlay.words.allSatisfy { !$0.contains("|") })
        stage.report(stage.contact(1, .up, 310, 300), stage.contact(2, .down, 50, 300))
        stage.simulator.advance(by: 0.1)
        #expect(line(stage, "2|") != nil)
    }

    @Test(
        "Fingers of two panels in the same slot are two fingers, each with its panel's calibration."
    )
    func twoPanels() {
        let stage = OverlayStage()
        var mirrored = OverlayStage.panel(2, isRich: false)
        mirrored.name = "Other"
        mirrored.calibration = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)
        stage.rawTouches.panels = [stage.panel, mirrored]
        stage.report(stage.contact(0, .down, 200, 300, id: 1))
        stage.report(stage.contact(0, .down, 200, 300, id: 2), of: mirrored)
        stage.simulator.advance(by: 0.02)
        #expect(line(stage, "0|1|")?.contains("|200.0 300.0|") == true)
        #expect(line(stage, "0|2|")?.contains("|600.0 300.0|") == true)
        #expect(stage.overlay.words.first == "Other")
        stage.rawTouches.panels = [stage.panel]
        #expect(stage.overlay.words.first == "Goodix Touch")
        stage.rawTouches.panels = []
        #expect(stage.overlay.words.first == "no touch panel")
    }

    @Test("The plate gets out of a finger's way, unless there is one at either edge.")
    func dodges() throws {
        let stage = OverlayStage()
        func isDark(_ y: Int) -> Bool { stage.simulator.render()[799, y] != 0xffff_ffff }
        stage.report(stage.contact(0, .down, 400, 240))
        stage.simulator.advance(by: 0.05)
        #expect(isDark(2) && !isDark(477))
        stage.report(stage.contact(0, .motion, 400, 20))
        stage.simulator.advance(by: 0.05)
        #expect(!isDark(2) && isDark(477))
        stage.report(stage.contact(1, .down, 100, 470))
        stage.simulator.advance(by: 0.05)
        #expect(!isDark(2) && isDark(477))
    }

    @Test(
        "A storm of short taps takes no more rows than ten, and each finger that is down has one.")
    func storm() {
        let stage = OverlayStage()
        var down: [Int] = []
        for tap in 0..<200 {
            let slot = tap % 10
            stage.report(stage.contact(slot, .down, 50 + Double(slot) * 70, 300, id: Int32(tap)))
            down.append(tap)
            if down.count > 6 {
                let lifted = down.removeFirst()
                stage.report(stage.contact(lifted % 10, .up, 0, 0, id: Int32(lifted)))
            }
            stage.simulator.advance(by: 0.01)
        }
        stage.simulator.advance(by: 0.02)
        let rows = stage.overlay.words.filter { $0.contains("|") }
        #expect(rows.count == 10)
        for tap in down { #expect(rows.contains { $0.hasPrefix("\(tap % 10)|\(tap)|") }) }
    }

    @Test("It takes no touch, lies over the lock, and ends when it is dismissed.")
    func window() {
        let stage = OverlayStage()
        #expect(stage.simulator.application.windows.last === stage.overlay)
        #expect(stage.overlay.windowLevel > UIWindow.Level(rawValue: 3_000))
        #expect(!stage.overlay.isUserInteractionEnabled)
        #expect(stage.rawTouches.observers.count == 1)
        stage.overlay.dismiss()
        #expect(stage.rawTouches.observers.isEmpty)
        #expect(!stage.simulator.application.windows.contains(stage.overlay))
    }

    @Test("The app shows it where it is asked for, and has none otherwise.")
    func option() {
        for hasOverlay in [true, false] {
            let stage = MaintenanceStage(.touches, hasOverlay: hasOverlay)
            let overlays = stage.application.windows.filter { $0 is TouchOverlay }
            #expect(overlays.count == (hasOverlay ? 1 : 0))
            #expect(stage.rawTouches.observers.contains { $0 is TouchOverlay } == hasOverlay)
        }
    }
}
