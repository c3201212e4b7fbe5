import TouchTrackerStore

extension StoreError {
    /// One short line for the people in front of the screen.
    var statusText: String { "Not saved: \(statusCause)" }

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
        case .failed: "the disk fails"
        }
    }
}
