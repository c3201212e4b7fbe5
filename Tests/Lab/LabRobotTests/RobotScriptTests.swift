import CTouchTrackerAllocationCounter
import LabRobot
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Robot's scripts")
struct RobotScriptTests {
    private static let rates = [60, 125, 240]

    private func frames(
        _ name: RobotScript.Name, rate: Int = 125, seconds: Int64 = 10, seed: UInt64 = 1
    ) -> [TouchFrame] {
        var script = RobotScript(name, rateHz: rate, duration: seconds * 1_000_000, seed: seed)
        var frames: [TouchFrame] = []
        var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
        while script.next(into: &frame) { frames.append(frame) }
        return frames
    }

    @Test(
        "Every finger that comes down moves where fingers may be, and is lifted in the end.",
        arguments: RobotScript.Name.allCases, rates)
    func isWellFormed(name: RobotScript.Name, rate: Int) {
        for seed in UInt64(1)...5 {
            var down: [Int: TouchContact] = [:]
            var most = 0
            var identities: Set<Int32> = []
            for frame in frames(name, rate: rate, seconds: 20, seed: seed) {
                #expect(!frame.contacts.isEmpty)
                #expect(Set(frame.contacts.map(\.slot)).count == frame.contacts.count)
                for contact in frame.contacts {
                    let before = down[contact.slot]
                    #expect(RobotScript.reach.contains(contact.position.x))
                    #expect(RobotScript.reach.contains(contact.position.y))
                    switch contact.state {
                    case .down:
                        #expect(before == nil)
                        #expect(identities.insert(contact.trackingID).inserted)
                        #expect(RobotScript.landing.contains(contact.position.x))
                        #expect(RobotScript.landing.contains(contact.position.y))
                        down[contact.slot] = contact
                    case .motion:
                        #expect(before?.trackingID == contact.trackingID)
                        #expect(before?.position != contact.position, "a kernel is silent then")
                        down[contact.slot] = contact
                    case .up:
                        #expect(before?.trackingID == contact.trackingID)
                        #expect(before?.position == contact.position)
                        down[contact.slot] = nil
                    case .cancel:
                        Issue.record("a script cancels nothing")
                    }
                }
                most = max(most, down.count)
            }
            #expect(down.isEmpty)
            #expect(most == name.fingers)
        }
    }

    @Test(
        "Its reports come at the panel's rate, none is left out while a finger moves, and the last one at the end.",
        arguments: RobotScript.Name.allCases, rates)
    func hasItsRate(name: RobotScript.Name, rate: Int) throws {
        let frames = frames(name, rate: rate, seconds: 10)
        for frame in frames {
            // k-th report: k / rate, rounded down to microseconds.
            let number = (frame.time.microseconds * Int64(rate) + 999_999) / 1_000_000
            #expect(number * 1_000_000 / Int64(rate) == frame.time.microseconds)
        }
        for (first, second) in zip(frames, frames.dropFirst()) {
            #expect(first.time < second.time)
        }
        #expect(try #require(frames.last).time.microseconds < 10_000_000 + 1_000_000 / Int64(rate))
        if name == .circle || name == .scribble || name == .sparkles {
            // From 0.1 s on something moves nearly always; a circle's finger is away for 0.2 s twice.
            #expect(frames.count > rate * 94 / 10)
        }
    }

    @Test("The same seed is the same hand, another one is another.")
    func isDeterministic() {
        for name in RobotScript.Name.allCases {
            #expect(frames(name, seed: 7) == frames(name, seed: 7))
        }
        for name in [RobotScript.Name.scribble, .tapStorm, .sparkles] {
            #expect(frames(name, seed: 7) != frames(name, seed: 8))
        }
    }

    @Test(
        "Ten fingers scribble nearly all the time, and none of their strokes is a tap or a press.")
    func scribbleKeepsFingersDown() {
        var down: [Int: (start: Timestamp, place: CGPoint, moved: Timestamp?)] = [:]
        var together = 0
        let frames = frames(.scribble, rate: 240, seconds: 20)
        for frame in frames {
            for contact in frame.contacts {
                switch contact.state {
                case .down: down[contact.slot] = (frame.time, contact.position, nil)
                case .motion:
                    guard let finger = down[contact.slot], finger.moved == nil else { continue }
                    let dx = (contact.position.x - finger.place.x) * 800
                    let dy = (contact.position.y - finger.place.y) * 480
                    if dx * dx + dy * dy > 100 { down[contact.slot]?.moved = frame.time }
                case .up, .cancel:
                    let finger = down.removeValue(forKey: contact.slot)
                    guard let finger, frame.time < Timestamp(seconds: 20) else { continue }
                    // 10 points within half a second on 800 × 480, or it would be a long press.
                    let moved = finger.moved?.microseconds(since: finger.start)
                    #expect(moved.map { $0 < 500_000 } == true)
                }
            }
            if down.count >= 8 { together += 1 }
        }
        #expect(together > frames.count * 3 / 4)
    }

