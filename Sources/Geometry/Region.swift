/// A bounded number of disjoint rectangles of whole pixels.
///
/// Where more rectangles come in than it keeps, the two whose common box wastes least are merged:
/// so a region may cover more than was put in, never less. Once warm, changing it allocates
/// nothing.
public struct Region: Sendable {
    /// The rectangles: disjoint, none empty, in no order.
    public private(set) var rects: [PixelRect] = []
    private var pending: [PixelRect] = []
    private let limit: Int

    /// Makes an empty region.
    ///
    /// - Parameter limit: The largest number of rectangles it keeps, at least 1.
    public init(limit: Int = 32) {
        precondition(limit >= 1, "a region keeps at least one rectangle")
        self.limit = limit
        rects.reserveCapacity(limit + 4)
        pending.reserveCapacity(16)
    }

    /// Whether there is no pixel in it.
    public var isEmpty: Bool { rects.isEmpty }

    /// The number of pixels.
    public var area: Int {
        var sum = 0
        for rect in rects { sum += rect.area }
        return sum
    }

    /// The smallest rectangle that covers the region.
    public var bounds: PixelRect {
        var box = PixelRect.empty
        for rect in rects { box = box.union(rect) }
        return box
    }

    /// Whether the pixel belongs to the region.
    public func contains(x: Int, y: Int) -> Bool {
        for rect in rects where rect.contains(x: x, y: y) { return true }
        return false
    }

    /// Whether the region has a pixel of the rectangle.
    public func intersects(_ rect: PixelRect) -> Bool {
        for own in rects where own.intersects(rect) { return true }
        return false
    }

    /// Takes all pixels out and keeps the memory.
    public mutating func removeAll() {
        rects.removeAll(keepingCapacity: true)
    }

    /// Puts a rectangle in.
    ///
    /// - Complexity: O(limit²) where rectangles have to be merged, else O(limit).
    public mutating func formUnion(_ rect: PixelRect) {
        if rect.isEmpty { return }
        pending.append(rect)
        while let next = pending.popLast() { insert(next) }
        while rects.count > limit { mergeCheapestPair() }
    }

    /// Puts all rectangles of another region in.
    public mutating func formUnion(_ other: Region) {
        for rect in other.rects { formUnion(rect) }
    }

    /// Takes out what lies outside the rectangle.
    public mutating func formIntersection(_ rect: PixelRect) {
        var kept = 0
        for index in rects.indices {
            let part = rects[index].intersection(rect)
            if part.isEmpty { continue }
            rects[kept] = part
            kept += 1
        }
        rects.removeLast(rects.count - kept)
    }

    /// Puts a rectangle in beside the others; what overlaps is merged where the common box costs no
    /// more than the two did, and cut apart otherwise.
    private mutating func insert(_ rect: PixelRect) {
        var index = 0
        while index < rects.count {
            let other = rects[index]
            if other.contains(rect) { return }
            let box = other.union(rect)
            if rect.contains(other) || box.area <= other.area + rect.area {
                rects.swapAt(index, rects.count - 1)
                rects.removeLast()
                pending.append(box)
                return
            }
            if other.intersects(rect) {
                appendParts(of: rect, outside: other)
                return
            }
            index += 1
        }
        rects.append(rect)
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

    private mutating func mergeCheapestPair() {
        var best = (first: 0, second: 1, waste: Int.max)
        for first in rects.indices {
            for second in rects.indices where second > first {
                let box = rects[first].union(rects[second])
                let waste = box.area - rects[first].area - rects[second].area
                if waste < best.waste { best = (first, second, waste) }
            }
        }
        let box = rects[best.first].union(rects[best.second])
        rects.remove(at: best.second)
        rects.remove(at: best.first)
        // The box may lie over others now; they go into it whole, so that the number shrinks.
        var merged = box
        var index = 0
        while index < rects.count {
            if rects[index].intersects(merged) {
                merged = merged.union(rects[index])
                rects.swapAt(index, rects.count - 1)
                rects.removeLast()
                index = 0
            } else {
                index += 1
            }
        }
        rects.append(merged)
    }
}
