import KioskRuntime
import TouchKitGeometry
import TouchKitRaster

/// Checks in each shown frame that the status mark is visible exactly while the drawing cannot be
/// saved.
@MainActor
struct StatusMarkMonitor {
    private let session: Session
    private var failingFrames = 0
    private var missingFrames = 0
    private var wrongFrames = 0
    /// For each band of the corner, the number of frames for which its damage has been deferred.
    private var deferredFrames = [0, 0]
    private var longestDeferral = 0
    private var isMarkVisible = false

    init(_ session: Session) {
        self.session = session
    }

    /// Inspects the frame that is shown.
    mutating func inspectFrame(isFailing: Bool) {
        isMarkVisible = isPainted
        if isFailing { failingFrames += 1 }
        // Damage that exceeds the frame budget is deferred (docs/frame-pacing.md), also in this
        // corner.
        for (band, rect) in bands.enumerated() {
            let isDeferred = session.deferredDamage.intersects(rect)
            deferredFrames[band] = isDeferred ? deferredFrames[band] + 1 : 0
        }
        longestDeferral = max(longestDeferral, deferredFrames.max() ?? 0)
        if deferredFrames != [0, 0] { return }
        if isFailing && !isMarkVisible { missingFrames += 1 }
        if !isFailing && isMarkVisible { wrongFrames += 1 }
    }

    /// The results by name: numbers of frames, and whether the mark is visible in the last one.
    var figures: [(name: String, value: Int)] {
        [
            ("failing-frames", failingFrames), ("mark-missing", missingFrames),
            ("mark-wrong", wrongFrames),
            ("mark-waited", longestDeferral), ("mark-at-end", isMarkVisible ? 1 : 0),
        ]
    }

    /// Whether the mark's red diagonal line is in the upper right corner. It is two points wide, so
    /// some pixels have exactly its color (1, 0.35, 0.3), which no ink and no blend of inks has.
    private var isPainted: Bool {
        let canvas = session.canvas
        let corner = corner
        var count = 0
        for y in corner.minY..<corner.maxY {
            for x in corner.minX..<corner.maxX where Self.isMarkColor(canvas[x, y]) { count += 1 }
        }
        return count >= 4
    }

    /// The rectangle that contains the mark, in canvas pixels.
    private var corner: PixelRect {
        let width = session.canvas.width
        return PixelRect(minX: width - 48, minY: 0, maxX: width, maxY: 48)
    }

    /// The corner's parts in the two bands of 32 rows in which deferred damage is painted.
    private var bands: [PixelRect] {
        var (upper, lower) = (corner, corner)
        upper.maxY = 32
        lower.minY = 32
        return [upper, lower]
    }

    private static func isMarkColor(_ pixel: UInt32) -> Bool {
        let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        return red > 252 && (87...91).contains(green) && (75...79).contains(blue)
    }
}
