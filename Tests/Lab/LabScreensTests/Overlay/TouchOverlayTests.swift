import KioskServices
import LabScreens
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

@Suite("Touch overlay", .serialized)
@MainActor
struct TouchOverlayTests {
    /// Returns the first text line of the readout with a prefix, or `nil`.
    private func line(_ stage: OverlayTestStage, _ prefix: String) -> String? {
        stage.overlay.textLines.first { $0.hasPrefix(prefix) }
    }

    @Test(
        "A row contains slot, tracking ID, position, device units, pressure, size and report rate")
    func row() {
        let stage = OverlayTestStage(isRich: true)
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
        #expect(stage.overlay.textLines.first == "Goodix Touch")
    }

    @Test("The poll interval of a polled touchscreen is beside its name")
    func polling() {
        let stage = OverlayTestStage()
        var touchscreen = stage.touchscreen
        touchscreen.id = DeviceID(rawValue: 7)
        touchscreen.sampling = .polled(TouchPolling(milliseconds: 17))
        stage.rawTouches.touchscreens = [touchscreen]
        #expect(stage.overlay.textLines.first == "Goodix Touch, 17 ms poll")
    }

    @Test("A poll interval that the kiosk recognizes later appears beside the same touchscreen")
    func recognizedPolling() {
        let stage = OverlayTestStage()
        stage.report(stage.contact(0, .down, 10, 400))
        #expect(stage.overlay.textLines.first == "Goodix Touch")
        stage.rawTouches.touchscreens[0].sampling = .polled(TouchPolling(milliseconds: 17))
        #expect(stage.overlay.textLines.first == "Goodix Touch, 17 ms poll")
    }

    @Test("Sizes are in points if the physical size is unknown, and missing values are dashes")
    func dashes() {
        let stage = OverlayTestStage(isRich: true)
        stage.display.info?.physicalSize = nil
        stage.rawTouches.touchscreens = [stage.touchscreen]
        var contact = stage.contact(0, .down, 10, 400, radius: 12)
        contact.rawPosition = nil
        stage.report(contact)
        stage.simulator.advance(by: 0.02)
        #expect(line(stage, "0|") == "0|100|10.0 400.0|–|–|24|–")
    }

    @Test("Each contact has a row, and the readout shows the maximum number of contacts")
    func mostFingers() {
        let stage = OverlayTestStage()
        stage.report(
            stage.contact(0, .down, 10, 400), stage.contact(1, .down, 60, 400),
            stage.contact(2, .down, 110, 400))
        stage.simulator.advance(by: 0.3)
        #expect(line(stage, "3 fingers") == "3 fingers, most 3")
        stage.report(stage.contact(0, .up, 10, 400), stage.contact(2, .cancel, 110, 400))
        stage.simulator.advance(by: 0.3)
        #expect(line(stage, "1 finger") == "1 finger, most 3")
        #expect(line(stage, "2|") != nil, "its trail is still visible")
        stage.simulator.advance(by: 1)
        #expect(line(stage, "2|") == nil)
        #expect(line(stage, "1|") != nil)
    }

    @Test("Only resting contacts have jitter, which is shown in pixels and millimeters")
    func jitter() {
        let stage = OverlayTestStage(isRich: true)
        stage.play(200) { step in
            [
                stage.contact(
                    0, step == 0 ? .down : .motion, step % 2 == 0 ? 300 : 303, 400),
                stage.contact(1, step == 0 ? .down : .motion, 100 + Double(step) * 2, 300),
            ]
        }
        #expect(line(stage, "jitter") == "jitter 1.5 px, rms 1.5")
        #expect(line(stage, "0.") == "0.25 mm, rms 0.25")
        let other = OverlayTestStage()
        other.play(200) { step in
            [other.contact(1, step == 0 ? .down : .motion, 100 + Double(step) * 2, 300)]
        }
        #expect(line(other, "jitter") == "jitter –")
    }

    @Test("Frame rate and latencies cover the last second, missed vblanks the time since launch")
    func frames() {
        let stage = OverlayTestStage()
        stage.report(stage.contact(0, .down, 10, 400))
        stage.simulator.advance(by: 2)
        stage.report(stage.contact(0, .motion, 11, 400))
        stage.addFrames(latencies: [90_000] + Array(repeating: 20_000, count: 90) + [31_000])
        stage.frames.missedVblanks = 7
        stage.simulator.advance(by: 0.02)
        // The last second contains 58 of 92 frames at 60 Hz, one frame after the newest one.
        #expect(stage.overlay.textLines.contains("58 frames/s, 7 missed"))
        #expect(line(stage, "latency") == "latency 20.0 ms, most 31.0")
        stage.simulator.advance(by: 2)
        #expect(stage.overlay.textLines.contains("at rest, 7 missed"))
        #expect(line(stage, "latency") == "latency –")
    }

