import KioskRuntime
import KioskSystem
import TouchTrackerApp
import TouchTrackerStore

/// The status of the kiosk and its drawing (docs/monitoring.md).
package struct StatusReport: Hashable, Sendable {
    /// The state of the drawing's storage.
    package struct Storage: Hashable, Sendable {
        /// Whether the drawing's edits are durable, are being written, or cannot be stored.
        package enum State: Hashable, Sendable {
            /// All edits of the drawing are durable.
            case saved
            /// Edits are being written. `edits` is the number of edits that are not durable yet.
            case saving(edits: Int)
            /// Edits cannot be stored. The associated value is a one-line error message.
            case failing(String)
        }

        /// The path of the drawing's database, or `nil` if no database is open.
        package var path: String?
        /// The number of strokes in the drawing, or `nil` if unknown.
        package var strokes: Int?
        /// The size of the database and its write-ahead log in bytes, or `nil` if unknown.
        package var bytes: Int?
        /// The number of edits that were stored durably since the database was created, or `nil` if
        /// unknown.
        package var generation: Int64?
        /// Whether the drawing's edits are durable, are being written, or cannot be stored.
        package var state: State

        /// Creates a description of the drawing's storage.
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
    /// The status of the runtime.
    package var kiosk: KioskStatus
    /// The state of the drawing's storage, or `nil` before the storage is opened.
    package var storage: Storage?

    /// Creates a report from the status of the runtime and of the drawing's storage.
    package init(version: String, kiosk: KioskStatus, storage: Storage?) {
        self.version = version
        self.kiosk = kiosk
        self.storage = storage
    }
}

/// An object that creates status reports while a kiosk runs, and that supplies their values about
/// the drawing's storage.
@MainActor
final class StatusSource {
    /// The drawing's storage, or `nil` if the drawing is not saved.
    weak var persistence: DrawingPersistence?
    /// The message of the error that prevents storing the drawing, or `nil` if there is no error.
    var storageError: String?

    /// Creates a report with the runtime's status and the current state of the drawing's storage.
    func makeReport(_ kiosk: KioskStatus) -> StatusReport {
        StatusReport(version: TouchTracker.version, kiosk: kiosk, storage: storage)
    }

    private var storage: StatusReport.Storage? {
        guard let persistence else { return storageError.map { .init(state: .failing($0)) } }
        let state: StatusReport.Storage.State =
            switch persistence.state {
            case .saved: .saved
            case .saving(let edits): .saving(edits: edits)
            case .failing(let error): .failing("\(error)")
            }
        return StatusReport.Storage(
            path: persistence.path, strokes: persistence.strokeCount,
            bytes: Self.size(of: persistence.path),
            generation: persistence.durableGeneration, state: state)
    }

    /// Returns the size in bytes of the database at `path` and its write-ahead log, or `nil` if
    /// unknown. Both files are open, so the kernel returns their sizes without disk access.
    private static func size(of path: String) -> Int? {
        FileContents.size(of: path).map { $0 + (FileContents.size(of: "\(path)-wal") ?? 0) }
    }
}
