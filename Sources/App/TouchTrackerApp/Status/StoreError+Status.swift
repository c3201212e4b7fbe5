import TouchTrackerStore

extension StoreError {
    /// A short text in one line that informs the user why the drawing is not saved.
    var statusText: String { "Not saved: \(statusCause)" }

    /// The cause of the error in words that users understand.
    private var statusCause: String {
        switch kind {
        case .noFolder: "\(path) isn't there"
        case .unopenable: "\(path) can't be opened"
        case .readOnly: "\(path) can't be written"
        case .full: "the disk is full"
        case .busy: "another program holds the drawing"
        case .notADatabase, .foreign, .newer, .damaged, .replaced, .nothingStored:
            "\(path) isn't a drawing"
        case .moved: "\(path) was moved"
        case .tooLarge: "\(path) is too large"
        case .failed: "the disk fails"
        }
    }
}
