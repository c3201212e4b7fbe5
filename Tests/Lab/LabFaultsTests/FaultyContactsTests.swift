import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Faults of contacts")
struct FaultyContactsTests {
    private static let seeds = 1...20 as ClosedRange<UInt64>
    private let center = CGPoint(x: 0.5, y: 0.5)

    private func harness(_ seed: UInt64 = 1, until milliseconds: Int64? = nil) -> FaultHarness {
        var harness = FaultHarness()
        harness.seed = seed
        harness.end = milliseconds.map { Timestamp(microseconds: $0 * 1_000) }
        return harness
    }

    // MARK: Dead bands

    @Test("A contact that crosses a dead column lifts before it and starts again behind it")
    func deadColumn() {
        // One millimeter every 10 ms, starting at 0.5 mm.
        let across = ContactPath(
            from: CGPoint(x: 0.005, y: 0.3), to: CGPoint(x: 0.995, y: 0.3), duration: 1_000)
        let frames = harness().run([across], .deadColumn(x: 30, width: 10))
        #expect(frames.counts == [2, 88, 2])
        #expect(frames.contacts(.down).map(\.contact.trackingID) == [1, 2])
        #expect(frames.contacts(.down).map(\.milliseconds) == [0, 350])
        #expect(frames.contacts(.up).map(\.milliseconds) == [250, 1_000])
        #expect(frames.positions.allSatisfy { !(0.25...0.35).contains($0.x) })
        #expect(harness().run([across], .deadRow(y: 50, height: 10)).counts == [1, 99, 1])
    }

    @Test("A contact in a dead row is not reported, others are not affected")
    func deadRow() {
        let frames = harness().run(
            [
                ContactPath(0, at: CGPoint(x: 0.2, y: 0.52), duration: 100),
                ContactPath(1, at: CGPoint(x: 0.2, y: 0.526), duration: 100),
            ], .deadRow(y: 50, height: 5))
        #expect(frames.counts == [1, 9, 1])
        #expect(frames.allSatisfy { $0.contacts.allSatisfy { $0.slot == 1 } })
    }

    // MARK: Slots

    @Test(
        "The contact in a lost slot disappears for 150 ms about every second, others stay",
        arguments: seeds)
    func lostSlot(seed: UInt64) {
        let frames = harness(seed).run(
            [
                ContactPath(0, at: CGPoint(x: 0.2, y: 0.5), duration: 10_000),
                ContactPath(1, at: CGPoint(x: 0.8, y: 0.5), duration: 10_000),
            ], .lostSlot(1))
        let lifts = frames.contacts(.up).dropLast(2)
        let starts = frames.contacts(.down).dropFirst(2)
        #expect((6...16).contains(lifts.count) && starts.count == lifts.count)
        #expect((lifts + starts).allSatisfy { $0.contact.slot == 1 })
        for (lift, start) in zip(lifts, starts) {
            #expect(abs(start.milliseconds - lift.milliseconds - 150) < 1e-6)
            #expect(start.contact.trackingID > lift.contact.trackingID)
        }
        for (start, lift) in zip(starts, lifts.dropFirst()) {
            #expect((500...1_500).contains(lift.milliseconds - start.milliseconds))
        }
    }

    @Test(
        "Swapped contacts continue at each other's position", arguments: seeds)
    func swappedSlots(seed: UInt64) throws {
        let positions = [CGPoint(x: 0.2, y: 0.5), CGPoint(x: 0.8, y: 0.5)]
        let frames = harness(seed).run(
            [
                ContactPath(0, at: positions[0], duration: 10_000),
                ContactPath(1, at: positions[1], start: 200, duration: 9_000),
            ], .swappedSlots(seconds: 1))
        #expect(frames.counts == [2, 999 + 899 + 2 * swaps(frames).count, 2])
        let times = swaps(frames)
        #expect((6...18).contains(times.count))
        for (first, second) in zip([200] + times, times) {
            #expect((500...1_500).contains(second - first))
        }
        // No contact lifted, and only the two positions occur.
        #expect(frames.positions.allSatisfy { positions.contains($0) })
        // The lift has the position of the contact that lifts, whatever its slot is then.
        #expect(try #require(frames.contacts(.up).first).contact.position == positions[1])
    }

    /// Returns the times at which the contact with tracking id 1 jumped, in milliseconds.
    private func swaps(_ frames: [TouchFrame]) -> [Double] {
        let reports = frames.contacts(.motion).filter { $0.contact.trackingID == 1 }
        return zip(reports, reports.dropFirst()).filter {
            $0.contact.position != $1.contact.position
        }.map(\.1.milliseconds)
    }

