import TouchKitGeometry

/// A merger of the bounding boxes of consecutive segments into few rectangles of a region.
///
/// Merged rectangles begin and end at multiples of eight columns, except at the edge of the layer,
/// because pixels are composed, blended and compared in groups of eight. Slices are not aligned.
struct BoxMerger {
    /// The maximum width and height of a merged box, in pixels.
    private static let extent = 64
    /// The bounds of the ink layer.
    let layerBounds: PixelRect
    /// The union of the bounding boxes that have not been added to the region yet.
    private var box = PixelRect.empty

    /// Creates a merger for the ink of a layer with the given bounds.
    init(layerBounds: PixelRect) {
        self.layerBounds = layerBounds
    }

    /// Adds the bounding box of a segment.
    ///
    /// - Parameters:
    ///   - own: The bounding box of the segment, limited to `layerBounds`.
    ///   - shape: The segment. If its bounding box is large, the bounding boxes of its slices are
    ///     added instead.
    ///   - region: The region that receives the rectangles.
    mutating func add(
        _ own: PixelRect, of shape: LineShape, to region: inout Region
    ) {
        if own.isEmpty { return }
        if min(own.width, own.height) > Self.extent {
            shape.addSlices(within: layerBounds, to: &region)
            return
        }
        add(own, to: &region)
    }

    /// Adds a rectangle.
    mutating func add(_ own: PixelRect, to region: inout Region) {
        if own.isEmpty { return }
        let both = box.isEmpty ? own : box.union(own)
        if max(both.width, both.height) <= Self.extent || box.isEmpty {
            box = both
            return
        }
        region.formUnion(aligned(box))
        box = own
    }

    /// Adds the remaining box to the region.
    mutating func finish(_ region: inout Region) {
        if !box.isEmpty { region.formUnion(aligned(box)) }
    }

    /// Returns a rectangle that is extended to groups of eight columns.
    private func aligned(_ box: PixelRect) -> PixelRect {
        PixelRect(
            minX: max(box.minX & ~7, layerBounds.minX), minY: box.minY,
            maxX: min((box.maxX + 7) & ~7, layerBounds.maxX), maxY: box.maxY)
    }
}

extension LineShape {
    /// Adds the pixels that the line may touch to a region, as the bounding boxes of slices of the
    /// line.
    fileprivate func addSlices(within layerBounds: PixelRect, to region: inout Region) {
        var slices = LineSlices(
            from: CGPoint(x: Double(startX), y: Double(startY)),
            to: CGPoint(x: Double(startX + width), y: Double(startY + height)),
            reach: Double(radius) + 1, within: layerBounds)
        while let slice = slices.next() { region.formUnion(slice) }
    }
}
