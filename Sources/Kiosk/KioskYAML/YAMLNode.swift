/// One node of a YAML document, with the line it stands in.
///
/// The accessors that throw say what was expected where, in one line.
package struct YAMLNode: Sendable {
    /// What a node is.
    package enum Kind: Hashable, Sendable {
        /// Text; plain where it isn't quoted and so may mean a number or nothing.
        case scalar(isPlain: Bool)
        /// A list.
        case sequence
        /// Keys and values.
        case mapping
    }

    /// The elements of a sequence, in the order of the file.
    package struct Elements: Sequence, IteratorProtocol, Sendable {
        fileprivate let tape: YAMLTape
        fileprivate var index: Int
        fileprivate let end: Int
        /// How many elements the sequence has.
        package let count: Int

        /// The next element.
        /// - Complexity: O(1).
        package mutating func next() -> YAMLNode? {
            guard index < end else { return nil }
            defer { index = tape.end(of: index) }
            return YAMLNode(tape: tape, index: index)
        }
    }

    /// The keys and values of a mapping, in the order of the file.
    package struct Pairs: Sequence, IteratorProtocol, Sendable {
        fileprivate var elements: Elements

        /// The next key, which is a scalar, and its value.
        /// - Complexity: O(1).
        package mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
            guard let key = elements.next(), let value = elements.next() else { return nil }
            return (key, value)
        }
    }

    let tape: YAMLTape
    let index: Int

    private var cell: YAMLCell { tape.cells[index] }

    /// What it is.
    package var kind: Kind {
        switch cell.kind {
        case .plainScalar: .scalar(isPlain: true)
        case .quotedScalar: .scalar(isPlain: false)
        case .sequence: .sequence
        case .mapping: .mapping
        }
    }

    /// The line in which it begins, from 1.
    package var line: Int { Int(cell.line) }

    /// Whether it says nothing: `key:` with nothing behind it, `~` or `null`.
    package var isNull: Bool {
        guard cell.kind == .plainScalar else { return false }
        let text = tape.text(of: index)
        return text.isEmpty || text.elementsEqual("~".utf8) || text.elementsEqual("null".utf8)
    }

    /// The text of a scalar, whatever it may mean.
    ///
    /// - Throws: `YAMLError` where it is no scalar.
    package func string() throws(YAMLError) -> String {
        switch cell.kind {
        case .plainScalar, .quotedScalar: String(decoding: tape.text(of: index), as: UTF8.self)
        case .sequence, .mapping: throw mismatch("a text")
        }
    }

    /// The value of a plain decimal number.
    ///
    /// What begins with a superfluous 0 is refused: some readers take it for octal.
    ///
    /// - Parameter range: The values that make sense here.
    /// - Throws: `YAMLError` where it is anything else, or out of the range.
    package func integer(in range: ClosedRange<Int64> = .min ... .max) throws(YAMLError) -> Int64 {
        guard cell.kind == .plainScalar else { throw mismatch("a whole number") }
        guard let value = Self.integer(tape.text(of: index)) else {
            throw mismatch("a whole number")
        }
        guard range.contains(value) else {
            throw error(
                "\(value) is out of range",
                remedy: "write a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// The elements of a sequence.
    ///
    /// - Throws: `YAMLError` where it is no sequence.
    package func elements() throws(YAMLError) -> Elements {
        guard cell.kind == .sequence else { throw mismatch("a list") }
        return children
    }

    /// The keys and values of a mapping.
    ///
    /// - Throws: `YAMLError` where it is no mapping.
    package func pairs() throws(YAMLError) -> Pairs {
        guard cell.kind == .mapping else { throw mismatch("keys with values") }
        return Pairs(elements: children)
    }

    /// The value of a key; nil where there is no such key, or this is no mapping.
    /// - Complexity: O(keys).
    package subscript(key: String) -> YAMLNode? {
        guard cell.kind == .mapping else { return nil }
        var pairs = Pairs(elements: children)
        while let pair = pairs.next() {
            if tape.text(of: pair.key.index).elementsEqual(key.utf8) { return pair.value }
        }
        return nil
    }

    /// The value of a key that must be there.
    ///
    /// - Throws: `YAMLError` where it isn't, or this is no mapping.
    /// - Complexity: O(keys).
    package func value(of key: String) throws(YAMLError) -> YAMLNode {
        guard cell.kind == .mapping else { throw mismatch("keys with values, “\(key)” among them") }
        if let value = self[key] { return value }
        throw error("“\(key)” is missing here", remedy: "add “\(key)”")
    }

    /// An error about this node, with its line.
    package func error(_ cause: String, remedy: String) -> YAMLError {
        YAMLError(file: tape.name, line: line, cause: cause, remedy: remedy)
    }

    private var children: Elements {
        Elements(
            tape: tape, index: index + 1, end: tape.end(of: index), count: Int(cell.first))
    }

    private func mismatch(_ wanted: String) -> YAMLError {
        let found =
            switch cell.kind {
            case .sequence: "a list stands here"
            case .mapping: "keys with values stand here"
            case .plainScalar where isNull: "nothing stands here"
            case .plainScalar, .quotedScalar:
                YAMLError.quoted(String(decoding: tape.text(of: index), as: UTF8.self))
                    + " stands here"
            }
        return error(found, remedy: "write \(wanted) there")
    }

    private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
        var digits = text
        var isNegative = false
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            digits.removeFirst()
        }
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else {
            return nil
        }
        var value: Int64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            let part = Int64(digit - UInt8(ascii: "0"))
            let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
            // Counted downwards: the smallest number has no positive twin.
            let (sum, overflowsToo) = tens.subtractingReportingOverflow(part)
            guard !overflows, !overflowsToo else { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }
}
