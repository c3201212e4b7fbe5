import LabFaults
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Faults of contacts")
struct FaultyContactsTests {
    private static let seeds = 1...20 as ClosedRange<UInt64>
    private let middle = CGPoint(x: 0.5, y: 0.5)

    private func trial(_ seed: UInt64 = 1, until milliseconds: Int64? = nil) -> FaultTrial {
        var trial = FaultTrial()
        trial.seed = seed
        trial.end = milliseconds.map { Timestamp(microseconds: $0 * 1_000) }
        return trial
    }

    // MARK: Dead bands

    @Test("A finger that crosses a dead column is lifted before it and comes down anew behind it.")
    func deadColumn() {
        // A millimetre every 10 ms, from 0.5 mm.
        let across = Stroke(
            from: CGPoint(x: 0.005, y: 0.3), to: CGPoint(x: 0.995, y: 0.3), stay: 1_000)
        let frames = trial().run([across], .deadColumn(x: 30, width: 10))
        #expect(frames.counts == [2, 88, 2])
        #expect(frames.contacts(.down).map(\.contact.trackingID) == [1, 2])
        #expect(frames.contacts(.down).map(\.milliseconds) == [0, 350])
        #expect(frames.contacts(.up).map(\.milliseconds) == [250, 1_000])
        #expect(frames.places.allSatisfy { !(0.25...0.35).contains($0.x) })
        #expect(trial().run([across], .deadRow(y: 50, height: 10)).counts == [1, 99, 1])
    }

    @Test("A finger in a dead row isn't there, and the others aren't touched by that.")
    func deadRow() {
        let frames = trial().run(
            [
                Stroke(0, at: CGPoint(x: 0.2, y: 0.52), stay: 100),
                Stroke(1, at: CGPoint(x: 0.2, y: 0.526), stay: 100),
            ], .deadRow(y: 50, height: 5))
        #expect(frames.counts == [1, 9, 1])
        #expect(frames.allSatisfy { $0.contacts.allSatisfy { $0.slot == 1 } })
    }

    // MARK: Slots

    @Test(
        "A lost slot's finger is gone for 150 ms about every second, the others stay.",
        arguments: seeds)
    func lostSlot(seed: UInt64) {
        let frames = trial(seed).run(
            [
                Stroke(0, at: CGPoint(x: 0.2, y: 0.5), stay: 10_000),
                Stroke(1, at: CGPoint(x: 0.8, y: 0.5), stay: 10_000),
            ], .lostSlot(1))
        let lifts = frames.contacts(.up).dropLast(2)
        let landings = frames.contacts(.down).dropFirst(2)
        #expect((6...16).contains(lifts.count))
        #expect((lifts + landings).allSatisfy { $0.contact.slot == 1 })
        for (lift, landing) in zip(lifts, landings) {
            #expect(abs(landing.milliseconds - lift.milliseconds - 150) < 1e-6)
            #expect(landing.contact.trackingID > lift.contact.trackingID)
        }
        for (landing, lift) in zip(landings, lifts.dropFirst()) {
            #expect((500...1_500).contains(lift.milliseconds - landing.milliseconds))
        }
    }

    @Test(
        "Two fingers that are taken for each other go on at each other's place.", arguments: seeds)
    func swappedSlots(seed: UInt64) throws {
        let places = [CGPoint(x: 0.2, y: 0.5), CGPoint(x: 0.8, y: 0.5)]
        let frames = trial(seed).run(
            [
                Stroke(0, at: places[0], stay: 10_000),
                Stroke(1, at: places[1], start: 200, stay: 9_000),
            ], .swappedSlots(seconds: 1))
        #expect(frames.counts == [2, 999 + 899 + 2 * swaps(frames).count, 2])
        let times = swaps(frames)
        #expect((6...18).contains(times.count))
        for (first, second) in zip([200] + times, times) {
            #expect((500...1_500).contains(second - first))
        }
        // Nobody was lifted, and all there is are the two places.
        #expect(frames.places.allSatisfy { places.contains($0) })
        // Who is lifted at last is the finger, by whatever name it had then.
        #expect(try #require(frames.contacts(.up).first).contact.position == places[1])
    }

