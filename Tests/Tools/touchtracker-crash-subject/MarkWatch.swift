import KioskRuntime
import TouchKitGeometry
import TouchKitRaster

/// Looks at the picture that is shown: is the mark "not saved" in it when it has to be, and only then?
@MainActor
struct MarkWatch {
    private let session: Session
    private var failing = 0
    private var missing = 0
    private var wrong = 0
    private var waiting = 0
    private var longestWait = 0
    private var isShown = false

    init(_ session: Session) {
        self.session = session
    }

    /// A frame was shown.
    mutating func look(isFailing: Bool) {
        isShown = isPainted
        if isFailing { failing += 1 }
        // What doesn't fit into a frame's time comes with a later one (docs/frames.md), the corner too.
        guard !session.carriedDamage.intersects(corner) else {
            waiting += 1
            longestWait = max(longestWait, waiting)
            return
        }
        waiting = 0
        if isFailing && !isShown { missing += 1 }
        if !isFailing && isShown { wrong += 1 }
    }

    /// What it saw, by name: frames, and the mark in the last one.
    var figures: [(name: String, value: Int)] {
        [
            ("failing-frames", failing), ("mark-missing", missing), ("mark-wrong", wrong),
            ("mark-waited", longestWait), ("mark-at-end", isShown ? 1 : 0),
        ]
    }

    /// Whether the red line across the disk is in the upper right corner: two points wide, so that some
    /// pixels are of its very colour, (1, 0.35, 0.3). No ink has it, and no edge of one over another.
    private var isPainted: Bool {
        let canvas = session.canvas
        let corner = corner
        var count = 0
        for y in corner.minY..<corner.maxY {
            for x in corner.minX..<corner.maxX where Self.isOfMark(canvas[x, y]) { count += 1 }
        }
        return count >= 4
    }

    /// Where the mark is, in canvas pixels.
    private var corner: PixelRect {
        let width = session.canvas.width
        return PixelRect(minX: width - 48, minY: 0, maxX: width, maxY: 48)
    }

    private static func isOfMark(_ pixel: UInt32) -> Bool {
        let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        return red > 252 && (87...91).contains(green) && (75...79).contains(blue)
    }
}
