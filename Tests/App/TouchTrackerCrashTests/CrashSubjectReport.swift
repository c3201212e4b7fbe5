import TouchTrackerTestSupport

/// The evaluation of the log of a `touchtracker-crash-subject` that exited by itself.
struct CrashSubjectReport {
    /// The log lines of all edits, in order.
    private(set) var edits: [CrashSubjectLogLine] = []
    /// The number of edits that the log reports as durable.
    private(set) var durableEditCount = 0
    /// The strokes on the screen when the stored drawing was restored, and the number of edits
    /// before; `nil` if the drawing could not be read.
    private(set) var restored: (digests: [StrokeDigest], editCount: Int)?
    /// The strokes on the screen at the end, or `nil` if the process did not finish.
    private(set) var finalStrokes: [StrokeDigest]?
    private var figures: [String: Int64] = [:]
    /// The name of the disk fault.
    private(set) var fault = "no fault"
    /// The number of system calls that failed or were shortened.
    private(set) var affectedCallCount = 0

    /// Whether the disk worked again at the end.
    private(set) var isRepaired: Bool

    /// Parses a log, or returns `nil` if it has an invalid line.
    ///
    /// - Parameters:
    ///   - log: The text of the log.
    ///   - isRepaired: Whether the disk worked at the end, unless the log contains this.
    init?(_ log: String, isRepaired: Bool = false) {
        guard let lines = CrashSubjectLogLine.lines(log) else { return nil }
        self.isRepaired = isRepaired
        for line in lines {
            switch line {
            case .restored(let digests): restored = (digests, edits.count)
            case .edit: edits.append(line)
            case .durable(let number, _): durableEditCount = number
            case .end(let digests): finalStrokes = digests
            case .figure(let name, let value):
                figures[name] = value
                if name == "mended" { self.isRepaired = value == 1 }
                if name.hasPrefix("fault-") {
                    fault = String(name.dropFirst(6))
                    affectedCallCount = Int(value)
                }
            }
        }
    }

    /// The value of a named figure, or 0 if the log does not contain it.
    subscript(name: String) -> Int64 { figures[name] ?? 0 }

    /// The errors in the run that do not depend on the stored drawing, one message each.
    var errors: [String] {
        var errors: [String] = []
        if finalStrokes == nil { errors.append("the process did not finish") }
        if edits.count < 10 { errors.append("only \(edits.count) edits were made") }
        if self["frames"] < 5 { errors.append("only \(self["frames"]) frames were shown") }
        if self["held-up"] > 0 {
            errors.append("\(self["held-up"]) frames were missed while the loop waited")
        }
        if self["saves"] == 0 { errors.append("saving failed at the start") }
        if isRepaired, self["not-durable"] > 0 {
            errors.append("\(self["not-durable"]) edits are not durable")
        }
        return errors + statusMarkErrors
    }

    /// The errors of the mark that shows that the drawing is not saved.
    private var statusMarkErrors: [String] {
        var errors: [String] = []
        for name in ["mark-missing", "mark-wrong"] where self[name] > 0 {
            errors.append("\(name) in \(self[name]) frames")
        }
        // The screen has 15 bands of 32 rows. Each frame paints at least one band with damage, in
        // rotation, so that no band waits longer. New damage may meanwhile defer another band.
        if self["mark-waited"] > 15 {
            errors.append("a band of the corner was not painted for \(self["mark-waited"]) frames")
        }
        if self["severe"] == 1, self["failing-frames"] == 0 {
            errors.append("the failure was not shown")
        }
        if isRepaired, self["mark-at-end"] == 1 { errors.append("the mark remains") }
        if !isRepaired, self["severe"] == 1, self["mark-at-end"] == 0 {
            errors.append("the mark disappeared")
        }
        return errors
    }

    /// Returns the differences between the stored drawing and the log, one message each.
    ///
    /// After a repair the stored drawing must equal the screen's. Otherwise it must equal the
    /// screen's drawing after one of the edits, at least the last one reported as durable.
    ///
    /// - Parameters:
    ///   - stored: The content of the database after the run.
    ///   - before: The strokes that were stored before the run. If they could not be read, the new
    ///     strokes are stored above them with other identifiers.
    func verify(_ stored: StoredStrokeDigests, over before: [StrokeDigest]) -> [String] {
        if stored.integrity != "ok" { return ["the database: \(stored.integrity)"] }
        guard let restored, restored.digests == strokes(before, afterEdits: restored.editCount)
        else {
            if self["from-the-start"] == 1 {
                return verify(stored.strokes.map(\.hash), over: before.map(\.hash))
            }
            return ["the screen shows a different drawing than the stored one"]
        }
        let last = strokes(before, afterEdits: edits.count)
        var errors = CrashRunVerifier.differences(finalStrokes ?? [], last).map {
            "the screen: \($0)"
        }
        if isRepaired {
            errors += CrashRunVerifier.differences(stored.strokes, last)
        } else {
            let differences = possibleStates(from: before).map {
                CrashRunVerifier.differences(stored.strokes, $0)
            }
            if let fewest = differences.min(by: { $0.count < $1.count }), !fewest.isEmpty {
                errors.append(
                    "the stored drawing was never on the screen since edit \(durableEditCount)")
                errors += fewest
            }
        }
        return errors
    }

    /// Returns the strokes after the first `count` edits of the run.
    private func strokes(
        _ before: [StrokeDigest], afterEdits count: Int
    ) -> [StrokeDigest] {
        var model = ExpectedDrawing(before)
        for edit in edits.prefix(count) { model.apply(edit) }
        return model.digests
    }

    /// Compares hashes only, because the identifiers differ if the old strokes could not be read.
    private func verify(_ stored: [UInt64], over before: [UInt64]) -> [String] {
        let states = possibleStates(from: []).map { before + $0.map(\.hash) }
        if isRepaired {
            if stored == states.last { return [] }
            let expected = Set(states.last ?? [])
            let missing = expected.subtracting(stored).count
            let unexpected = Set(stored).subtracting(expected).count
            return ["above the old strokes: \(missing) missing, \(unexpected) unexpected strokes"]
        }
        if states.contains(stored) || durableEditCount == 0 && stored == before { return [] }
        return ["the stored drawing was never on the screen since edit \(durableEditCount)"]
    }

    /// Returns the strokes after the last edit reported as durable, and after each later edit.
    private func possibleStates(from before: [StrokeDigest]) -> [[StrokeDigest]] {
        var model = ExpectedDrawing(before)
        for edit in edits.prefix(durableEditCount) { model.apply(edit) }
        var states = [model.digests]
        for edit in edits.dropFirst(durableEditCount) {
            model.apply(edit)
            states.append(model.digests)
        }
        return states
    }
}
