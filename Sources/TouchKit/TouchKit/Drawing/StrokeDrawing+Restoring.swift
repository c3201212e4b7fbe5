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

    /// Ends restoring after all strokes were restored.
    ///
    /// - Parameter isComplete: Whether all strokes in the stored picture were restored. If `false`,
    ///   the whole picture is repainted.
    package func endRestoring(isComplete: Bool = true) {
        cache.endRestoring(isComplete: isComplete)
    }

    /// Whether strokes are still being restored or parts of the picture have not been painted yet.
    package var isRestoring: Bool { cache.isRestoring }

    /// Paints parts of the picture where restored strokes are missing.
    ///
    /// - Parameter allowance: The maximum cost of the painting, in the unit of `DrawingWork.steps`.
    package func paintMissingParts(allowance: Int) { cache.paintMissingParts(allowance: allowance) }
}
