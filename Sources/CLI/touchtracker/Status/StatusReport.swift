import KioskRuntime
import KioskSystem
import TouchTrackerApp
import TouchTrackerStore

/// How the kiosk and its drawing are: the values behind what is told (docs/status.md).
package struct StatusReport: Hashable, Sendable {
    /// How it is with the drawing's being kept.
    package struct Storage: Hashable, Sendable {
        /// How the last edits fare.
        package enum State: Hashable, Sendable {
            /// All is on the disk.
            case saved
            /// So many edits are on their way.
            case saving(edits: Int)
            /// Nothing can be stored, for this reason: one line.
            case failing(String)
        }

        /// The drawing's file; nil where there is none.
        package var path: String?
        /// Strokes of the drawing; nil where nobody knows.
        package var strokes: Int?
        /// How large the drawing's files are, in bytes; nil where that can't be told.
        package var bytes: Int?
        /// How many edits of the drawing were ever stored, as far as is known to be on the disk.
        package var generation: Int64?
        /// How the last edits fare.
        package var state: State

        /// Makes a value.
        package init(
            path: String? = nil, strokes: Int? = nil, bytes: Int? = nil, generation: Int64? = nil,
            state: State
        ) {
            self.path = path
            self.strokes = strokes
            self.bytes = bytes
            self.generation = generation
            self.state = state
        }
    }

    /// The program's version.
    package var version: String
    /// What the runtime knows.
    package var kiosk: KioskStatus
    /// How it is with the drawing; nil as long as nobody has opened it.
    package var storage: Storage?

    /// Makes a report.
    package init(version: String, kiosk: KioskStatus, storage: Storage?) {
        self.version = version
        self.kiosk = kiosk
        self.storage = storage
    }
}

/// Knows what a report is made of while a kiosk runs.
@MainActor
final class StatusSource {
    /// What keeps the drawing, if anything does.
    weak var saver: DrawingSaver?
    /// Why nothing keeps it, where something should.
    var trouble: String?

    /// The report now.
    func report(_ kiosk: KioskStatus) -> StatusReport {
        StatusReport(version: TouchTracker.version, kiosk: kiosk, storage: storage)
    }

    private var storage: StatusReport.Storage? {
        guard let saver else { return trouble.map { .init(state: .failing($0)) } }
        let state: StatusReport.Storage.State =
            switch saver.state {
            case .saved: .saved
            case .saving(let edits): .saving(edits: edits)
            case .failing(let error): .failing("\(error)")
            }
        return StatusReport.Storage(
            path: saver.path, strokes: saver.strokeCount, bytes: Self.size(of: saver.path),
            generation: saver.durableGeneration, state: state)
    }

    /// The size of the drawing and of what isn't put into it yet. The database is open, so that the
    /// kernel knows this without a look at the disk.
    private static func size(of path: String) -> Int? {
        WholeFile.size(path).map { $0 + (WholeFile.size("\(path)-wal") ?? 0) }
    }
}
