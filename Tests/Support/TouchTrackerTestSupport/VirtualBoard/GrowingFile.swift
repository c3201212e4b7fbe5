import Foundation

/// A log that somebody else appends to, watched from its present end.
struct GrowingFile {
    private let handle: FileHandle?

    /// A file that is not there never grows.
    init(path: String) {
        handle = FileHandle(forReadingAtPath: path)
        _ = try? handle?.seekToEnd()
    }

    /// Whether `text` has been appended since this was last asked.
    mutating func hasGrown(by text: String) -> Bool {
        guard let data = try? handle?.readToEnd(), !data.isEmpty else { return false }
        return String(decoding: data, as: UTF8.self).contains(text)
    }
}
