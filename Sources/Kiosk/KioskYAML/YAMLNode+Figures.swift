// Functions for reading limits files and stored results.

extension YAMLNode {
    /// Checks that all keys of the mapping are in `known`.
    ///
    /// - Throws: `YAMLError` if the mapping contains another key.
    package func checkKeys(_ known: [String]) throws(YAMLError) {
        var pairs = try pairs()
        while let (key, _) = pairs.next() {
            let name = try key.string()
            if !known.contains(name) {
                throw key.error(
                    "unknown key \(YAMLError.quoted(name))",
                    remedy: "use \(known.joined(separator: ", "))")
            }
        }
    }

    /// Returns the value as a finite number.
    ///
    /// - Throws: `YAMLError` if the value is not a plain scalar with a finite number.
    package func number() throws(YAMLError) -> Double {
        guard kind == .scalar(isPlain: true), let value = Double(try string()), value.isFinite
        else {
            throw error("not a number", remedy: "write a number")
        }
        return value
    }
}
