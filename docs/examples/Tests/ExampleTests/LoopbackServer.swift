import Foundation
import Glibc

/// An HTTP server on 127.0.0.1 that sends one JSON document to each client.
final class LoopbackServer: Sendable {
    /// The address of the document.
    let address: String
    private let descriptor: Int32

    /// An error of a socket call.
    struct SocketError: Error {
        var number = errno
    }

    /// Starts a server on an unused port.
    init(json: String) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError() }
        self.descriptor = descriptor
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 4) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw SocketError() }
        address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))/names"
        let response = """
            HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \
            \(json.utf8.count)\r\nConnection: close\r\n\r\n\(json)
            """
        Thread.detachNewThread { Self.serve(descriptor, Array(response.utf8)) }
    }

    /// Stops the server.
    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        Glibc.close(descriptor)
    }

    private static func serve(_ descriptor: Int32, _ response: [UInt8]) {
        while true {
            let client = accept(descriptor, nil, nil)
            guard client >= 0 else { return }
            var request = [UInt8](repeating: 0, count: 4_096)
            _ = read(client, &request, request.count)
            _ = write(client, response, response.count)
            Glibc.close(client)
        }
    }
}
