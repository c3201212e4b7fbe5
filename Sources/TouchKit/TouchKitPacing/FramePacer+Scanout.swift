import TouchKitGeometry

extension FramePacer {
    /// When the display has to have the frame being made; nil while there is none, or nobody knows.
    package var deadline: Timestamp? {
        guard case .drawing(let aim, let due, _) = state else { return nil }
        let end = due.advanced(byMicroseconds: budgetMicroseconds)
        guard hasVblank else { return end }
        return aim.vblank.map {
            min($0.advanced(byMicroseconds: -budget.leadMicroseconds), end)
        }
    }

    /// The best guess when the screen shows what is delivered now; nil where none can be made.
    package func expectedScanout(at now: Timestamp) -> Timestamp? {
        if hasVblank {
            switch state {
            case .drawing(let aim, _, _), .waiting(_, let aim): return aim.vblank
            case .flipping(let aim, _, _):
                return aim.vblank?.advanced(byMicroseconds: frameMicroseconds)
            case .idle: return foreseenVblank(at: now)
            }
        }
        let begun: Timestamp =
            switch state {
            case .drawing(_, let due, _): due
            case .waiting(let until, _): until
            case .idle, .flipping: max(now, nextDue ?? now)
            }
        return begun.advanced(byMicroseconds: budget.usualMicroseconds)
    }
}

extension FramePacer {
    /// The same from a period in microseconds, above 0.
    package init(
        periodMicroseconds: Int64, hasVblank: Bool, options: PacingOptions = PacingOptions()
    ) {
        self.init(
            periodNanoseconds: periodMicroseconds * 1_000, hasVblank: hasVblank, options: options)
    }

    /// Whether nobody can foresee the vblanks for a frame that follows a rest: none was seen, or too long ago.
    /// The display may know, if it is asked (`learn`); without that the frame may just miss one.
    package func lacksVblank(at now: Timestamp) -> Bool {
        guard hasVblank, hasFlipTimes, !isFirst, case .idle = state else { return false }
        return grid.vblank(atOrAfter: now, periods: 1) == nil
    }

    /// The display said when its newest vblank was.
    package mutating func learn(vblank: Timestamp, now: Timestamp) {
        if lacksVblank(at: now) { grid.learn(vblank, now: now) }
    }
}
