import CTouchTrackerAllocationCounter
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerTestSupport

/// The allocations of the arena scene.
@Suite("Arena cost", .serialized)
@MainActor
struct ArenaCostTests {
    private static let rate = 240
    private static let fingers = 10

    /// Returns a touch frame in which ten touches begin or move in circles.
    private func frame(_ number: Int, on places: [CGPoint]) -> TouchUpdate {
        let time = Timestamp(seconds: 10 + Double(number) / Double(Self.rate))
        let samples = places.indices.map { finger in
            let turn = Double(number) * 0.07 + Double(finger)
            let shift = CGAffineTransform(rotationAngle: turn)
            let place = CGPoint(x: 14, y: 0).applying(shift)
            return TouchSample(
                touch: TouchIdentifier(rawValue: 100 + finger), time: time,
                position: CGPoint(x: places[finger].x + place.x, y: places[finger].y + place.y))
        }
        let phase: TouchChange.Phase = number == 0 ? .began : .moved
        return TouchUpdate(
            time: time, changes: samples.map { TouchChange(phase: phase, sample: $0) },
            samples: samples)
    }

    @Test(
        "After warm-up, ten touches at 240 Hz and 60 drawn frames per second allocate nothing.",
        .requiresOptimizedBuild,
        arguments: [false, true])
    func allocatesNothing(everyRecognizer: Bool) {
        let screen = ArenaTestScreen()
        if everyRecognizer {
            for recognizer in screen.controller.recognizers {
                recognizer[.isEnabled] = true
                recognizer[.simultaneously] = true
                recognizer[.cancelsTouchesInView] = false
            }
        }
        let views = [screen.controller.outer, screen.controller.inner]
        let places = (0..<Self.fingers).map { finger in
            screen.point(60, 40 + CGFloat(finger / 2) * 25, on: views[finger % 2])
        }
        // One second of warm-up, two seconds counted.
        let frames = (0..<3 * Self.rate).map { frame($0, on: places) }
        let application = screen.simulator.application
        let painter = FramePainter(application, width: 800, height: 480)
        var differing = 0
        var before = allocation_counter_value()
        for (number, frame) in frames.enumerated() {
            if number == Self.rate { before = allocation_counter_value() }
            application.deliver(frame)
            guard number % 4 == 3 else { continue }
            application.stepFrame(at: frame.time)
            differing += painter.paint().differing
        }
        #expect(allocation_counter_value() == before)
        #expect(differing > 3 * 60 * 100)
        let rows = screen.controller.trace.trace.rows
        #expect(rows.contains { $0.count > 2 * Self.rate })
        #expect(rows.count < ArenaTrace.capacity)
    }
}
