import TouchKitGeometry

extension DisplayList {
    /// Appends line segments with round caps and joins, which are blended once. Therefore
    /// overlapping parts of a translucent polyline are not darker.
    ///
    /// ```swift
    /// list.polyline(width: 10, color: color) { line in line.add(from: first, to: second) }
    /// ```
    ///
    /// - Parameters:
    ///   - width: The line width, in pixels.
    ///   - color: The color.
    ///   - body: A closure that adds the segments. The closure must not append anything else to the
    ///     list.
    package func polyline(
        width: Double, color: PixelColor, _ body: (inout PolylineBuilder) -> Void
    ) {
        guard color.alpha > 0 else { return }
        var builder = PolylineBuilder(list: self, width: width)
        body(&builder)
        builder.finish(color: color)
    }

    /// Appends the outline of a path with round caps and joins. If the outline's coverage is
    /// cached, the cached coverage is used.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - map: The transform from the path's coordinates to canvas pixels.
    ///   - tolerance: The maximum distance between a curve and its approximation by lines, in
    ///     pixels.
    ///   - width: The line width, in pixels.
    ///   - color: The color.
    ///   - body: A closure that adds the segments, which may depend only on the path, the map and
    ///     the tolerance. The closure is not called if the coverage is cached.
    package func polyline(
        along path: Path, map: CGAffineTransform, tolerance: Double, width: Double,
        color: PixelColor, _ body: (inout PolylineBuilder) -> Void
    ) {
        guard color.alpha > 0 else { return }
        let lookup = lookUpPolyline(path, map, width: width, tolerance: tolerance)
        if case .hit(let shape) = lookup {
            append(shape, color: color)
            return
        }
        var builder = PolylineBuilder(list: self, width: width)
        body(&builder)
        if case .miss = lookup, let shape = builder.cachedShape() {
            append(shape, color: color)
        } else {
            builder.finish(color: color)
        }
    }
}

/// A builder that collects line segments for one polyline of a display list.
package struct PolylineBuilder {
    /// The list that receives the segments.
    private let list: DisplayList
    /// The line width, in pixels.
    private let width: Double
    /// The index of the first segment in the list's `polylineParts`.
    private let first: Int
    /// The bounding box of the segments added so far.
    private var box = PixelRect.empty

    /// Begins a polyline.
    fileprivate init(list: DisplayList, width: Double) {
        self.list = list
        self.width = width
        first = list.polylineParts.count
    }

    /// Adds a segment. A segment of length 0 is a dot.
    ///
    /// A segment with a coordinate that is not finite is ignored.
    package mutating func add(from start: CGPoint, to end: CGPoint) {
        guard let part = LineShape(from: start, to: end, width: width, cap: .round) else {
            return
        }
        list.polylineParts.append(part)
        box = box.isEmpty ? part.box : box.union(part.box)
    }

    /// Renders the polyline's coverage into the cache and returns the cached shape, or `nil` if the
    /// coverage cannot be cached.
    fileprivate func cachedShape() -> CachedShape? {
        list.storeCoverage(box) { rows, band in
            for index in first..<list.polylineParts.count {
                let part = list.polylineParts[index]
                let own = part.box.intersection(band)
                if !own.isEmpty { part.addCoverage(into: rows, clip: own) }
            }
        }
    }

    /// Appends the item for the polyline, unless the polyline has no segments.
    fileprivate func finish(color: PixelColor) {
        // A plain line is antialiased differently. Segments outside of the dirty region may be
        // skipped, and this must not change the pixels. Therefore a single segment is also recorded
        // as a polyline.
        let parts = first..<list.polylineParts.count
        if parts.isEmpty { return }
        list.append(.polyline(PolylineShape(parts: parts)), color: color, box: box)
    }
}