    /// When the contact with the tracking id 1 leapt, in milliseconds.
    private func swaps(_ frames: [TouchFrame]) -> [Double] {
        let reports = frames.contacts(.motion).filter { $0.contact.trackingID == 1 }
        return zip(reports, reports.dropFirst()).filter {
            $0.contact.position != $1.contact.position
        }.map(\.1.milliseconds)
    }

    @Test("A finger alone is never taken for another.")
    func swappedAlone() {
        let alone = FaultTrial.frames([Stroke(at: middle, stay: 10_000)])
        #expect(trial().run(alone, .swappedSlots(seconds: 0.1)) == alone)
    }

    // MARK: Ghosts

    @Test(
        "Ghosts come about as often as was asked for, alone or among fingers, 20 to 80 ms long.",
        arguments: seeds)
    func ghosts(seed: UInt64) {
        for strokes in [[], [Stroke(from: .zero, to: CGPoint(x: 1, y: 1), stay: 19_000)]] {
            let good = FaultTrial.frames(strokes)
            let frames = trial(seed, until: 20_000).run(good, .ghost(seconds: 2))
            let made = strokes.isEmpty ? [] : [Int32(1)]
            let downs = frames.contacts(.down).filter { !made.contains($0.contact.trackingID) }
            let ups = frames.contacts(.up).filter { !made.contains($0.contact.trackingID) }
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
            // They are anywhere.
            #expect(Set(downs.map { $0.contact.position.x < 0.5 }).count == 2)
            // What was really made is there as it was.
            #expect(
                frames.filter { $0.contacts.contains { made.contains($0.trackingID) } } == good)
        }
    }

    @Test("A finger that comes down while a ghost has its slot gets another one, and keeps it.")
    func ghostsSlot() throws {
        let ghost = try #require(
            trial(until: 3_000).run([TouchFrame](), .ghost(seconds: 2)).first)
        #expect(ghost.contacts.map(\.slot) == [0])
        let start = ghost.time.microseconds / 10_000 * 10 + 10
        let frames = trial().run(
            [Stroke(0, at: middle, start: start, stay: 200)], .ghost(seconds: 2))
        let finger = frames.flatMap(\.contacts).filter { $0.position == middle }
        #expect(finger.count == 21)
        #expect(finger.allSatisfy { $0.slot == 1 && $0.trackingID == 2 })
    }

    @Test(
        "Where every slot is taken, no ghost comes; a finger waits for the slot that a ghost has.")
    func fullPanel() throws {
        let five = (0..<5).map {
            Stroke($0, at: CGPoint(x: 0.1 + 0.2 * Double($0), y: 0.5), stay: 10_000)
        }
        let good = FaultTrial.frames(five)
        #expect(trial().run(good, .ghost(seconds: 0.5)) == good)
        let ghosts = trial(until: 3_000).run([TouchFrame](), .ghost(seconds: 2))
        let start = ghosts[0].time.microseconds / 10_000 * 10 + 10
        let late = five.map { stroke in
            var stroke = stroke
            stroke.start = start
            return stroke
        }
        let frames = trial().run(late, .ghost(seconds: 2))
        let fifth = try #require(
            frames.contacts(.down).first { $0.contact.position.x == 0.9 && $0.milliseconds > 0 })
        let lift = Double(ghosts[1].time.microseconds) / 1_000
        #expect(lift <= fifth.milliseconds && fifth.milliseconds < lift + 10)
        #expect(fifth.contact.slot == 0)
    }

    // MARK: Fingers that become one

    @Test("Fingers that near are one in their middle, until they are a tenth farther apart.")
    func merge() throws {
        // 40 mm apart, to 2 mm apart in 1 s, and back.
        let nearing = [
            Stroke(0, from: CGPoint(x: 0.3, y: 0.5), to: CGPoint(x: 0.49, y: 0.5), stay: 1_000),
            Stroke(1, from: CGPoint(x: 0.7, y: 0.5), to: CGPoint(x: 0.51, y: 0.5), stay: 1_000),
        ]
        let frames = trial().run(nearing, .mergeDistance(millimeters: 15))
        #expect(frames.counts[0] == 2)
        let lift = try #require(frames.contacts(.up).first)
        #expect(lift.contact.slot == 1)
        // 38 mm in 99 steps: the last report as two is the last one not nearer than 15 mm.
        #expect((0.575..<0.577).contains(lift.contact.position.x))
        for frame in frames where frame.time.microseconds > Int64(lift.milliseconds * 1_000) {
            #expect(frame.contacts.allSatisfy { $0.slot == 0 && abs($0.position.x - 0.5) < 1e-9 })
        }
        let parting = nearing.map {
            Stroke($0.slot, from: $0.to, to: $0.from, stay: 1_000)
        }
        let apart = trial().run(parting, .mergeDistance(millimeters: 15))
        let second = try #require(apart.contacts(.down).last)
        #expect(second.contact.slot == 1)
        // 16.5 mm apart, and at most a step more.
        #expect((0.5825..<0.5845).contains(second.contact.position.x))
        let older = try #require(
            apart.last { $0.time.microseconds < Int64(second.milliseconds * 1_000) })
        #expect(abs(older.contacts[0].position.x - 0.5) < 1e-9)
    }

    @Test("When the older one of two is lifted, the other one comes down where it is.")
    func mergedLift() {
        let frames = trial().run(
            [
                Stroke(0, at: CGPoint(x: 0.5, y: 0.5), stay: 200),
                Stroke(1, at: CGPoint(x: 0.6, y: 0.5), start: 50, stay: 300),
            ], .mergeDistance(millimeters: 12))
        #expect(frames.contacts(.down).map(\.milliseconds) == [0, 200])
        #expect(frames.contacts(.down).map(\.contact.position.x) == [0.5, 0.6])
        #expect(
            frames.contacts(.motion).first { $0.milliseconds == 50 }?.contact.position.x == 0.55)
    }

    // MARK: Fingers that stay

    @Test("The first contact that is lifted near a place sticks there, its slot with it.")
    func stuck() throws {
        let taps = [
            Stroke(0, at: CGPoint(x: 0.1, y: 0.1), start: 0, stay: 100),
            Stroke(0, at: CGPoint(x: 0.5, y: 0.579), start: 200, stay: 100),
            Stroke(0, at: middle, start: 400, stay: 100),
            Stroke(0, at: middle, start: 600, stay: 100),
        ]
        let frames = trial().run(taps, .stuck(x: 50, y: 50))
        #expect(frames.contacts(.down).map(\.contact.slot) == [0, 0, 1, 1])
        #expect(frames.contacts(.up).map(\.contact.trackingID) == [1, 3, 4])
        let anywhere = trial().run(taps, .stuckAnywhere)
        #expect(anywhere.contacts(.down).map(\.contact.slot) == [0, 0, 0, 1])
        #expect(anywhere.contacts(.up).map(\.contact.trackingID) == [1, 2, 4])
        #expect(trial().run(taps, .stuck(x: 50, y: 70)).contacts(.up).count == 4)
    }

    // MARK: Taps that come twice

    @Test(
        "A tap comes again 25 ms later, for 20 ms and where it was; a long press doesn't.",
        arguments: seeds)
    func bounce(seed: UInt64) {
        let frames = trial(seed).run(
            [
                Stroke(0, at: middle, stay: 90), Stroke(0, at: middle, start: 1_000, stay: 300),
                Stroke(1, at: CGPoint.zero, start: 2_000, stay: 290),
            ], .doubleTapBounce(percent: 100))
        #expect(frames.contacts(.down).map(\.milliseconds) == [0, 115, 1_000, 2_000, 2_315])
        #expect(frames.contacts(.up).map(\.milliseconds) == [90, 135, 1_300, 2_290, 2_335])
        #expect(frames.contacts(.down).map(\.contact.trackingID) == [1, 2, 3, 4, 5])
        let again = frames.contacts(.down)[1].contact.position
        #expect(again != middle)
        #expect(FaultTrial.size.width * abs(again.x - 0.5) <= 0.3)
        #expect(FaultTrial.size.height * abs(again.y - 0.5) <= 0.3)
    }

    @Test("Of many taps as many come twice as was asked for.", arguments: seeds)
    func someBounce(seed: UInt64) {
        let taps = (0..<100).map { Stroke(at: middle, start: $0 * 200, stay: 80) }
        #expect(
            (130...170).contains(
                trial(seed).run(taps, .doubleTapBounce(percent: 50)).counts[0]))
        #expect(trial(seed).run(taps, .doubleTapBounce(percent: 0)) == FaultTrial.frames(taps))
    }
}
