import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import Synchronization
import Testing
import TouchKit
import TouchKitGeometry
import TouchTrackerTestSupport

/// Runs the real main loop on a headless display, with requests from another thread.
@Suite("Kiosk status", .serialized)
@MainActor
struct StatusTests {
    private let folder = TemporaryFolder()
    private let memory = LogHistory()

    /// Runs a kiosk, and a closure on another thread.
    ///
    /// - Parameters:
    ///   - seconds: The duration after which the kiosk ends.
    ///   - moves: Whether an animation runs.
    ///   - metrics: The options of the metrics.
    ///   - endsAfterAsking: Whether the kiosk also ends when the closure returns, so that the
    ///     machine's load does not matter.
    ///   - asking: The closure.
    private func run(
        seconds: Double, moves: Bool = false, metrics: StatusOptions.Metrics? = nil,
        endsAfterAsking: Bool = false,
        asking: @escaping @Sendable (_ socket: String) -> Void = { _ in }
    ) throws -> KioskReport {
        var options = KioskOptions(
            output: .headless(DisplayMode(width: 200, height: 120)), input: .none,
            log: Log().recorded(in: memory))
        options.status = StatusOptions(folder: folder.path, logHistory: memory, metrics: metrics) {
            "frames \($0.report.frames) start \($0.starts) on \($0.display?.name ?? "nothing")"
        }
        let socket = "\(folder.path)/\(StatusOptions.socketName)"
        let loopThread = pthread_self()
        let thread = try WorkerThread(name: "asking") {
            // The kiosk is running when its socket exists.
            let deadline = MonotonicClock.now().advanced(byMicroseconds: 30_000_000)
            while access(socket, F_OK) != 0, MonotonicClock.now() < deadline { sched_yield() }
            asking(socket)
            if endsAfterAsking { pthread_kill(loopThread, SIGTERM) }
        }
        let report = try Kiosk.run(options: options) {
            AnimatedViewApp(moving: moves ? seconds : 0, resting: moves ? 0 : seconds)
        }
        thread.join()
        return report
    }

    /// Asks until the kiosk answers, at most for 30 s: its socket exists before it accepts
    /// connections.
    nonisolated private static func ask(_ socket: String) -> String? {
        let deadline = MonotonicClock.now().advanced(byMicroseconds: 30_000_000)
        while MonotonicClock.now() < deadline {
            let bytes = try? UnixSocketClient.readResponse(
                from: socket, maximumSize: 10_000, timeoutMicroseconds: 10_000_000)
            if let bytes { return String(decoding: bytes, as: UTF8.self) }
            sched_yield()
        }
        return nil
    }

    @Test("A request is answered with and without an animation, and starts are counted")
    func answers() throws {
        for start in 1...2 {
            let answer = Mutex<String?>(nil)
            let report = try run(seconds: 60, moves: start == 2, endsAfterAsking: true) { socket in
                // The first answer may precede the first frame.
                _ = Self.ask(socket)
                let text = Self.ask(socket)
                answer.withLock { $0 = text }
            }
            let text = try #require(answer.withLock { $0 })
            #expect(text.hasPrefix("frames "))
            #expect(text.hasSuffix("start \(start) on headless:200x120@60"))
            #expect(report.frames >= 1)
            #expect(!folder.contains("status"), "the kiosk removes its socket")
            #expect(try folder.text("starts") == "\(start)\n")
        }
        #expect(memory.snapshot.entries.isEmpty)
    }

    @Test("An invalid start count is replaced by 1", arguments: ["", "-3\n", "many", "1e400"])
    func nonsense(text: String) throws {
        try folder.write(text, to: "starts")
        _ = try run(seconds: 0.05)
        #expect(try folder.text("starts") == "1\n")
    }

