import KioskYAML
import LabFieldTest

extension FieldTestLimits {
    /// Reads limits: those that the file names, in place of the usual ones.
    ///
    /// ```yaml
    /// jitter.peak-mm: {pass: 1.5, fail: 3}
    /// latency.reports-hz: {pass: 100}
    /// ```
    ///
    /// - Parameter path: The file; it is the source of its limits.
    /// - Throws: `YAMLError` where the file can't be read, or says what nobody understands.
    package init(path: String) throws(YAMLError) {
        self.init()
        try take(path: path)
    }

    /// Takes limits from a file, in place of those that hold so far.
    mutating func take(path: String) throws(YAMLError) {
        try take(YAMLDocument.read(path: path).root, source: path)
    }

    /// Reads limits from a document.
    package init(_ document: YAMLDocument, source: String) throws(YAMLError) {
        self.init()
        try take(document.root, source: source)
    }

    /// Takes limits from a part of a document, in place of those that hold so far.
    mutating func take(_ node: YAMLNode, source: String) throws(YAMLError) {
        var pairs = try node.pairs()
        while let (key, value) = pairs.next() {
            let name = try key.string()
            guard let place = Self.all.first(where: { self[keyPath: $0].name == name }) else {
                throw key.error(
                    "\(YAMLError.quoted(name)) is no limit of a field test",
                    remedy: "use one of those in docs/field-test.md, such as jitter.peak-mm")
            }
            self[keyPath: place] = try Self.limit(self[keyPath: place], value)
            self[keyPath: place].source = source
        }
    }

    private static func limit(
        _ usual: FieldTestLimit, _ node: YAMLNode
    ) throws(YAMLError) -> FieldTestLimit {
        try node.checkKeys(["pass", "fail"])
        guard node["pass"] != nil || node["fail"] != nil else {
            throw node.error("no limit stands here", remedy: "write {pass: …, fail: …}")
        }
        var limit = usual
        if let pass = node["pass"] { limit.pass = try figure(pass) }
        if let fail = node["fail"] { limit.fail = try figure(fail) }
        let isInOrder = limit.isLeast ? limit.fail <= limit.pass : limit.fail >= limit.pass
        guard isInOrder else {
            throw node.error(
                "a panel would fail at \(limit.text(limit.fail)) and pass at \(limit.text(limit.pass))",
                remedy:
                    "write both, “fail” \(limit.isLeast ? "at most" : "at least") as large as “pass”"
            )
        }
        return limit
    }

    private static func figure(_ node: YAMLNode) throws(YAMLError) -> Double {
        let figure = try node.number()
        guard figure >= 0 else {
            throw node.error("no figure is below 0", remedy: "write 0 or more")
        }
        return figure
    }
}
