import TouchTrackerTestSupport

/// What the log of a hand says that came to its end.
struct HandReport {
    private(set) var edits: [HandLine] = []
    /// Edits that were reported to be on the disk.
    private(set) var reported = 0
    /// What was on the screen when all that was stored had come back, and after how many edits that was;
    /// nil where it couldn't be read.
    private(set) var restored: (marks: [StrokeMark], edits: Int)?
    /// What was on the screen at the end.
    private(set) var end: [StrokeMark]?
    private var figures: [String: Int64] = [:]
    /// How the disk failed.
    private(set) var fault = "no fault"
    private(set) var hits = 0

    /// Whether the disk worked again at the end.
    private(set) var isMended: Bool

    /// Reads a log; nil where a line of it is none.
    ///
    /// - Parameter isMended: Whether the disk works again, if the hand doesn't know.
    init?(_ log: String, isMended: Bool = false) {
        guard let lines = HandLine.lines(log) else { return nil }
        self.isMended = isMended
        for line in lines {
            switch line {
            case .restored(let marks): restored = (marks, edits.count)
            case .edit: edits.append(line)
            case .durable(let number, _): reported = number
            case .end(let marks): end = marks
            case .figure(let name, let value):
                figures[name] = value
                if name == "mended" { self.isMended = value == 1 }
                if name.hasPrefix("fault-") {
                    fault = String(name.dropFirst(6))
                    hits = Int(value)
                }
            }
        }
    }

    /// A figure; 0 where it isn't there.
    subscript(name: String) -> Int64 { figures[name] ?? 0 }

    /// What is wrong, whatever is stored.
    var complaints: [String] {
        var complaints: [String] = []
        if end == nil { complaints.append("it didn't come to its end") }
        if edits.count < 10 { complaints.append("it drew \(edits.count) times only") }
        if self["frames"] < 5 { complaints.append("it showed \(self["frames"]) frames only") }
        if self["held-up"] > 0 { complaints.append("\(self["held-up"]) frames were held up") }
        if self["saves"] == 0 { complaints.append("it gave up saving at once") }
        if isMended, self["not-durable"] > 0 {
            complaints.append("\(self["not-durable"]) edits weren't saved")
        }
        return complaints + complaintsOfMark
    }

    private var complaintsOfMark: [String] {
        var complaints: [String] = []
        for name in ["mark-missing", "mark-wrong"] where self[name] > 0 {
            complaints.append("\(name) in \(self[name]) frames")
        }
        // A late picture is drawn in bands of 32 rows, round and round: a round has 15 frames at most.
        if self["mark-waited"] > 15 {
            complaints.append("its corner wasn't drawn for \(self["mark-waited"]) frames")
        }
        if self["severe"] == 1, self["failing-frames"] == 0 {
            complaints.append("nobody was told that it isn't saved")
        }
        if isMended, self["mark-at-end"] == 1 { complaints.append("the mark stays") }
        if !isMended, self["severe"] == 1, self["mark-at-end"] == 0 {
            complaints.append("the mark has gone")
        }
        return complaints
    }

    /// What is wrong with what is stored. On a disk that works again it is what is on the screen; on one
    /// that doesn't, what was on it after an edit, at least the last one that was reported.
    ///
    /// - Parameters:
    ///   - stored: What is stored.
    ///   - before: What was before the hand began. Where that couldn't be read then, it may not be on the
    ///     screen, and what was drawn lies over it, under other numbers.
    func judge(_ stored: StoredMarks, over before: [StrokeMark]) -> [String] {
        if stored.integrity != "ok" { return ["the database: \(stored.integrity)"] }
        guard let restored, restored.marks == marks(over: before, edits: restored.edits) else {
            // It couldn't be read at first.
            if self["from-the-start"] == 1 {
                return judge(stored.strokes.map(\.hash), over: before.map(\.hash))
            }
            return ["another drawing came back to the screen than was stored"]
        }
        let last = marks(over: before, edits: edits.count)
        var complaints = HandLedger.differences(end ?? [], last).map { "the screen: \($0)" }
        if isMended {
            complaints += HandLedger.differences(stored.strokes, last)
        } else {
            // What comes nearest.
            let ways = states(over: before).map { HandLedger.differences(stored.strokes, $0) }
            if let least = ways.min(by: { $0.count < $1.count }), !least.isEmpty {
                complaints.append("what is stored was never on the screen since edit \(reported)")
                complaints += least
            }
        }
        return complaints
    }

    private func marks(over marks: [StrokeMark], edits count: Int) -> [StrokeMark] {
        var model = HandModel(marks)
        for edit in edits.prefix(count) { model.apply(edit) }
        return model.marks
    }

    private func judge(_ stored: [UInt64], over before: [UInt64]) -> [String] {
        let states = states(over: []).map { before + $0.map(\.hash) }
        if isMended {
            if stored == states.last { return [] }
            let wanted = Set(states.last ?? [])
            let missing = wanted.subtracting(stored).count
            let strange = Set(stored).subtracting(wanted).count
            return ["over what was there: \(missing) strokes are missing, \(strange) too many"]
        }
        if states.contains(stored) || reported == 0 && stored == before { return [] }
        return ["what is stored was never there since edit \(reported)"]
    }

    /// The drawing after the last edit that was reported, and after each that followed.
    private func states(over marks: [StrokeMark]) -> [[StrokeMark]] {
        var model = HandModel(marks)
        for edit in edits.prefix(reported) { model.apply(edit) }
        var states = [model.marks]
        for edit in edits.dropFirst(reported) {
            model.apply(edit)
            states.append(model.marks)
        }
        return states
    }
}
