import TouchKitGeometry

/// Boxes that follow one another along a line, put together as long as they are small.
struct BoxRun {
    private static let extent = 64
    private var box = PixelRect.empty

    mutating func add(
        _ own: PixelRect, of shape: StrokeShape, within picture: PixelRect,
        to region: inout Region
    ) {
        if own.isEmpty { return }
        if min(own.width, own.height) > Self.extent {
            shape.addSlices(within: picture, to: &region)
            return
        }
        let both = box.isEmpty ? own : box.union(own)
        if max(both.width, both.height) <= Self.extent || box.isEmpty {
            box = both
            return
        }
        region.formUnion(box)
        box = own
    }

    mutating func finish(_ region: inout Region) {
        region.formUnion(box)
    }
}

extension StrokeShape {
    /// Puts the pixels that it may touch into a region, a slanted line in slices.
    fileprivate func addSlices(within picture: PixelRect, to region: inout Region) {
        var slices = LineSlices(
            from: CGPoint(x: Double(startX), y: Double(startY)),
            to: CGPoint(x: Double(startX + width), y: Double(startY + height)),
            reach: Double(radius) + 1, within: picture)
        while let slice = slices.next() { region.formUnion(slice) }
    }
}
