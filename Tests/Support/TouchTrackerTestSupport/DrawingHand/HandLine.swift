/// A line of the log that `touchtracker-crash-subject` writes: what it did, and what became of it. Each is one
/// `write`, so that a hand that is killed leaves whole lines and part of a last one at most.
package enum HandLine: Hashable, Sendable {
    /// What was on the screen when all that was stored had come back; one may have drawn before.
    case restored([StrokeMark])
    /// An edit, written before it is handed over: strokes that are so from then on, and strokes that
    /// are there no more.
    case edit(Int, put: [StrokeMark], remove: [Int64])
    /// An edit is on the disk, so many microseconds after the finger was lifted that made it; nil where
    /// none did.
    case durable(Int, sinceLift: Int64?)
    /// What is on the screen at the end.
    case end([StrokeMark])
    /// What the loop and the disk came to, by name.
    case figure(String, Int64)

    /// The line, without its end.
    package var text: String {
        switch self {
        case .restored(let marks):
            return Self.join(["restored"] + marks.map(\.text))
        case .edit(let number, let put, let remove):
            return Self.join(["edit", "\(number)"] + put.map(\.text) + remove.map { "-\($0)" })
        case .durable(let number, let microseconds):
            return Self.join(["durable", "\(number)"] + (microseconds.map { ["\($0)"] } ?? []))
        case .end(let marks):
            return Self.join(["end"] + marks.map(\.text))
        case .figure(let name, let value):
            return "figure \(name) \(value)"
        }
    }

    /// Reads a line; nil where it is none.
    package init?(_ text: String) {
        let words: [String] = text.split(separator: " ").map { String($0) }
        let rest = words.dropFirst()
        switch words.first {
        case "restored", "end":
            var marks: [StrokeMark] = []
            for word in rest {
                guard let mark = StrokeMark(word) else { return nil }
                marks.append(mark)
            }
            self = words[0] == "end" ? .end(marks) : .restored(marks)
        case "edit":
            guard let number = rest.first.flatMap({ Int($0) }) else { return nil }
            var put: [StrokeMark] = []
            var remove: [Int64] = []
            for word in rest.dropFirst() {
                if let mark = StrokeMark(word) {
                    put.append(mark)
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

    /// The whole lines of a log; what was cut off at its end isn't one.
    package static func lines(_ log: String) -> [HandLine]? {
        var lines: [HandLine] = []
        let texts: [Substring] = log.split(separator: "\n", omittingEmptySubsequences: false)
        for text in texts.dropLast() {
            guard let line = HandLine(String(text)) else { return nil }
            lines.append(line)
        }
        return lines
    }

    private static func join(_ words: [String]) -> String { words.joined(separator: " ") }
}

/// A stroke as a log names it: two have the same mark if they are the same to the last bit.
package struct StrokeMark: Hashable, Sendable {
    /// Its number.
    package var id: Int64
    /// Its place in the drawing order.
    package var level: Int64
    /// Tool, colour, width and points, mixed.
    package var hash: UInt64

    /// Marks a stroke.
    package init(id: Int64, level: Int64, hash: UInt64) {
        self.id = id
        self.level = level
        self.hash = hash
    }

    /// Reads what `text` wrote.
    init?(_ text: String) {
        let parts: [Substring] = text.split(separator: ":")
        guard parts.count == 3, let id = Int64(parts[0]), let level = Int64(parts[1]),
            let hash = UInt64(parts[2], radix: 36)
        else { return nil }
        self.init(id: id, level: level, hash: hash)
    }

    var text: String { "\(id):\(level):\(String(hash, radix: 36))" }
}

/// Mixes what a stroke is into one number (SplitMix64's finalizer, a word at a time).
package struct StrokeHash: Sendable {
    /// The number so far.
    package private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Begins with tool, colour and width.
    package init(tool: String, color: String, width: Double) {
        for byte in tool.utf8 { mix(word: UInt64(byte)) }
        mix(word: 0)
        for byte in color.utf8 { mix(word: UInt64(byte)) }
        mix(width)
    }

    /// Mixes a coordinate in, to the last bit.
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
