import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// What the overlay asks of a frame, counted.
@Suite("Overlay cost", .serialized)
@MainActor
struct OverlayCostTests {
    /// A kiosk with the overlay over a plain scene.
    @MainActor
    private final class Desk {
        let rawTouches: ScriptedRawTouches
        let frames = TestFrames()
        let panel = OverlayStage.panel(1, isRich: true)
        private(set) var overlay: TouchOverlay?
        private var kiosk: ScriptedKiosk?
        private var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        /// Pixels that were composed for the newest frame.
        private(set) var composed = 0

        init() throws {
            rawTouches = ScriptedRawTouches(panels: [panel])
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
            kiosk.session.onComposed = { [weak self] in self?.composed = $0 }
        }

        var session: Session? { kiosk?.session }

        /// So many reports of fingers, 4 ms apart, and the frame that shows them.
        func step(
            reports: Int = 1, state: TouchContact.State = .motion, fingers: Range<Int>,
            _ place: (_ finger: Int, _ report: Int) -> (x: Double, y: Double)
        ) throws {
            guard let kiosk else { return }
            for report in 0..<reports {
                frame.time = kiosk.application.now.advanced(byMicroseconds: Int64(report) * 4_000)
                frame.contacts.removeAll(keepingCapacity: true)
                for finger in fingers {
                    let (x, y) = place(finger, report)
                    frame.contacts.append(
                        TouchContact(
                            slot: finger, trackingID: Int32(finger), state: state,
                            position: CGPoint(x: x / 800, y: y / 480),
                            rawPosition: .init(x: Int32(x), y: Int32(y)), pressure: 0.4,
                            majorRadius: 0.02))
                }
                rawTouches.tell(frame, of: panel)
            }
            try kiosk.runFrame()
        }
    }

    @Test("Where one finger moves, little is composed beyond what differs.", arguments: [1, 3, 6])
    func oneMoves(resting: Int) throws {
        let desk = try Desk()
        try desk.step(state: .down, fingers: 0..<resting + 1) { finger, _ in
            (60 + Double(finger) * 110, 320 + Double(finger % 3) * 40)
        }
        // Their marks go, and the figures are told: what is counted is one finger.
        for _ in 0..<60 { try desk.step(fingers: 0..<0) { _, _ in (0, 0) } }
        var composed = 0
        var differing = 0
        var frames = 0
        for step in 0..<100 {
            // The plate's figures, four times a second, are another matter.
            let before = desk.overlay?.words.prefix(4)
            try desk.step(reports: 4, fingers: 0..<1) { _, report in
                (60 + Double(step * 4 + report) * 1.5, 320 + Double(step * 4 + report) * 0.25)
            }
            let record = try #require(desk.session?.frameLog.newest)
            guard step > 60, before == desk.overlay?.words.prefix(4) else { continue }
            composed += desk.composed
            differing += record.differingPixels
            frames += 1
            // Two lines of 800 and two of 400 pixels, a ring of 40 × 40 twice, a tag and some marks twice.
            #expect(desk.composed < 12_000)
        }
        print("composed \(composed / frames), differing \(differing / frames) pixels a frame")
        #expect(frames > 20)
        #expect(composed < 5 * differing)
    }

    @Test("Ten fingers at 240 reports a second: a frame composes no more than the screen has.")
    func tenMove() throws {
        let desk = try Desk()
        func place(_ finger: Int, _ step: Double) -> (x: Double, y: Double) {
            (40 + Double(finger) * 70 + step.truncatingRemainder(dividingBy: 60), 250 + step / 4)
        }
        try desk.step(state: .down, fingers: 0..<10) { finger, _ in place(finger, 0) }
        var composed = 0
        for step in 1..<120 {
            try desk.step(reports: 4, fingers: 0..<10) { finger, report in
                place(finger, Double(step * 4 + report))
            }
            composed += desk.composed
            #expect(desk.composed <= 800 * 480)
        }
        print("ten fingers: composed \(composed / 119) of \(800 * 480) pixels a frame")
    }

    @Test("While nobody touches the screen the overlay asks for no frame.")
    func nobody() throws {
        let desk = try Desk()
        let frames = desk.session?.frameLog.frames
        for _ in 0..<10 { try desk.step(fingers: 0..<0) { _, _ in (0, 0) } }
        #expect(desk.session?.application.needsFrames == false)
        #expect(desk.session?.frameLog.frames == frames)
    }

    @Test(
        "Once warm, frames with ten moving fingers allocate nothing but for figures, four times a second.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"))
    func warm() throws {
        let desk = try Desk()
        func place(_ finger: Int, _ step: Int) -> (x: Double, y: Double) {
            (40 + Double(finger * 70 + step % 60), 250 + Double(step * 7 % 200))
        }
        try desk.step(state: .down, fingers: 0..<10) { finger, _ in place(finger, 0) }
        var counts: [UInt] = []
        counts.reserveCapacity(1_000)
        for step in 1..<700 {
            let before = allocation_counter_value()
            try desk.step(reports: 4, fingers: 0..<10) { finger, report in
                place(finger, step * 4 + report)
            }
            if step >= 200 { counts.append(allocation_counter_value() - before) }
        }
        // A frame is 20 ms here: of 500 one in twelve or thirteen tells figures.
        let telling = counts.filter { $0 > 0 }.count
        print("\(telling) of \(counts.count) frames allocate, \(counts.reduce(0, +)) in all")
        #expect(telling <= 41)
    }
}
