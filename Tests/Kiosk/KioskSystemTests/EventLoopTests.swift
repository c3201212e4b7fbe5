import Glibc
import KioskSystem
import Testing
import TouchKitGeometry

@Suite("Event loop")
struct EventLoopTests {
    /// A pipe whose ends are closed with it.
    private final class Pipe {
        let reading: OwnedDescriptor
        let writing: OwnedDescriptor

        init() {
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            reading = OwnedDescriptor(owning: ends[0])
            writing = OwnedDescriptor(owning: ends[1])
        }

        func write() {
            var byte: UInt8 = 1
            _ = Glibc.write(writing.number, &byte, 1)
        }
    }

    private func wait(_ loop: EventLoop) throws -> Set<UInt32> {
        var sources: Set<UInt32> = []
        try loop.wait { sources.insert($0) }
        return sources
    }

    @Test("It tells which sources are readable, and counts its returns.")
    func tellsSources() throws {
        let loop = try EventLoop()
        let first = Pipe()
        let second = Pipe()
        try loop.watch(first.reading.number, as: 1)
        try loop.watch(second.reading.number, as: 2)
        second.write()
        #expect(try wait(loop) == [2])
        first.write()
        #expect(try wait(loop) == [1, 2])
        #expect(loop.returns == 2)
    }

    @Test("A paused source is silent, and speaks when resumed of what came meanwhile.")
    func pausing() throws {
        let loop = try EventLoop()
        let quiet = Pipe()
        let loud = Pipe()
        try loop.watch(quiet.reading.number, as: 1)
        try loop.watch(loud.reading.number, as: 2)
        try loop.pause(quiet.reading.number, as: 1)
        quiet.write()
        loud.write()
        #expect(try wait(loop) == [2])
        try loop.resume(quiet.reading.number, as: 1)
        #expect(try wait(loop) == [1, 2])
    }

    @Test("A source that is forgotten says nothing, and may be watched again.")
    func unwatching() throws {
        let loop = try EventLoop()
        let quiet = Pipe()
        let loud = Pipe()
        try loop.watch(quiet.reading.number, as: 1)
        try loop.watch(loud.reading.number, as: 2)
        quiet.write()
        loud.write()
        try loop.unwatch(quiet.reading.number)
        #expect(try wait(loop) == [2])
        #expect(throws: LinuxError(operation: "epoll_ctl", code: .notFound)) {
            try loop.unwatch(quiet.reading.number)
        }
        try loop.watch(quiet.reading.number, as: 3)
        #expect(try wait(loop) == [2, 3])
    }

    @Test("Watching what isn't open is an error that names the call and the cause.")
    func badDescriptor() throws {
        let loop = try EventLoop()
        #expect(throws: LinuxError(operation: "epoll_ctl", code: Errno(rawValue: EBADF))) {
            try loop.watch(9_999, as: 1)
        }
    }

    @Test("A timer wakes the loop at its time, not before, and once.")
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
        try loop.watch(pipe.reading.number, as: 1)
        pipe.write()
        #expect(try wait(loop) == [1])
    }

    @Test("A timer that is due in the past fires at once; one that is cancelled never.")
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

@Suite("Descriptors")
struct DescriptorTests {
    @Test("A descriptor is closed when its owner goes.")
    func closes() throws {
        var number: Int32 = -1
        do {
            let owned = try OwnedDescriptor(opening: "/dev/null", flags: O_RDONLY)
            number = owned.number
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        }
        #expect(fcntl(number, F_GETFD) == -1)
    }

    @Test("A file that isn't there is an error that names it.")
    func missing() {
        do {
            let owned = try OwnedDescriptor(opening: "/nowhere/file", flags: O_RDONLY)
            Issue.record("opened as \(owned.number)")
        } catch {
            #expect(error.description == "open /nowhere/file: No such file or directory")
            #expect(error.code == .notFound)
        }
    }
}
