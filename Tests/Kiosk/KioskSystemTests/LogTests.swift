import Glibc
import KioskSystem
import Synchronization
import Testing

@Suite("Log")
struct LogTests {
    @Test("A message is one line, with systemd's prefix where its journal reads.")
    func lines() {
        #expect(Log.line("no display", at: nil) == "no display\n")
        #expect(Log.line("no display", at: .error) == "<3>no display\n")
        #expect(Log.line("no display", at: .debug) == "<7>no display\n")
    }

    @Test("A device can't begin a line of its own by the name it gives itself.")
    func controlCharacters() {
        #expect(Log.line("a\n<3>b\r\u{1B}[2Jc\u{85}d", at: .info) == "<6>a <3>b  [2Jc d\n")
        #expect(Log.line("Größe 7″ 触摸", at: nil) == "Größe 7″ 触摸\n")
    }

    @Test("The journal is known by device and inode, not by the variable alone.")
    func journal() throws {
        var information = stat()
        let null = try OwnedDescriptor(opening: "/dev/null", flags: O_WRONLY)
        #expect(fstat(null.number, &information) == 0)
        let name = "\(information.st_dev):\(information.st_ino)"
        #expect(StandardError.isFile(null.number, name))
        #expect(!StandardError.isFile(null.number, "\(information.st_dev):1\(information.st_ino)"))
        #expect(!StandardError.isFile(null.number, ""))
        #expect(!StandardError.isFile(-1, name))
    }

    @Test("A sink gets each message with its level; a log without one doesn't even make the words.")
    func sinks() {
        let heard = Mutex<[String]>([])
        let log = Log { level, message in heard.withLock { $0.append("\(level) \(message)") } }
        log.error("a")
        log.warning("b")
        log.info("c")
        log.debug("d")
        #expect(heard.withLock { $0 } == ["error a", "warning b", "info c", "debug d"])
        var made = 0
        func words() -> String {
            made += 1
            return "words"
        }
        Log().error(words())
        #expect(made == 0)
    }
}
