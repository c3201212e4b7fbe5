/// A strict parser of Prometheus' text format, with the naming rules of `promtool check metrics`.
struct ExpositionFormat {
    struct FormatError: Error {
        let line: String
        let reason: String
    }

    struct Metric {
        let help: String
        var type = ""
        var samples: [(labels: [String: String], value: Double)] = []
    }

    private(set) var metrics: [String: Metric] = [:]

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw FormatError(line: "", reason: "no end of line") }
        var current = ""
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            if line.hasPrefix("# HELP "), words.count == 4 {
                try require(metrics[words[2]] == nil, line, "a duplicate")
                try require(Self.isName(words[2]), line, "no name")
                current = words[2]
                metrics[current] = Metric(help: words[3])
            } else if line.hasPrefix("# TYPE "), words.count == 4 {
                try require(words[2] == current, line, "does not follow its HELP")
                try require(["counter", "gauge"].contains(words[3]), line, "no type")
                try require(
                    (words[3] == "counter") == current.hasSuffix("_total"), line,
                    "counters end in _total, other metrics do not")
                metrics[current]?.type = words[3]
            } else {
                let sample = try Self.sample(line)
                try require(sample.name == current, line, "does not follow its TYPE")
                try require(metrics[current]?.type.isEmpty == false, line, "no TYPE")
                let isNew = metrics[current]?.samples.allSatisfy { $0.labels != sample.labels }
                try require(isNew == true, line, "duplicate labels")
                metrics[current]?.samples.append((sample.labels, sample.value))
            }
        }
        for (name, metric) in metrics {
            try require(!metric.samples.isEmpty, Substring(name), "no sample")
        }
    }

    /// Returns the value of a metric without labels.
    func value(_ name: String) -> Double? {
        guard let samples = metrics[name]?.samples, samples.count == 1,
            samples[0].labels.isEmpty
        else { return nil }
        return samples[0].value
    }

    private func require(_ condition: Bool, _ line: Substring, _ reason: String) throws {
        if !condition { throw FormatError(line: String(line), reason: reason) }
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.first, first.isLowercase, first.isASCII else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
    }

    private static func sample(_ line: Substring) throws -> (
        name: String, labels: [String: String], value: Double
    ) {
        var rest = line
        let name = String(rest.prefix { $0 != "{" && $0 != " " })
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            repeat {
                rest = rest.dropFirst()
                let label = String(rest.prefix { $0 != "=" })
                rest = rest.dropFirst(label.count)
                guard isName(label), labels[label] == nil, rest.hasPrefix("=\"") else {
                    throw FormatError(line: String(line), reason: "no label")
                }
                rest = rest.dropFirst(2)
                labels[label] = try value(&rest)
            } while rest.first == ","
            guard rest.first == "}" else { throw FormatError(line: String(line), reason: "no }") }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst()), value.isFinite else {
            throw FormatError(line: String(line), reason: "no value")
        }
        return (name, labels, value)
    }

    /// Parses a label's value, up to and including its closing quotation mark.
    private static func value(_ rest: inout Substring) throws -> String {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                switch rest.popFirst() {
                case "\\": value += "\\"
                case "\"": value += "\""
                case "n": value += "\n"
                default: throw FormatError(line: String(rest), reason: "no escape")
                }
            default: value.append(character)
            }
        }
        throw FormatError(line: value, reason: "no end")
    }
}
