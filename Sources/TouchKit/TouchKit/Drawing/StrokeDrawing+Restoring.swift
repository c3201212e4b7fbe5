import TouchKitRaster

/// Restoring strokes of an earlier run of the program: from a stored picture without painting them,
/// or by painting the picture in small steps.
extension StrokeDrawing {
    /// Begins restoring: `restore(_:color:level:)` then adds the strokes, and
    /// `endRestoring(isComplete:)` ends it. The drawing must be empty. Other strokes may be added
    /// and changed meanwhile.
    ///
    /// - Parameter fill: A closure that paints all restored strokes onto the background, pixel for
    ///   pixel as painting them would, and returns whether it succeeded. Without it, or if it
    ///   returns `false`, the strokes are painted after all of them were restored.
    package func beginRestoring(filledBy fill: ((Bitmap) -> Bool)? = nil) {
        cache.beginRestoring(filledBy: fill)
    }

    /// Ends restoring after all strokes were restored.
    ///
    /// - Parameter isComplete: Whether all strokes in the stored picture were restored; if not, the
    ///   whole picture is repainted.
    package func endRestoring(isComplete: Bool = true) {
        cache.endRestoring(isComplete: isComplete)
    }

    /// Whether strokes are still being restored or parts of the picture are still to be painted.
    package var isRestoring: Bool { cache.isRestoring }

    /// Paints parts of the picture where restored strokes are missing.
    ///
    /// - Parameter allowance: The maximum cost, in the steps that `DrawingWork.steps` counts.
    package func paintMissingParts(allowance: Int) { cache.paintMissingParts(allowance: allowance) }
}
