// Text is appended as bytes, because creating a String for each event would allocate.

extension [UInt8] {
    /// Appends a string literal.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }

    /// Appends a decimal number, padded on the left with spaces to `width` characters.
    mutating func append(_ number: Int64, width: Int = 0) {
        let start = count
        var remaining = number.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(remaining % 10))
            remaining /= 10
        } while remaining > 0
        if number < 0 { append(UInt8(ascii: "-")) }
        while count - start < width { append(UInt8(ascii: " ")) }
        // Reversing a slice would copy the whole array first.
        var left = start
        var right = count - 1
        while left < right {
            swapAt(left, right)
            left += 1
            right -= 1
        }
    }

    /// Appends numbers as a YAML flow sequence, `[1, 2]`.
    mutating func append(list numbers: some Sequence<Int64>) {
        append(UInt8(ascii: "["))
        var isFirst = true
        for number in numbers {
            if !isFirst { append(", ") }
            isFirst = false
            append(number)
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends text as a double-quoted YAML scalar, with invisible characters escaped.
    mutating func append(quoting text: String) {
        append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append("\\\"")
            case "\\": append("\\\\")
            // Control characters, and characters that YAML treats as line breaks or forbids.
            case "\0"..<" ", "\u{7F}"..."\u{9F}": append(escape: "x", scalar.value, digits: 2)
            case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                append(escape: "u", scalar.value, digits: 4)
            default:
                append(contentsOf: UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends text to a YAML comment, with each character that could end the line replaced by `?`.
    mutating func append(comment text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}",
                "\u{FFFF}":
                append(UInt8(ascii: "?"))
            default:
                append(contentsOf: UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
            }
        }
    }

    private mutating func append(escape letter: Unicode.Scalar, _ value: UInt32, digits: Int) {
        append(UInt8(ascii: "\\"))
        append(UInt8(ascii: letter))
        for position in (0..<digits).reversed() {
            let digit = UInt8(value >> UInt32(position * 4) & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
