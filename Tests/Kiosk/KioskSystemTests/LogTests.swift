import Glibc
import KioskSystem
import Synchronization
import Testing

@Suite("Log")
struct LogTests {
    @Test("A message is formatted as one line, with the level's prefix if requested.")
    func lines() {
        #expect(Log.formatLine("no display", level: nil) == "no display\n")
        #expect(Log.formatLine("no display", level: .error) == "<3>no display\n")
        #expect(Log.formatLine("no display", level: .debug) == "<7>no display\n")
    }

    @Test("Control characters in a message are replaced with spaces.")
    func controlCharacters() {
        #expect(Log.formatLine("a\n<3>b\r\u{1B}[2Jc\u{85}d", level: .info) == "<6>a <3>b  [2Jc d\n")
        #expect(Log.formatLine("Größe 7″ 触摸", level: nil) == "Größe 7″ 触摸\n")
    }

    @Test("A stream is identified by its device and inode.")
    func journal() throws {
        var information = stat()
        let null = try OwnedDescriptor(opening: "/dev/null", flags: O_WRONLY)
        #expect(fstat(null.number, &information) == 0)
        let identifier = "\(information.st_dev):\(information.st_ino)"
        #expect(StandardError.isFile(null.number, identifiedBy: identifier))
        let other = "\(information.st_dev):1\(information.st_ino)"
        #expect(!StandardError.isFile(null.number, identifiedBy: other))
        #expect(!StandardError.isFile(null.number, identifiedBy: ""))
        #expect(!StandardError.isFile(-1, identifiedBy: identifier))
    }

    @Test("A sink receives messages with levels; a log without a sink evaluates no message.")
    func sinks() {
        let received = Mutex<[String]>([])
        let log = Log { level, message in received.withLock { $0.append("\(level) \(message)") } }
        log.error("a")
        log.warning("b")
        log.info("c")
        log.debug("d")
        #expect(received.withLock { $0 } == ["error a", "warning b", "info c", "debug d"])
        var evaluationCount = 0
        func makeMessage() -> String {
            evaluationCount += 1
            return "message"
        }
        Log().error(makeMessage())
        #expect(evaluationCount == 0)
    }
}
