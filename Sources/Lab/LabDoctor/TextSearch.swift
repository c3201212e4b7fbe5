/// Substring search without the standard library's regular expressions, which `contains(_:)` and
/// `firstRange(of:)` link into a program (1.2 MB).
extension StringProtocol {
    /// Returns the range of the first occurrence of a text that is not empty, or `nil`.
    func range(of text: String) -> Range<Index>? {
        let units = text.utf8
        var start = startIndex
        while start < endIndex {
            if utf8[start...].starts(with: units) {
                return start..<utf8.index(start, offsetBy: units.count)
            }
            start = utf8.index(after: start)
        }
        return nil
    }

    /// Whether the string contains a text that is not empty.
    func includes(_ text: String) -> Bool { range(of: text) != nil }
}
