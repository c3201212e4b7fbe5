import KioskSystem
import Synchronization
import Testing
import TouchKitGeometry

@Suite("What a log remembers")
struct LogMemoryTests {
    @Test("Warnings and errors are remembered with their time; what is only told is not.")
    func levels() {
        let clock = Mutex(Timestamp(microseconds: 5_000_000))
        let memory = LogMemory { clock.withLock { $0 } }
        let said = Mutex<[String]>([])
        let log = Log { _, message in said.withLock { $0.append(message) } }
            .remembered(in: memory)
        log.info("first frame")
        log.debug("a detail")
        clock.withLock { $0 = Timestamp(microseconds: 7_000_000) }
        log.warning("no touch panel")
        clock.withLock { $0 = Timestamp(microseconds: 8_000_000) }
        log.error("no display")
        #expect(
            memory.content.entries == [
                .init(microseconds: 2_000_000, level: .warning, message: "no touch panel"),
                .init(microseconds: 3_000_000, level: .error, message: "no display"),
            ])
        #expect(memory.content.warnings == 1)
        #expect(memory.content.errors == 1)
        #expect(
            said.withLock { $0 } == ["first frame", "a detail", "no touch panel", "no display"],
            "the log goes on as before")
    }

    @Test("Ten are kept, the newest; all are counted.")
    func capacity() {
        let memory = LogMemory()
        let log = Log().remembered(in: memory)
        for number in 1...25 { log.error("\(number)") }
        #expect(memory.content.entries.map(\.message) == (16...25).map { "\($0)" })
        #expect(memory.content.errors == 25)
    }

    @Test("A message is one line and not longer than it may be, whatever a device calls itself.")
    func bounded() throws {
        let memory = LogMemory()
        let log = Log().remembered(in: memory)
        log.warning("a\n\u{1B}[2Jb")
        log.warning(String(repeating: "ä", count: 10_000))
        let messages = memory.content.entries.map(\.message)
        #expect(messages[0] == "a  [2Jb")
        let long = try #require(messages.last)
        #expect(long.utf8.count <= LogMemory.largestMessage + 3)
        #expect(long.hasSuffix("ä…"))
    }
}
