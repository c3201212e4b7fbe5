import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import Synchronization
import Testing
import TouchKit
import TouchKitGeometry
import TouchTrackerTestSupport

/// The real loop, in real time and in memory, asked by another thread.
@Suite("A kiosk's status", .serialized)
@MainActor
struct StatusTests {
    private let folder: TemporaryFolder
    private let memory = LogMemory()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs a kiosk, and something beside it on a thread of its own.
    private func run(
        seconds: Double, moves: Bool = false, metrics: StatusOptions.Metrics? = nil,
        asking: @escaping @Sendable (_ socket: String) -> Void = { _ in }
    ) throws -> KioskReport {
        var options = KioskOptions(
            output: .headless(DisplayMode(width: 200, height: 120)), input: .none,
            log: Log().remembered(in: memory))
        options.status = StatusOptions(folder: folder.path, memory: memory, metrics: metrics) {
            "frames \($0.report.frames) start \($0.starts) on \($0.display?.name ?? "nothing")"
        }
        let socket = "\(folder.path)/\(StatusOptions.socketName)"
        let thread = try WorkerThread(name: "asking") {
            // The kiosk is there when its socket is.
            let deadline = MonotonicClock.now().advanced(byMicroseconds: 30_000_000)
            while access(socket, F_OK) != 0, MonotonicClock.now() < deadline { sched_yield() }
            asking(socket)
        }
        let report = try Kiosk.run(options: options) {
            MovingApp(moving: moves ? seconds : 0, resting: moves ? 0 : seconds)
        }
        thread.join()
        return report
    }

    nonisolated private static func ask(_ socket: String) -> String? {
        let bytes = try? LocalQuestion.ask(
            socket, atMost: 10_000, timeoutMicroseconds: 10_000_000)
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Who asks is answered, while something moves and while nothing does; starts are counted.")
    func answers() throws {
        for start in 1...2 {
            let answer = Mutex<String?>(nil)
            let report = try run(seconds: 2, moves: start == 2) { socket in
                // The first is answered before anything is shown.
                _ = Self.ask(socket)
                let text = Self.ask(socket)
                answer.withLock { $0 = text }
            }
            let text = try #require(answer.withLock { $0 })
            #expect(text.hasPrefix("frames "))
            #expect(text.hasSuffix("start \(start) on headless:200x120@60"))
            #expect(report.frames >= 1)
            #expect(!folder.holds("status"), "the socket goes with its kiosk")
            #expect(try folder.text("starts") == "\(start)\n")
        }
        #expect(memory.content.entries.isEmpty)
    }

    @Test("A count that makes no sense begins anew.", arguments: ["", "-3\n", "many", "1e400"])
    func nonsense(text: String) throws {
        try folder.write(text, to: "starts")
        _ = try run(seconds: 0.05)
        #expect(try folder.text("starts") == "1\n")
    }

    @Test("Without anybody who asks, a kiosk isn't woken more often than without a socket.")
    func idle() throws {
        let report = try run(seconds: 1)
        // The call that ends it, and the signal.
        #expect(report.wakeUps <= 2)
        #expect(report.metricsWakeUps == 0)
    }

    @Test(
        "A flood of questions wakes the loop some times a second, and everything is drawn meanwhile."
    )
    func flood() throws {
        let answered = Atomic<Int>(0)
        let report = try run(seconds: 2, moves: true) { socket in
            let end = MonotonicClock.now().advanced(byMicroseconds: 1_500_000)
            while MonotonicClock.now() < end {
                let bytes = try? LocalQuestion.ask(
                    socket, atMost: 10_000, timeoutMicroseconds: 50_000)
                if bytes?.isEmpty == false { answered.add(1, ordering: .relaxed) }
            }
        }
        let count = answered.load(ordering: .relaxed)
        #expect(count >= 1)
        // Ten a second, in two seconds and what was begun of a third.
        #expect(count <= 30)
        #expect(report.frames > 20)
        // Beside those for frames: each answer, each second's pause, and the end.
        #expect(report.wakeUps <= UInt64(report.frames + 30 + 10))
    }

    @Test("Visitors that stay and say nothing keep nobody from being answered.")
    func silent() throws {
        let answer = Mutex<String?>(nil)
        _ = try run(seconds: 1) { socket in
            let silent = (0..<3).compactMap { _ in try? LocalVisitor(socket) }
            let text = Self.ask(socket)
            answer.withLock { $0 = text }
            withExtendedLifetime(silent) {}
        }
        #expect(answer.withLock { $0 } != nil)
    }

    @Test("A folder that can't be used costs a line in the log, and nothing else.")
    func noFolder() throws {
        try folder.makeFolder("status")
        let report = try run(seconds: 0.1)
        #expect(report.frames == 1)
        let messages = memory.content.entries.map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("nobody can ask how the kiosk is: ") == true)
    }

    @Test("Metrics are written by a timer of their own, counted apart, for everybody to read.")
    func metrics() throws {
        let path = "\(folder.path)/figures.prom"
        let report = try run(
            seconds: 1,
            metrics: StatusOptions.Metrics(path: path, periodMicroseconds: 100_000) { status in
                { "wakeups \(status.report.metricsWakeUps)\n" }
            })
        #expect(report.wakeUps <= 2)
        #expect((5...10).contains(report.metricsWakeUps))
        #expect(try folder.text("figures.prom") == "wakeups \(report.metricsWakeUps)\n")
        var information = stat()
        #expect(stat(path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o644)
        #expect(Folder.names(in: folder.path).sorted() == ["figures.prom", "starts"])
    }

    @Test("Metrics that can't be written cost one line, not one each time.")
    func unwritable() throws {
        let report = try run(
            seconds: 0.5,
            metrics: StatusOptions.Metrics(
                path: "\(folder.path)/nowhere/figures.prom", periodMicroseconds: 50_000
            ) { _ in { "" } })
        #expect(report.metricsWakeUps >= 3)
        let messages = memory.content.entries.map(\.message)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("figures.prom: No such file or directory") == true)
    }
}
