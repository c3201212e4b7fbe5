import Glibc

/// The memory that strokes need in the kiosk, which limits how much of a stored drawing is read.
package enum DrawingMemory {
    /// The memory of a stroke without its points, in bytes: its entries in the drawing, the picture
    /// and the spatial index. Measured with 200,000 strokes of 17 points: 1,151 bytes each.
    static let bytesPerStroke = 500
    /// The memory of a point, in bytes: 16 for its coordinates, and the points of the curve in the
    /// picture. Measured with 2,000 strokes of 1,000 points: 37.6 bytes for a point.
    static let bytesPerPoint = 38

    /// The maximum memory of the strokes that are read from a stored drawing, in bytes: half of the
    /// machine's memory, or `Int.max` if that is unknown.
    package static let limit: Int = {
        let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        return pages > 0 && size > 0 ? pages * size / 2 : .max
    }()

    /// Returns the estimated memory of `strokes`, in bytes.
    static func byteCount(of strokes: [StoredStroke]) -> Int {
        strokes.reduce(0) { $0 + bytesPerStroke + $1.points.count * bytesPerPoint }
    }
}
