import TouchKitRaster

/// Functions that restore the strokes of an earlier run of the program. If a stored picture of the
/// strokes is available, the picture is copied and the strokes are not painted. Otherwise the
/// strokes are painted in small steps.
extension StrokeDrawing {
    /// Begins to restore strokes. Afterwards, add each stroke with `restore(_:color:level:)`, then
    /// call `endRestoring(isComplete:)`. The drawing must be empty when restoring begins. Until
    /// `endRestoring(isComplete:)` is called, other strokes may be added and changed.
    ///
    /// - Parameter fill: A closure that paints the stored picture of all restored strokes onto the
    ///   background and returns whether it succeeded. The pixels must be identical to the pixels
    ///   that painting the strokes would produce. Without a closure, or if the closure returns
    ///   `false`, the strokes are painted after all of them have been restored.
    package func beginRestoring(filledBy fill: ((Bitmap) -> Bool)? = nil) {
        cache.beginRestoring(filledBy: fill)
    }

    /// Adds the lines of a path to the stroke that `restorePreparedStroke(width:color:level:)` will
    /// restore, so that a long stroke can be restored in several steps. Each path begins where the
    /// previous path ended.
    ///
    /// - Returns: The number of added points.
    package func prepareStroke(_ path: UIBezierPath) -> Int {
        guard path.copyLinePoints(into: &pathPoints) else { return 0 }
        pathPoints.scale(by: scale)
        preparedPoints.append(contentsOf: pathPoints.dropFirst(preparedPoints.isEmpty ? 0 : 1))
        return pathPoints.count
    }

    /// Restores the stroke whose lines were added with `prepareStroke(_:)`, like
    /// `restore(_:color:level:)`.
    ///
    /// - Parameters:
    ///   - width: The line width, in points.
    ///   - color: The stroke's color.
    ///   - level: The stroke's position in the drawing order.
    /// - Returns: The stroke, or `nil` if it has no points or contains non-finite numbers.
    package func restorePreparedStroke(
        width: CGFloat, color: UIColor, level: Level
    ) -> Stroke? {
        defer { preparedPoints = [] }
        let id = cache.restore(
            preparedPoints, width: width * scale, color: color.pixelColor(opacity: 1),
            level: level.level)
        return id.map { Stroke(id: $0) }
    }

    /// Ends restoring after all strokes were restored.
    ///
    /// - Parameter isComplete: Whether all strokes in the stored picture were restored. If `false`,
    ///   the whole picture is repainted.
    package func endRestoring(isComplete: Bool = true) {
        cache.endRestoring(isComplete: isComplete)
    }

    /// Whether strokes are still being restored or parts of the picture have not been painted yet.
    package var isRestoring: Bool { cache.isRestoring }

    /// The maximum cost of the painting that a change performs at once, in the unit of
    /// `DrawingWork.steps`, or `nil` for no limit. If a change needs more, `isRepaintPending`
    /// becomes `true`.
    package var repaintAllowance: Int? {
        get { cache.repaintAllowance }
        set { cache.repaintAllowance = newValue }
    }

    /// Whether parts of the picture are outdated until `paintMissingParts(allowance:)` paints them.
    package var isRepaintPending: Bool { cache.isRepaintPending }

    /// The counters of the work done so far.
    package var work: DrawingWork { cache.work }

    /// Paints outdated parts of the picture, for example where restored strokes are missing.
    ///
    /// - Parameter allowance: The maximum cost of the painting, in the unit of `DrawingWork.steps`.
    package func paintMissingParts(allowance: Int) { cache.paintMissingParts(allowance: allowance) }
}
