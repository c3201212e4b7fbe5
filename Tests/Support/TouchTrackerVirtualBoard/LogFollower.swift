import Foundation

/// A reader of the text that another process appends to a log file.
struct LogFollower {
    private let handle: FileHandle?

    /// Starts at the present end of the file. A missing file never has new text.
    init(path: String) {
        handle = FileHandle(forReadingAtPath: path)
        _ = try? handle?.seekToEnd()
    }

    /// Returns whether `text` has been appended since the previous call.
    mutating func hasAppended(_ text: String) -> Bool {
        guard let data = try? handle?.readToEnd(), !data.isEmpty else { return false }
        return String(decoding: data, as: UTF8.self).contains(text)
    }
}
