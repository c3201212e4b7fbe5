import CTouchTrackerAllocationCounter
import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("FaultInjector")
struct FaultInjectorTests {
    private static let allFaults: [TouchFault] = [
        .deadColumn(x: 40, width: 20), .deadRow(y: 60, height: 8), .swapAxes, .flipX, .flipY,
        .offset(dx: 20, dy: -30), .scale(x: 1.5, y: 0.5), .jitter(millimeters: 3), .lostSlot(0),
        .swappedSlots(seconds: 0.1), .ghost(seconds: 0.1), .mergeDistance(millimeters: 30),
        .slowRate(hertz: 20), .gaps(milliseconds: 120, seconds: 0.3), .stuck(x: 50, y: 50),
        .stuckAnywhere, .doubleTapBounce(percent: 100), .bend(millimeters: 5),
    ]

    /// Returns frames of contacts that start, move, rest, lift and are cancelled at random, up to
    /// all slots at a time. A contact may start in the frame in which its slot's previous contact
    /// ends.
    private static func randomFrames(seed: UInt64, slotCount: Int, frames count: Int = 500)
        -> [TouchFrame]
    {
        var random = SeededRandom(seed: seed)
        var down: [Int: TouchContact] = [:]
        var nextID = Int32(random.next(below: 60_000))
        var time: Int64 = 0
        var frames: [TouchFrame] = []
        while frames.count < count {
            time += Int64(
                random.next(below: 20) == 0 ? 400_000 : 4_000 + random.next(below: 12_000))
            var contacts: [TouchContact] = []
            for slot in 0..<slotCount {
                let roll = random.next(below: 100)
                if var contact = down[slot] {
                    if roll < 60 {
                        contact.state = .motion
                        contact.position.x = min(
                            max(0, contact.position.x + random.number(in: -0.03...0.03)), 1)
                        contact.position.y = min(
                            max(0, contact.position.y + random.number(in: -0.03...0.03)), 1)
                        down[slot] = contact
                        contacts.append(contact)
                        continue
                    }
                    guard roll < 68 else { continue }
                    contact.state = roll == 60 ? .cancel : .up
                    contacts.append(contact)
                    down[slot] = nil
                }
                if random.next(below: 12) == 0 {
                    let x = random.number(in: 0...1)
                    let contact = TouchContact(
                        slot: slot, trackingID: nextID, state: .down,
                        position: CGPoint(x: x, y: random.number(in: 0...1)))
                    nextID += 1
                    down[slot] = contact
                    contacts.append(contact)
                }
            }
            guard !contacts.isEmpty else { continue }
            frames.append(
                TouchFrame(
                    device: FaultHarness.device, time: Timestamp(microseconds: time),
                    contacts: contacts))
        }
        let remaining = down.keys.sorted().compactMap { slot in
            var contact = down[slot]
            contact?.state = .up
            return contact
        }
        let end = Timestamp(microseconds: time + 5_000)
        return frames
            + (remaining.isEmpty
                ? [] : [TouchFrame(device: FaultHarness.device, time: end, contacts: remaining)])
    }

    private func check(_ faults: [TouchFault], seed: UInt64) {
        var harness = FaultHarness()
        harness.seed = seed
        let frames = Self.randomFrames(seed: seed, slotCount: 5)
        let output = harness.run(frames, faults)
        var checker = SlotProtocolChecker(slotCount: 5)
        checker.check(output, "\(faults), seed \(seed)")
        let stuck = faults.filter { "\($0)".hasPrefix("stuck") }.count
        #expect(checker.downCount <= stuck, "\(faults), seed \(seed)")
        #expect(harness.run(frames, faults) == output, "the result is repeatable")
    }

    @Test("Random contacts with one fault are a valid stream", arguments: allFaults)
    func streamsOfOne(fault: TouchFault) {
        for seed in UInt64(1)...20 { check([fault], seed: seed) }
    }

    @Test(
        "Random contacts with several faults in any order are a valid stream",
        arguments: 1...40 as ClosedRange<UInt64>)
    func streamsOfSeveral(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        check(
            Array(Self.allFaults.shuffled(using: &random).prefix(2 + random.next(below: 5))),
            seed: seed)
    }

    @Test("Random contacts are a valid stream, which stays unchanged without faults")
    func withoutFaults() {
        for seed in UInt64(1)...20 {
            let frames = Self.randomFrames(seed: seed, slotCount: 5)
            var checker = SlotProtocolChecker(slotCount: 5)
            checker.check(frames, "seed \(seed)")
            #expect(FaultHarness().run(frames, []) == frames)
        }
    }

    @Test(
        "Another seed gives other random numbers, another fault does not change those of the first")
    func randomNumbers() {
        let path = [ContactPath(at: CGPoint(x: 0.5, y: 0.5), duration: 1_000)]
        var other = FaultHarness()
        other.seed = 2
        let jitter = TouchFault.jitter(millimeters: 1)
        let positions = FaultHarness().run(path, jitter).positions
        #expect(other.run(path, jitter).positions != positions)
        let mirrored = FaultHarness().run(path, jitter, .flipX, .flipX).positions
        #expect(positions.count == 100 && mirrored.count == positions.count)
        #expect(zip(positions, mirrored).allSatisfy { abs($0.x - $1.x) < 1e-12 && $0.y == $1.y })
    }

