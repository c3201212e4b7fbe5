import CTouchTrackerAllocationCounter
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// What the arena costs while ten fingers move: no allocation.
@Suite("Arena's cost", .serialized)
@MainActor
struct ArenaCostTests {
    private static let rate = 240
    private static let fingers = 10

    /// A hardware frame in which ten fingers come down, or move in circles.
    private func frame(_ number: Int, on places: [CGPoint]) -> FingerFrame {
        let time = Timestamp(seconds: 10 + Double(number) / Double(Self.rate))
        let samples = places.indices.map { finger in
            let turn = Double(number) * 0.07 + Double(finger)
            let shift = CGAffineTransform(rotationAngle: turn)
            let place = CGPoint(x: 14, y: 0).applying(shift)
            return FingerSample(
                finger: FingerID(rawValue: 100 + finger), time: time,
                position: CGPoint(x: places[finger].x + place.x, y: places[finger].y + place.y))
        }
        let phase: FingerChange.Phase = number == 0 ? .began : .moved
        return FingerFrame(
            time: time, changes: samples.map { FingerChange(phase: phase, sample: $0) },
            samples: samples)
    }

    @Test(
        "Ten fingers at 240 Hz allocate nothing once warm, and the picture is drawn 60 times a second.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"),
        arguments: [false, true])
    func allocatesNothing(everyRecognizer: Bool) {
        let hand = ArenaStageHand()
        if everyRecognizer {
            for contender in hand.controller.contenders {
                contender[.isEnabled] = true
                contender[.simultaneously] = true
                contender[.cancelsTouchesInView] = false
            }
        }
        let views = [hand.controller.outer, hand.controller.inner]
        let places = (0..<Self.fingers).map { finger in
            hand.place(60, 40 + CGFloat(finger / 2) * 25, on: views[finger % 2])
        }
        // A second to warm up, two that count.
        let frames = (0..<3 * Self.rate).map { frame($0, on: places) }
        let application = hand.simulator.application
        let list = DisplayList()
        let compositor = Compositor(width: 800, height: 480)
        var damage = DamageMask(width: 800, height: 480)
        var region = Region(limit: 64)
        var differing = 0
        var before = allocation_counter_value()
        for (number, frame) in frames.enumerated() {
            if number == Self.rate { before = allocation_counter_value() }
            application.deliver(frame)
            guard number % 4 == 3 else { continue }
            application.stepFrame(at: frame.time)
            region.removeAll()
            application.collectDamage(into: &region)
            list.removeAll()
            application.record(region, into: list)
            damage.removeAll()
            differing += compositor.compose(list, in: region, damage: &damage)
        }
        #expect(allocation_counter_value() == before)
        #expect(differing > 3 * 60 * 100)
        let rows = hand.controller.trace.trace.rows
        #expect(rows.contains { $0.count > 2 * Self.rate })
        #expect(rows.count < ArenaTrace.capacity)
    }
}
