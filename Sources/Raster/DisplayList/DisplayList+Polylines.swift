import Geometry

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

    fileprivate func finish(color: PixelColor) {
        // One part is no plain stroke: which parts are said may depend on what is dirty, and the bits of
        // a pixel mustn't.
        let parts = first..<list.polylineParts.count
        if parts.isEmpty { return }
        list.append(.polyline(PolylineShape(parts: parts)), color: color, box: box)
    }
}
