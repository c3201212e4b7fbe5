/// A line of the log that `touchtracker-crash-subject` writes.
///
/// Each line is written by one write(2), so that a killed process leaves at most one incomplete
/// line, the last.
package enum CrashSubjectLogLine: Hashable, Sendable {
    /// The strokes on the screen when the stored drawing had been restored completely.
    case restored([StrokeDigest])
    /// An edit with its number, its new or changed strokes, and the identifiers of its removed
    /// strokes.
    ///
    /// The line is written before the edit is passed to the store.
    case edit(Int, put: [StrokeDigest], remove: [Int64])
    /// The number of an edit that is durable, and the time since the lift of the contact that made
    /// it.
    ///
    /// The time is in microseconds, or `nil` for an edit that no contact made, such as undo.
    case durable(Int, sinceLift: Int64?)
    /// The strokes on the screen when the process ended.
    case end([StrokeDigest])
    /// A named measurement of the loop or of the disk.
    case figure(String, Int64)

    /// The text of the line, without the newline.
    package var text: String {
        switch self {
        case .restored(let digests):
            return Self.join(["restored"] + digests.map(\.text))
        case .edit(let number, let put, let remove):
            return Self.join(["edit", "\(number)"] + put.map(\.text) + remove.map { "-\($0)" })
        case .durable(let number, let microseconds):
            return Self.join(["durable", "\(number)"] + (microseconds.map { ["\($0)"] } ?? []))
        case .end(let digests):
            return Self.join(["end"] + digests.map(\.text))
        case .figure(let name, let value):
            return "figure \(name) \(value)"
        }
    }

    /// Parses a line without its newline, or returns `nil` if the line is invalid.
    package init?(_ text: String) {
        let words: [String] = text.split(separator: " ").map { String($0) }
        let rest = words.dropFirst()
        switch words.first {
        case "restored", "end":
            var digests: [StrokeDigest] = []
            for word in rest {
                guard let digest = StrokeDigest(word) else { return nil }
                digests.append(digest)
            }
            self = words[0] == "end" ? .end(digests) : .restored(digests)
        case "edit":
            guard let number = rest.first.flatMap({ Int($0) }) else { return nil }
            var put: [StrokeDigest] = []
            var remove: [Int64] = []
            for word in rest.dropFirst() {
                if let digest = StrokeDigest(word) {
                    put.append(digest)
                } else if let id = Int64(word), id < 0 {
                    remove.append(-id)
                } else {
                    return nil
                }
            }
            self = .edit(number, put: put, remove: remove)
        case "durable":
            guard let number = rest.first.flatMap({ Int($0) }) else { return nil }
            self = .durable(number, sinceLift: words.count > 2 ? Int64(words[2]) : nil)
        case "figure":
            guard words.count == 3, let value = Int64(words[2]) else { return nil }
            self = .figure(words[1], value)
        default:
            return nil
        }
    }

    /// Parses the complete lines of a log, ignoring an incomplete last line.
    ///
    /// - Returns: The lines, or `nil` if a complete line is invalid.
    package static func lines(_ log: String) -> [CrashSubjectLogLine]? {
        var lines: [CrashSubjectLogLine] = []
        let texts: [Substring] = log.split(separator: "\n", omittingEmptySubsequences: false)
        for text in texts.dropLast() {
            guard let line = CrashSubjectLogLine(String(text)) else { return nil }
            lines.append(line)
        }
        return lines
    }

    private static func join(_ words: [String]) -> String { words.joined(separator: " ") }
}

/// A short identification of a stroke's content: bitwise equal strokes have equal digests.
package struct StrokeDigest: Hashable, Sendable {
    /// The stroke's identifier.
    package var id: Int64
    /// The stroke's level in the drawing order.
    package var level: Int64
    /// The hash of tool, color, width and points.
    package var hash: UInt64

    /// Creates a digest from its parts.
    package init(id: Int64, level: Int64, hash: UInt64) {
        self.id = id
        self.level = level
        self.hash = hash
    }

    /// Parses a digest from `text`.
    init?(_ text: String) {
        let parts: [Substring] = text.split(separator: ":")
        guard parts.count == 3, let id = Int64(parts[0]), let level = Int64(parts[1]),
            let hash = UInt64(parts[2], radix: 36)
        else { return nil }
        self.init(id: id, level: level, hash: hash)
    }

    /// The digest as written in a log: identifier, level and hash, separated by colons.
    var text: String { "\(id):\(level):\(String(hash, radix: 36))" }
}

/// A 64-bit hash of a stroke's content, computed word by word with SplitMix64's finalizer.
package struct StrokeHash: Sendable {
    /// The hash of everything mixed in so far.
    package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Creates a hash of tool, color and width, to which the points are then added.
    package init(tool: String, color: String, width: Double) {
        for byte in tool.utf8 { mix(word: UInt64(byte)) }
        mix(word: 0)
        for byte in color.utf8 { mix(word: UInt64(byte)) }
        mix(width)
    }

    /// Adds the bit pattern of a coordinate to the hash.
    package mutating func mix(_ number: Double) {
        mix(word: number.bitPattern)
    }

    private mutating func mix(word: UInt64) {
        var mixed = (value ^ word) &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        value = mixed ^ (mixed >> 31)
    }
}