    @Test("Without requests, the socket causes no wake-up")
    func idle() throws {
        // On a busy machine a start may take more wake-ups, so the best of several runs counts.
        var wakeUps = UInt64.max
        for _ in 1...5 where wakeUps > 2 {
            let report = try run(seconds: 1)
            wakeUps = min(wakeUps, report.wakeUps)
            #expect(report.metricsWakeUps == 0)
        }
        // The call that ends the kiosk, and the signal.
        #expect(wakeUps <= 2)
    }

    @Test(
        "A flood of requests causes a few wake-ups per second, and frames are shown meanwhile"
    )
    func flood() throws {
        let answered = Atomic<Int>(0)
        let report = try run(seconds: 2, moves: true) { socket in
            let end = MonotonicClock.now().advanced(byMicroseconds: 1_500_000)
            while MonotonicClock.now() < end {
                let bytes = try? UnixSocketClient.readResponse(
                    from: socket, maximumSize: 10_000, timeoutMicroseconds: 50_000)
                if bytes?.isEmpty == false { answered.add(1, ordering: .relaxed) }
            }
        }
        let count = answered.load(ordering: .relaxed)
        #expect(count >= 1)
        // Ten per second, in two seconds and part of a third.
        #expect(count <= 30)
        #expect(report.frames > 20)
        // In addition to frames: each response, each pause of a second, and the end.
        #expect(report.wakeUps <= UInt64(report.frames + 30 + 10))
    }

    @Test("Silent clients do not block other clients")
    func silent() throws {
        let answer = Mutex<String?>(nil)
        _ = try run(seconds: 60, endsAfterAsking: true) { socket in
            // After an answer, the socket accepts connections.
            _ = Self.ask(socket)
            let silent = (0..<3).compactMap { _ in try? LocalSocketClient(socket) }
            let text = Self.ask(socket)
            if silent.count == 3 { answer.withLock { $0 = text } }
            withExtendedLifetime(silent) {}
        }
        #expect(answer.withLock { $0 } != nil)
    }

    @Test("An unusable status folder is logged once and has no other effect")
    func noFolder() throws {
        try folder.makeFolder("status")
        let report = try run(seconds: 0.1)
        #expect(report.frames == 1)
        let messages = memory.snapshot.entries.map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("status socket: ") == true)
    }

    @Test("Metrics are written by a separate timer, counted separately, and readable by all users")
    func metrics() throws {
        let path = "\(folder.path)/figures.prom"
        let start = MonotonicClock.now()
        // The kiosk ends when the file contains the fifth wake-up or a later one.
        let report = try run(
            seconds: 60,
            metrics: StatusOptions.Metrics(path: path, periodMicroseconds: 100_000) { status in
                { "wakeups \(status.report.metricsWakeUps)\n" }
            }, endsAfterAsking: true
        ) { _ in
            let deadline = MonotonicClock.now().advanced(byMicroseconds: 30_000_000)
            while MonotonicClock.now() < deadline {
                let number = SystemFiles.machine.line(path)?.split(separator: " ").last
                if let number, let wakeUps = Int(number), wakeUps >= 5 { return }
                usleep(10_000)
            }
        }
        let elapsed = MonotonicClock.now().microseconds(since: start)
        #expect(report.wakeUps <= 2)
        #expect(report.metricsWakeUps >= 5)
        #expect(report.metricsWakeUps <= UInt64(elapsed / 100_000))
        #expect(try folder.text("figures.prom") == "wakeups \(report.metricsWakeUps)\n")
        var information = stat()
        #expect(stat(path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o644)
        #expect(FileSystem.names(in: folder.path).sorted() == ["figures.prom", "starts"])
    }

    @Test("Metrics that cannot be written are logged once, not each time")
    func unwritable() throws {
        let report = try run(
            seconds: 0.5,
            metrics: StatusOptions.Metrics(
                path: "\(folder.path)/nowhere/figures.prom", periodMicroseconds: 50_000
            ) { _ in { "" } })
        #expect(report.metricsWakeUps >= 3)
        let messages = memory.snapshot.entries.map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("figures.prom: No such file or directory") == true)
    }
}
