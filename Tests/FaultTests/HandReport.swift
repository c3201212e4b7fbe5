import TestSupport

/// What the log of a hand says that came to its end.
struct HandReport {
    private(set) var edits: [HandLine] = []
    /// Edits that were reported to be on the disk.
    private(set) var reported = 0
    /// What was on the screen when it began, and at the end.
    private(set) var begin: [StrokeMark] = []
    private(set) var end: [StrokeMark]?
    private var figures: [String: Int64] = [:]
    /// How the disk failed.
    private(set) var fault = "no fault"
    private(set) var hits = 0

    /// Reads a log; nil where a line of it is none.
    init?(_ log: String) {
        guard let lines = HandLine.lines(log) else { return nil }
        for line in lines {
            switch line {
            case .restored(let marks): begin = marks
            case .edit: edits.append(line)
            case .durable(let number, _): reported = number
            case .end(let marks): end = marks
            case .figure(let name, let value):
                figures[name] = value
                if name.hasPrefix("fault-") {
                    fault = String(name.dropFirst(6))
                    hits = Int(value)
                }
            }
        }
    }

    /// A figure; 0 where it isn't there.
    subscript(name: String) -> Int64 { figures[name] ?? 0 }

    /// Whether the disk worked again at the end.
    var isMended: Bool { self["mended"] == 1 }

    /// What is wrong, whatever is stored.
    var complaints: [String] {
        var complaints: [String] = []
        var model = HandModel(begin)
        for edit in edits { model.apply(edit) }
        if let end {
            complaints += HandLedger.differences(end, model.marks).map { "the screen: \($0)" }
        } else {
            complaints.append("it didn't come to its end")
        }
        if edits.count < 10 { complaints.append("it drew \(edits.count) times only") }
        if self["frames"] < 10 { complaints.append("it showed \(self["frames"]) frames only") }
        if self["held-up"] > 0 { complaints.append("\(self["held-up"]) frames were held up") }
        if isMended, self["not-durable"] > 0 {
            complaints.append("\(self["not-durable"]) edits weren't saved")
        }
        return complaints
    }

    /// What is wrong with what is stored: on a disk that works again, it has to be what is on the screen;
    /// on one that doesn't, what was on it after an edit, at least the last one that was reported.
    func judge(_ stored: StoredMarks) -> [String] {
        if stored.integrity != "ok" { return ["the database: \(stored.integrity)"] }
        if isMended { return HandLedger.differences(stored.strokes, end ?? []) }
        var model = HandModel(begin)
        for edit in edits.prefix(reported) { model.apply(edit) }
        if model.marks == stored.strokes { return [] }
        for edit in edits.dropFirst(reported) {
            model.apply(edit)
            if model.marks == stored.strokes { return [] }
        }
        return ["what is stored was never on the screen since edit \(reported)"]
    }
}
