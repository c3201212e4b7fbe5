import Glibc
import KioskSystem
import Testing
import TouchKitGeometry

@Suite("Event loop")
struct EventLoopTests {
    /// A pipe whose ends are closed with the object.
    private final class Pipe {
        let readEnd: OwnedDescriptor
        let writeEnd: OwnedDescriptor

        init() {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            readEnd = OwnedDescriptor(owning: ends[0])
            writeEnd = OwnedDescriptor(owning: ends[1])
        }

        func write() {
            var byte: UInt8 = 1
            _ = Glibc.write(writeEnd.number, &byte, 1)
        }
    }

    /// Returns a loop that watches two pipes as sources 1 and 2.
    private func loopWithPipes() throws -> (EventLoop, Pipe, Pipe) {
        let loop = try EventLoop()
        let (first, second) = (Pipe(), Pipe())
        try loop.watch(first.readEnd.number, as: 1)
        try loop.watch(second.readEnd.number, as: 2)
        return (loop, first, second)
    }

    private func wait(_ loop: EventLoop) throws -> Set<UInt32> {
        var sources: Set<UInt32> = []
        try loop.wait { sources.insert($0) }
        return sources
    }

    @Test("wait() reports the readable sources and counts the wake-ups.")
    func reportsSources() throws {
        let (loop, first, second) = try loopWithPipes()
        second.write()
        #expect(try wait(loop) == [2])
        first.write()
        #expect(try wait(loop) == [1, 2])
        #expect(loop.wakeUpCount == 2)
    }

    @Test("A paused source is reported only after it is resumed, without data loss.")
    func pausing() throws {
        let (loop, paused, other) = try loopWithPipes()
        try loop.pause(paused.readEnd.number, as: 1)
        paused.write()
        other.write()
        #expect(try wait(loop) == [2])
        try loop.resume(paused.readEnd.number, as: 1)
        #expect(try wait(loop) == [1, 2])
    }

    @Test("A source that is no longer watched is not reported and can be watched again.")
    func unwatching() throws {
        let (loop, paused, other) = try loopWithPipes()
        paused.write()
        other.write()
        try loop.unwatch(paused.readEnd.number)
        #expect(try wait(loop) == [2])
        #expect(throws: LinuxError(operation: "epoll_ctl", code: .notFound)) {
            try loop.unwatch(paused.readEnd.number)
        }
        try loop.watch(paused.readEnd.number, as: 3)
        #expect(try wait(loop) == [2, 3])
    }

    @Test("Watching a closed descriptor throws an error with the call and the cause.")
    func badDescriptor() throws {
        let loop = try EventLoop()
        #expect(throws: LinuxError(operation: "epoll_ctl", code: Errno(rawValue: EBADF))) {
            try loop.watch(9_999, as: 1)
        }
    }

    @Test("A timer wakes the loop once, not before its time.")
    func timers() throws {
        let loop = try EventLoop()
        let timer = try TimerDescriptor()
        try loop.watch(timer.descriptor, as: 7)
        let due = MonotonicClock.now().advanced(byMicroseconds: 5_000)
        try timer.set(to: due)
        #expect(try wait(loop) == [7])
        #expect(MonotonicClock.now() >= due)
        timer.acknowledge()
        let pipe = Pipe()
        try loop.watch(pipe.readEnd.number, as: 1)
        pipe.write()
        #expect(try wait(loop) == [1])
    }

    @Test("A timer set in the past fires immediately, a cancelled timer does not fire.")
    func pastAndCancelled() throws {
        let loop = try EventLoop()
        let past = try TimerDescriptor()
        let cancelled = try TimerDescriptor()
        try loop.watch(past.descriptor, as: 1)
        try loop.watch(cancelled.descriptor, as: 2)
        try cancelled.set(to: .zero)
        try cancelled.cancel()
        try past.set(to: .zero)
        #expect(try wait(loop) == [1])
    }
}
