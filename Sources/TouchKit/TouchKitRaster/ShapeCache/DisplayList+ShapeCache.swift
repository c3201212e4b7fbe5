import TouchKitGeometry

extension DisplayList {
    /// The number of shapes with cached coverage.
    package var cachedShapeCount: Int { shapeCache.pointee.count }

    /// Appends a shape with cached coverage.
    func append(_ shape: CachedShape, color: PixelColor) {
        cachedShapes.append(shape)
        append(.cached(cachedShapes.count - 1), color: color, box: shape.box)
    }

    /// Renders the coverage of the shape that was looked up last and stores it in the cache.
    ///
    /// - Parameters:
    ///   - box: The bounding box of the shape, in canvas pixels.
    ///   - cover: A closure that renders the coverage of a part of the box into a tile.
    /// - Returns: The cached shape, or `nil` if it is too large or the cache is full.
    func storeCoverage(_ box: PixelRect, _ cover: (CoverageTile, PixelRect) -> Void) -> CachedShape?
    {
        guard ShapeCache.isCacheable(box) else { return nil }
        let bandHeight = 16
        let left = box.minX & ~7
        let stride = (box.maxX - left + 7) & ~7
        let memory = scratch.polyline.memory(byteCount: stride * bandHeight)
        shapeCache.pointee.beginCoverage()
        var top = box.minY
        while top < box.maxY {
            let band = PixelRect(
                minX: box.minX, minY: top, maxX: box.maxX, maxY: min(top + bandHeight, box.maxY))
            memory.update(repeating: 0, count: stride * bandHeight)
            let rows = CoverageTile(memory: memory, stride: stride, x: left, y: top)
            cover(rows, band)
            for y in band.minY..<band.maxY {
                shapeCache.pointee.addRow(rows.row(y) + box.minX, width: box.width)
            }
            top = band.maxY
        }
        return shapeCache.pointee.store(box: box)
    }

    // MARK: Lookup

    /// The drawing operations whose coverage can be cached. The raw value is part of the cache key.
    private enum Kind: UInt64 {
        /// The interior of a path.
        case fill
        /// The outline of a path.
        case stroke
        /// The outline of a path with round caps and joins, as a polyline.
        case polyline
    }

    /// The result of looking up a shape in the cache.
    enum CacheLookup {
        /// The coverage is cached.
        case hit(CachedShape)
        /// The coverage is not cached and should be stored after rendering.
        case miss
        /// The coverage is not cached and should not be stored.
        case notCacheable
    }

    /// Looks up the interior of a path.
    func lookUpFill(
        _ path: Path, _ map: CGAffineTransform, _ rule: FillRule, tolerance: Double
    ) -> CacheLookup {
        shapeCache.pointee.beginKey(Kind.fill.rawValue)
        shapeCache.pointee.add(UInt64(rule == .evenOdd ? 1 : 0))
        shapeCache.pointee.add(tolerance)
        return lookUp(path, map)
    }

    /// Looks up the outline of a path. Dashed outlines are never cached.
    func lookUpStroke(
        _ path: Path, _ map: CGAffineTransform, _ style: LineStyle, tolerance: Double
    ) -> CacheLookup {
        guard style.dashes.isEmpty else { return .notCacheable }
        shapeCache.pointee.beginKey(Kind.stroke.rawValue)
        shapeCache.pointee.add(style.width)
        shapeCache.pointee.add(style.miterLimit)
        shapeCache.pointee.add(tolerance)
        let cap: UInt64 =
            switch style.cap {
            case .butt: 0
            case .round: 1
            case .square: 2
            }
        let join: UInt64 =
            switch style.join {
            case .miter: 0
            case .round: 4
            case .bevel: 8
            }
        shapeCache.pointee.add(cap | join)
        return lookUp(path, map)
    }

    /// Looks up the outline of a path as a polyline.
    func lookUpPolyline(
        _ path: Path, _ map: CGAffineTransform, width: Double, tolerance: Double
    ) -> CacheLookup {
        shapeCache.pointee.beginKey(Kind.polyline.rawValue)
        shapeCache.pointee.add(width)
        shapeCache.pointee.add(tolerance)
        return lookUp(path, map)
    }

    /// Appends the path and its transform to the cache key, and looks up the key.
    private func lookUp(_ path: Path, _ map: CGAffineTransform) -> CacheLookup {
        guard shapeCache.pointee.add(path, map) else { return .notCacheable }
        if let shape = shapeCache.pointee.find() { return .hit(shape) }
        return shapeCache.pointee.shouldStore() ? .miss : .notCacheable
    }

    /// Returns the bounding box of a path's shape, or `nil` if it is too large to be cached or a
    /// point is not finite.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - map: The transform from the path's coordinates to canvas pixels.
    ///   - reach: The maximum distance between the outline and the path, in pixels, or 0 for the
    ///     interior of a path.
    func cacheableBox(_ path: Path, _ map: CGAffineTransform, reach: Double) -> PixelRect? {
        guard path.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        let box = PixelRect(
            covering: path.bounds.applying(map).insetBy(dx: -reach - 2, dy: -reach - 2))
        return ShapeCache.isCacheable(box) ? box : nil
    }
}
