import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// What fingers did between two frames, on its way from the device to the application.
@Suite("Coalescing in the kiosk", .serialized)
@MainActor
struct CoalescingTests {
    /// Writes down every sample that it is told of, and how.
    private final class Witness: UIView {
        struct Line: Equatable {
            var phase: UITouch.Phase
            var microseconds: Int64
            var place: CGPoint
        }

        var lines: [[Line]] = []
        var moves = 0
        private var numbers: [UITouch: Int] = [:]

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            // Numbers of fingers that come down together are in the order of the event.
            for touch in touches.sorted(by: { $0.location(in: nil).x < $1.location(in: nil).x }) {
                numbers[touch] = lines.count
                lines.append([])
            }
            note(touches, event)
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            moves += 1
            note(touches, event)
            for touch in touches {
                let measured = event?.coalescedTouches(for: touch) ?? []
                #expect(measured.last?.location(in: nil) == touch.location(in: nil))
            }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            note(touches, event)
        }

        private func note(_ touches: Set<UITouch>, _ event: UIEvent?) {
            for touch in touches {
                guard let number = numbers[touch] else { continue }
                for sample in event?.coalescedTouches(for: touch) ?? [] {
                    lines[number].append(
                        Line(
                            phase: sample.phase,
                            microseconds: Int64((sample.timestamp * 1_000_000).rounded()),
                            place: sample.location(in: nil)))
                }
            }
        }
    }

    @Test(
        "Ten fingers at 240 Hz: every kernel sample is in coalescedTouches once, in order, and in the record."
    )
    func everySampleOnce() throws {
        let witness = Witness(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        witness.isMultipleTouchEnabled = true
        let kiosk = try ScriptedKiosk { _ in witness }
        var robot = TenFingerRobot(.moving)
        var tracker = TouchTracker()
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        var expected: [FingerID: [Witness.Line]] = [:]
        var samples = 0
        var deliveries = 0
        var shown = 0
        kiosk.session.onFrameShown = {
            shown += $0.samples.count
            deliveries += $0.deliveries
        }
        // Beyond the fifth second, in which all fingers are lifted and come down again.
        for report in 1...(6 * TenFingerRobot.rate) {
            robot.next(into: &frame)
            kiosk.session.receive(frame)
            var meant = FingerFrame(time: .zero)
            tracker.process(
                frame, geometry: kiosk.session.geometry, calibration: .identity, into: &meant)
            samples += meant.samples.count
            for change in meant.changes {
                expected[change.finger, default: []].append(
                    Witness.Line(
                        phase: UITouch.Phase(change.phase),
                        microseconds: change.sample.time.microseconds,
                        place: change.sample.position))
            }
            guard report.isMultiple(of: 4) else { continue }
            // Something changes, so that each frame is shown and has its record.
            witness.backgroundColor = report.isMultiple(of: 8) ? .black : .white
            try kiosk.runFrame()
        }
        try kiosk.runFrame()
        #expect(samples > 14_000)
        #expect(shown == samples)
        let wanted = expected.sorted { $0.key < $1.key }.map(\.value)
        #expect(wanted.count == witness.lines.count)
        // Fingers that came down in one report have no order of their own.
        let key = { (lines: [Witness.Line]) in
            lines.first.map { ($0.microseconds, $0.place.x) } ?? (0, 0)
        }
        #expect(
            witness.lines.sorted { key($0) < key($1) } == wanted.sorted { key($0) < key($1) })
        // Four reports a frame became one delivery; downs and ups stayed alone.
        #expect(deliveries < samples / 30)
    }

    @Test("A down and an up between two frames stay deliveries of their own.")
    func downsAndUpsStay() throws {
        let witness = Witness(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in witness }
        var panel = Panel(width: 800, height: 480)
        for _ in 0..<2 {
            kiosk.session.receive(panel.frame(0, .down, x: 100, y: 100))
            for step in 1...3 {
                kiosk.session.receive(panel.frame(0, .motion, x: 100 + Double(step), y: 100))
            }
            kiosk.session.receive(panel.frame(0, .up, x: 0, y: 0))
        }
        try kiosk.runFrame()
        let phases: [UITouch.Phase] = [.began, .moved, .moved, .moved, .ended]
        #expect(witness.lines.map { $0.map(\.phase) } == [phases, phases])
        #expect(witness.moves == 2)
        #expect(kiosk.application.touchAudit.total.began == 2)
        #expect(kiosk.application.touchAudit.total.ended == 2)
    }

    @Test("A call that is due between two samples finds the place of the first one.")
    func callsBetweenSamples() throws {
        let witness = Witness(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in witness }
        var panel = Panel(width: 800, height: 480)
        try kiosk.step(panel.frame(0, .down, x: 100, y: 100))
        var seen: CGPoint?
        kiosk.application.schedule(after: 0.5) { seen = witness.lines[0].last?.place }
        let start = kiosk.application.now
        for (time, x) in [(490, 200.0), (495, 210.0), (505, 300.0)] {
            var frame = panel.frame(0, .motion, x: x, y: 100)
            frame.time = start.advanced(byMicroseconds: Int64(time) * 1_000)
            kiosk.session.receive(frame)
        }
        kiosk.session.advanceTimers(to: start.advanced(byMicroseconds: 510_000))
        #expect(seen == CGPoint(x: 210, y: 100))
        #expect(witness.moves == 2)
    }

    @Test("What pens draw is the same, whether moves are merged or each is shown by itself.")
    func penIsTheSame() throws {
        func kiosk(_ drawing: inout DrawingView?) throws -> ScriptedKiosk {
            try ScriptedKiosk {
                let view = DrawingView(frame: $0)
                view.isMultipleTouchEnabled = true
                view.tool = .pen
                // Guesses depend on what is known when they are made.
                view.predictsInk = false
                drawing = view
                return view
            }
        }
        var views: [DrawingView?] = [nil, nil]
        let merged = try kiosk(&views[0])
        let single = try kiosk(&views[1])
        var robot = TenFingerRobot(.playing, seed: 8)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        for report in 1...240 {
            robot.next(into: &frame)
            merged.session.receive(frame)
            try single.step(frame)
            guard report.isMultiple(of: 4) else { continue }
            try merged.runFrame()
            if report.isMultiple(of: 60) {
                #expect(merged.session.canvas.isEqual(to: single.session.canvas))
            }
        }
        let strokes = try views.map { try #require($0).drawing.strokes }
        #expect(strokes[0].count > 2)
        #expect(strokes[0].map(\.points) == strokes[1].map(\.points))
    }
}

extension UITouch.Phase {
    fileprivate init(_ phase: FingerChange.Phase) {
        switch phase {
        case .began: self = .began
        case .moved: self = .moved
        case .ended: self = .ended
        case .cancelled: self = .cancelled
        }
    }
}
