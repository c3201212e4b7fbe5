import CTouchTrackerAllocationCounter
import LabRobot
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("RobotScript")
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
        "Every contact stays within its range and lifts in the end",
        arguments: RobotScript.Name.allCases, rates)
    func isWellFormed(name: RobotScript.Name, rate: Int) {
        for seed in UInt64(1)...5 {
            var down: [Int: TouchContact] = [:]
            var maximumCount = 0
            var identities: Set<Int32> = []
            for frame in frames(name, rate: rate, seconds: 20, seed: seed) {
                #expect(!frame.contacts.isEmpty)
                #expect(Set(frame.contacts.map(\.slot)).count == frame.contacts.count)
                for contact in frame.contacts {
                    let previous = down[contact.slot]
                    #expect(RobotScript.contactRange.contains(contact.position.x))
                    #expect(RobotScript.contactRange.contains(contact.position.y))
                    switch contact.state {
                    case .down:
                        #expect(previous == nil)
                        #expect(identities.insert(contact.trackingID).inserted)
                        #expect(RobotScript.startRange.contains(contact.position.x))
                        #expect(RobotScript.startRange.contains(contact.position.y))
                        down[contact.slot] = contact
                    case .motion:
                        #expect(previous?.trackingID == contact.trackingID)
                        #expect(
                            previous?.position != contact.position,
                            "the kernel omits unchanged contacts")
                        down[contact.slot] = contact
                    case .up:
                        #expect(previous?.trackingID == contact.trackingID)
                        #expect(previous?.position == contact.position)
                        down[contact.slot] = nil
                    case .cancel:
                        Issue.record("scripts cancel no contacts")
                    }
                }
                maximumCount = max(maximumCount, down.count)
            }
            #expect(down.isEmpty)
            #expect(maximumCount == name.contactCount)
        }
    }

    @Test(
        "Reports have the given rate, without gaps while contacts move, up to the duration",
        arguments: RobotScript.Name.allCases, rates)
    func hasItsRate(name: RobotScript.Name, rate: Int) throws {
        let frames = frames(name, rate: rate, seconds: 10)
        for frame in frames {
            // The time of report k is k / rate, rounded down to microseconds.
            let number = (frame.time.microseconds * Int64(rate) + 999_999) / 1_000_000
            #expect(number * 1_000_000 / Int64(rate) == frame.time.microseconds)
        }
        for (first, second) in zip(frames, frames.dropFirst()) {
            #expect(first.time < second.time)
        }
        #expect(try #require(frames.last).time.microseconds < 10_000_000 + 1_000_000 / Int64(rate))
        if name == .circle || name == .scribble || name == .sparkles {
            // After 0.1 s contacts move nearly always; the circle pauses twice for 0.2 s.
            #expect(frames.count > rate * 94 / 10)
        }
    }

    @Test("The same seed gives the same script, another seed another one")
    func isDeterministic() {
        for name in RobotScript.Name.allCases {
            #expect(frames(name, seed: 7) == frames(name, seed: 7))
        }
        for name in [RobotScript.Name.scribble, .tapStorm, .sparkles] {
            #expect(frames(name, seed: 7) != frames(name, seed: 8))
        }
    }

    @Test(
        "Scribbling keeps at least eight contacts down, without taps and long presses")
    func scribbleKeepsContactsDown() {
        var down: [Int: (start: Timestamp, position: CGPoint, moved: Timestamp?)] = [:]
        var together = 0
        let frames = frames(.scribble, rate: 240, seconds: 20)
        for frame in frames {
            for contact in frame.contacts {
                switch contact.state {
                case .down: down[contact.slot] = (frame.time, contact.position, nil)
                case .motion:
                    guard let start = down[contact.slot], start.moved == nil else { continue }
                    let dx = (contact.position.x - start.position.x) * 800
                    let dy = (contact.position.y - start.position.y) * 480
                    if dx * dx + dy * dy > 100 { down[contact.slot]?.moved = frame.time }
                case .up, .cancel:
                    let start = down.removeValue(forKey: contact.slot)
                    guard let start, frame.time < Timestamp(seconds: 20) else { continue }
                    // A contact that moves less than 10 points in 0.5 s would be a long press.
                    let moved = start.moved?.microseconds(since: start.start)
                    #expect(moved.map { $0 < 500_000 } == true)
                }
            }
            if down.count >= 8 { together += 1 }
        }
        #expect(together > frames.count * 3 / 4)
    }

    @Test("Contacts move at most 2 m/s on a touchscreen 154 mm wide")
    func speedsArePlausible() {
        for name in RobotScript.Name.allCases {
            var positions: [Int: (CGPoint, Timestamp)] = [:]
            for frame in frames(name, rate: 240) {
                for contact in frame.contacts {
                    if contact.state == .motion, let (position, time) = positions[contact.slot] {
                        let dx = (contact.position.x - position.x) * 154
                        let dy = (contact.position.y - position.y) * 86
                        let seconds = Double(frame.time.microseconds(since: time)) / 1_000_000
                        #expect((dx * dx + dy * dy).squareRoot() / seconds < 2_000, "\(name)")
                    }
                    positions[contact.slot] = (contact.position, frame.time)
                }
            }
        }
    }

    @Test("Taps are short, do not move, and occur four to seven times per second and contact")
    func tapsArePlausible() {
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
                default: Issue.record("a tap moves")
                }
            }
        }
        #expect((4 * 40...4 * 75).contains(taps))
    }

    @Test("A drag rests at the center before it moves")
    func dragRests() throws {
        let frames = frames(.drag)
        #expect(frames[0].contacts.map(\.state) == [.down])
        #expect(frames[0].contacts[0].position == CGPoint(x: 0.5, y: 0.5))
        let rest = frames[1].time.microseconds(since: frames[0].time)
        #expect((800_000...820_000).contains(rest))
    }

    @Test("A pinch follows a tap and starts on both sides of the stroke's center")
    func pinchFollowsATap() {
        let frames = frames(.pinchRotate)
        #expect(frames[0].contacts.map(\.state) == [.down])
        #expect(frames[1].contacts.map(\.state) == [.up])
        let starts = frames.dropFirst(2).flatMap(\.contacts).filter { $0.state == .down }
        #expect(starts.map(\.slot) == [0, 1])
        for start in starts {
            #expect(abs(start.position.y - RobotScript.strokeStart.y) < 1e-9)
            #expect(start.position.x > RobotScript.strokeStart.x)
            #expect(start.position.x < RobotScript.strokeEnd.x)
        }
        #expect(starts[0].position.x < 0.4 && starts[1].position.x > 0.6)
    }

    @Test(
        "A script that is too short for any contact has no reports",
        arguments: RobotScript.Name.allCases)
    func isEmptyIfTooShort(name: RobotScript.Name) {
        for duration: Int64 in [-1, 0, 99_999, 400_000] {
            var script = RobotScript(name, rateHz: 60, duration: duration)
            var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
            for _ in 0..<2 {
                let hasNext = script.next(into: &frame)
                #expect(!hasNext)
            }
        }
    }

    @Test(
        "After warm-up, creating reports allocates nothing",
        .requiresOptimizedBuild)
    func allocatesNothing() {
        for name in RobotScript.Name.allCases {
            var script = RobotScript(name, rateHz: 240, duration: 60_000_000)
            var frame = TouchFrame(device: DeviceID(rawValue: 1), time: .zero)
            frame.contacts.reserveCapacity(script.contactCount)
            for _ in 0..<240 { _ = script.next(into: &frame) }
            let before = allocation_counter_value()
            while script.next(into: &frame) {}
            #expect(allocation_counter_value() == before, "\(name)")
        }
    }
}
