import Glibc
import KioskSystem
import TouchKitGeometry
import TouchTrackerApp
import TouchTrackerTestSupport

/// The hand's log: each line is one `write(2)` to its end, so that none is lost when the process is killed and
/// the kernel isn't.
final class HandLog: Sendable {
    private let file: OwnedDescriptor

    init(path: String) throws {
        file = OwnedDescriptor(
            owning: try checked("open", path: path) {
                open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            })
    }

    func write(_ line: HandLine) {
        let bytes = Array("\(line.text)\n".utf8)
        let written = bytes.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
        precondition(written == bytes.count, "the log can't be written")
    }
}

/// The edits on their way to the disk: when the fingers were lifted that made them, and when they were
/// handed over.
struct Lifts {
    private var times: [(lift: Timestamp?, handedOver: Timestamp)] = []
    /// From lifting a finger to the report that its edit is on the disk.
    private(set) var latencies = Latencies()
    /// From handing an edit over to that report: the rest was waiting for the frame.
    private(set) var storing = Latencies()

    /// How many edits aren't on the disk.
    var waiting: Int { times.count }

    /// The next edit is handed over.
    mutating func append(_ lift: Timestamp?, at now: Timestamp) {
        times.append((lift: lift, handedOver: now))
    }

    /// The next edit is on the disk.
    ///
    /// - Returns: The microseconds since its lift; nil where no finger made it.
    mutating func reported(at now: Timestamp) -> Int64? {
        guard !times.isEmpty else { return nil }
        let edit = times.removeFirst()
        storing.append(now.microseconds(since: edit.handedOver))
        guard let lift = edit.lift else { return nil }
        let latency = now.microseconds(since: lift)
        latencies.append(latency)
        return latency
    }
}

extension StrokeMark {
    /// Marks a stroke as it is on the screen.
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

extension HandLine {
    /// An edit as the drawing on the screen has it now, whatever is stored.
    @MainActor
    init(edit number: Int, _ change: DrawingChange?, of drawing: Drawing) {
        let ids: [Stroke.ID]
        switch change?.edit {
        case nil: ids = []
        case .added(let stroke): ids = [stroke.id]
        case .cleared(let cleared): ids = cleared
        case .deleted(let id), .recolored(let id, _, _), .broughtToFront(let id, _, _),
            .reshaped(let id, _, _):
            ids = [id]
        }
        var put: [StrokeMark] = []
        var remove: [Int64] = []
        for id in ids {
            if let stroke = drawing.stroke(id) {
                put.append(StrokeMark(stroke))
            } else {
                remove.append(Int64(id))
            }
        }
        self = .edit(number, put: put, remove: remove)
    }
}
