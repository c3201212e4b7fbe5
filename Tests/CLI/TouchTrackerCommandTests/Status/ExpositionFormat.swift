/// Prometheus' text format, read strictly: as its documentation tells it, and as `promtool check metrics`
/// wants names.
struct ExpositionFormat {
    struct Complaint: Error {
        let line: String
        let why: String
    }

    struct Metric {
        let help: String
        var type = ""
        var samples: [(labels: [String: String], value: Double)] = []
    }

    private(set) var metrics: [String: Metric] = [:]

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Complaint(line: "", why: "no end of line") }
        var current = ""
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            if line.hasPrefix("# HELP "), words.count == 4 {
                try require(metrics[words[2]] == nil, line, "a second time")
                try require(Self.isName(words[2]), line, "no name")
                current = words[2]
                metrics[current] = Metric(help: words[3])
            } else if line.hasPrefix("# TYPE "), words.count == 4 {
                try require(words[2] == current, line, "not behind its HELP")
                try require(["counter", "gauge"].contains(words[3]), line, "no type")
                try require(
                    (words[3] == "counter") == current.hasSuffix("_total"), line,
                    "counters end in _total, and nothing else does")
                metrics[current]?.type = words[3]
            } else {
                let sample = try Self.sample(line)
                try require(sample.name == current, line, "not behind its TYPE")
                try require(metrics[current]?.type.isEmpty == false, line, "no TYPE")
                let isNew = metrics[current]?.samples.allSatisfy { $0.labels != sample.labels }
                try require(isNew == true, line, "the same labels again")
                metrics[current]?.samples.append((sample.labels, sample.value))
            }
        }
        for (name, metric) in metrics {
            try require(!metric.samples.isEmpty, Substring(name), "no sample")
        }
    }

    /// The value of a metric without labels.
    func value(_ name: String) -> Double? {
        guard let samples = metrics[name]?.samples, samples.count == 1,
            samples[0].labels.isEmpty
        else { return nil }
        return samples[0].value
    }

    private func require(_ condition: Bool, _ line: Substring, _ why: String) throws {
        if !condition { throw Complaint(line: String(line), why: why) }
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
                    throw Complaint(line: String(line), why: "no label")
                }
                rest = rest.dropFirst(2)
                labels[label] = try value(&rest)
            } while rest.first == ","
            guard rest.first == "}" else { throw Complaint(line: String(line), why: "no }") }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst()), value.isFinite else {
            throw Complaint(line: String(line), why: "no value")
        }
        return (name, labels, value)
    }

    /// A label's value, up to and with its quotation mark.
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
                default: throw Complaint(line: String(rest), why: "no escape")
                }
            default: value.append(character)
            }
        }
        throw Complaint(line: value, why: "no end")
    }
}
