import CTouchTrackerAllocationCounter
import KioskRuntime
import KioskServices
import LabRobot
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

@Suite("TouchPlayback", .serialized)
@MainActor
struct KioskTouchPlaybackTests {
    /// A view with a mark that moves to each touch, so that frames are needed.
    private final class Pad: UIView {
        private let mark = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        override init(frame: CGRect) {
            super.init(frame: frame)
            mark.backgroundColor = .red
            mark.isUserInteractionEnabled = false
            addSubview(mark)
        }
        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { show(touches) }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { show(touches) }
        private func show(_ touches: Set<UITouch>) {
            for touch in touches { mark.center = touch.location(in: self) }
        }
    }

    private func makeStage(traces: Bool = true) throws -> PlaybackStage {
        try PlaybackStage(width: 200, height: 120, traces: traces) {
            let window = UIWindow(frame: $0.screen.bounds)
            let pad = Pad(frame: window.bounds)
            pad.isMultipleTouchEnabled = true
            window.addSubview(pad)
            window.makeKeyAndVisible()
        }
    }

    private func frames(
        _ name: RobotScript.Name, rateHz: Int, seconds: Int64
    ) -> [TouchFrame] {
        var script = RobotScript(name, rateHz: rateHz, duration: seconds * 1_000_000)
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        var frames: [TouchFrame] = []
        while script.next(into: &frame) { frames.append(frame) }
        return frames
    }

    @Test(
        "Each report of a script is delivered once, in order, with its scheduled time",
        arguments: [RobotScript.Name.circle, .scribble, .tapStorm])
    func plays(script: RobotScript.Name) throws {
        let stage = try makeStage()
        var ends: [TouchPlaybackEnd] = []
        stage.playback.start(script, rateHz: 240, seconds: 2) { ends.append($0) }
        #expect(stage.playback.isPlaying)
        let expected = frames(script, rateHz: 240, seconds: 2)
        try stage.advance(seconds: 2.1)
        #expect(ends == [.played])
        #expect(!stage.playback.isPlaying && stage.playback.nextDeadline == nil)
        #expect(stage.session.playback == nil)
        let expectedSamples = expected.flatMap { frame in
            frame.contacts.map { contact in
                let time = frame.time.advanced(byMicroseconds: 1_000_000)
                let place = stage.geometry.point(normalized: contact.position)
                return [
                    "\(time)", "\(contact.slot)", "\(contact.state)",
                    TouchTrace.decimal(place.x, digits: 2), TouchTrace.decimal(place.y, digits: 2),
                ]
            }
        }
        let got = stage.lines.map { line in
            let words = line.split(separator: " ").map(String.init)
            return [words[0], words[2], words[3]] + words.suffix(2)
        }
        #expect(got == expectedSamples)
        let audit = stage.application.touchAudit
        #expect(audit.liveTouches == 0 && audit.unbalancedViews == 0)
        #expect(audit.total.began > 0)
        #expect(audit.total.cancelled == 0)
    }

    @Test(
        "A frame's samples have their scheduled times, and the loop wakes once per frame"
    )
    func timing() throws {
        let stage = try makeStage()
        stage.playback.start(.circle, rateHz: 240, seconds: 3) { _ in }
        try stage.advance(seconds: 1)
        let (frames, wakes) = (stage.session.frameLog.frames, stage.wakeUps)
        try stage.advance(seconds: 1)
        let shown = stage.session.frameLog.frames - frames
        #expect((58...62).contains(shown))
        // The first report after a frame, and the frame: 240 reports cause no further wake-up.
        #expect(stage.wakeUps - wakes <= 2 * shown + 2)
        let records = stage.session.frameLog.records.suffix(50)
        #expect(records.map(\.samples.count).reduce(0, +) >= 50 * 4 - 4)
        for record in records {
            for sample in record.samples {
                let age = record.latched.microseconds(since: sample.time)
                #expect((0...16_700).contains(age))
                // Reports every 1/240 s from the start at 1 s.
                let number = (sample.time.microseconds * 240 + 999_999) / 1_000_000
                #expect(number * 1_000_000 / 240 == sample.time.microseconds)
            }
        }
    }

