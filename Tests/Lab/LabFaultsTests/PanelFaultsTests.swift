import CTouchTrackerAllocationCounter
import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Bad panels")
struct PanelFaultsTests {
    private static let each: [PanelFault] = [
        .deadColumn(x: 40, width: 20), .deadRow(y: 60, height: 8), .swapAxes, .flipX, .flipY,
        .offset(dx: 20, dy: -30), .scale(x: 1.5, y: 0.5), .jitter(millimeters: 3), .lostSlot(0),
        .swappedSlots(seconds: 0.1), .ghost(seconds: 0.1), .mergeDistance(millimeters: 30),
        .slowRate(hertz: 20), .gaps(milliseconds: 120, seconds: 0.3), .stuck(x: 50, y: 50),
        .stuckAnywhere, .doubleTapBounce(percent: 100), .bend(millimeters: 5),
    ]

    /// Fingers that come down, move, rest, are lifted and cancelled at random, in frames with some of them;
    /// as crowded as it gets, and a finger may follow another one in the same frame.
    private static func play(seed: UInt64, slotCount: Int, frames count: Int = 500)
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
                    device: FaultTrial.device, time: Timestamp(microseconds: time),
                    contacts: contacts))
        }
        let rest = down.keys.sorted().compactMap { slot in
            var contact = down[slot]
            contact?.state = .up
            return contact
        }
        let end = Timestamp(microseconds: time + 5_000)
        return frames
            + (rest.isEmpty
                ? [] : [TouchFrame(device: FaultTrial.device, time: end, contacts: rest)])
    }

    private func check(_ faults: [PanelFault], seed: UInt64) {
        var trial = FaultTrial()
        trial.seed = seed
        let frames = Self.play(seed: seed, slotCount: 5)
        let bad = trial.run(frames, faults)
        var panel = PanelProtocol(slotCount: 5)
        panel.check(bad, "\(faults), seed \(seed)")
        let stuck = faults.filter { "\($0)".hasPrefix("stuck") }.count
        #expect(panel.downCount <= stuck, "\(faults), seed \(seed)")
        #expect(trial.run(frames, faults) == bad, "the same again")
    }

    @Test("What a hand does at random is a panel's stream with each fault.", arguments: each)
    func streamsOfOne(fault: PanelFault) {
        for seed in UInt64(1)...20 { check([fault], seed: seed) }
    }

    @Test(
        "… and with several at a time, in any order.", arguments: 1...40 as ClosedRange<UInt64>)
    func streamsOfSeveral(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        check(
            Array(Self.each.shuffled(using: &random).prefix(2 + random.next(below: 5))), seed: seed)
    }

    @Test("The hand itself is such a stream, and a panel without faults passes it as it is.")
    func goodPanel() {
        for seed in UInt64(1)...20 {
            let frames = Self.play(seed: seed, slotCount: 5)
            var panel = PanelProtocol(slotCount: 5)
            panel.check(frames, "seed \(seed)")
            #expect(FaultTrial().run(frames, []) == frames)
        }
    }

    @Test("Another seed is another chance, and one more fault doesn't change that of the others.")
    func chance() {
        let stroke = [Stroke(at: CGPoint(x: 0.5, y: 0.5), stay: 1_000)]
        var other = FaultTrial()
        other.seed = 2
        let jitter = PanelFault.jitter(millimeters: 1)
        let places = FaultTrial().run(stroke, jitter).places
        #expect(other.run(stroke, jitter).places != places)
        let mirrored = FaultTrial().run(stroke, jitter, .flipX, .flipX).places
        #expect(zip(places, mirrored).allSatisfy { abs($0.x - $1.x) < 1e-12 && $0.y == $1.y })
    }

    @Test("Fed as it happens, it says the same as from a list.")
    func live() {
        let faults: [PanelFault] = [
            .ghost(seconds: 0.3), .lostSlot(1), .doubleTapBounce(percent: 50), .slowRate(hertz: 45),
        ]
        let frames = Self.play(seed: 5, slotCount: 5)
        var panel = PanelFaults(faults, panel: FaultTrial().panel)
        var said: [TouchFrame] = []
        for frame in frames {
            while let due = panel.nextDue, due < frame.time {
                panel.advance(to: due) { said.append($0) }
            }
            panel.apply(frame) { said.append($0) }
        }
        panel.finish { said.append($0) }
        #expect(said == FaultTrial().run(frames, faults))
        var lazy = PanelFaults(faults, panel: FaultTrial().panel)
        var again: [TouchFrame] = []
        for frame in frames { lazy.apply(frame) { again.append($0) } }
        lazy.finish { again.append($0) }
        #expect(again == said, "what nobody asked for in time comes with the next frame")
    }

    @Test("Frames of other devices pass as they are, and faults of two panels don't mix.")
    func twoPanels() {
        let first = FaultTrial.frames([Stroke(at: CGPoint(x: 0.2, y: 0.5), stay: 100)])
        let frames = first.flatMap { frame in
            [1, 2, 3].map {
                TouchFrame(
                    device: DeviceID(rawValue: $0), time: frame.time, contacts: frame.contacts)
            }
        }
        var source = FaultyFrames(
            TouchFrameList(frames),
            [
                PanelFaults([.flipX], panel: FaultyPanel(device: DeviceID(rawValue: 1))),
                PanelFaults(
                    [.slowRate(hertz: 80)], panel: FaultyPanel(device: DeviceID(rawValue: 2))),
            ])
        var said: [[Double]] = [[], [], []]
        var last = Timestamp.zero
        var frame = TouchFrame(device: FaultTrial.device, time: .zero)
        while source.next(into: &frame) {
            #expect(last <= frame.time)
            last = frame.time
            let index = Int(frame.device.rawValue) - 1
            said[index].append(index == 0 ? frame.contacts[0].position.x : frame.time.seconds)
        }
        #expect(said[0] == Array(repeating: 0.8, count: 11))
        #expect(said[1] == [0, 0.0125, 0.025, 0.0375, 0.05, 0.0625, 0.075, 0.0875, 0.1])
        #expect(said[2].count == 11)
    }

    @Test("What no panel says (slots it hasn't, motions of nobody) is passed over.")
    func nonsense() {
        let place = CGPoint(x: 0.5, y: 0.5)
        let contacts = [
            TouchContact(slot: 0, trackingID: 9, state: .motion, position: place),
            TouchContact(slot: 1, trackingID: 9, state: .up, position: place),
            TouchContact(slot: 5, trackingID: 9, state: .down, position: place),
            TouchContact(slot: -1, trackingID: 9, state: .down, position: place),
        ]
        let frame = TouchFrame(device: FaultTrial.device, time: .zero, contacts: contacts)
        for fault in Self.each + [.lostSlot(7)] {
            #expect(FaultTrial().run([frame], fault).isEmpty)
        }
    }

    @Test("A panel's size is what its resolution says, if that can be.")
    func panelSize() throws {
        func panel(_ resolution: Int32) -> FaultyPanel? {
            let axis = EvdevDescription.AbsoluteAxis(
                minimum: 0, maximum: 1_999, resolution: resolution)
            return FaultyPanel(
                EvdevDescription(
                    name: "Panel",
                    identity: EvdevDescription.Identity(bus: 3, vendor: 1, product: 1, version: 1),
                    codes: [:],
                    axes: [
                        EventCode.slot: EvdevDescription.AbsoluteAxis(minimum: 0, maximum: 4),
                        EventCode.positionX: axis, EventCode.positionY: axis,
                    ], properties: []), device: FaultTrial.device)
        }
        #expect(try #require(panel(10)).size == PanelSize(width: 200, height: 200))
        #expect(try #require(panel(0)).size == .sevenInches)
        #expect(try #require(panel(1)).size == .sevenInches)
        #expect(try #require(panel(1)).slotCount == 5)
    }

    @Test(
        "Once warm, no frame allocates.",
        .enabled(
            if: Optimization.isOn && allocation_counter_is_active(),
            "counted in release builds: scripts/test runs it there"))
    func allocations() {
        let frames = Self.play(seed: 3, slotCount: 5, frames: 2_000)
        for fault in Self.each {
            var panel = PanelFaults([fault], panel: FaultTrial().panel)
            var said = 0
            var counts: [UInt] = []
            for half in [frames.prefix(1_000), frames.dropFirst(1_000)] {
                let before = allocation_counter_value()
                for frame in half { panel.apply(frame) { said += $0.contacts.count } }
                counts.append(allocation_counter_value() - before)
            }
            #expect(said > 0)
            #expect(counts[1] == 0, "\(fault)")
        }
    }
}
