/// A set of pixels, stored as a limited number of rectangles.
///
/// The rectangles are disjoint, except that thin rectangles may cross each other if the region
/// permits crossings. If there are more rectangles than the limit, the region merges the two
/// rectangles whose merge adds the fewest pixels. Therefore a region can cover more pixels than
/// were inserted, but never fewer. Refilling a region after `removeAll()` allocates nothing.
///
/// After the first merge, the region stores the cheapest merge partner of each rectangle, so that
/// later merges do not compare all pairs.
package struct Region: Sendable {
    /// The rectangles: non-empty, disjoint except for permitted crossings, in no particular order.
    package private(set) var rects: [PixelRect] = []
    /// The rectangles that have not been inserted yet.
    private var pending: [PixelRect] = []
    private let limit: Int
    private let maximumCrossingArea: Int
    /// The cheapest merge partner of each rectangle, or an empty array before the first merge.
    private var partners: [Partner] = []

    /// The rectangle with which another rectangle can be merged at the lowest cost.
    private struct Partner {
        /// The value of `index` while the partner is not known.
        static let unknown = -1
        /// The index of the partner in `rects`.
        var index = unknown
        /// The number of pixels in the merged rectangle that neither of the two rectangles
        /// contains.
        var waste = Int.max
    }

    /// Creates an empty region.
    ///
    /// Without crossings, lines that cross each other on the screen are split at each crossing:
    /// twenty horizontal and twenty vertical lines become hundreds of rectangles. Callers that
    /// tolerate overlapping rectangles should permit crossings.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of rectangles, at least 1.
    ///   - maximumCrossingArea: The maximum number of common pixels of two rectangles that cross
    ///     each other, or 0 to keep all rectangles disjoint.
    package init(limit: Int = 32, maximumCrossingArea: Int = 0) {
        precondition(limit >= 1, "region: the limit must be at least 1")
        self.limit = limit
        self.maximumCrossingArea = maximumCrossingArea
        rects.reserveCapacity(limit + 1)
        pending.reserveCapacity(16)
        partners.reserveCapacity(limit + 1)
    }

    /// Returns an empty region for the damage of a frame.
    ///
    /// The limit suffices for twenty lines across the screen and other damage. The rectangles may
    /// cross, because painting a pixel twice is harmless.
    package static func forDamage() -> Region { Region(limit: 128, maximumCrossingArea: 256) }

    /// Whether the region contains no pixel.
    package var isEmpty: Bool { rects.isEmpty }

    /// The sum of the areas of all rectangles, in pixels. A pixel in a crossing counts once for
    /// each rectangle that contains it.
    package var area: Int {
        var sum = 0
        for rect in rects { sum += rect.area }
        return sum
    }

    /// The bounding box of the region.
    package var bounds: PixelRect {
        var box = PixelRect.empty
        for rect in rects { box = box.union(rect) }
        return box
    }

    /// Returns whether the region contains the pixel in column `x` and row `y`.
    package func contains(x: Int, y: Int) -> Bool {
        for rect in rects where rect.contains(x: x, y: y) { return true }
        return false
    }

    /// Returns whether the region contains at least one pixel of `rect`.
    package func intersects(_ rect: PixelRect) -> Bool {
        for own in rects where own.intersects(rect) { return true }
        return false
    }

    /// Removes all pixels, but keeps the allocated memory.
    package mutating func removeAll() {
        if rects.isEmpty { return }
        rects.removeAll(keepingCapacity: true)
        removePartners()
    }

    /// Inserts a rectangle.
    ///
    /// - Complexity: O(limit), or O(limit²) for the first insertion that requires a merge.
    package mutating func formUnion(_ rect: PixelRect) {
        if rect.isEmpty { return }
        pending.append(rect)
        while let next = pending.popLast() {
            insert(next)
            // An insertion adds at most one rectangle. Merging before the next one keeps the number
            // of rectangles within the allocated memory.
            if rects.count > limit { merge(cheapestPair()) }
        }
    }

    /// Merges pairs of rectangles as long as a merge adds at most `pixels` pixels to the region.
    ///
    /// Use this method to reduce the number of rectangles if each rectangle has a fixed cost.
    ///
    /// - Complexity: O(limit²).
    package mutating func merge(maximumWaste pixels: Int) {
        while rects.count > 1 {
            let pair = cheapestPair()
            if partners[pair].waste > pixels { return }
            merge(pair)
        }
    }

    /// Inserts all rectangles of another region.
    package mutating func formUnion(_ other: Region) {
        for rect in other.rects { formUnion(rect) }
    }

    /// Inserts all rectangles of `other` and empties `other`. If this region is empty and both
    /// regions have equal parameters, their contents are swapped without copying.
    package mutating func formUnion(emptying other: inout Region) {
        if isEmpty && limit == other.limit && maximumCrossingArea == other.maximumCrossingArea {
            swap(&self, &other)
        } else {
            formUnion(other)
            other.removeAll()
        }
    }

    /// Removes the pixels outside of a rectangle.
    package mutating func formIntersection(_ rect: PixelRect) {
        var remaining = 0
        for index in rects.indices {
            let part = rects[index].intersection(rect)
            if part.isEmpty { continue }
            rects[remaining] = part
            remaining += 1
        }
        rects.removeLast(rects.count - remaining)
        removePartners()
    }

    /// Inserts a rectangle.
    ///
    /// The rectangle is merged with an overlapping or adjacent rectangle if the area of their
    /// bounding box is at most the sum of both areas. Otherwise only the parts outside of
    /// overlapping rectangles are inserted, unless the overlap is a permitted crossing.
    private mutating func insert(_ rect: PixelRect) {
        var index = 0
        while index < rects.count {
            let other = rects[index]
            // Separated rectangles neither overlap nor form a larger rectangle.
            if rect.minX > other.maxX || rect.maxX < other.minX || rect.minY > other.maxY
                || rect.maxY < other.minY
            {
                index += 1
                continue
            }
            if other.contains(rect) { return }
            let box = other.union(rect)
            if rect.contains(other) || box.area <= other.area + rect.area {
                remove(at: index)
                pending.append(box)
                return
            }
            if other.intersects(rect) && !mayCross(other, rect) {
                appendParts(of: rect, outside: other)
                return
            }
            index += 1
        }
        append(rect)
    }

    /// Returns whether two rectangles may overlap as a permitted crossing.
    @inline(__always)
    private func mayCross(_ one: PixelRect, _ other: PixelRect) -> Bool {
        guard maximumCrossingArea > 0, Self.crosses(one, other) || Self.crosses(other, one) else {
            return false
        }
        return one.intersection(other).area <= maximumCrossingArea
    }

    /// Returns whether `wide` extends beyond `tall` on the left and right, and `tall` extends
    /// beyond `wide` at the top and bottom.
    @inline(__always)
    private static func crosses(_ wide: PixelRect, _ tall: PixelRect) -> Bool {
        wide.minX < tall.minX && wide.maxX > tall.maxX && wide.minY > tall.minY
            && wide.maxY < tall.maxY
    }

    /// Appends the parts of `rect` outside of `hole`, at most four, to the pending rectangles.
    private mutating func appendParts(of rect: PixelRect, outside hole: PixelRect) {
        let middleTop = max(rect.minY, hole.minY)
        let middleBottom = min(rect.maxY, hole.maxY)
        let parts = (
            PixelRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: middleTop),
            PixelRect(minX: rect.minX, minY: middleBottom, maxX: rect.maxX, maxY: rect.maxY),
            PixelRect(minX: rect.minX, minY: middleTop, maxX: hole.minX, maxY: middleBottom),
            PixelRect(minX: hole.maxX, minY: middleTop, maxX: rect.maxX, maxY: middleBottom)
        )
        if !parts.0.isEmpty { pending.append(parts.0) }
        if !parts.1.isEmpty { pending.append(parts.1) }
        if !parts.2.isEmpty { pending.append(parts.2) }
        if !parts.3.isEmpty { pending.append(parts.3) }
    }

    /// Returns the index of the rectangle whose merge with its partner adds the fewest pixels to
    /// the region. Unknown partners are found first.
    private mutating func cheapestPair() -> Int {
        if partners.isEmpty {
            for _ in rects { partners.append(Partner()) }
        }
        var best = 0
        for index in rects.indices {
            if partners[index].index == Partner.unknown { findPartner(of: index) }
            if partners[index].waste < partners[best].waste { best = index }
        }
        return best
    }

    /// Merges the rectangle at the index `best` with its partner.
    private mutating func merge(_ best: Int) {
        let other = partners[best].index
        // The merged rectangle may overlap other rectangles, which are then merged with it, too.
        // Otherwise the number of rectangles might not decrease.
        var merged = rects[best].union(rects[other])
        remove(at: max(best, other))
        remove(at: min(best, other))
        var index = 0
        while index < rects.count {
            if rects[index].intersects(merged) && !mayCross(rects[index], merged) {
                merged = merged.union(rects[index])
                remove(at: index)
                index = 0
            } else {
                index += 1
            }
        }
        append(merged)
    }

    // MARK: Merge partners

    /// Removes all merge partners. Most regions never have any.
    private mutating func removePartners() {
        if !partners.isEmpty { partners.removeAll(keepingCapacity: true) }
    }

    /// Returns the number of pixels in the bounding box of two rectangles that are in neither of
    /// the two rectangles.
    @inline(__always)
    private static func waste(_ left: PixelRect, _ right: PixelRect) -> Int {
        left.union(right).area - left.area - right.area
    }

    /// Finds and stores the cheapest merge partner of the rectangle at `index`.
    private mutating func findPartner(of index: Int) {
        var found = Partner()
        for other in rects.indices where other != index {
            let waste = Self.waste(rects[index], rects[other])
            if waste < found.waste { found = Partner(index: other, waste: waste) }
        }
        partners[index] = found
    }

    /// Appends a rectangle and updates the merge partners.
    private mutating func append(_ rect: PixelRect) {
        let newIndex = rects.count
        if !partners.isEmpty {
            var found = Partner()
            for other in rects.indices {
                let waste = Self.waste(rects[other], rect)
                if waste < found.waste { found = Partner(index: other, waste: waste) }
                if partners[other].index != Partner.unknown && waste < partners[other].waste {
                    partners[other] = Partner(index: newIndex, waste: waste)
                }
            }
            partners.append(found)
        }
        rects.append(rect)
    }

    /// Removes the rectangle at `index`, and moves the last rectangle to `index`.
    private mutating func remove(at index: Int) {
        let last = rects.count - 1
        rects.swapAt(index, last)
        rects.removeLast()
        if partners.isEmpty { return }
        partners.swapAt(index, last)
        partners.removeLast()
        for other in partners.indices {
            if partners[other].index == index {
                partners[other] = Partner()
            } else if partners[other].index == last {
                partners[other].index = index
            }
        }
    }
}
