import Foundation
import Glibc
import KioskSystem
import Synchronization
import Testing
import TouchTrackerTestSupport

/// The server and the client of a Unix socket.
@Suite("Unix socket server and client")
struct UnixSocketTests {
    private let folder = TemporaryFolder()
    private var path: String { "\(folder.path)/socket" }

    private func readResponse(
        maximumSize: Int = 1_000, milliseconds: Int64 = 10_000
    ) throws(LinuxError) -> String {
        String(
            decoding: try UnixSocketClient.readResponse(
                from: path, maximumSize: maximumSize, timeoutMicroseconds: milliseconds * 1_000),
            as: UTF8.self)
    }

    private func connect() throws(LinuxError) -> LocalSocketClient { try LocalSocketClient(path) }

    @Test("A client receives the whole response, and without a client the server does not wait.")
    func response() throws {
        let server = try UnixSocketServer(path: path)
        #expect(try server.serveClient { [] } == .noClient)
        #expect(!Poll.isReadable(server.descriptor))
        let text = String(repeating: "all is well\n", count: 5_000)
        let mailbox = Mailbox()
        let path = path
        let client = try WorkerThread(name: "client") {
            mailbox.put(
                try? UnixSocketClient.readResponse(
                    from: path, maximumSize: 100_000, timeoutMicroseconds: 60_000_000))
        }
        Poll.waitUntilReadable(server.descriptor)
        #expect(try server.serveClient { Array(text.utf8) } == .responded)
        client.join()
        #expect(mailbox.value == Array(text.utf8))
    }

    @Test("The socket's file has permissions 0600.")
    func mode() throws {
        let server = try UnixSocketServer(path: path)
        var information = stat()
        #expect(stat(path, &information) == 0)
        #expect(information.st_mode & 0o777 == 0o600)
        withExtendedLifetime(server) {}
    }

    @Test("Silent, sending and disconnected clients do not block the server.")
    func hostile() throws {
        let server = try UnixSocketServer(path: path)
        let silentClient = try connect()
        let sendingClient = try connect()
        let request = [UInt8](repeating: 0x41, count: 100_000)
        #expect(send(sendingClient.number, request, request.count, Int32(MSG_NOSIGNAL)) > 0)
        do { _ = try connect() }
        for _ in 0..<3 { #expect(try server.serveClient { Array("yes".utf8) } == .responded) }
        #expect(try server.serveClient { [] } == .noClient)
        withExtendedLifetime((silentClient, sendingClient)) {}
    }

    @Test("A response that exceeds the socket's buffer does not block the server.")
    func slowReader() throws {
        let server = try UnixSocketServer(path: path)
        let client = try connect()
        let response = [UInt8](repeating: 0x41, count: 10_000_000)
        #expect(try server.serveClient { response } == .responded)
        withExtendedLifetime(client) {}
    }

    @Test("The kernel rejects clients that exceed the backlog.")
    func backlog() throws {
        let server = try UnixSocketServer(path: path, backlog: 4)
        var clients: [LocalSocketClient] = []
        var errorCode: Errno?
        while errorCode == nil, clients.count < 100 {
            do throws(LinuxError) {
                clients.append(try connect())
            } catch {
                errorCode = error.code
            }
        }
        #expect(errorCode == .again)
        #expect(clients.count < 10)
        withExtendedLifetime(server) {}
    }

    @Test("A socket of a killed process is replaced, and deinit removes the server's socket.")
    func abandoned() throws {
        do {
            let abandoned = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            let address = try #require(UnixSocketAddress(path: path))
            #expect(address.withSocketAddress { bind(abandoned, $0, $1) } == 0)
            close(abandoned)
        }
        #expect(folder.contains("socket"))
        #expect(throws: LinuxError(operation: "connect", code: .connectionRefused, path: path)) {
            _ = try readResponse()
        }
        do {
            let server = try UnixSocketServer(path: path)
            let client = try connect()
            #expect(try server.serveClient { [] } == .responded)
            withExtendedLifetime(client) {}
        }
        #expect(!folder.contains("socket"))
        #expect(throws: LinuxError(operation: "connect", code: .notFound, path: path)) {
            _ = try readResponse()
        }
    }

    @Test("The socket of a running server and a regular file are not replaced.")
    func existingFiles() throws {
        let first = try UnixSocketServer(path: path)
        #expect(
            throws: LinuxError(operation: "bind", code: Errno(rawValue: EADDRINUSE), path: path)
        ) { try UnixSocketServer(path: path) }
        let client = try connect()
        #expect(
            try first.serveClient { [] } == .responded,
            "the connection with which the second server probes the socket")
        #expect(try first.serveClient { [] } == .responded)
        withExtendedLifetime(client) {}
        try folder.write("text", to: "file")
        #expect(throws: LinuxError.self) { try UnixSocketServer(path: "\(folder.path)/file") }
        #expect(try folder.text("file") == "text")
    }

    @Test("deinit does not remove a socket that another server has created at the same path.")
    func replaced() throws {
        var first: UnixSocketServer? = try UnixSocketServer(path: path)
        unlink(path)
        let second = try UnixSocketServer(path: path)
        #expect(first != nil)
        first = nil
        #expect(folder.contains("socket"))
        withExtendedLifetime(second) {}
    }

    @Test("The client throws an error after the timeout and for a response that is too large.")
    func clientErrors() throws {
        let server = try UnixSocketServer(path: path)
        #expect(throws: LinuxError(operation: "read", code: .timedOut, path: path)) {
            _ = try readResponse(milliseconds: 10)
        }
        while try server.serveClient({ [] }) != .noClient {}
        let thread = try WorkerThread(name: "server", transferring: server) { server in
            Poll.waitUntilReadable(server.descriptor)
            _ = try? server.serveClient { [UInt8](repeating: 0x41, count: 2_000) }
        }
        #expect(
            throws: LinuxError(operation: "read", code: Errno(rawValue: EMSGSIZE), path: path)
        ) {
            _ = try readResponse(maximumSize: 1_000)
        }
        thread.join()
    }

    @Test("A path that is too long for a socket throws an error.")
    func longPath() {
        let longPath = "/" + String(repeating: "x", count: 200)
        let code = Errno(rawValue: ENAMETOOLONG)
        #expect(throws: LinuxError(operation: "bind", code: code, path: longPath)) {
            try UnixSocketServer(path: longPath)
        }
        #expect(throws: LinuxError(operation: "connect", code: code, path: longPath)) {
            try UnixSocketClient.readResponse(
                from: longPath, maximumSize: 1, timeoutMicroseconds: 1)
        }
    }
}

/// A value that one thread passes to another.
private final class Mailbox: Sendable {
    private let content = Mutex<[UInt8]?>(nil)

    var value: [UInt8]? { content.withLock { $0 } }

    func put(_ value: [UInt8]?) {
        content.withLock { $0 = value }
    }
}
