import TouchKitGeometry

/// The sections of a stroke: runs of consecutive segments.
///
/// A stroke of more than `maximumUndividedCount` points is divided into sections of `length`
/// segments. The bounding box of each section follows the points in memory, so that a search in a
/// small rectangle skips the sections elsewhere. A shorter stroke is one section without a box.
struct PointSections {
    /// A point, in pixels.
    typealias Point = PointStorage.Point

    /// The number of segments in a section of a divided stroke.
    static let length = 64
    /// The maximum number of points of a stroke that is not divided.
    static let maximumUndividedCount = 256

    /// The points of the stroke.
    private let points: UnsafeMutableBufferPointer<Point>
    /// The number of sections.
    let count: Int

    /// Creates the sections of a stroke from its points in the point storage.
    @inline(__always)
    init(of points: UnsafeMutableBufferPointer<Point>) {
        self.points = points
        count = Self.count(forPointCount: points.count)
    }

    /// Whether the stroke is divided into sections with bounding boxes.
    var areDivided: Bool { points.count > Self.maximumUndividedCount }

    /// Returns the number of sections of a stroke.
    @inline(__always)
    private static func count(forPointCount count: Int) -> Int {
        count > maximumUndividedCount ? (count &- 2) / length &+ 1 : 1
    }

    /// Returns the number of elements that the points and the bounding boxes of a stroke need in
    /// the point storage.
    static func elementCount(forPointCount count: Int) -> Int {
        count > maximumUndividedCount ? count + 2 * self.count(forPointCount: count) : count
    }

    /// Returns the index of the first point and the index of the last point of a section. Both are
    /// equal if the stroke has one point.
    @inline(__always)
    func ends(of section: Int) -> (first: Int, last: Int) {
        if !areDivided { return (0, points.count &- 1) }
        let first = section &* Self.length
        return (first, min(first &+ Self.length, points.count &- 1))
    }

    /// Returns the bounding box of the points of a section of a divided stroke.
    @inline(__always)
    func box(of section: Int) -> (low: Point, high: Point) {
        let index = points.count &+ 2 &* section
        let start = points.baseAddress.unsafelyUnwrapped
        return (start[index], start[index &+ 1])
    }

    /// Computes the bounding boxes. The caller calls this function after each change of the points.
    func updateBoxes() {
        guard areDivided, let start = points.baseAddress else { return }
        for section in 0..<count {
            let (first, last) = ends(of: section)
            var (low, high) = (start[first], start[first])
            for index in first...last {
                low = pointwiseMin(low, start[index])
                high = pointwiseMax(high, start[index])
            }
            start[points.count + 2 * section] = low
            start[points.count + 2 * section + 1] = high
        }
    }

    /// Returns whether a section may intersect a rectangle. The result is `true` if
    /// `CapsuleGeometry.segmentMayIntersect` returns `true` for a segment of the section.
    ///
    /// - Parameters:
    ///   - section: The index of the section.
    ///   - reach: The maximum distance between the center line and a covered pixel, in pixels.
    ///   - middle: The center of the rectangle, in pixels.
    ///   - half: Half the width and height of the rectangle, in pixels.
    @inline(__always)
    func mayIntersect(_ section: Int, reach: Float, middle: Point, half: Point) -> Bool {
        if !areDivided { return true }
        let (low, high) = box(of: section)
        return low.x - middle.x <= half.x + reach && high.x - middle.x >= -(half.x + reach)
            && low.y - middle.y <= half.y + reach && high.y - middle.y >= -(half.y + reach)
    }

    /// Returns a lower bound of the squared distance between a point and a section, in square
    /// pixels, or 0 if the stroke is not divided.
    func leastSquaredDistance(of section: Int, to point: Point) -> Float {
        if !areDivided { return 0 }
        let (low, high) = box(of: section)
        let off = pointwiseMax(pointwiseMax(low - point, point - high), Point())
        return off.x * off.x + off.y * off.y
    }

    /// Adds rectangles that contain all pixels of the stroke to a region: the bounding boxes of at
    /// most 256 groups of sections.
    ///
    /// - Parameters:
    ///   - region: The region.
    ///   - reach: The maximum distance between the center line and a covered pixel, in pixels.
    ///   - clip: The rectangle to which the added rectangles are clipped.
    func addBoxes(to region: inout Region, reach: Float, within clip: PixelRect) {
        let groupSize = (count + 255) / 256
        for first in stride(from: 0, to: count, by: groupSize) {
            var (low, high) = box(of: first)
            for section in first..<min(first + groupSize, count) {
                let own = box(of: section)
                low = pointwiseMin(low, own.low)
                high = pointwiseMax(high, own.high)
            }
            let margin = Double(reach) + 1
            let box = CGRect(
                x: Double(low.x), y: Double(low.y), width: Double(high.x - low.x),
                height: Double(high.y - low.y)
            ).insetBy(dx: -margin, dy: -margin)
            region.formUnion(PixelRect(covering: box).intersection(clip))
        }
    }
}
