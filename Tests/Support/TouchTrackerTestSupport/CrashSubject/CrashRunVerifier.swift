/// Compares the stored drawing with the log of `touchtracker-crash-subject`, over consecutive runs
/// on one folder.
package struct CrashRunVerifier: Sendable {
    /// The drawing that must be stored after the runs verified so far.
    package private(set) var model = ExpectedDrawing()
    /// The number of edits stored before the run that is being verified.
    private var generation: Int64 = 0
    /// The number of edits begun in all runs.
    package private(set) var editCount = 0
    /// The number of edits that the logs report as durable.
    package private(set) var reportedCount = 0
    /// The number of edits that are durable although the process was killed before it reported
    /// them.
    package private(set) var unreportedCount = 0
    /// The number of runs that restored the drawing to the screen.
    package private(set) var restoredRunCount = 0
    /// The times between the lift of a contact and the report that its edit is durable.
    package private(set) var latencies = Latencies()

    /// Creates a verifier for a folder without a drawing.
    package init() {}

    /// Verifies a run from its log and from the database that it left.
    ///
    /// The stored drawing must equal the drawing after one of the run's edits, at least the last
    /// one reported as durable: the same strokes, bit by bit and in order.
    ///
    /// - Returns: A message for each error, or an empty array.
    package mutating func verify(log: String, stored: StoredStrokeDigests) -> [String] {
        guard let lines = CrashSubjectLogLine.lines(log) else {
            return ["the log has an invalid line"]
        }
        var errors: [String] = []
        var edits: [CrashSubjectLogLine] = []
        var reported = 0
        var screen = model
        for line in lines {
            switch line {
            case .restored(let digests):
                restoredRunCount += 1
                if digests != screen.digests {
                    errors.append("the screen shows a different drawing than the stored one")
                }
            case .edit(let number, _, _):
                edits.append(line)
                screen.apply(line)
                if number != edits.count { errors.append("edit \(number) is out of order") }
            case .durable(let number, let microseconds):
                if number != reported + 1 || number > edits.count {
                    errors.append("edit \(number) was reported out of order")
                }
                reported = number
                if let microseconds { latencies.append(microseconds) }
            case .end, .figure:
                break
            }
        }
        let count = Int(stored.generation - generation)
        if stored.integrity != "ok" { errors.append("the database: \(stored.integrity)") }
        if count < reported {
            errors.append("\(reported) edits were reported, \(count) are stored")
        }
        if count > edits.count || count < 0 {
            errors.append("\(edits.count) edits were made, \(count) are stored")
        }
        for edit in edits.prefix(max(0, count)) { model.apply(edit) }
        errors += Self.differences(stored.strokes, model.digests)
        generation = stored.generation
        editCount += edits.count
        reportedCount += reported
        unreportedCount += max(0, count - reported)
        return errors
    }

    /// Returns a message for each difference between a drawing and the expected one.
    package static func differences(
        _ strokes: [StrokeDigest], _ expected: [StrokeDigest]
    ) -> [String] {
        if strokes == expected { return [] }
        var errors: [String] = []
        var missing: [Int64: StrokeDigest] = [:]
        for digest in expected { missing[digest.id] = digest }
        for digest in strokes {
            guard let other = missing.removeValue(forKey: digest.id) else {
                errors.append("stroke \(digest.id) is duplicated or unexpected")
                continue
            }
            if other.hash != digest.hash { errors.append("stroke \(digest.id) has changed") }
            if other.level != digest.level {
                errors.append("stroke \(digest.id) has another level")
            }
        }
        for id in missing.keys.sorted() { errors.append("stroke \(id) is missing") }
        return errors.isEmpty ? ["the order differs"] : errors
    }
}
