import KioskSystem
import Synchronization
import Testing
import TouchKitGeometry

@Suite("Log history")
struct LogHistoryTests {
    @Test("Only warnings and errors are recorded, with their time.")
    func levels() {
        let clock = Mutex(Timestamp(microseconds: 5_000_000))
        let history = LogHistory { clock.withLock { $0 } }
        let messages = Mutex<[String]>([])
        let log = Log { _, message in messages.withLock { $0.append(message) } }
            .recorded(in: history)
        log.info("first frame")
        log.debug("a detail")
        clock.withLock { $0 = Timestamp(microseconds: 7_000_000) }
        log.warning("no touchscreen")
        clock.withLock { $0 = Timestamp(microseconds: 8_000_000) }
        log.error("no display")
        #expect(
            history.snapshot.entries == [
                .init(microseconds: 2_000_000, level: .warning, message: "no touchscreen"),
                .init(microseconds: 3_000_000, level: .error, message: "no display"),
            ])
        #expect(history.snapshot.warningCount == 1)
        #expect(history.snapshot.errorCount == 1)
        #expect(
            messages.withLock { $0 } == [
                "first frame", "a detail", "no touchscreen", "no display",
            ],
            "the log still passes on all messages")
    }

    @Test("Only the last ten messages are stored, but all are counted.")
    func capacity() {
        let history = LogHistory()
        let log = Log().recorded(in: history)
        for number in 1...25 { log.error("\(number)") }
        #expect(history.snapshot.entries.map(\.message) == (16...25).map { "\($0)" })
        #expect(history.snapshot.errorCount == 25)
    }

    @Test("Stored messages are single lines of limited size.")
    func bounded() throws {
        let history = LogHistory()
        let log = Log().recorded(in: history)
        log.warning("a\n\u{1B}[2Jb")
        log.warning(String(repeating: "ä", count: 10_000))
        let messages = history.snapshot.entries.map(\.message)
        #expect(messages.first == "a  [2Jb")
        let long = try #require(messages.last)
        #expect(long.utf8.count == LogHistory.maximumMessageSize + 3)
        #expect(long.hasSuffix("ä…"))
    }
}