    @Test("Statistics change at most four times per second, positions in each frame")
    func interval() {
        let stage = OverlayTestStage()
        var statistics: [String] = []
        var positions: [String] = []
        stage.play(120) { step in
            stage.addFrames(latencies: Array(repeating: Int64(step) * 1_000, count: 10))
            if let text = line(stage, "latency"), text != statistics.last {
                statistics.append(text)
            }
            if let text = line(stage, "0|"), text != positions.last { positions.append(text) }
            return [stage.contact(0, step == 0 ? .down : .motion, 100 + Double(step), 300)]
        }
        #expect((4...5).contains(statistics.count), "\(statistics)")
        #expect(positions.count > 50)
    }

    @Test("One second after the last report the overlay stops updating")
    func idle() {
        let stage = OverlayTestStage()
        #expect(!stage.overlay.isUpdating)
        stage.report(stage.contact(0, .down, 10, 400))
        #expect(stage.overlay.isUpdating)
        stage.simulator.advance(by: 0.9)
        #expect(stage.overlay.isUpdating)
        stage.simulator.advance(by: 0.2)
        #expect(!stage.overlay.isUpdating)
        #expect(line(stage, "0|") != nil, "it is still down")
        stage.report(stage.contact(0, .up, 10, 400))
        stage.simulator.advance(by: 0.1)
        #expect(line(stage, "0|") == nil)
        #expect(!stage.overlay.isUpdating)
    }

    @Test("While a secret window is visible, the overlay shows no contacts")
    func secretWindow() {
        let stage = OverlayTestStage()
        stage.report(stage.contact(0, .down, 10, 400))
        stage.simulator.advance(by: 0.1)
        let lock = UIWindow()
        lock.isSecret = true
        lock.isHidden = false
        stage.simulator.advance(by: 0.1)
        #expect(line(stage, "0|") == nil)
        stage.report(stage.contact(0, .motion, 20, 400), stage.contact(1, .down, 300, 300))
        stage.simulator.advance(by: 0.1)
        #expect(stage.overlay.textLines.allSatisfy { !$0.contains("|") })
        // A contact from the time of the secret window stays hidden.
        lock.isHidden = true
        stage.report(stage.contact(1, .motion, 310, 300))
        stage.simulator.advance(by: 0.1)
        #expect(stage.overlay.textLines.allSatisfy { !$0.contains("|") })
        stage.report(stage.contact(1, .up, 310, 300), stage.contact(2, .down, 50, 300))
        stage.simulator.advance(by: 0.1)
        #expect(line(stage, "2|") != nil)
    }

    @Test(
        "Contacts of two touchscreens in the same slot are separate and use their own calibrations"
    )
    func twoTouchscreens() {
        let stage = OverlayTestStage()
        var mirrored = OverlayTestStage.makeTouchscreen(2, isRich: false)
        mirrored.name = "Other"
        mirrored.calibration = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)
        stage.rawTouches.touchscreens = [stage.touchscreen, mirrored]
        stage.report(stage.contact(0, .down, 200, 300, id: 1))
        stage.report(stage.contact(0, .down, 200, 300, id: 2), of: mirrored)
        stage.simulator.advance(by: 0.02)
        #expect(line(stage, "0|1|")?.contains("|200.0 300.0|") == true)
        #expect(line(stage, "0|2|")?.contains("|600.0 300.0|") == true)
        #expect(stage.overlay.textLines.first == "Other")
        stage.rawTouches.touchscreens = [stage.touchscreen]
        #expect(stage.overlay.textLines.first == "Goodix Touch")
        stage.rawTouches.touchscreens = []
        #expect(stage.overlay.textLines.first == "no touch panel")
    }

    @Test("The readout moves away from a finger, unless fingers are at both edges")
    func readoutMoves() throws {
        let stage = OverlayTestStage()
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
        "Rapid taps use at most ten rows, and each contact that is down has a row")
    func rapidTaps() {
        let stage = OverlayTestStage()
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
        let rows = stage.overlay.textLines.filter { $0.contains("|") }
        #expect(rows.count == 10)
        for tap in down { #expect(rows.contains { $0.hasPrefix("\(tap % 10)|\(tap)|") }) }
    }

    @Test("The overlay receives no touches, is in front of the lock and can be dismissed")
    func window() {
        let stage = OverlayTestStage()
        #expect(stage.simulator.application.windows.last === stage.overlay)
        #expect(stage.overlay.windowLevel > UIWindow.Level(rawValue: 3_000))
        #expect(!stage.overlay.isUserInteractionEnabled)
        #expect(stage.rawTouches.observers.count == 1)
        stage.overlay.dismiss()
        #expect(stage.rawTouches.observers.isEmpty)
        #expect(!stage.simulator.application.windows.contains(stage.overlay))
    }

    @Test("The app shows the overlay only if the option is set")
    func option() {
        for showsTouchOverlay in [true, false] {
            let stage = MaintenanceTestApp.lab(.touches, showsTouchOverlay: showsTouchOverlay)
            let overlays = stage.application.windows.filter { $0 is TouchOverlay }
            #expect(overlays.count == (showsTouchOverlay ? 1 : 0))
            #expect(stage.rawTouches.observers.contains { $0 is TouchOverlay } == showsTouchOverlay)
        }
    }
}
