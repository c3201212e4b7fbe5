import KioskServices
import LabRobot
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerLock

/// Keeps a pattern in memory, and lets those wait who are wrong, on the application's clock.
@MainActor
final class TestKeeper: LockKeeper {
    var hasPattern = true
    /// The right dots.
    var right = [1, 2, 3, 6, 9]
    /// What each wrong try costs, the last for all others.
    var waits: [Double] = [0, 0, 5, 30, 60, 300]
    /// How long judging takes; nil: until `answerNow`.
    var judging: Double? = 0.3
    /// Why nothing can be judged.
    var trouble: String?
    private(set) var wrongTries = 0
    private(set) var asked = 0
    /// How often it was looked at the clock.
    private(set) var looks = 0
    private var end = 0.0
    private var pending: (() -> Void)?

    var secondsToWait: Double {
        looks += 1
        return max(end - CACurrentMediaTime(), 0)
    }

    /// Lets the next try wait.
    func wait(seconds: Double) { end = CACurrentMediaTime() + seconds }

    func check(_ pattern: Pattern, answer: @escaping @MainActor (LockAnswer) -> Void) {
        asked += 1
        let isRight = pattern.dots == right
        pattern.removeAll()
        pending = { [self] in
            if let trouble { return answer(.unavailable(trouble)) }
            if end > CACurrentMediaTime() {
                return answer(.tooEarly(secondsToWait: end - CACurrentMediaTime()))
            }
            if isRight { return answer(.right) }
            let seconds = waits[min(wrongTries, waits.count - 1)]
            wrongTries += 1
            wait(seconds: seconds)
            answer(.wrong(secondsToWait: seconds))
        }
        if let judging {
            UIApplication.shared.schedule(after: judging) { [weak self] in self?.answerNow() }
        }
    }

    func answerNow() {
        let call = pending
        pending = nil
        call?()
    }
}

/// A screen whose picture really is turned and scaled, as a kiosk does it: when all calls are over.
@MainActor
final class TestPanel: KioskServices.Panel {
    private let scanout: (width: Int, height: Int)
    private(set) var rotation = Rotation.none
    private(set) var scale: CGFloat
    var brightness: Double?
    var trouble: String?
    var fingerCapacity: Int? = 10
    private(set) var shown: [String] = []
    /// What was kept.
    private(set) var kept: [String] = []

    init(width: Int, height: Int, scale: CGFloat) {
        scanout = (width, height)
        self.scale = scale
    }

    func show(rotation: Rotation, scale: CGFloat) {
        self.rotation = rotation
        self.scale = scale
        shown.append("\(rotation.rawValue)° \(scale)")
        RunLoop.main.perform { [weak self] in self?.changeScreen() }
    }

    func keep() { kept.append("\(rotation.rawValue)° \(scale)") }

    private func changeScreen() {
        UIApplication.shared.screenChanged(
            to: ScreenGeometry(
                scanoutWidth: scanout.width, scanoutHeight: scanout.height, rotation: rotation,
                scale: scale))
    }

    func setBrightness(_ brightness: Double) -> String? {
        if let trouble { return trouble }
        self.brightness = brightness
        return nil
    }
}

/// Writes down what it is asked for.
@MainActor
final class TestSystem: System {
    var offers = SystemRequest.allCases
    var trouble: String?
    private(set) var asked: [SystemRequest] = []
    var onFailure: ((String) -> Void)?

    func ask(for request: SystemRequest) -> String? {
        asked.append(request)
        return trouble
    }
}

/// Records that a test makes.
@MainActor
final class TestFrames: FrameRecords {
    private var all: [FrameRecord] = []
    /// How often somebody read them.
    private(set) var reads = 0
    var records: [FrameRecord] {
        reads += 1
        return all
    }
    var missedVblanks = 0
    var periodMicroseconds: Int64? = 16_667

    /// These are all.
    func set(_ records: [FrameRecord]) { all = records }

    /// Adds frames at 60 Hz, one after the other; only so many are kept.
    func add(_ count: Int, cost: Int64 = 4_000, keeps: Int = 256) {
        for _ in 0..<count {
            var record = FrameRecord()
            let start = (all.last?.woken ?? .zero).advanced(byMicroseconds: 16_667)
            record.woken = start
            record.committed = start.advanced(byMicroseconds: cost)
            record.flipped = start.advanced(byMicroseconds: 12_000)
            record.samples = [
                ShownSample(time: start.advanced(byMicroseconds: -6_000)),
                ShownSample(time: start.advanced(byMicroseconds: -2_000)),
            ]
            all.append(record)
        }
        if all.count > keeps { all.removeFirst(all.count - keeps) }
    }
}

/// Plays scripts by a simulator's fingers, as far as a test asks.
@MainActor
final class TestRehearsals: Rehearsals {
    /// What was started, in order.
    private(set) var started: [RehearsalScript] = []
    /// How often it was stopped while something was played.
    private(set) var stops = 0
    private var script: RobotScript?
    private var start = 0.0
    private var pending: TouchFrame?
    /// The simulator's fingers that are down.
    private var down: Set<Int> = []
    private var onEnd: (@MainActor (RehearsalEnd) -> Void)?

    var isPlaying: Bool { onEnd != nil }

    func start(
        _ script: RehearsalScript, rateHz: Int, seconds: Double,
        onEnd: @escaping @MainActor (RehearsalEnd) -> Void
    ) {
        started.append(script)
        pending = nil
        self.script = RobotScript.Name(rawValue: script.rawValue).map {
            RobotScript($0, rateHz: rateHz, duration: Int64(seconds * 1_000_000))
        }
        start = CACurrentMediaTime()
        self.onEnd = onEnd
    }

    func start(
        calibrations: [TouchCalibration], next: @escaping (inout TouchFrame) -> Bool,
        onEnd: @escaping @MainActor (RehearsalEnd) -> Void
    ) {
        Issue.record("nobody plays frames of his own in these tests")
    }

    func stop() {
        if isPlaying { stops += 1 }
        onEnd = nil
        script = nil
        pending = nil
    }

    /// Takes the fingers back that are down.
    func cancelFingers(on simulator: TouchSimulator) {
        for finger in down.sorted() { simulator.cancel(finger) }
        down.removeAll()
    }

    /// Lets it end as a kiosk does.
    func end(_ reason: RehearsalEnd, on simulator: TouchSimulator) {
        cancelFingers(on: simulator)
        let call = onEnd
        onEnd = nil
        call?(reason)
    }

    /// Has a simulator's fingers 100… do what it plays, up to so many seconds after its start.
    func play(on simulator: TouchSimulator, seconds: Double) {
        let bounds = UIScreen.main.bounds
        func place(_ contact: TouchContact) -> CGPoint {
            CGPoint(
                x: contact.position.x * bounds.width, y: contact.position.y * bounds.height)
        }
        while let next = takeNext(), next.time.seconds <= seconds {
            pending = nil
            simulator.advance(to: start + next.time.seconds)
            simulator.frame { frame in
                for contact in next.contacts {
                    let finger = 100 + contact.slot
                    switch contact.state {
                    case .down:
                        down.insert(finger)
                        frame.down(finger, at: place(contact))
                    case .motion: frame.move(finger, to: place(contact))
                    case .up:
                        down.remove(finger)
                        frame.up(finger)
                    case .cancel: frame.cancel(finger)
                    }
                }
            }
        }
        simulator.advance(to: start + seconds)
    }

    private func takeNext() -> TouchFrame? {
        if pending == nil {
            var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
            if script?.next(into: &frame) == true { pending = frame }
        }
        return pending
    }
}
