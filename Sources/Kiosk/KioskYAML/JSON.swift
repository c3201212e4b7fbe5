/// A JSON value (RFC 8259).
package enum JSON {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number. Infinite values and NaN become null.
    case number(Double)
    case string(String)
    case array([JSON])
    /// An object. Members are written in the order of the array.
    case object([(key: String, value: JSON)])

    /// Creates a string value, or null from `nil`.
    package init(_ text: String?) {
        self = text.map { .string($0) } ?? .null
    }

    /// The value as JSON text with two spaces of indentation per level, without a newline at the
    /// end.
    ///
    /// - Complexity: O(n) in the length of the text.
    package var text: String {
        var text = ""
        write(to: &text, depth: 0)
        return text
    }

    private func write(to text: inout String, depth: Int) {
        switch self {
        case .null:
            text += "null"
        case .bool(let value):
            text += value ? "true" : "false"
        case .integer(let value):
            text += "\(value)"
        case .number(let value):
            text += value.isFinite ? "\(value)" : "null"
        case .string(let value):
            Self.write(value, to: &text)
        case .array(let values):
            Self.write("[", "]", values.count, to: &text, depth) { index, text in
                values[index].write(to: &text, depth: depth + 1)
            }
        case .object(let members):
            Self.write("{", "}", members.count, to: &text, depth) { index, text in
                Self.write(members[index].key, to: &text)
                text += ": "
                members[index].value.write(to: &text, depth: depth + 1)
            }
        }
    }

    private static func write(
        _ open: String, _ close: String, _ count: Int, to text: inout String, _ depth: Int,
        _ element: (_ index: Int, _ text: inout String) -> Void
    ) {
        text += open
        for index in 0..<count {
            text += index == 0 ? "\n" : ",\n"
            text += String(repeating: "  ", count: depth + 1)
            element(index, &text)
        }
        if count > 0 { text += "\n" + String(repeating: "  ", count: depth) }
        text += close
    }

    /// Appends `value` as a string literal. Control characters, quotes and backslashes are escaped,
    /// and also DEL and C1 characters, because terminals interpret these characters, and U+FFFE and
    /// U+FFFF, because libyaml rejects these characters.
    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
