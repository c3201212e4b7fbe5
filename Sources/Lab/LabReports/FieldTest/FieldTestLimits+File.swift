import KioskYAML
import LabFieldTest

extension FieldTestLimits {
    /// The maximum accepted size of a file with limits, in bytes: many times the size of a file
    /// that contains all limits.
    private static let maximumFileSize = 64 << 10

    /// Replaces the limits that a file contains.
    ///
    /// ```yaml
    /// jitter.peak-mm: {pass: 1.5, fail: 3}
    /// latency.reports-hz: {pass: 100}
    /// ```
    ///
    /// - Parameter path: The path of the file. Reports show the path as the source of the replaced
    ///   limits.
    /// - Throws: `YAMLError` if the file cannot be read or is invalid.
    package mutating func apply(path: String) throws(YAMLError) {
        let document = try YAMLDocument.read(path: path, maximumSize: Self.maximumFileSize)
        try apply(document.root, source: path)
    }

    /// Replaces the limits that the mapping `node` contains. Reports show `source` as the source of
    /// the replaced limits.
    package mutating func apply(_ node: YAMLNode, source: String) throws(YAMLError) {
        var pairs = try node.pairs()
        while let (key, value) = pairs.next() {
            let name = try key.string()
            guard let keyPath = Self.all.first(where: { self[keyPath: $0].name == name }) else {
                throw key.error(
                    "\(YAMLError.quoted(name)) is not a field-test limit",
                    remedy: "use one of those in docs/field-test.md, such as jitter.peak-mm")
            }
            self[keyPath: keyPath] = try Self.limit(self[keyPath: keyPath], value)
            self[keyPath: keyPath].source = source
        }
    }

    private static func limit(
        _ usual: FieldTestLimit, _ node: YAMLNode
    ) throws(YAMLError) -> FieldTestLimit {
        try node.checkKeys(["pass", "fail"])
        guard node["pass"] != nil || node["fail"] != nil else {
            throw node.error("no limit", remedy: "write {pass: …, fail: …}")
        }
        var limit = usual
        if let pass = node["pass"] { limit.pass = try figure(pass) }
        if let fail = node["fail"] { limit.fail = try figure(fail) }
        let isInOrder = limit.isMinimum ? limit.fail <= limit.pass : limit.fail >= limit.pass
        guard isInOrder else {
            throw node.error(
                "a touchscreen would fail at \(limit.text(limit.fail))"
                    + " and pass at \(limit.text(limit.pass))",
                remedy:
                    "write both, “fail” \(limit.isMinimum ? "at most" : "at least") as large as “pass”"
            )
        }
        return limit
    }

    private static func figure(_ node: YAMLNode) throws(YAMLError) -> Double {
        let figure = try node.number()
        guard figure >= 0 else {
            throw node.error("negative limit", remedy: "write 0 or more")
        }
        return figure
    }
}