    @Test("Fingers are no faster than people's: 2 m/s on a panel 154 mm wide.")
    func speedsArePlausible() {
        for name in RobotScript.Name.allCases {
            var places: [Int: (CGPoint, Timestamp)] = [:]
            for frame in frames(name, rate: 240) {
                for contact in frame.contacts {
                    if contact.state == .motion, let (place, time) = places[contact.slot] {
                        let dx = (contact.position.x - place.x) * 154
                        let dy = (contact.position.y - place.y) * 86
                        let seconds = Double(frame.time.microseconds(since: time)) / 1_000_000
                        #expect((dx * dx + dy * dy).squareRoot() / seconds < 2_000, "\(name)")
                    }
                    places[contact.slot] = (contact.position, frame.time)
                }
            }
        }
    }

    @Test("Taps are taps: short, in one place, four to seven a second of each finger.")
    func tapsAreTaps() {
        var down: [Int: Timestamp] = [:]
        var taps = 0
        for frame in frames(.tapStorm, rate: 240, seconds: 10) {
            for contact in frame.contacts {
                switch contact.state {
                case .down: down[contact.slot] = frame.time
                case .up:
                    taps += 1
                    let time = down[contact.slot].map { frame.time.microseconds(since: $0) }
                    #expect(time.map { (40_000...100_000).contains($0) } == true)
                default: Issue.record("a tapping finger moves")
                }
            }
        }
        #expect((4 * 40...4 * 75).contains(taps))
    }

    @Test("A drag rests in the middle before it moves.")
    func dragRests() throws {
        let frames = frames(.drag)
        #expect(frames[0].contacts.map(\.state) == [.down])
        #expect(frames[0].contacts[0].position == CGPoint(x: 0.5, y: 0.5))
        let rest = frames[1].time.microseconds(since: frames[0].time)
        #expect((800_000...820_000).contains(rest))
    }

    @Test("A pinch follows a tap, and takes hold of the stroke on both sides of it.")
    func pinchFollowsATap() {
        let frames = frames(.pinchRotate)
        #expect(frames[0].contacts.map(\.state) == [.down])
        #expect(frames[1].contacts.map(\.state) == [.up])
        let landings = frames.dropFirst(2).flatMap(\.contacts).filter { $0.state == .down }
        #expect(landings.map(\.slot) == [0, 1])
        for landing in landings {
            #expect(abs(landing.position.y - RobotScript.strokeBegin.y) < 1e-9)
            #expect(landing.position.x > RobotScript.strokeBegin.x)
            #expect(landing.position.x < RobotScript.strokeEnd.x)
        }
        #expect(landings[0].position.x < 0.4 && landings[1].position.x > 0.6)
    }

    @Test(
        "Too little time for anything is a script without reports.",
        arguments: RobotScript.Name.allCases)
    func isEmptyIfTooShort(name: RobotScript.Name) {
        for duration: Int64 in [-1, 0, 99_999, 400_000] {
            var script = RobotScript(name, rateHz: 60, duration: duration)
            var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
            for _ in 0..<2 {
                let isMore = script.next(into: &frame)
                #expect(!isMore)
            }
        }
    }

    @Test(
        "Once warm, making reports allocates nothing.",
        .enabled(if: Optimization.isOn, "counted in release builds: scripts/test runs it there"))
    func allocatesNothing() {
        for name in RobotScript.Name.allCases {
            var script = RobotScript(name, rateHz: 240, duration: 60_000_000)
            var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
            frame.contacts.reserveCapacity(script.fingers)
            for _ in 0..<240 { _ = script.next(into: &frame) }
            let before = allocation_counter_value()
            while script.next(into: &frame) {}
            #expect(allocation_counter_value() == before, "\(name)")
        }
    }
}
