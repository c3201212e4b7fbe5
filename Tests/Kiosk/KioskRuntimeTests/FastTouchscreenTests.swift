import KioskDisplay
import KioskRuntime
import KioskServices
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// A touchscreen that reports 10,000 touch frames per second: 40 times more than a fast one.
@Suite("Fast touchscreen", .serialized)
@MainActor
struct FastTouchscreenTests {
    private static let rate: Int64 = 10_000
    private static let mode = DisplayMode(width: 800, height: 480)

    /// A view that counts its touches and changes with each of their positions.
    private final class CountingView: UIView {
        var positions: [UITouch: (point: CGPoint, time: Double)] = [:]
        var (began, ended) = (0, 0)

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            began += touches.count
            touchesMoved(touches, with: event)
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            for touch in touches {
                positions[touch] = (touch.location(in: nil), touch.timestamp)
            }
            backgroundColor = backgroundColor == .black ? .white : .black
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            ended += touches.count
            for touch in touches { positions[touch] = nil }
        }
    }

    private func makeKiosk() throws -> (kiosk: SimulatedKiosk, view: CountingView) {
        let view = CountingView()
        view.isMultipleTouchEnabled = true
        let kiosk = try SimulatedKiosk(mode: Self.mode) {
            view.frame = $0
            return view
        }
        return (kiosk, view)
    }

    @Test("No vblank is missed, no sample is lost, and the newest positions are shown")
    func moves() throws {
        let (kiosk, view) = try makeKiosk()
        let contacts = CirclingContacts(10, rate: Self.rate, start: kiosk.time.real)
        kiosk.contacts = contacts
        try kiosk.run(seconds: 1)
        let missed = kiosk.session.missedVblanks
        kiosk.resetCounters()
        let start = kiosk.time.real
        try kiosk.run(seconds: 1)
        #expect(kiosk.session.missedVblanks == missed)
        #expect(abs(kiosk.records.count - kiosk.vblanks(in: 1)) <= 2)
        #expect(kiosk.wakeUps <= kiosk.records.count + 2)
        let period = kiosk.display.mode.periodMicroseconds
        let samples = kiosk.records.reduce(0) { $0 + $1.samples.count }
        let lost = 10 * Self.rate - Int64(samples)
        #expect(abs(lost) <= 2 * 10 * Self.rate * period / 1_000_000, "\(samples) samples")

        // Each position is the one that a contact had at the touch's time, during the last frames.
        #expect(view.positions.count == 10)
        let end = Double(kiosk.time.now.microseconds) / 1_000_000
        let offset = kiosk.time.now.microseconds - kiosk.time.real.microseconds
        let first = start.microseconds - 1_000_000
        var found: Set<Int> = []
        for (point, time) in view.positions.values {
            #expect(end - time <= Double(2 * period) / 1_000_000)
            let elapsed = Int64((time * 1_000_000).rounded()) - offset - first
            let contact = (0..<10).first {
                let position = contacts.position(of: $0, after: elapsed * Self.rate / 1_000_000)
                return abs(position.x * 800 - point.x) < 0.01
                    && abs(position.y * 480 - point.y) < 0.01
            }
            found.insert(try #require(contact, "\(point) at \(elapsed) µs"))
        }
        #expect(found.count == 10)
    }

    @Test("Contacts that bounce in each touch frame all end, and a later touch works")
    func bounces() throws {
        let (kiosk, view) = try makeKiosk()
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        for number in 0..<2_000 {
            let state: TouchContact.State = number.isMultiple(of: 2) ? .down : .up
            frame.time = kiosk.time.now
            frame.contacts = (0..<5).map {
                TouchContact(
                    slot: $0, trackingID: Int32(number / 2 * 5 + $0), state: state,
                    position: CGPoint(x: 0.1 + Double($0) / 10, y: 0.5))
            }
            kiosk.session.receive(frame)
            try kiosk.work()
            try kiosk.run(seconds: 1 / Double(Self.rate))
        }
        try kiosk.run(seconds: 0.1)
        #expect(view.began == 5_000 && view.ended == 5_000 && view.positions.isEmpty)
        frame.time = kiosk.time.now
        frame.contacts = [
            TouchContact(
                slot: 0, trackingID: 9_999, state: .down, position: CGPoint(x: 0.25, y: 0.75))
        ]
        kiosk.session.receive(frame)
        try kiosk.work()
        try kiosk.run(seconds: 0.1)
        #expect(view.positions.values.map(\.point) == [CGPoint(x: 200, y: 360)])
    }
}
