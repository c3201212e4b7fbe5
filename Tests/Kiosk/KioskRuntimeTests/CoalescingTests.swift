import KioskRuntime
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// Tests how kernel samples between two frames reach the application.
@Suite("Coalesced touches", .serialized)
@MainActor
struct CoalescingTests {
    /// A view that records all samples it receives.
    private final class RecordingView: UIView {
        struct Line: Equatable {
            var phase: UITouch.Phase
            var microseconds: Int64
            var position: CGPoint
        }

        var lines: [[Line]] = []
        var moves = 0
        private var numbers: [UITouch: Int] = [:]

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            // Touches that begin together are numbered by their position.
            for touch in touches.sorted(by: { $0.location(in: nil).x < $1.location(in: nil).x }) {
                numbers[touch] = lines.count
                lines.append([])
            }
            recordSamples(touches, event)
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            moves += 1
            recordSamples(touches, event)
            for touch in touches {
                let measured = event?.coalescedTouches(for: touch) ?? []
                #expect(measured.last?.location(in: nil) == touch.location(in: nil))
            }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            recordSamples(touches, event)
        }

        private func recordSamples(_ touches: Set<UITouch>, _ event: UIEvent?) {
            for touch in touches {
                guard let number = numbers[touch] else { continue }
                for sample in event?.coalescedTouches(for: touch) ?? [] {
                    lines[number].append(
                        Line(
                            phase: sample.phase,
                            microseconds: Int64((sample.timestamp * 1_000_000).rounded()),
                            position: sample.location(in: nil)))
                }
            }
        }
    }

    @Test(
        "With ten contacts at 240 Hz, every sample is coalesced and recorded once, in order"
    )
    func everySampleOnce() throws {
        let recorder = RecordingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        recorder.isMultipleTouchEnabled = true
        let kiosk = try ScriptedKiosk { _ in recorder }
        var robot = RandomTouchGenerator(.moving)
        var tracker = ContactTracker()
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        var expected: [TouchIdentifier: [RecordingView.Line]] = [:]
        var samples = 0
        var deliveries = 0
        var shown = 0
        kiosk.session.onFrameShown = {
            shown += $0.samples.count
            deliveries += $0.deliveries
        }
        // Runs past the fifth second, in which all contacts are lifted and put down again.
        for report in 1...(6 * RandomTouchGenerator.rate) {
            robot.next(into: &frame)
            kiosk.session.receive(frame)
            var update = TouchUpdate(time: .zero)
            tracker.process(
                frame, geometry: kiosk.session.geometry, calibration: .identity, into: &update)
            samples += update.samples.count
            for change in update.changes {
                expected[change.touch, default: []].append(
                    RecordingView.Line(
                        phase: UITouch.Phase(change.phase),
                        microseconds: change.sample.time.microseconds,
                        position: change.sample.position))
            }
            guard report.isMultiple(of: 4) else { continue }
            // A change in each frame, so that each frame is shown and recorded.
            recorder.backgroundColor = report.isMultiple(of: 8) ? .black : .white
            try kiosk.runFrame()
        }
        try kiosk.runFrame()
        #expect(samples > 14_000)
        #expect(shown == samples)
        let expectedLines = expected.sorted { $0.key < $1.key }.map(\.value)
        #expect(expectedLines.count == recorder.lines.count)
        // Touches that began in the same report have no defined order.
        let key = { (lines: [RecordingView.Line]) in
            lines.first.map { ($0.microseconds, $0.position.x) } ?? (0, 0)
        }
        #expect(
            recorder.lines.sorted { key($0) < key($1) }
                == expectedLines.sorted { key($0) < key($1) })
        // Four reports per frame became one delivery; downs and ups were not merged.
        #expect(deliveries < samples / 30)
    }

    @Test("A down and an up between two frames are delivered separately")
    func downsAndUpsStay() throws {
        let recorder = RecordingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in recorder }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        for _ in 0..<2 {
            kiosk.session.receive(touchscreen.frame(0, .down, x: 100, y: 100))
            for step in 1...3 {
                kiosk.session.receive(touchscreen.frame(0, .motion, x: 100 + Double(step), y: 100))
            }
            kiosk.session.receive(touchscreen.frame(0, .up, x: 0, y: 0))
        }
        try kiosk.runFrame()
        let phases: [UITouch.Phase] = [.began, .moved, .moved, .moved, .ended]
        #expect(recorder.lines.map { $0.map(\.phase) } == [phases, phases])
        #expect(recorder.moves == 2)
        #expect(kiosk.application.touchAudit.total.began == 2)
        #expect(kiosk.application.touchAudit.total.ended == 2)
    }

    @Test("A call due between two samples runs when only the first one was delivered")
    func callsBetweenSamples() throws {
        let recorder = RecordingView(frame: CGRect(x: 0, y: 0, width: 800, height: 480))
        let kiosk = try ScriptedKiosk { _ in recorder }
        var touchscreen = TouchFrameGenerator(width: 800, height: 480)
        try kiosk.step(touchscreen.frame(0, .down, x: 100, y: 100))
        var seen: CGPoint?
        kiosk.application.schedule(after: 0.5) { seen = recorder.lines[0].last?.position }
        let start = kiosk.application.now
        for (time, x) in [(490, 200.0), (495, 210.0), (505, 300.0)] {
            var frame = touchscreen.frame(0, .motion, x: x, y: 100)
            frame.time = start.advanced(byMicroseconds: Int64(time) * 1_000)
            kiosk.session.receive(frame)
        }
        kiosk.session.advanceTimers(to: start.advanced(byMicroseconds: 510_000))
        #expect(seen == CGPoint(x: 210, y: 100))
        #expect(recorder.moves == 2)
    }

    @Test("The pen draws the same stroke whether moves are merged or delivered one by one")
    func penIsTheSame() throws {
        func kiosk(_ drawing: inout DrawingView?) throws -> ScriptedKiosk {
            try ScriptedKiosk {
                let view = DrawingView(frame: $0)
                view.isMultipleTouchEnabled = true
                view.tool = .pen
                // Predictions depend on the samples known at the time.
                view.predictsInk = false
                drawing = view
                return view
            }
        }
        var views: [DrawingView?] = [nil, nil]
        let merged = try kiosk(&views[0])
        let single = try kiosk(&views[1])
        var robot = RandomTouchGenerator(.playing, seed: 8)
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
    fileprivate init(_ phase: TouchChange.Phase) {
        switch phase {
        case .began: self = .began
        case .moved: self = .moved
        case .ended: self = .ended
        case .cancelled: self = .cancelled
        }
    }
}
