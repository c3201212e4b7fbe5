/// A bounded number of disjoint rectangles of whole pixels; on request, thin ones may cross each other.
///
/// Where more rectangles come in than it keeps, the two whose common box wastes least are merged:
/// so a region may cover more than was put in, never less. Once warm, changing it allocates
/// nothing.
///
/// From the first merge on, each rectangle knows the one it would be merged with best, so that the
/// next merge needn't try all pairs.
package struct Region: Sendable {
    /// The rectangles: disjoint but for crossings, none empty, in no order.
    package private(set) var rects: [PixelRect] = []
    private var pending: [PixelRect] = []
    private let limit: Int
    private let largestCrossing: Int
    /// For each rectangle, the one it is merged with best, and what that wastes, in pixels; nobody
    /// where that isn't known. Empty before the first merge.
    private var partners: [Partner] = []

    private struct Partner {
        static let nobody = -1
        var index = nobody
        var waste = Int.max
    }

    /// Makes an empty region.
    ///
    /// Lines across the screen that cross each other would be cut into a piece for each crossing: of twenty
    /// and twenty, hundreds. Whoever does no harm by looking at a pixel twice has them kept whole.
    ///
    /// - Parameters:
    ///   - limit: The largest number of rectangles it keeps, at least 1.
    ///   - largestCrossing: Two rectangles of which each goes beyond the other at both sides are kept whole
    ///     where they share no more than so many pixels; 0: all are disjoint.
    package init(limit: Int = 32, largestCrossing: Int = 0) {
        precondition(limit >= 1, "a region keeps at least one rectangle")
        self.limit = limit
        self.largestCrossing = largestCrossing
        rects.reserveCapacity(limit + 4)
        pending.reserveCapacity(16)
        partners.reserveCapacity(limit + 4)
    }

    /// An empty region for what has to be drawn in a frame: fine enough for twenty lines across the screen and
    /// what there is besides. Who draws may draw where two of them cross twice.
    package static func ofDamage() -> Region { Region(limit: 128, largestCrossing: 256) }

    /// Whether there is no pixel in it.
    package var isEmpty: Bool { rects.isEmpty }

    /// The number of pixels; where rectangles cross, a pixel counts for each.
    package var area: Int {
        var sum = 0
        for rect in rects { sum += rect.area }
        return sum
    }

    /// The smallest rectangle that covers the region.
    package var bounds: PixelRect {
        var box = PixelRect.empty
        for rect in rects { box = box.union(rect) }
        return box
    }

    /// Whether the pixel belongs to the region.
    package func contains(x: Int, y: Int) -> Bool {
        for rect in rects where rect.contains(x: x, y: y) { return true }
        return false
    }

    /// Whether the region has a pixel of the rectangle.
    package func intersects(_ rect: PixelRect) -> Bool {
        for own in rects where own.intersects(rect) { return true }
        return false
    }

    /// Takes all pixels out and keeps the memory.
    package mutating func removeAll() {
        rects.removeAll(keepingCapacity: true)
        partners.removeAll(keepingCapacity: true)
    }

    /// Puts a rectangle in.
    ///
    /// - Complexity: O(limit), and once O(limit²) when rectangles have to be merged first.
    package mutating func formUnion(_ rect: PixelRect) {
        if rect.isEmpty { return }
        pending.append(rect)
        while let next = pending.popLast() { insert(next) }
        while rects.count > limit { merge(cheapestPair()) }
    }

    /// Merges rectangles as long as the common box of two has no more than so many pixels beyond them: for
    /// whoever pays for each rectangle as well as for each pixel.
    ///
    /// - Complexity: O(limit²).
    package mutating func merge(wasting pixels: Int) {
        while rects.count > 1 {
            let pair = cheapestPair()
            if partners[pair].waste > pixels { return }
            merge(pair)
        }
    }

    /// Puts all rectangles of another region in.
    package mutating func formUnion(_ other: Region) {
        for rect in other.rects { formUnion(rect) }
    }

    /// Puts all rectangles of another region in, which is empty then: an empty region of the same kind takes
    /// them as they are.
    package mutating func take(_ other: inout Region) {
        if isEmpty && limit == other.limit && largestCrossing == other.largestCrossing {
            swap(&self, &other)
        } else {
            formUnion(other)
            other.removeAll()
        }
    }

    /// Takes out what lies outside the rectangle.
    package mutating func formIntersection(_ rect: PixelRect) {
        var kept = 0
        for index in rects.indices {
            let part = rects[index].intersection(rect)
            if part.isEmpty { continue }
            rects[kept] = part
            kept += 1
        }
        rects.removeLast(rects.count - kept)
        partners.removeAll(keepingCapacity: true)
    }

    /// Puts a rectangle in beside the others; what overlaps is merged where the common box costs no
    /// more than the two did, and cut apart otherwise.
    private mutating func insert(_ rect: PixelRect) {
        var index = 0
        while index < rects.count {
            let other = rects[index]
            // Two with a gap between them are neither cut nor one.
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

    /// Whether two rectangles that share pixels are kept as they are.
    @inline(__always)
    private func mayCross(_ one: PixelRect, _ other: PixelRect) -> Bool {
        guard largestCrossing > 0, Self.crosses(one, other) || Self.crosses(other, one) else {
            return false
        }
        return one.intersection(other).area <= largestCrossing
    }

    /// Whether one goes beyond the other to the left and to the right, and the other above and below.
    @inline(__always)
    private static func crosses(_ wide: PixelRect, _ high: PixelRect) -> Bool {
        wide.minX < high.minX && wide.maxX > high.maxX && wide.minY > high.minY
            && wide.maxY < high.maxY
    }

    /// Queues the up to four parts of `rect` that lie outside `hole`.
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

    /// The rectangle that is merged with its partner at the least waste.
    private mutating func cheapestPair() -> Int {
        if partners.isEmpty {
            for _ in rects { partners.append(Partner()) }
        }
        var best = 0
        for index in rects.indices {
            if partners[index].index == Partner.nobody { findPartner(of: index) }
            if partners[index].waste < partners[best].waste { best = index }
        }
        return best
    }

    /// Merges a rectangle with its partner.
    private mutating func merge(_ best: Int) {
        let other = partners[best].index
        // The box may lie over others now; they go into it whole, so that the number shrinks.
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

    // MARK: Partners

    /// What a box around two rectangles has beyond them, in pixels.
    @inline(__always)
    private static func waste(_ left: PixelRect, _ right: PixelRect) -> Int {
        left.union(right).area - left.area - right.area
    }

    private mutating func findPartner(of index: Int) {
        var found = Partner()
        for other in rects.indices where other != index {
            let waste = Self.waste(rects[index], rects[other])
            if waste < found.waste { found = Partner(index: other, waste: waste) }
        }
        partners[index] = found
    }

    private mutating func append(_ rect: PixelRect) {
        let own = rects.count
        if !partners.isEmpty {
            var found = Partner()
            for other in rects.indices {
                let waste = Self.waste(rects[other], rect)
                if waste < found.waste { found = Partner(index: other, waste: waste) }
                if partners[other].index != Partner.nobody && waste < partners[other].waste {
                    partners[other] = Partner(index: own, waste: waste)
                }
            }
            partners.append(found)
        }
        rects.append(rect)
    }

    /// Takes a rectangle out; the last one takes its number.
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
