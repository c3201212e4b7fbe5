import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import LabScreens
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

/// Tests of the pixels and allocations that the touch overlay costs per frame.
@Suite("Overlay cost", .serialized)
@MainActor
struct OverlayCostTests {
    /// A kiosk that shows the overlay above a white window.
    @MainActor
    private final class OverlayKiosk {
        let rawTouches: ScriptedRawTouches
        let frames = TestFrameRecords()
        let touchscreen = OverlayTestStage.makeTouchscreen(1, isRich: true)
        private(set) var overlay: TouchOverlay?
        private var kiosk: ScriptedKiosk?
        private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        /// The number of pixels composed for the newest frame.
        private(set) var composedPixelCount = 0

        init() throws {
            rawTouches = ScriptedRawTouches(touchscreens: [touchscreen])
            frame.contacts.reserveCapacity(10)
            let kiosk = try ScriptedKiosk { application in
                let window = UIWindow(frame: application.screen.bounds)
                window.backgroundColor = .white
                window.makeKeyAndVisible()
                overlay = TouchOverlay(
                    rawTouches: rawTouches, frames: frames,
                    display: ScriptedDisplayInformation())
            }
            self.kiosk = kiosk
            kiosk.session.onComposed = { [weak self] in self?.composedPixelCount = $0 }
        }

        var session: Session? { kiosk?.session }

        /// Reports touch frames at intervals of 4 ms and runs the display frame that shows them.
        ///
        /// - Parameters:
        ///   - reports: The number of touch frames.
        ///   - state: The state of all contacts.
        ///   - fingers: The slots.
        ///   - position: Returns the position of a finger in a report, in pixels.
        func runFrame(
            reports: Int = 1, state: TouchContact.State = .motion, fingers: Range<Int>,
            _ position: (_ finger: Int, _ report: Int) -> (x: Double, y: Double)
        ) throws {
            // `#require` would allocate memory in each call.
            guard let kiosk else {
                Issue.record("the kiosk has ended")
                return
            }
            for report in 0..<reports {
                frame.time = kiosk.application.now.advanced(byMicroseconds: Int64(report) * 4_000)
                frame.contacts.removeAll(keepingCapacity: true)
                for finger in fingers {
                    let (x, y) = position(finger, report)
                    frame.contacts.append(
                        TouchContact(
                            slot: finger, trackingID: Int32(finger), state: state,
                            position: CGPoint(x: x / 800, y: y / 480),
                            rawPosition: .init(x: Int32(x), y: Int32(y)), pressure: 0.4,
                            majorRadius: 0.02))
                }
                rawTouches.report(frame, of: touchscreen)
            }
            try kiosk.runFrame()
        }
    }

    @Test(
        "While one finger moves, few pixels are composed beyond the changed ones",
        arguments: [1, 3, 6])
    func oneMoves(resting: Int) throws {
        let kiosk = try OverlayKiosk()
        try kiosk.runFrame(state: .down, fingers: 0..<resting + 1) { finger, _ in
            (60 + Double(finger) * 110, 320 + Double(finger % 3) * 40)
        }
        // The trails of the resting fingers expire, so that only one finger causes damage.
        for _ in 0..<60 { try kiosk.runFrame(fingers: 0..<0) { _, _ in (0, 0) } }
        var composed = 0
        var differing = 0
        var frames = 0
        for step in 0..<100 {
            // Frames that update the statistics are excluded.
            let before = kiosk.overlay?.textLines.prefix(4)
            try kiosk.runFrame(reports: 4, fingers: 0..<1) { _, report in
                (60 + Double(step * 4 + report) * 1.5, 320 + Double(step * 4 + report) * 0.25)
            }
            let record = try #require(kiosk.session?.frameLog.newest)
            guard step > 60, before == kiosk.overlay?.textLines.prefix(4) else { continue }
            composed += kiosk.composedPixelCount
            differing += record.differingPixels
            frames += 1
            // Two lines of 800 and two of 400 pixels, and a ring of 40 × 40, a tag and some marks,
            // each at the old and the new position.
            #expect(kiosk.composedPixelCount < 12_000)
        }
        try #require(frames > 20)
        print("composed \(composed / frames), differing \(differing / frames) pixels per frame")
        #expect(composed < 5 * differing)
    }

    @Test("With ten fingers at 240 Hz a frame composes at most all pixels of the screen")
    func tenMove() throws {
        let kiosk = try OverlayKiosk()
        func position(_ finger: Int, _ step: Double) -> (x: Double, y: Double) {
            (40 + Double(finger) * 70 + step.truncatingRemainder(dividingBy: 60), 250 + step / 4)
        }
        try kiosk.runFrame(state: .down, fingers: 0..<10) { finger, _ in position(finger, 0) }
        var composed = 0
        for step in 1..<120 {
            try kiosk.runFrame(reports: 4, fingers: 0..<10) { finger, report in
                position(finger, Double(step * 4 + report))
            }
            composed += kiosk.composedPixelCount
            #expect(kiosk.composedPixelCount <= 800 * 480)
        }
        #expect(composed > 0)
        print("ten fingers: composed \(composed / 119) of \(800 * 480) pixels per frame")
    }

    @Test("Without contacts the overlay requests no frames")
    func withoutContacts() throws {
        let kiosk = try OverlayKiosk()
        let frames = kiosk.session?.frameLog.frames
        for _ in 0..<10 { try kiosk.runFrame(fingers: 0..<0) { _, _ in (0, 0) } }
        #expect(kiosk.session?.application.needsFrames == false)
        #expect(kiosk.session?.frameLog.frames == frames)
    }

    @Test(
        "After warm-up, only the frames that update the statistics allocate",
        .requiresOptimizedBuild)
    func warm() throws {
        let kiosk = try OverlayKiosk()
        func position(_ finger: Int, _ step: Int) -> (x: Double, y: Double) {
            (40 + Double(finger * 70 + step % 60), 250 + Double(step * 7 % 200))
        }
        try kiosk.runFrame(state: .down, fingers: 0..<10) { finger, _ in position(finger, 0) }
        var counts: [UInt] = []
        counts.reserveCapacity(1_000)
        for step in 1..<700 {
            let before = allocation_counter_value()
            try kiosk.runFrame(reports: 4, fingers: 0..<10) { finger, report in
                position(finger, step * 4 + report)
            }
            if step >= 200 { counts.append(allocation_counter_value() - before) }
        }
        // A frame takes 20 ms here, so one frame in twelve or thirteen updates the statistics.
        let allocating = counts.filter { $0 > 0 }.count
        print("\(allocating) of \(counts.count) frames allocate, \(counts.reduce(0, +)) in all")
        #expect(allocating <= 41)
    }
}
