import Foundation
import TouchTrackerTestSupport

/// A connection to QEMU's monitor (QMP), which exchanges one JSON object per line.
final class QMPConnection {
    private let socket: LocalSocket
    private let clock: EmulatorClock
    private var unread: [UInt8] = []
    private var events: [[String: Any]] = []

    /// Connects, and completes the capability negotiation.
    init(path: String, clock: EmulatorClock) throws(VirtualBoardError) {
        self.clock = clock
        socket = try LocalSocket(path: path, by: Deadline(clock))
        let greeting = try nextObject(by: Deadline(clock))
        guard greeting?["QMP"] != nil else {
            throw VirtualBoardError(
                "\(path): no greeting from QEMU; check whether another driver is connected")
        }
        try execute("qmp_capabilities")
    }

    /// Runs a command, and returns its result.
    @discardableResult
    func execute(
        _ command: String, _ arguments: [String: Any] = [:]
    ) throws(VirtualBoardError) -> Any? {
        try execute(command, [arguments])
    }

    /// Runs a command once with each of the arguments, without waiting in between.
    ///
    /// - Returns: The last result.
    @discardableResult
    func execute(
        _ command: String, _ arguments: [[String: Any]]
    ) throws(VirtualBoardError) -> Any? {
        var lines: [UInt8] = []
        for argument in arguments {
            let request: [String: Any] = ["execute": command, "arguments": argument]
            guard let line = try? JSONSerialization.data(withJSONObject: request) else {
                throw VirtualBoardError("QMP \(command): the arguments are not valid JSON")
            }
            lines += Array(line) + [UInt8(ascii: "\n")]
        }
        try socket.write(lines)
        var result: Any?
        for _ in arguments { result = try nextResult(of: command) }
        return result
    }

    /// Waits for the result of a command; events that arrive meanwhile are queued.
    private func nextResult(of command: String) throws(VirtualBoardError) -> Any {
        let deadline = Deadline(clock)
        while let object = try nextObject(by: deadline) {
            if let result = object["return"] { return result }
            if let error = object["error"] as? [String: Any] {
                throw VirtualBoardError("QMP \(command): \(error["desc"] ?? error)")
            }
            if object["event"] != nil { events.append(object) }
        }
        throw VirtualBoardError("QMP \(command): no answer")
    }

    /// Waits for an event `name` of the device `device` that no earlier call has returned.
    func waitForEvent(_ name: String, device: String) throws(VirtualBoardError) {
        try waitForEvent(name) { $0["device"] as? String == device }
    }

    /// Waits for an event `name` with matching data that no earlier call has returned.
    ///
    /// - Returns: The data of the event.
    @discardableResult
    func waitForEvent(
        _ name: String, where condition: ([String: Any]) -> Bool
    ) throws(VirtualBoardError) -> [String: Any] {
        let deadline = Deadline(clock)
        while true {
            for (index, event) in events.enumerated() where event["event"] as? String == name {
                let data = event["data"] as? [String: Any] ?? [:]
                guard condition(data) else { continue }
                events.remove(at: index)
                return data
            }
            guard let object = try nextObject(by: deadline) else {
                throw VirtualBoardError("QMP: no matching event \(name)")
            }
            if object["event"] != nil { events.append(object) }
        }
    }

    /// Returns the object of the next line, or `nil` if no line arrives by the deadline.
    private func nextObject(by deadline: Deadline) throws(VirtualBoardError) -> [String: Any]? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(unread[..<end])
                unread.removeSubrange(...end)
                let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any]
                guard let object else {
                    throw VirtualBoardError("QMP: a line is not a JSON object")
                }
                return object
            }
            let bytes = try socket.read(by: deadline)
            guard !bytes.isEmpty else { return nil }
            unread += bytes
        }
    }
}
