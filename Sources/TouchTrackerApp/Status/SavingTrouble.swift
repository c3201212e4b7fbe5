import Store

/// Why a drawing isn't being saved, for the people in front of the screen.
public enum SavingTrouble: Hashable, Sendable {
    /// Nobody has said where drawings are kept: somebody tries the program.
    case nowhere
    /// The folder or the file can't be used.
    case error(StoreError)

    /// One short line.
    package var text: String {
        switch self {
        case .nowhere: "Not saved: no folder is chosen"
        case .error(let error): "Not saved: \(Self.cause(error))"
        }
    }

    /// Whether the mark stays as long as the trouble does. Whoever has chosen no folder knows it after
    /// once reading it.
    package var isLasting: Bool { self != .nowhere }

    private static func cause(_ error: StoreError) -> String {
        switch error.kind {
        case .noFolder: "\(error.path) isn't there"
        case .unopenable: "\(error.path) can't be opened"
        case .readOnly: "\(error.path) can't be written"
        case .full: "the disk is full"
        case .busy: "another program holds the drawing"
        case .notADatabase, .foreign, .newer, .damaged, .replaced, .senseless, .nothingStored:
            "\(error.path) isn't a drawing"
        case .moved: "\(error.path) was moved"
        case .failed: "the disk fails"
        }
    }
}
