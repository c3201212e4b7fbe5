import Glibc
import KioskSystem
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// The log of the crash subject. Each line is appended with one `write(2)`, so that it survives if
/// the process is killed but the kernel continues.
final class CrashSubjectLog: Sendable {
    private let file: OwnedDescriptor

    init(path: String) throws {
        file = OwnedDescriptor(
            owning: try performSystemCall("open", path: path) {
                open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            })
    }

    func write(_ line: CrashSubjectLogLine) {
        let bytes = Array("\(line.text)\n".utf8)
        let written = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
        precondition(written == bytes.count, "cannot write the log")
    }
}

/// The latencies of edits: from the end of their touch, and from their submission, until they are
/// durable.
struct EditLatencies {
    private var times: [(touchEnd: Timestamp?, submitted: Timestamp)] = []
    /// The latencies from the end of a touch until its edit is durable.
    private(set) var touchLatencies = Latencies()
    /// The latencies from the submission of an edit until it is durable, without the wait for the
    /// frame.
    private(set) var storingLatencies = Latencies()

    /// The number of edits that are not durable.
    var pendingCount: Int { times.count }

    /// Records the submission of the next edit.
    mutating func append(_ touchEnd: Timestamp?, at now: Timestamp) {
        times.append((touchEnd: touchEnd, submitted: now))
    }

    /// Records that the oldest pending edit is durable.
    ///
    /// - Returns: The time since the end of its touch in microseconds, or `nil` if no touch made
    ///   it.
    mutating func recordDurable(at now: Timestamp) -> Int64? {
        guard !times.isEmpty else { return nil }
        let edit = times.removeFirst()
        storingLatencies.append(now.microseconds(since: edit.submitted))
        guard let touchEnd = edit.touchEnd else { return nil }
        let latency = now.microseconds(since: touchEnd)
        touchLatencies.append(latency)
        return latency
    }
}

extension StrokeDigest {
    /// Creates the digest of a stroke on the screen.
    init(_ stroke: Stroke) {
        var hash = StrokeHash(
            tool: stroke.tool.rawValue, color: stroke.color.rawValue, width: stroke.width)
        for point in stroke.points {
            hash.mix(point.x)
            hash.mix(point.y)
        }
        self.init(id: Int64(stroke.id), level: Int64(stroke.level), hash: hash.value)
    }
}

extension CrashSubjectLogLine {
    /// Creates the log line of an edit from the drawing on the screen, independently of the store.
    @MainActor
    init(edit number: Int, _ change: DrawingChange?, of drawing: Drawing) {
        var put: [StrokeDigest] = []
        var remove: [Int64] = []
        for id in change?.edit.ids ?? [] {
            if let stroke = drawing.stroke(id) {
                put.append(StrokeDigest(stroke))
            } else {
                remove.append(Int64(id))
            }
        }
        self = .edit(number, put: put, remove: remove)
    }
}