    @Test("A single contact is never swapped")
    func swappedAlone() {
        let alone = FaultHarness.frames([ContactPath(at: center, duration: 10_000)])
        #expect(harness().run(alone, .swappedSlots(seconds: 0.1)) == alone)
    }

    // MARK: Ghosts

    @Test(
        "Ghosts occur at the given interval, with or without other contacts, for 20 to 80 ms",
        arguments: seeds)
    func ghosts(seed: UInt64) {
        for strokes in [[], [ContactPath(from: .zero, to: CGPoint(x: 1, y: 1), duration: 19_000)]] {
            let good = FaultHarness.frames(strokes)
            let frames = harness(seed, until: 20_000).run(good, .ghost(seconds: 2))
            let realIDs = strokes.isEmpty ? [] : [Int32(1)]
            let downs = frames.contacts(.down).filter { !realIDs.contains($0.contact.trackingID) }
            let ups = frames.contacts(.up).filter { !realIDs.contains($0.contact.trackingID) }
            #expect((6...20).contains(downs.count))
            #expect(downs.count == ups.count)
            for (down, up) in zip(downs, ups) {
                #expect(down.contact.trackingID == up.contact.trackingID)
                #expect(down.contact.position == up.contact.position)
                #expect((20...80).contains(up.milliseconds - down.milliseconds))
            }
            for (first, second) in zip(ups, downs.dropFirst()) {
                #expect((1_000...3_000).contains(second.milliseconds - first.milliseconds))
            }
            // The positions are spread over both halves.
            #expect(Set(downs.map { $0.contact.position.x < 0.5 }).count == 2)
            // The real contact is unchanged.
            #expect(
                frames.filter { $0.contacts.contains { realIDs.contains($0.trackingID) } } == good)
        }
    }

    @Test("A contact that starts while a ghost occupies its slot gets another slot and keeps it")
    func ghostsSlot() throws {
        let ghost = try #require(
            harness(until: 3_000).run([TouchFrame](), .ghost(seconds: 2)).first)
        #expect(ghost.contacts.map(\.slot) == [0])
        let start = ghost.time.microseconds / 10_000 * 10 + 10
        let frames = harness().run(
            [ContactPath(0, at: center, start: start, duration: 200)], .ghost(seconds: 2))
        let finger = frames.flatMap(\.contacts).filter { $0.position == center }
        #expect(finger.count == 21)
        #expect(finger.allSatisfy { $0.slot == 1 && $0.trackingID == 2 })
    }

    @Test(
        "Without a free slot there is no ghost, and a contact waits for a ghost's slot")
    func allSlotsInUse() throws {
        let five = (0..<5).map {
            ContactPath($0, at: CGPoint(x: 0.1 + 0.2 * Double($0), y: 0.5), duration: 10_000)
        }
        let good = FaultHarness.frames(five)
        #expect(harness().run(good, .ghost(seconds: 0.5)) == good)
        let ghosts = harness(until: 3_000).run([TouchFrame](), .ghost(seconds: 2))
        let start = ghosts[0].time.microseconds / 10_000 * 10 + 10
        let late = five.map { stroke in
            var stroke = stroke
            stroke.start = start
            return stroke
        }
        let frames = harness().run(late, .ghost(seconds: 2))
        let fifth = try #require(
            frames.contacts(.down).first { $0.contact.position.x == 0.9 && $0.milliseconds > 0 })
        let lift = Double(ghosts[1].time.microseconds) / 1_000
        #expect(lift <= fifth.milliseconds && fifth.milliseconds < lift + 10)
        #expect(fifth.contact.slot == 0)
    }

    // MARK: Merged contacts

    @Test("Close contacts merge at their center until their distance is 10 percent larger")
    func merge() throws {
        // 40 mm apart, to 2 mm apart in 1 s, and back.
        let nearing = [
            ContactPath(
                0, from: CGPoint(x: 0.3, y: 0.5), to: CGPoint(x: 0.49, y: 0.5), duration: 1_000),
            ContactPath(
                1, from: CGPoint(x: 0.7, y: 0.5), to: CGPoint(x: 0.51, y: 0.5), duration: 1_000),
        ]
        let frames = harness().run(nearing, .mergeDistance(millimeters: 15))
        #expect(frames.counts[0] == 2)
        let lift = try #require(frames.contacts(.up).first)
        #expect(lift.contact.slot == 1)
        // 38 mm in 99 steps: the last separate report is the last with at least 15 mm.
        #expect((0.575..<0.577).contains(lift.contact.position.x))
        let merged = frames.filter { $0.time.microseconds > Int64(lift.milliseconds * 1_000) }
        #expect(merged.count > 30)
        for contact in merged.flatMap(\.contacts) {
            #expect(contact.slot == 0 && abs(contact.position.x - 0.5) < 1e-9)
        }
        let parting = nearing.map {
            ContactPath($0.slot, from: $0.to, to: $0.from, duration: 1_000)
        }
        let separated = harness().run(parting, .mergeDistance(millimeters: 15))
        let second = try #require(separated.contacts(.down).last)
        #expect(second.contact.slot == 1)
        // The distance is 16.5 mm, plus at most one step.
        #expect((0.5825..<0.5845).contains(second.contact.position.x))
        let older = try #require(
            separated.last { $0.time.microseconds < Int64(second.milliseconds * 1_000) })
        #expect(abs(older.contacts[0].position.x - 0.5) < 1e-9)
    }

    @Test("When the older of two merged contacts lifts, the other starts at its own position")
    func mergedLift() {
        let frames = harness().run(
            [
                ContactPath(0, at: CGPoint(x: 0.5, y: 0.5), duration: 200),
                ContactPath(1, at: CGPoint(x: 0.6, y: 0.5), start: 50, duration: 300),
            ], .mergeDistance(millimeters: 12))
        #expect(frames.contacts(.down).map(\.milliseconds) == [0, 200])
        #expect(frames.contacts(.down).map(\.contact.position.x) == [0.5, 0.6])
        #expect(
            frames.contacts(.motion).first { $0.milliseconds == 50 }?.contact.position.x == 0.55)
    }

    // MARK: Stuck contacts

    @Test("The first contact that lifts near the position stays down and occupies its slot")
    func stuck() throws {
        let taps = [
            ContactPath(0, at: CGPoint(x: 0.1, y: 0.1), start: 0, duration: 100),
            ContactPath(0, at: CGPoint(x: 0.5, y: 0.579), start: 200, duration: 100),
            ContactPath(0, at: center, start: 400, duration: 100),
            ContactPath(0, at: center, start: 600, duration: 100),
        ]
        let frames = harness().run(taps, .stuck(x: 50, y: 50))
        #expect(frames.contacts(.down).map(\.contact.slot) == [0, 0, 1, 1])
        #expect(frames.contacts(.up).map(\.contact.trackingID) == [1, 3, 4])
        let anywhere = harness().run(taps, .stuckAnywhere)
        #expect(anywhere.contacts(.down).map(\.contact.slot) == [0, 0, 0, 1])
        #expect(anywhere.contacts(.up).map(\.contact.trackingID) == [1, 2, 4])
        #expect(harness().run(taps, .stuck(x: 50, y: 70)).contacts(.up).count == 4)
    }

    // MARK: Bouncing taps

    @Test(
        "A tap repeats 25 ms later for 20 ms at its position; a long press does not",
        arguments: seeds)
    func bounce(seed: UInt64) {
        let frames = harness(seed).run(
            [
                ContactPath(0, at: center, duration: 90),
                ContactPath(0, at: center, start: 1_000, duration: 300),
                ContactPath(1, at: CGPoint.zero, start: 2_000, duration: 290),
            ], .doubleTapBounce(percent: 100))
        #expect(frames.contacts(.down).map(\.milliseconds) == [0, 115, 1_000, 2_000, 2_315])
        #expect(frames.contacts(.up).map(\.milliseconds) == [90, 135, 1_300, 2_290, 2_335])
        #expect(frames.contacts(.down).map(\.contact.trackingID) == [1, 2, 3, 4, 5])
        let position = frames.contacts(.down)[1].contact.position
        #expect(position != center)
        #expect(FaultHarness.size.width * abs(position.x - 0.5) <= 0.3)
        #expect(FaultHarness.size.height * abs(position.y - 0.5) <= 0.3)
    }

    @Test("The given percentage of taps repeats", arguments: seeds)
    func someBounce(seed: UInt64) {
        let taps = (0..<100).map { ContactPath(at: center, start: $0 * 200, duration: 80) }
        #expect(
            (130...170).contains(
                harness(seed).run(taps, .doubleTapBounce(percent: 50)).counts[0]))
        #expect(harness(seed).run(taps, .doubleTapBounce(percent: 0)) == FaultHarness.frames(taps))
    }
}
