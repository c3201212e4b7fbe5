import TouchKitGeometry

/// Splits what is to be drawn where there isn't time for all of it: what is under fingers comes first,
/// then bands across the picture, round and round from where the last frame stopped, so that no part
/// waits longer than one round. What is left is drawn by the frames that follow.
struct CarriedDamage {
    /// A band's height, in pixels: the compositor's tiles are as high.
    static let bandHeight = 32

    /// What was left, in canvas pixels.
    private(set) var left = Region.ofDamage()
    /// The row at which the next frame that is too much begins.
    private var row = 0
    private var chosen = Region.ofDamage()

    /// Whether anything was left.
    var isEmpty: Bool { left.isEmpty }

    /// Puts in what was left, and forgets it.
    mutating func add(to region: inout Region) {
        if left.isEmpty { return }
        region.formUnion(left)
        left.removeAll()
    }

    /// Takes out what doesn't fit. Some of it always fits: a frame gets on however late it is.
    ///
    /// - Parameters:
    ///   - invalid: What is to be drawn; becomes what is drawn now.
    ///   - urgent: What comes first.
    ///   - pixels: How many fit.
    ///   - height: The picture's height, in pixels.
    mutating func split(
        _ invalid: inout Region, urgent: Region, pixels: Int, height: Int
    ) {
        left.removeAll()
        if invalid.area <= pixels { return }
        chosen.removeAll()
        for finger in urgent.rects {
            for rect in invalid.rects { chosen.formUnion(rect.intersection(finger)) }
        }
        var room = pixels - chosen.area
        if row >= height { row = 0 }
        let start = row
        var hasGotOn = false
        repeat {
            let bottom = min(row + Self.bandHeight, height)
            let area = Self.area(of: invalid, from: row, to: bottom)
            if area > 0 {
                if hasGotOn && area > room { break }
                Self.move(invalid, from: row, to: bottom, into: &chosen)
                room -= area
                hasGotOn = true
            }
            row = bottom == height ? 0 : bottom
        } while row != start
        if row < start {
            Self.move(invalid, from: row, to: start, into: &left)
        } else if row > start {
            Self.move(invalid, from: row, to: height, into: &left)
            Self.move(invalid, from: 0, to: start, into: &left)
        }
        swap(&invalid, &chosen)
    }

    private static func area(of region: Region, from top: Int, to bottom: Int) -> Int {
        var area = 0
        for rect in region.rects {
            area += max(min(rect.maxY, bottom) - max(rect.minY, top), 0) * rect.width
        }
        return area
    }

    private static func move(
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
