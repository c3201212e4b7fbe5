import TouchKitGeometry

extension DisplayList {
    /// How many shapes' coverage is kept.
    package var keptCount: Int { shapeMemory.pointee.count }

    /// Appends a shape whose coverage is kept.
    func append(_ kept: KeptShape, color: PixelColor) {
        keptShapes.append(kept)
        append(.kept(keptShapes.count - 1), color: color, box: kept.box)
    }

    /// Makes the coverage of the shape that was looked for, and keeps it.
    ///
    /// - Parameters:
    ///   - box: The pixels that it may touch.
    ///   - cover: Puts its coverage into a tile, in a part of the box.
    /// - Returns: Nil where it is too large, or there is no room.
    func keep(_ box: PixelRect, _ cover: (CoverageTile, PixelRect) -> Void) -> KeptShape? {
        guard ShapeMemory.fits(box) else { return nil }
        let bandHeight = 16
        let left = box.minX & ~7
        let stride = (box.maxX - left + 7) & ~7
        let memory = polylineCoverage.grown(to: stride * bandHeight)
        shapeMemory.pointee.beginRows()
        var top = box.minY
        while top < box.maxY {
            let band = PixelRect(
                minX: box.minX, minY: top, maxX: box.maxX, maxY: min(top + bandHeight, box.maxY))
            memory.update(repeating: 0, count: stride * bandHeight)
            let rows = CoverageTile(memory: memory, stride: stride, x: left, y: top)
            cover(rows, band)
            for y in band.minY..<band.maxY {
                shapeMemory.pointee.addRow(rows.row(y) + box.minX, width: box.width)
            }
            top = band.maxY
        }
        return shapeMemory.pointee.keep(box: box)
    }

    // MARK: Looking

    /// The kinds of shapes that are kept.
    private enum Kind: UInt64 {
        case fill
        case stroke
        case polyline
    }

    /// A shape that may be kept.
    enum Finding {
        /// It is.
        case kept(KeptShape)
        /// It isn't, and is to be kept now.
        case wanted
        /// It is painted without being kept.
        case passed
    }

    /// Looks for the inside of a path.
    func findFill(
        _ path: Path, _ map: CGAffineTransform, _ rule: FillRule, tolerance: Double
    ) -> Finding {
        shapeMemory.pointee.beginKey(Kind.fill.rawValue)
        shapeMemory.pointee.add(UInt64(rule == .evenOdd ? 1 : 0))
        shapeMemory.pointee.add(tolerance)
        return find(path, map)
    }

    /// Looks for a path's line.
    func findStroke(
        _ path: Path, _ map: CGAffineTransform, _ style: StrokeStyle, tolerance: Double
    ) -> Finding {
        guard style.dashes.isEmpty else { return .passed }
        shapeMemory.pointee.beginKey(Kind.stroke.rawValue)
        shapeMemory.pointee.add(style.width)
        shapeMemory.pointee.add(style.miterLimit)
        shapeMemory.pointee.add(tolerance)
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
        shapeMemory.pointee.add(cap | join)
        return find(path, map)
    }

    /// Looks for a polyline along a path.
    func findPolyline(
        _ path: Path, _ map: CGAffineTransform, width: Double, tolerance: Double
    ) -> Finding {
        shapeMemory.pointee.beginKey(Kind.polyline.rawValue)
        shapeMemory.pointee.add(width)
        shapeMemory.pointee.add(tolerance)
        return find(path, map)
    }

    private func find(_ path: Path, _ map: CGAffineTransform) -> Finding {
        guard shapeMemory.pointee.add(path, map) else { return .passed }
        if let kept = shapeMemory.pointee.find() { return .kept(kept) }
        return shapeMemory.pointee.wants() ? .wanted : .passed
    }

    /// The box in which a path's shape lies, if that is small enough to be kept; not where a point isn't
    /// finite, as the box says nothing then.
    ///
    /// - Parameter reach: How far its line goes beyond its points, in pixels.
    func boxToKeep(_ path: Path, _ map: CGAffineTransform, reach: Double) -> PixelRect? {
        guard path.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
        let box = PixelRect(
            covering: path.bounds.applying(map).insetBy(dx: -reach - 2, dy: -reach - 2))
        return ShapeMemory.fits(box) ? box : nil
    }
}
