import KioskYAML

// What files of limits and figures have in common.

extension YAMLNode {
    /// Refuses keys that nobody understands: they would be limits that nobody keeps.
    func checkKeys(_ known: [String]) throws(YAMLError) {
        var pairs = try pairs()
        while let (key, _) = pairs.next() {
            let name = try key.string()
            if !known.contains(name) {
                throw key.error(
                    "“\(name)” isn't known here", remedy: "use \(known.joined(separator: ", "))")
            }
        }
    }

    /// A number, whole or not.
    func number() throws(YAMLError) -> Double {
        guard kind == .scalar(isPlain: true), let value = Double(try string()), value.isFinite
        else {
            throw error("no number stands here", remedy: "write a number there")
        }
        return value
    }
}
