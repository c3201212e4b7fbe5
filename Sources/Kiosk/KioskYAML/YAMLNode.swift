/// A node of a YAML document with its line number.
///
/// The throwing accessors throw an error with the line number and the expected kind of node.
package struct YAMLNode: Sendable {
    /// The kind of a node.
    package enum Kind: Hashable, Sendable {
        /// A text. Only a plain (unquoted) text can be a number or null.
        case scalar(isPlain: Bool)
        /// A list of nodes.
        case sequence
        /// A list of keys and values.
        case mapping
    }

    /// The elements of a sequence, in the order of the file.
    package struct Elements: Sequence, IteratorProtocol, Sendable {
        fileprivate let tape: YAMLTape
        /// The index, in the cells of `tape`, of the next element.
        fileprivate var index: Int
        /// The index, in the cells of `tape`, after the last element and its descendants.
        fileprivate let end: Int
        /// The number of elements.
        package let count: Int

        /// Returns the next element, or `nil` at the end.
        ///
        /// - Complexity: O(1).
        package mutating func next() -> YAMLNode? {
            guard index < end else { return nil }
            defer { index = tape.end(of: index) }
            return YAMLNode(tape: tape, index: index)
        }
    }

    /// The keys and values of a mapping, in the order of the file.
    package struct Pairs: Sequence, IteratorProtocol, Sendable {
        /// The remaining keys and values, alternating.
        fileprivate var elements: Elements

        /// Returns the next key, which is a scalar, and its value, or `nil` at the end.
        ///
        /// - Complexity: O(1).
        package mutating func next() -> (key: YAMLNode, value: YAMLNode)? {
            guard let key = elements.next(), let value = elements.next() else { return nil }
            return (key, value)
        }
    }

    /// The flat representation of the document that contains the node.
    let tape: YAMLTape
    /// The index of the node in the cells of `tape`.
    let index: Int

    /// The cell that represents the node in the flat representation of the document.
    private var cell: YAMLCell { tape.cells[index] }

    /// The node's kind.
    package var kind: Kind {
        switch cell.kind {
        case .plainScalar: .scalar(isPlain: true)
        case .quotedScalar: .scalar(isPlain: false)
        case .sequence: .sequence
        case .mapping: .mapping
        }
    }

    /// The number of the line in which the node begins, from 1.
    package var line: Int { Int(cell.line) }

    /// Whether the node is null: `~`, `null`, or a key without a value.
    package var isNull: Bool {
        guard cell.kind == .plainScalar else { return false }
        let text = tape.text(of: index)
        return text.isEmpty || text.elementsEqual("~".utf8) || text.elementsEqual("null".utf8)
    }

    /// Returns the text of a scalar, which may also be a number or null.
    ///
    /// - Throws: `YAMLError` if the node is not a scalar.
    package func string() throws(YAMLError) -> String {
        switch cell.kind {
        case .plainScalar, .quotedScalar: String(decoding: tape.text(of: index), as: UTF8.self)
        case .sequence, .mapping: throw mismatch("a text")
        }
    }

    /// Returns the value of a plain decimal integer.
    ///
    /// Numbers with a leading zero are rejected, because some YAML parsers read them as octal.
    ///
    /// - Parameter range: The range of valid values.
    /// - Throws: `YAMLError` if the node is not an integer or out of range.
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

    /// Returns the elements of a sequence.
    ///
    /// - Throws: `YAMLError` if the node is not a sequence.
    package func elements() throws(YAMLError) -> Elements {
        guard cell.kind == .sequence else { throw mismatch("a list") }
        return children
    }

    /// Returns the keys and values of a mapping.
    ///
    /// - Throws: `YAMLError` if the node is not a mapping.
    package func pairs() throws(YAMLError) -> Pairs {
        guard cell.kind == .mapping else { throw mismatch("keys with values") }
        return Pairs(elements: children)
    }

    /// Returns the value of `key`, or `nil` if the node has no such key or is not a mapping.
    ///
    /// - Complexity: O(*n*), where *n* is the number of keys.
    package subscript(key: String) -> YAMLNode? {
        guard cell.kind == .mapping else { return nil }
        var pairs = Pairs(elements: children)
        while let pair = pairs.next() {
            if tape.text(of: pair.key.index).elementsEqual(key.utf8) { return pair.value }
        }
        return nil
    }

    /// Returns the value of a required key.
    ///
    /// - Throws: `YAMLError` if the key is missing or the node is not a mapping.
    /// - Complexity: O(*n*), where *n* is the number of keys.
    package func value(of key: String) throws(YAMLError) -> YAMLNode {
        guard cell.kind == .mapping else { throw mismatch("keys with values, including “\(key)”") }
        if let value = self[key] { return value }
        throw error("“\(key)” is missing", remedy: "add “\(key)”")
    }

    /// Returns an error with the node's line number.
    package func error(_ cause: String, remedy: String) -> YAMLError {
        YAMLError(file: tape.name, line: line, cause: cause, remedy: remedy)
    }

    /// The elements of a sequence, or the keys and values of a mapping.
    private var children: Elements {
        Elements(
            tape: tape, index: index + 1, end: tape.end(of: index), count: Int(cell.first))
    }

    /// Returns the error for a node that is not of the expected kind.
    private func mismatch(_ expected: String) -> YAMLError {
        let found =
            switch cell.kind {
            case .sequence: "found a list"
            case .mapping: "found keys with values"
            case .plainScalar where isNull: "found no value"
            case .plainScalar, .quotedScalar:
                "found "
                    + YAMLError.quoted(String(decoding: tape.text(of: index), as: UTF8.self))
            }
        return error(found, remedy: "write \(expected)")
    }

    /// Returns the value of a decimal integer with an optional sign and without leading zeros, or
    /// `nil` for other text.
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
            let digitValue = Int64(digit - UInt8(ascii: "0"))
            let (tens, overflows) = value.multipliedReportingOverflow(by: 10)
            // Accumulates the negative value, because -Int64.min does not fit into Int64.
            let (sum, overflowsToo) = tens.subtractingReportingOverflow(digitValue)
            guard !overflows, !overflowsToo else { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }
}
