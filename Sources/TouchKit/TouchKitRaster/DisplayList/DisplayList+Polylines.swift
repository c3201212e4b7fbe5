import TouchKitGeometry

extension DisplayList {
    /// Paints lines with round ends and joints, as one: where a translucent line crosses itself, it is
    /// as dark as elsewhere.
    ///
    /// ```swift
    /// list.polyline(width: 10, color: color) { line in line.add(from: first, to: second) }
    /// ```
    ///
    /// - Parameters:
    ///   - width: The width, in pixels.
    ///   - color: The colour.
    ///   - body: Says the lines. It mustn't paint anything.
    package func polyline(
        width: Double, color: PixelColor, _ body: (inout PolylineBuilder) -> Void
    ) {
        guard color.alpha > 0 else { return }
        var builder = PolylineBuilder(list: self, width: width)
        body(&builder)
        builder.finish(color: color)
    }

    /// Paints a path's line with round ends and joints, as one.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - map: From the path's coordinates to canvas pixels.
    ///   - tolerance: How far a line may lie from a curve, in pixels.
    ///   - width: The width, in pixels.
    ///   - color: The colour.
    ///   - body: Says the lines, which are a function of the path, the map and the tolerance: it isn't asked
    ///     again for what was painted before.
    package func polyline(
        along path: Path, map: CGAffineTransform, tolerance: Double, width: Double,
        color: PixelColor, _ body: (inout PolylineBuilder) -> Void
    ) {
        guard color.alpha > 0 else { return }
        let found = findPolyline(path, map, width: width, tolerance: tolerance)
        if case .kept(let kept) = found {
            append(kept, color: color)
            return
        }
        var builder = PolylineBuilder(list: self, width: width)
        body(&builder)
        if case .wanted = found, let kept = builder.kept() {
            append(kept, color: color)
        } else {
            builder.finish(color: color)
        }
    }
}

/// Puts straight lines together: what a polyline is made with.
package struct PolylineBuilder {
    private let list: DisplayList
    private let width: Double
    private let first: Int
    private var box = PixelRect.empty

    fileprivate init(list: DisplayList, width: Double) {
        self.list = list
        self.width = width
        first = list.polylineParts.count
    }

    /// Adds a line; one without length is a dot, and one with a coordinate that isn't finite is left
    /// out.
    package mutating func add(from start: CGPoint, to end: CGPoint) {
        guard let part = StrokeShape(from: start, to: end, width: width, cap: .round) else {
            return
        }
        list.polylineParts.append(part)
        box = box.isEmpty ? part.box : box.union(part.box)
    }

    /// Keeps its coverage; nil where that isn't to be.
    fileprivate func kept() -> KeptShape? {
        list.keep(box) { rows, band in
            for index in first..<list.polylineParts.count {
                let part = list.polylineParts[index]
                let own = part.box.intersection(band)
                if !own.isEmpty { part.cover(into: rows, clip: own) }
            }
        }
    }

    fileprivate func finish(color: PixelColor) {
        // One part is no plain stroke: which parts are said may depend on what is dirty, and the bits of
        // a pixel mustn't.
        let parts = first..<list.polylineParts.count
        if parts.isEmpty { return }
        list.append(.polyline(PolylineShape(parts: parts)), color: color, box: box)
    }
}