    @Test("Live injection gives the same frames as injection into a list")
    func live() {
        let faults: [TouchFault] = [
            .ghost(seconds: 0.3), .lostSlot(1), .doubleTapBounce(percent: 50), .slowRate(hertz: 45),
        ]
        let frames = Self.randomFrames(seed: 5, slotCount: 5)
        var injector = FaultInjector(faults, touchscreen: FaultHarness().touchscreen)
        var output: [TouchFrame] = []
        for frame in frames {
            while let deadline = injector.nextDeadline, deadline < frame.time {
                injector.advance(to: deadline) { output.append($0) }
            }
            injector.apply(frame) { output.append($0) }
        }
        injector.finish { output.append($0) }
        #expect(output == FaultHarness().run(frames, faults))
        var lateInjector = FaultInjector(faults, touchscreen: FaultHarness().touchscreen)
        var lateOutput: [TouchFrame] = []
        for frame in frames { lateInjector.apply(frame) { lateOutput.append($0) } }
        lateInjector.finish { lateOutput.append($0) }
        #expect(lateOutput == output, "missed deadlines are handled with the next frame")
    }

    @Test("Frames of other devices stay unchanged, and each injector changes its own device only")
    func twoTouchscreens() {
        let first = FaultHarness.frames([ContactPath(at: CGPoint(x: 0.2, y: 0.5), duration: 100)])
        let frames = first.flatMap { frame in
            [1, 2, 3].map {
                TouchFrame(
                    device: DeviceID(rawValue: $0), time: frame.time, contacts: frame.contacts)
            }
        }
        var source = FaultInjectingSource(
            TouchFrameList(frames),
            [
                FaultInjector(
                    [.flipX], touchscreen: TouchscreenProperties(device: DeviceID(rawValue: 1))),
                FaultInjector(
                    [.slowRate(hertz: 80)],
                    touchscreen: TouchscreenProperties(device: DeviceID(rawValue: 2))),
            ])
        var values: [[Double]] = [[], [], []]
        var last = Timestamp.zero
        var frame = TouchFrame(device: FaultHarness.device, time: .zero)
        while source.next(into: &frame) {
            #expect(last <= frame.time)
            last = frame.time
            let index = Int(frame.device.rawValue) - 1
            values[index].append(index == 0 ? frame.contacts[0].position.x : frame.time.seconds)
        }
        #expect(values[0] == Array(repeating: 0.8, count: 11))
        #expect(values[1] == [0, 0.0125, 0.025, 0.0375, 0.05, 0.0625, 0.075, 0.0875, 0.1])
        #expect(values[2].count == 11)
    }

    @Test("Invalid input (unknown slots, motion without a contact) is ignored")
    func invalidInput() {
        let position = CGPoint(x: 0.5, y: 0.5)
        let contacts = [
            TouchContact(slot: 0, trackingID: 9, state: .motion, position: position),
            TouchContact(slot: 1, trackingID: 9, state: .up, position: position),
            TouchContact(slot: 5, trackingID: 9, state: .down, position: position),
            TouchContact(slot: -1, trackingID: 9, state: .down, position: position),
        ]
        let frame = TouchFrame(device: FaultHarness.device, time: .zero, contacts: contacts)
        for fault in Self.allFaults + [.lostSlot(7)] {
            #expect(FaultHarness().run([frame], fault).isEmpty)
        }
    }

    @Test("The size follows from the resolution if that is plausible")
    func touchscreenSize() throws {
        func properties(_ resolution: Int32, maximum: Int32 = 1_999) -> TouchscreenProperties? {
            let axis = EvdevDescription.AbsoluteAxis(
                minimum: 0, maximum: maximum, resolution: resolution)
            return TouchscreenProperties(
                EvdevDescription(
                    name: "Panel",
                    identity: EvdevDescription.Identity(bus: 3, vendor: 1, product: 1, version: 1),
                    codes: [:],
                    axes: [
                        EventCode.slot: EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 4),
                        EventCode.positionX: axis, EventCode.positionY: axis,
                    ], properties: []), device: FaultHarness.device)
        }
        #expect(try #require(properties(10)).size == TouchscreenSize(width: 200, height: 200))
        #expect(try #require(properties(0)).size == .sevenInches)
        #expect(try #require(properties(1)).size == .sevenInches)
        // A placeholder, although 480 mm are plausible.
        #expect(try #require(properties(1, maximum: 479)).size == .sevenInches)
        #expect(try #require(properties(1)).slotCount == 5)
    }

    @Test(
        "After warm-up, no frame allocates",
        .requiresOptimizedBuild)
    func allocations() {
        let frames = Self.randomFrames(seed: 3, slotCount: 5, frames: 2_000)
        for fault in Self.allFaults {
            var injector = FaultInjector([fault], touchscreen: FaultHarness().touchscreen)
            var contactCount = 0
            var counts: [UInt] = []
            for half in [frames.prefix(1_000), frames.dropFirst(1_000)] {
                let before = allocation_counter_value()
                for frame in half {
                    injector.apply(frame) { contactCount += $0.contacts.count }
                }
                counts.append(allocation_counter_value() - before)
            }
            #expect(contactCount > 0)
            #expect(counts[1] == 0, "\(fault)")
        }
    }
}
