import Foundation
import KioskSystem
import Testing
import TouchTrackerLock
import TouchTrackerTestSupport

/// Searches memory and disk for a pattern, as with a core dump.
@Suite("Lock secrets", .serialized)
final class LockSecretsTests {
    private let folder = TemporaryFolder(named: "secrets")
    private var random = SeededRandom(seed: 24)

    /// A process with pipes for input and output.
    private final class PipedProgram {
        let process = Process()
        let input = Pipe()
        let output = Pipe()

        init(_ program: String, _ arguments: [String]) throws {
            process.executableURL = URL(fileURLWithPath: try Program.path)
                .deletingLastPathComponent().appendingPathComponent(program)
            process.arguments = arguments
            process.standardInput = input
            process.standardOutput = output
        }

        var memory: ProcessMemory { ProcessMemory(process: process.processIdentifier) }

        func type(_ line: String) {
            input.fileHandleForWriting.write(Data("\(line)\n".utf8))
        }

        func line() -> String {
            var bytes: [UInt8] = []
            while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10
            {
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Waits until the process has read all input and waits for more, or for space in its
        /// output.
        func waitUntil(itWrites isWriting: Bool) throws {
            while process.isRunning {
                let descriptor = input.fileHandleForWriting.fileDescriptor
                var unread: Int32 = 0
                _ = ioctl(descriptor, UInt(FIONREAD), &unread)
                if unread == 0, try memory.waits(toWrite: isWriting, isWriting ? 1 : 0) { return }
                sched_yield()
            }
            Issue.record("the process ended too early")
        }

        func end() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    /// Returns a random pattern that is not in the memory of a process by chance.
    private func pattern(unknownTo program: PipedProgram) throws -> DotSearch {
        while true {
            let search = DotSearch(using: &random)
            if try program.memory.ways(of: search).isEmpty { return search }
        }
    }

    private func expectNothing(of search: DotSearch, in program: PipedProgram) throws {
        #expect(try program.memory.ways(of: search) == [])
        for name in folder.names {
            let bytes = try folder.bytes(name)
            #expect(!bytes.isEmpty && search.ways(in: bytes) == [])
        }
    }

    @Test("The search finds each representation of a pattern, and no other pattern")
    func search() {
        let search = DotSearch(using: &random)
        // A pattern with different parts of seven dots, forwards and backwards.
        let other = DotSearch(dots: Array(search.dots[4...] + search.dots[..<4]))
        for way in search.all {
            let bytes = [UInt8](repeating: 0xAA, count: 999) + way.bytes + [0xAA]
            #expect(search.ways(in: bytes).contains(way.name))
            #expect(other.ways(in: bytes).isEmpty)
        }
        #expect(search.all.count > 50)
    }

    @Test(
        "'lock set' has the pattern in memory until it is repeated, and no trace after it is set",
        .requiresOwnMemory)
    func setting() throws {
        let program = try PipedProgram("touchtracker", ["lock", "set", "--state", folder.path])
        // The output pipe is full and not read, so the process stays in its present state.
        let output = program.output.fileHandleForWriting.fileDescriptor
        let flags = fcntl(output, F_GETFL)
        _ = fcntl(output, F_SETFL, flags | O_NONBLOCK)
        let filler = [UInt8](repeating: 0, count: 1 << 16)
        while write(output, filler, filler.count) > 0 || write(output, filler, 1) > 0 {}
        _ = fcntl(output, F_SETFL, flags)
        try program.process.run()
        try program.waitUntil(itWrites: false)
        let search = try pattern(unknownTo: program)
        program.type(search.digits)
        try program.waitUntil(itWrites: false)
        #expect(try !program.memory.ways(of: search).isEmpty)
        program.type(search.digits)
        try program.waitUntil(itWrites: true)
        #expect(folder.names == ["lock", "lock-tries"])
        try expectNothing(of: search, in: program)
        // The process may have inherited other blocked signals.
        kill(program.process.processIdentifier, SIGKILL)
        try program.end()
        let clock = BootTimeClock()
        let lock = Lock(folder: folder.path) { clock.now() }
        let pattern = Pattern()
        for dot in search.dots { pattern.connect(dot) }
        #expect(lock.check(pattern) == .correct)
    }

    @Test(
        "A process that checked a pattern, right or wrong, has no trace of it afterwards",
        .requiresOwnMemory)
    func judging() throws {
        let program = try PipedProgram("touchtracker-pattern-checker", [folder.path])
        try program.process.run()
        #expect(program.line() == "ready")
        let right = try pattern(unknownTo: program)
        let set = try Program.run(
            ["lock", "set", "--state", folder.path], input: "\(right.digits)\n\(right.digits)\n")
        #expect(set.status == 0)
        let wrong = try pattern(unknownTo: program)
        for (search, answer) in [(right, "right"), (wrong, "wrong"), (right, "right")] {
            program.type(search.digits)
            #expect(program.line() == "held")
            #expect(try !program.memory.ways(of: search).isEmpty)
            program.type("")
            #expect(program.line() == answer)
            try program.waitUntil(itWrites: false)
            try expectNothing(of: search, in: program)
        }
        try program.end()
        #expect(program.process.terminationStatus == 0)
    }
}
