import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Finger queue")
struct FingerQueueTests {
    static func change(
        _ phase: FingerChange.Phase, finger: Int, x: Double, at time: Int64
    ) -> FingerChange {
        FingerChange(
            phase: phase,
            sample: FingerSample(
                finger: FingerID(rawValue: finger), time: Timestamp(microseconds: time),
                position: CGPoint(x: x, y: 0)))
    }

    static func append(
        _ queue: inout FingerQueue, _ changes: [FingerChange], merging: Bool = true
    ) {
        queue.append(merging: merging) { frame in
            for change in changes {
                frame.changes.append(change)
                frame.samples.append(change.sample)
                frame.time = change.sample.time
            }
        }
    }

    @Test("Frames in which fingers only move become one delivery that keeps every sample.")
    func movesMerge() throws {
        var queue = FingerQueue()
        Self.append(&queue, [Self.change(.moved, finger: 1, x: 1, at: 10)])
        Self.append(&queue, [Self.change(.moved, finger: 2, x: 5, at: 20)])
        Self.append(&queue, [Self.change(.moved, finger: 1, x: 3, at: 30)])
        let taken = queue.takeFirst()
        let frame = try #require(taken)
        #expect(frame.changes.map(\.sample.position.x) == [3, 5])
        #expect(frame.samples.map(\.position.x) == [1, 5, 3])
        #expect(frame.time.microseconds == 30)
        #expect(queue.isEmpty)
    }

    @Test(
        "A down or an up stays a delivery of its own.",
        arguments: [FingerChange.Phase.began, .ended, .cancelled])
    func edgesStay(phase: FingerChange.Phase) {
        var queue = FingerQueue()
        Self.append(&queue, [Self.change(.moved, finger: 1, x: 1, at: 10)])
        Self.append(&queue, [Self.change(phase, finger: 2, x: 1, at: 20)])
        Self.append(&queue, [Self.change(.moved, finger: 1, x: 2, at: 30)])
        var deliveries = 0
        while queue.takeFirst() != nil { deliveries += 1 }
        #expect(deliveries == 3)
    }

    @Test(
        "What was measured up to the time of a call isn't merged with what came after it.",
        arguments: [(9, 1), (10, 2), (19, 2), (20, 1), (25, 1)])
    func callsDivide(deadline: Int64, deliveries: Int) {
        var queue = FingerQueue()
        for time: Int64 in [10, 20] {
            queue.append(merging: true, notAcross: Timestamp(microseconds: deadline)) { frame in
                let change = Self.change(.moved, finger: 1, x: Double(time), at: time)
                frame.time = change.sample.time
                frame.changes.append(change)
                frame.samples.append(change.sample)
            }
        }
        var taken = 0
        while queue.takeFirst() != nil { taken += 1 }
        #expect(taken == deliveries)
    }

    @Test("Without merging every hardware frame is a delivery.")
    func withoutMerging() {
        var queue = FingerQueue()
        Self.append(&queue, [Self.change(.moved, finger: 1, x: 1, at: 10)], merging: false)
        Self.append(&queue, [Self.change(.moved, finger: 1, x: 2, at: 20)], merging: false)
        _ = queue.takeFirst()
        #expect(!queue.isEmpty)
    }

    @Test("A frame in which nothing happened isn't queued.")
    func emptyFramesAreDropped() {
        var queue = FingerQueue()
        queue.append { _ in }
        #expect(queue.isEmpty)
    }

    @Test("A recycled frame comes back empty.")
    func recycledFramesAreEmpty() throws {
        var queue = FingerQueue()
        Self.append(&queue, [Self.change(.began, finger: 1, x: 1, at: 10)])
        let first = queue.takeFirst()
        queue.recycle(try #require(first))
        Self.append(&queue, [Self.change(.ended, finger: 1, x: 2, at: 20)])
        let second = queue.takeFirst()
        let frame = try #require(second)
        #expect(frame.changes.count == 1)
        #expect(frame.samples.count == 1)
    }
}
