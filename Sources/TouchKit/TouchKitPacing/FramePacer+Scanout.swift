import TouchKitGeometry

extension FramePacer {
    /// The time at which the display must receive the frame that is being drawn, or `nil` if no
    /// frame is being drawn or its vblank cannot be predicted.
    package var deadline: Timestamp? {
        guard case .drawing(let target, let due, _) = state else { return nil }
        let end = due.advanced(byMicroseconds: budgetMicroseconds)
        guard hasVblank else { return end }
        return target.vblank.map {
            min($0.advanced(byMicroseconds: -budget.leadMicroseconds), end)
        }
    }

    /// Returns the time when a frame that shows input delivered at `now` is expected to appear on
    /// the screen, or `nil` if the time cannot be predicted.
    package func expectedScanout(at now: Timestamp) -> Timestamp? {
        if hasVblank {
            switch state {
            case .drawing(let target, _, _), .waiting(_, let target): return target.vblank
            case .flipping(let target, _, _):
                return target.vblank?.advanced(byMicroseconds: frameMicroseconds)
            case .idle: return reachableVblank(at: now)
            }
        }
        let start: Timestamp =
            switch state {
            case .drawing(_, let due, _): due
            case .waiting(let until, _): until
            case .idle, .flipping: max(now, spacing.nextDueTime ?? now)
            }
        return start.advanced(byMicroseconds: budget.averageMicroseconds)
    }
}

extension FramePacer {
    /// Creates a pacer for a display whose refresh period is given in microseconds.
    ///
    /// - Parameters:
    ///   - periodMicroseconds: The time between two vblanks in microseconds, greater than 0.
    ///   - hasVblank: Whether flips complete at the display's vblanks.
    ///   - options: The pacing options.
    package init(
        periodMicroseconds: Int64, hasVblank: Bool, options: PacingOptions = PacingOptions()
    ) {
        self.init(
            periodNanoseconds: periodMicroseconds * 1_000, hasVblank: hasVblank, options: options)
    }

    /// Returns whether the caller should query the time of the last vblank from the display before
    /// the first frame after idling, or after many frames without changes.
    ///
    /// A query is needed if no recent vblank is known, because the next vblanks cannot be predicted
    /// then. Without a query, the frame may narrowly miss a vblank.
    ///
    /// Pass the queried time to `recordVblank(_:now:)`.
    package func needsVblankTime(at now: Timestamp) -> Bool {
        guard hasVblank, flipTimes.areReported, !isFirst else { return false }
        switch state {
        case .idle: break
        // Frames without changes follow each other without flips that report vblanks.
        case .waiting(_, let target): if target.vblank != nil { return false }
        case .drawing, .flipping: return false
        }
        return grid.vblank(atOrAfter: now, minimumPeriods: 1) == nil
    }

    /// Records the time of the newest vblank, which the caller queried from the display. Does
    /// nothing unless `needsVblankTime(at:)` returns `true`.
    package mutating func recordVblank(_ vblank: Timestamp, now: Timestamp) {
        if needsVblankTime(at: now) { grid.recordVblank(vblank, now: now) }
    }
}