    @Test(
        "A real contact ends playback without any other effect; earlier contacts may lift"
    )
    func touched() throws {
        let stage = try makeStage()
        try stage.touch(1, .down, x: 0.1, y: 0.1)
        try stage.advance(seconds: 0.1)
        var ends: [TouchPlaybackEnd] = []
        stage.playback.start(.sparkles, rateHz: 120, seconds: 60) { ends.append($0) }
        try stage.advance(seconds: 1)
        #expect(stage.application.touchAudit.liveTouches == 11)
        stage.forgetLines()
        try stage.touch(1, .motion, x: 0.2, y: 0.2)
        #expect(stage.lines.isEmpty && stage.playback.isPlaying)
        try stage.touch(1, .up, x: 0.2, y: 0.2)
        #expect(stage.lines.count == 1 && stage.playback.isPlaying)
        try stage.advance(seconds: 0.1)
        #expect(stage.application.touchAudit.liveTouches == 10)

        stage.forgetLines()
        try stage.touch(2, .down, x: 0.5, y: 0.5)
        #expect(ends.isEmpty, "the end is reported between two callbacks, not within one")
        #expect(!stage.playback.isPlaying)
        try stage.advance(seconds: 0.1)
        #expect(ends == [.touched])
        #expect(stage.application.touchAudit.liveTouches == 0)
        #expect(stage.application.touchAudit.total.cancelled == 10)
        try stage.touch(2, .motion, x: 0.6, y: 0.5)
        try stage.touch(2, .up, x: 0.6, y: 0.5)
        try stage.advance(seconds: 1)
        #expect(stage.application.touchAudit.liveTouches == 0)
        let began = stage.application.touchAudit.total.began
        try stage.touch(2, .down, x: 0.6, y: 0.5)
        try stage.advance(seconds: 0.1)
        #expect(stage.application.touchAudit.total.began == began + 1)
        #expect(ends == [.touched])
    }

    @Test("Stopping cancels the touches without a callback, and playback can start again")
    func stopped() throws {
        let stage = try makeStage()
        var ends: [String] = []
        stage.playback.start(.sparkles, rateHz: 120, seconds: 60) { ends.append("first \($0)") }
        try stage.advance(seconds: 1)
        #expect(stage.application.touchAudit.liveTouches == 10)
        stage.playback.start(.circle, rateHz: 120, seconds: 1) { ends.append("second \($0)") }
        try stage.advance(seconds: 0.5)
        #expect(stage.application.touchAudit.liveTouches == 1)
        #expect(stage.session.playback === stage.playback)
        try stage.advance(seconds: 1)
        #expect(ends == ["second played"])
        stage.playback.start(.circle, rateHz: 120, seconds: 1) { ends.append("third \($0)") }
        try stage.advance(seconds: 0.5)
        stage.playback.stop()
        stage.playback.stop()
        try stage.advance(seconds: 2)
        #expect(ends == ["second played"])
        #expect(stage.session.playback == nil && stage.playback.nextDeadline == nil)
        #expect(stage.application.touchAudit.liveTouches == 0)
    }

