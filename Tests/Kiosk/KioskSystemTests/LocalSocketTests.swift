import Foundation
import Glibc
import KioskSystem
import Synchronization
import Testing
import TouchTrackerTestSupport

/// Asking and answering at a local socket: what each side does to the other.
@Suite("Local sockets")
struct LocalSocketTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/socket" }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func ask(_ limit: Int = 1_000, milliseconds: Int64 = 10_000) throws(LinuxError)
        -> String
    {
        String(
            decoding: try LocalQuestion.ask(
                path, atMost: limit, timeoutMicroseconds: milliseconds * 1_000), as: UTF8.self)
    }

    private func connect() throws(LinuxError) -> LocalVisitor { try LocalVisitor(path) }

    @Test("Who asks is told all of it; nobody else is waited for.")
    func answer() throws {
        let listener = try LocalListener(path: path)
        #expect(try listener.serve { [] } == .nobody)
        #expect(!Poll.isReadable(listener.descriptor))
        let text = String(repeating: "all is well\n", count: 5_000)
        let answer = Mailbox()
        let path = path
        let asking = try WorkerThread(name: "asking") {
            answer.put(
                try? LocalQuestion.ask(path, atMost: 100_000, timeoutMicroseconds: 60_000_000))
        }
        Poll.waitUntilReadable(listener.descriptor)
        #expect(try listener.serve { Array(text.utf8) } == .answered)
        asking.join()
        #expect(answer.value == Array(text.utf8))
    }

    @Test("Only root and the same user see the file as theirs.")
    func mode() throws {
        let listener = try LocalListener(path: path)
        var information = stat()
        #expect(stat(path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
        withExtendedLifetime(listener) {}
    }

    @Test("Visitors that say nothing, say much, or are gone already hold nobody up.")
    func hostile() throws {
        let listener = try LocalListener(path: path)
        let silent = try connect()
        let loud = try connect()
        let noise = [UInt8](repeating: 0x41, count: 100_000)
        #expect(send(loud.number, noise, noise.count, Int32(MSG_NOSIGNAL)) > 0)
        do { _ = try connect() }
        for _ in 0..<3 { #expect(try listener.serve { Array("yes".utf8) } == .answered) }
        #expect(try listener.serve { [] } == .nobody)
        withExtendedLifetime((silent, loud)) {}
    }

    @Test("More than a socket holds isn't waited for either.")
    func slowReader() throws {
        let listener = try LocalListener(path: path)
        let visitor = try connect()
        let much = [UInt8](repeating: 0x41, count: 10_000_000)
        #expect(try listener.serve { much } == .answered)
        withExtendedLifetime(visitor) {}
    }

    @Test("Of many that come at once the kernel sends most away.")
    func crowd() throws {
        let listener = try LocalListener(path: path, backlog: 4)
        var visitors: [LocalVisitor] = []
        var refusal: Errno?
        while refusal == nil, visitors.count < 100 {
            do throws(LinuxError) {
                visitors.append(try connect())
            } catch {
                refusal = error.code
            }
        }
        #expect(refusal == .again)
        #expect(visitors.count < 10)
        withExtendedLifetime(listener) {}
    }

    @Test("A socket that a killed process left is replaced; the file goes with its listener.")
    func abandoned() throws {
        do {
            let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            let address = try #require(LocalAddress(path: path))
            #expect(address.use { bind(dead, $0, $1) } == 0)
            close(dead)
        }
        #expect(folder.holds("socket"))
        #expect(throws: LinuxError(operation: "connect", code: .connectionRefused, path: path)) {
            try ask()
        }
        do {
            let listener = try LocalListener(path: path)
            let visitor = try connect()
            #expect(try listener.serve { [] } == .answered)
            withExtendedLifetime(visitor) {}
        }
        #expect(!folder.holds("socket"))
        #expect(throws: LinuxError(operation: "connect", code: .notFound, path: path)) {
            try ask()
        }
    }

    @Test("One that lives is left alone, and so is what is no socket.")
    func living() throws {
        let first = try LocalListener(path: path)
        #expect(throws: LinuxError.self) { try LocalListener(path: path) }
        let visitor = try connect()
        #expect(try first.serve { [] } == .answered, "the question whether it lives")
        #expect(try first.serve { [] } == .answered)
        withExtendedLifetime(visitor) {}
        try folder.write("mine", to: "file")
        #expect(throws: LinuxError.self) { try LocalListener(path: "\(folder.path)/file") }
        #expect(try folder.text("file") == "mine")
    }

    @Test("A listener doesn't take away what another process has put in its place.")
    func replaced() throws {
        var first: LocalListener? = try LocalListener(path: path)
        unlink(path)
        let second = try LocalListener(path: path)
        #expect(first != nil)
        first = nil
        #expect(folder.holds("socket"))
        withExtendedLifetime(second) {}
    }

    @Test("Who isn't answered gives up in time, and so does who is told too much.")
    func noAnswer() throws {
        let listener = try LocalListener(path: path)
        #expect(throws: LinuxError(operation: "read", code: .timedOut, path: path)) {
            try ask(milliseconds: 10)
        }
        while try listener.serve({ [] }) != .nobody {}
        let thread = try WorkerThread(name: "answer", handing: listener) { listener in
            Poll.waitUntilReadable(listener.descriptor)
            _ = try? listener.serve { [UInt8](repeating: 0x41, count: 2_000) }
        }
        #expect(
            throws: LinuxError(operation: "read", code: Errno(rawValue: EMSGSIZE), path: path)
        ) {
            try ask(1_000)
        }
        thread.join()
    }

    @Test("A path that is too long for a socket is an error, not another path.")
    func longPath() {
        let long = "/" + String(repeating: "x", count: 200)
        #expect(throws: LinuxError.self) { try LocalListener(path: long) }
        #expect(throws: LinuxError.self) {
            try LocalQuestion.ask(long, atMost: 1, timeoutMicroseconds: 1)
        }
    }
}

/// What one thread leaves for another.
private final class Mailbox: Sendable {
    private let content = Mutex<[UInt8]?>(nil)

    var value: [UInt8]? { content.withLock { $0 } }

    func put(_ value: [UInt8]?) {
        content.withLock { $0 = value }
    }
}
