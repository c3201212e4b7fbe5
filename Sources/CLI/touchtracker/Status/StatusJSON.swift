import KioskRuntime
import KioskYAML

extension StatusReport {
    /// The report as JSON. The keys are described in docs/monitoring.md.
    package var json: JSON {
        kiosk.json(
            program: [("version", .string(version))],
            state: [("store", storage.map(Self.json) ?? .null)])
    }

    private static func json(_ storage: Storage) -> JSON {
        let state: (name: String, waiting: JSON, error: String?) =
            switch storage.state {
            case .saved: ("saved", .integer(0), nil)
            case .saving(let edits): ("saving", .integer(edits), nil)
            case .failing(let error): ("failing", .null, error)
            }
        return .object([
            ("path", JSON(storage.path)),
            ("strokes", storage.strokes.map { .integer($0) } ?? .null),
            ("bytes", storage.bytes.map { .integer($0) } ?? .null),
            ("generation", storage.generation.map { .integer(Int($0)) } ?? .null),
            ("state", .string(state.name)),
            ("waitingEdits", state.waiting),
            ("trouble", JSON(state.error)),
        ])
    }
}
