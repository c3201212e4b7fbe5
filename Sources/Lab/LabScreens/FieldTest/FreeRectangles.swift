import TouchKit

/// A namespace for finding the rectangles of a screen in which text does not overlap targets or
/// other obstacles.
package enum FreeRectangles {
    /// Returns all maximal rectangles in `extent` that intersect no obstacle, sorted from top to
    /// bottom and, at the same height, from wide to narrow.
    ///
    /// A rectangle is maximal if no larger rectangle without obstacles contains it.
    ///
    /// - Complexity: O(n⁵) for n obstacles, so n should be small.
    package static func find(in extent: CGRect, avoiding obstacles: [CGRect]) -> [CGRect] {
        let relevant = obstacles.filter { $0.intersects(extent) }
        let lefts = edges([extent.minX] + relevant.map(\.maxX), from: extent.minX, to: extent.maxX)
        let rights = edges([extent.maxX] + relevant.map(\.minX), from: extent.minX, to: extent.maxX)
        let tops = edges([extent.minY] + relevant.map(\.maxY), from: extent.minY, to: extent.maxY)
        let bottoms = edges(
            [extent.maxY] + relevant.map(\.minY), from: extent.minY, to: extent.maxY)
        var rectangles: [CGRect] = []
        for top in tops {
            for left in lefts {
                for right in rights.reversed() where right > left {
                    let bottom = bottoms.last { bottom in
                        bottom > top
                            && !relevant.contains {
                                $0.minX < right && $0.maxX > left && $0.minY < bottom
                                    && $0.maxY > top
                            }
                    }
                    guard let bottom else { continue }
                    let rectangle = CGRect(
                        x: left, y: top, width: right - left, height: bottom - top)
                    if !rectangles.contains(where: { $0.contains(rectangle) }) {
                        rectangles.removeAll { rectangle.contains($0) }
                        rectangles.append(rectangle)
                    }
                }
            }
        }
        return rectangles.sorted { ($0.minY, -$0.width) < ($1.minY, -$1.width) }
    }

    /// Returns the distinct coordinates between `from` and `to` in ascending order.
    private static func edges(
        _ coordinates: [CGFloat], from: CGFloat, to: CGFloat
    ) -> [CGFloat] {
        Set(coordinates.filter { $0 >= from && $0 <= to }).sorted()
    }
}