    /// Simulates the work of an application for each report, including merged ones.
    private final class SlowPad: UIView {
        var onMove: (_ reports: Int) -> Void = { _ in }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            onMove(touches.map { event?.coalescedTouches(for: $0)?.count ?? 1 }.max() ?? 1)
            backgroundColor = UIColor(
                white: touches.first?.location(in: self).x == 0 ? 0 : 0.5, alpha: 1)
        }
    }

    @Test(
        "A slow application receives at most as many reports at once as the kernel's buffer holds"
    )
    func tooSlow() throws {
        let pad = SlowPad(frame: CGRect(x: 0, y: 0, width: 200, height: 120))
        pad.isMultipleTouchEnabled = true
        let stage = try PlaybackStage(width: 200, height: 120, traces: false) {
            let window = UIWindow(frame: $0.screen.bounds)
            window.addSubview(pad)
            window.makeKeyAndVisible()
        }
        var moves = 0
        var most = 0
        // The work for a report takes longer than the time to the next one.
        pad.onMove = { [clock = stage.clock] reports in
            moves += reports
            most = max(most, reports)
            clock.now = clock.now.advanced(byMicroseconds: 12_000 * Int64(reports))
        }
        var ends: [TouchPlaybackEnd] = []
        stage.playback.start(.scribble, rateHz: 120, seconds: 10) { ends.append($0) }
        try stage.advance(seconds: 12)
        #expect(ends == [.played])
        #expect(stage.playback.droppedFrames > 200)
        #expect((200...1_000).contains(moves))
        // 125 ms of 120 reports per second.
        #expect((8...16).contains(most))
        let audit = stage.application.touchAudit
        #expect(audit.liveTouches == 0 && audit.total.cancelled == 0)
        #expect(audit.total.began == audit.total.ended)
        #expect(
            audit.total.began
                == frames(.scribble, rateHz: 120, seconds: 10).flatMap(\.contacts)
                .filter { $0.state == .down }.count)
    }

    @Test("The completion handler can start the next playback")
    func chained() throws {
        let stage = try makeStage()
        var count = 0
        func next(_ end: TouchPlaybackEnd) {
            count += 1
            if count < 3 { stage.playback.start(.circle, rateHz: 60, seconds: 1, onEnd: next) }
        }
        stage.playback.start(.circle, rateHz: 60, seconds: 1, onEnd: next)
        try stage.advance(seconds: 3.2)
        #expect(count == 3)
        #expect(stage.application.touchAudit.total.began == 3)
    }

    @Test("Losing the display ends playback")
    func displayLost() throws {
        let stage = try makeStage()
        var ends: [TouchPlaybackEnd] = []
        stage.playback.start(.scribble, rateHz: 120, seconds: 60) { ends.append($0) }
        try stage.advance(seconds: 1)
        stage.session.hideDisplay(at: stage.clock.now)
        stage.playback.displayClosed()
        try stage.advance(seconds: 1)
        #expect(ends == [.displayLost])
        #expect(stage.playback.nextDeadline == nil)
    }

    @Test("Frames of several devices keep their device and its calibration")
    func devices() throws {
        let stage = try makeStage()
        let mirrored = TouchCalibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0)
        func frame(_ device: UInt32, _ time: Int64, _ state: TouchContact.State) -> TouchFrame {
            TouchFrame(
                device: DeviceID(rawValue: device), time: Timestamp(microseconds: time),
                contacts: [
                    TouchContact(
                        slot: 0, trackingID: 1, state: state, position: CGPoint(x: 0.25, y: 0.5))
                ])
        }
        var script = [
            frame(1, 0, .down), frame(2, 0, .down), frame(2, 50_000, .up), frame(1, 60_000, .up),
        ]
        var ends: [TouchPlaybackEnd] = []
        stage.playback.start(
            calibrations: [.identity, mirrored],
            next: { frame in
                if script.isEmpty { return false }
                frame = script.removeFirst()
                return true
            }, onEnd: { ends.append($0) })
        try stage.advance(seconds: 0.04)
        #expect(stage.application.touchAudit.liveTouches == 2)
        try stage.advance(seconds: 0.1)
        #expect(ends == [.played])
        let words = stage.lines.map { $0.split(separator: " ").map(String.init) }
        #expect(words.map { $0[8] } == ["50.00", "150.00", "150.00", "50.00"])
        #expect(Set(words.map { $0[1] }).count == 2)
        #expect(words[0][0] == "1.000000" && words[2][0] == "1.050000")
    }

    @Test("Playback that starts without a display begins when there is one")
    func beforeTheSession() throws {
        let stage = try makeStage()
        let session = stage.session
        stage.playback.session = { nil }
        var ends = 0
        stage.playback.start(.circle, rateHz: 60, seconds: 1) { _ in ends += 1 }
        try stage.advance(seconds: 5)
        #expect(stage.playback.nextDeadline == nil && ends == 0)
        stage.playback.session = { session }
        try stage.advance(seconds: 1.1)
        #expect(ends == 1)
        #expect(stage.lines.first?.hasPrefix("6.100000 ") == true)
    }

    @Test(
        "Playback does not allocate when warm",
        .requiresOptimizedBuild)
    func allocations() throws {
        let stage = try makeStage(traces: false)
        stage.playback.start(.sparkles, rateHz: 240, seconds: 20) { _ in }
        var counted: UInt = 0
        for step in 0..<600 {
            let before = allocation_counter_value()
            try stage.runFrame()
            if step >= 300 { counted += allocation_counter_value() - before }
        }
        #expect(stage.session.frameLog.frames > 550)
        #expect(counted == 0)
    }
}
