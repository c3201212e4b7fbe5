import Glibc
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Touch update queue")
struct TouchUpdateQueueTests {
    static func change(
        _ phase: TouchChange.Phase, touch: Int, x: Double, at time: Int64
    ) -> TouchChange {
        TouchChange(
            phase: phase,
            sample: TouchSample(
                touch: TouchIdentifier(rawValue: touch), time: Timestamp(microseconds: time),
                position: CGPoint(x: x, y: 0)))
    }

    static func append(
        _ queue: inout TouchUpdateQueue, _ changes: [TouchChange], merging: Bool = true,
        notAcross deadline: Timestamp? = nil
    ) {
        queue.append(merging: merging, notAcross: deadline) { update in
            for change in changes {
                update.changes.append(change)
                update.samples.append(change.sample)
                update.time = change.sample.time
            }
        }
    }

    @Test("Move-only updates are merged into one that keeps all samples.")
    func movesMerge() throws {
        var queue = TouchUpdateQueue()
        Self.append(&queue, [Self.change(.moved, touch: 1, x: 1, at: 10)])
        Self.append(&queue, [Self.change(.moved, touch: 2, x: 5, at: 20)])
        Self.append(&queue, [Self.change(.moved, touch: 1, x: 3, at: 30)])
        let first = queue.popFirst()
        let update = try #require(first)
        #expect(update.changes.map(\.sample.position.x) == [3, 5])
        #expect(update.samples.map(\.position.x) == [1, 5, 3])
        #expect(update.time.microseconds == 30)
        #expect(queue.isEmpty)
    }

    @Test(
        "Updates with a touch-down, lift or cancellation are not merged.",
        arguments: [TouchChange.Phase.began, .ended, .cancelled])
    func otherPhasesAreNotMerged(phase: TouchChange.Phase) {
        var queue = TouchUpdateQueue()
        Self.append(&queue, [Self.change(.moved, touch: 1, x: 1, at: 10)])
        Self.append(&queue, [Self.change(phase, touch: 2, x: 1, at: 20)])
        Self.append(&queue, [Self.change(.moved, touch: 1, x: 2, at: 30)])
        var deliveries = 0
        while queue.popFirst() != nil { deliveries += 1 }
        #expect(deliveries == 3)
    }

    @Test(
        "Updates from before and after the deadline of a scheduled call are not merged.",
        arguments: [(9, 1), (10, 2), (19, 2), (20, 1), (25, 1)])
    func deadlinesSeparateUpdates(deadline: Int64, deliveries: Int) {
        var queue = TouchUpdateQueue()
        for time: Int64 in [10, 20] {
            Self.append(
                &queue, [Self.change(.moved, touch: 1, x: Double(time), at: time)],
                notAcross: Timestamp(microseconds: deadline))
        }
        var count = 0
        while queue.popFirst() != nil { count += 1 }
        #expect(count == deliveries)
    }

    @Test("Without merging, each update is a separate delivery.")
    func withoutMerging() {
        var queue = TouchUpdateQueue()
        Self.append(&queue, [Self.change(.moved, touch: 1, x: 1, at: 10)], merging: false)
        Self.append(&queue, [Self.change(.moved, touch: 1, x: 2, at: 20)], merging: false)
        _ = queue.popFirst()
        #expect(!queue.isEmpty)
    }

    @Test("An update without changes is not queued.")
    func emptyUpdatesAreDropped() {
        var queue = TouchUpdateQueue()
        queue.append { _ in }
        #expect(queue.isEmpty)
    }

    @Test("A recycled update is empty when it is reused.")
    func recycledUpdatesAreEmpty() throws {
        var queue = TouchUpdateQueue()
        Self.append(&queue, [Self.change(.began, touch: 1, x: 1, at: 10)])
        let first = queue.popFirst()
        queue.recycle(try #require(first))
        Self.append(&queue, [Self.change(.ended, touch: 1, x: 2, at: 20)])
        let second = queue.popFirst()
        let update = try #require(second)
        #expect(update.changes.count == 1)
        #expect(update.samples.count == 1)
    }

    @Test("The cost of an update does not depend on the number of waiting updates.")
    func flood() {
        /// Returns the CPU time per update in nanoseconds if `count` updates wait.
        func cost(_ count: Int) -> Double {
            var queue = TouchUpdateQueue()
            var (start, end) = (timespec(), timespec())
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
            for number in 0..<count {
                let phase: TouchChange.Phase = number.isMultiple(of: 2) ? .began : .ended
                let change = Self.change(phase, touch: number, x: 1, at: Int64(number))
                Self.append(&queue, [change])
            }
            var (delivered, misplaced) = (0, 0)
            while let update = queue.popFirst() {
                if update.time.microseconds != delivered { misplaced += 1 }
                delivered += 1
                queue.recycle(update)
            }
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
            #expect(delivered == count && misplaced == 0)
            let seconds = Double(end.tv_sec - start.tv_sec)
            return (seconds * 1e9 + Double(end.tv_nsec - start.tv_nsec)) / Double(count)
        }
        // Removing the first element of an array of 100,000 takes 100 times as long as of 1,000.
        // The minimum of several measurements excludes those that other processes disturbed.
        let few = (0..<3).map { _ in cost(1_000) }.min() ?? 0
        let many = (0..<3).map { _ in cost(100_000) }.min() ?? .infinity
        #expect(many < 5 * few, "\(few) ns, \(many) ns")
    }
}
