import TouchKitGeometry

/// The damage that is deferred to later frames, because drawing it would exceed the frame budget
/// (the time reserved for drawing a frame before its vblank).
///
/// `split(_:urgent:pixelCount:height:)` selects the damage for one frame: first the damage under
/// touches, then horizontal bands of the canvas from top to bottom. The next frame continues below
/// the last drawn band, so that every band is drawn once before any band is drawn again.
struct DeferredDamage {
    /// The height of a band, a horizontal strip of the canvas, in canvas pixels. A band is as high
    /// as a tile of the compositor.
    static let bandHeight = 32

    /// The damage that is deferred to later frames, in canvas pixels.
    private(set) var deferred = Region.forDamage()
    /// The canvas row at which the next call of `split(_:urgent:pixelCount:height:)` starts to
    /// select bands.
    private var nextRow = 0
    private var chosen = Region.forDamage()

    /// Whether no damage is deferred.
    var isEmpty: Bool { deferred.isEmpty }

    /// Moves the deferred damage to `region`, in canvas pixels. Afterwards, no damage is deferred.
    mutating func add(to region: inout Region) {
        if deferred.isEmpty { return }
        region.formUnion(deferred)
        deferred.removeAll()
    }

    /// Reduces `damage` to the part that fits into one frame, and defers the rest. At least one
    /// band is always drawn, so that every frame reduces the damage.
    ///
    /// - Parameters:
    ///   - damage: The damage to draw, in canvas pixels; on return, the part to draw now.
    ///   - urgent: The region to draw first, in canvas pixels, even if it exceeds `pixelCount`.
    ///   - pixelCount: The number of pixels that fit into the frame.
    ///   - height: The height of the canvas in pixels.
    mutating func split(
        _ damage: inout Region, urgent: Region, pixelCount: Int, height: Int
    ) {
        chosen.removeAll()
        for urgentRect in urgent.rects {
            for rect in damage.rects { chosen.formUnion(rect.intersection(urgentRect)) }
        }
        var remaining = pixelCount - chosen.area
        if nextRow >= height { nextRow = 0 }
        let start = nextRow
        var hasProgressed = false
        repeat {
            let bottom = min(nextRow + Self.bandHeight, height)
            let area = Self.area(of: damage, from: nextRow, to: bottom)
            if area > 0 {
                if hasProgressed && area > remaining { break }
                Self.add(damage, from: nextRow, to: bottom, into: &chosen)
                remaining -= area
                hasProgressed = true
            }
            nextRow = bottom == height ? 0 : bottom
        } while nextRow != start
        if nextRow < start {
            Self.add(damage, from: nextRow, to: start, into: &deferred)
        } else if nextRow > start {
            Self.add(damage, from: nextRow, to: height, into: &deferred)
            Self.add(damage, from: 0, to: start, into: &deferred)
        }
        swap(&damage, &chosen)
    }

    private static func area(of region: Region, from top: Int, to bottom: Int) -> Int {
        var area = 0
        for rect in region.rects {
            area += max(min(rect.maxY, bottom) - max(rect.minY, top), 0) * rect.width
        }
        return area
    }

    private static func add(
        _ region: Region, from top: Int, to bottom: Int, into target: inout Region
    ) {
        for rect in region.rects {
            target.formUnion(
                PixelRect(
                    minX: rect.minX, minY: max(rect.minY, top), maxX: rect.maxX,
                    maxY: min(rect.maxY, bottom)))
        }
    }
}
