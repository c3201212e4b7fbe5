/// Holds what is stored against what a hand's logs say, run after run on one folder.
package struct HandLedger: Sendable {
    /// What the drawing has to be.
    package private(set) var model = HandModel()
    /// How many edits were stored before the run that is judged.
    private var generation: Int64 = 0
    /// Edits that were begun, over all runs.
    package private(set) var edits = 0
    /// Edits that were reported to be on the disk.
    package private(set) var reported = 0
    /// Edits that are there though nobody had come to report them.
    package private(set) var unreported = 0
    /// Runs in which the drawing came back on the screen.
    package private(set) var restored = 0
    /// From lifting a finger to the report.
    package private(set) var latencies = Latencies()

    /// Begins with an empty folder.
    package init() {}

    /// Judges a run of which nothing is left but its log and the database.
    ///
    /// What is stored has to be the drawing after one of the run's edits, at least the last one that was
    /// reported: all strokes to the last bit, none besides, in their order.
    ///
    /// - Returns: What is wrong; nothing if all is well.
    package mutating func judge(log: String, stored: StoredMarks) -> [String] {
        guard let lines = HandLine.lines(log) else { return ["the log has a line that is none"] }
        var complaints: [String] = []
        var edits: [HandLine] = []
        var reported = 0
        var screen = model
        for line in lines {
            switch line {
            case .restored(let marks):
                restored += 1
                if marks != screen.marks {
                    complaints.append("the screen showed another drawing than was stored")
                }
            case .edit(let number, _, _):
                edits.append(line)
                screen.apply(line)
                if number != edits.count { complaints.append("edit \(number) is out of order") }
            case .durable(let number, let microseconds):
                if number != reported + 1 || number > edits.count {
                    complaints.append("edit \(number) was reported out of order")
                }
                reported = number
                if let microseconds { latencies.append(microseconds) }
            case .end, .figure:
                break
            }
        }
        let count = Int(stored.generation - generation)
        if stored.integrity != "ok" { complaints.append("the database: \(stored.integrity)") }
        if count < reported {
            complaints.append("\(reported) edits were reported, \(count) are stored")
        }
        if count > edits.count || count < 0 {
            complaints.append("\(edits.count) edits were made, \(count) are stored")
        }
        for edit in edits.prefix(max(0, count)) { model.apply(edit) }
        complaints += Self.differences(stored.strokes, model.marks)
        generation = stored.generation
        self.edits += edits.count
        self.reported += reported
        unreported += max(0, count - reported)
        return complaints
    }

    /// In what a drawing differs from what it has to be.
    package static func differences(
        _ strokes: [StrokeMark], _ wanted: [StrokeMark]
    ) -> [String] {
        if strokes == wanted { return [] }
        var complaints: [String] = []
        var left: [Int64: StrokeMark] = [:]
        for mark in wanted { left[mark.id] = mark }
        for mark in strokes {
            guard let other = left.removeValue(forKey: mark.id) else {
                complaints.append("stroke \(mark.id) is there too often, or shouldn't be")
                continue
            }
            if other.hash != mark.hash { complaints.append("stroke \(mark.id) is another") }
            if other.level != mark.level { complaints.append("stroke \(mark.id) lies elsewhere") }
        }
        for id in left.keys.sorted() { complaints.append("stroke \(id) isn't there") }
        return complaints.isEmpty ? ["the order is another"] : complaints
    }
}
