import TouchKitRaster

/// Strokes that were painted before, in another run of the program: where their picture was kept, they
/// are entered without being painted, and where it wasn't, it is painted piece by piece.
extension StrokeDrawing {
    /// From now on strokes come by `adopt`, until `endAdopting`. None may be in yet; others may be added
    /// and changed meanwhile.
    ///
    /// - Parameter fill: Paints all strokes that will come onto the background, every pixel as painting
    ///   them would, and says whether it could; without one, or where it says no, they are painted when
    ///   all are in.
    package func beginAdopting(filledBy fill: ((Bitmap) -> Bool)? = nil) {
        cache.beginAdopting(filledBy: fill)
    }

    /// All strokes are in.
    ///
    /// - Parameter isWhole: Whether all have come that were announced; if not, the whole picture is
    ///   painted anew.
    package func endAdopting(isWhole: Bool = true) { cache.endAdopting(isWhole: isWhole) }

    /// Whether strokes are to come or parts of the picture are to be painted.
    package var lacksStrokes: Bool { cache.lacksStrokes }

    /// Paints parts of the picture in which strokes were missing, once all are in.
    ///
    /// - Parameter allowance: What it may cost, in steps: `DrawingWork.steps`.
    package func paintLacking(allowance: Int) { cache.paintLacking(allowance: allowance) }
}
