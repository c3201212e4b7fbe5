import TouchKitGeometry

extension DisplayList {
    /// Appends the interior of a path. Open subpaths are closed implicitly.
    ///
    /// Coordinates that are not finite or too large are handled as described for `Path.flatten`.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - map: The transform from the path's coordinates to canvas pixels.
    ///   - rule: The rule that determines which points are inside.
    ///   - paint: The color, gradient or pattern.
    ///   - tolerance: The maximum distance between a curve and its approximation by lines, in
    ///     pixels.
    package func fill(
        _ path: Path, map: CGAffineTransform = .identity, rule: FillRule, paint: Paint,
        tolerance: Double = PathLimits.tolerance
    ) {
        guard let source = source(of: paint, opacity: 1) else { return }
        var visibleRect = visibleRect
        var isCacheMiss = false
        if case .color(let color) = source {
            switch lookUpFill(path, map, rule, tolerance: tolerance) {
            case .hit(let shape):
                append(shape, color: color)
                return
            case .miss:
                if let box = cacheableBox(path, map, reach: 0) {
                    visibleRect = box
                    isCacheMiss = true
                }
            case .notCacheable: break
            }
        }
        var sink = FillSink(edges: edges)
        edges.begin(visible: visibleRect)
        path.flatten(map: map, tolerance: tolerance, into: &sink)
        append(edges.finish(rule: rule), source, isCacheMiss: isCacheMiss)
    }

    /// Appends the outline of a path.
    ///
    /// A line that is thinner than a pixel is drawn one pixel wide with proportionally lower
    /// opacity. Where the line crosses itself, it is blended only once.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - map: The transform from the coordinates of the path and the style to canvas pixels.
    ///   - style: The width, caps, joins and dashes.
    ///   - paint: The color, gradient or pattern.
    ///   - tolerance: The maximum distance between a curve and its approximation by lines, in
    ///     pixels.
    package func stroke(
        _ path: Path, map: CGAffineTransform = .identity, style: LineStyle, paint: Paint,
        tolerance: Double = PathLimits.tolerance
    ) {
        guard let pen = Pen(width: style.width, map: map) else { return }
        var dashes = DashPattern(style, unit: pen.unit)
        var opacity = pen.opacity
        if let pattern = dashes, pattern.period * pen.maximumScale < PathLimits.minimumDashPeriod {
            // Round and square caps fill gaps that are shorter than the line width.
            if style.cap == .butt { opacity *= pattern.dashFraction }
            dashes = nil
        }
        guard let source = source(of: paint, opacity: opacity) else { return }
        var visibleRect = visibleRect
        var isCacheMiss = false
        if case .color(let color) = source {
            switch lookUpStroke(path, map, style, tolerance: tolerance) {
            case .hit(let shape):
                append(shape, color: color)
                return
            case .miss:
                // Corners of miter joins and square caps extend farther than half the line width.
                let reach = pen.radius * pen.maximumScale * max(style.miterLimit, 1.5)
                if let box = cacheableBox(path, map, reach: reach) {
                    visibleRect = box
                    isCacheMiss = true
                }
            case .notCacheable: break
            }
        }
        var outliner = LineOutliner(
            edges: edges, scratch: lineScratch, pen: pen, style: style, dashes: dashes,
            visible: visibleRect, tolerance: tolerance)
        lineScratch = LineScratch()
        edges.begin(visible: visibleRect)
        path.flatten(map: map, tolerance: tolerance, into: &outliner)
        lineScratch = outliner.scratch
        append(edges.finish(rule: .nonzero), source, isCacheMiss: isCacheMiss)
    }

    /// Appends a rectangle that fills the current clip. Does nothing if the canvas is not clipped.
    package func fillClip(paint: Paint) {
        guard let clip, let source = source(of: paint, opacity: 1) else { return }
        let left = Double(clip.minX)
        let right = Double(clip.maxX)
        let top = GridPoint(CGPoint(x: left, y: Double(clip.minY)))
        let bottom = GridPoint(CGPoint(x: left, y: Double(clip.maxY)))
        edges.begin(visible: visibleRect)
        edges.add(bottom, top)
        edges.add(
            GridPoint(CGPoint(x: right, y: Double(clip.minY))),
            GridPoint(CGPoint(x: right, y: Double(clip.maxY))))
        append(edges.finish(rule: .nonzero), source, isCacheMiss: false)
    }

    /// The pixels that the next item may change.
    private var visibleRect: PixelRect {
        let limit = Int(PathLimits.maximumCoordinate)
        let all = PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
        return clip.map { $0.intersection(all) } ?? all
    }

    /// Appends a path's shape, if it is not empty.
    ///
    /// - Parameters:
    ///   - path: The shape and its bounding box, or `nil` if the shape is empty.
    ///   - source: The source of the pixels.
    ///   - isCacheMiss: Whether to store the coverage in the shape cache. `edges` must then contain
    ///     all edges of the path.
    private func append(
        _ path: (shape: PathShape, box: PixelRect)?, _ source: Source, isCacheMiss: Bool
    ) {
        guard let path else { return }
        if isCacheMiss, case .color(let color) = source,
            let shape = storeCoverage(
                path.box, { path.shape.addCoverage(into: $0, clip: $1, list: self) })
        {
            append(shape, color: color)
            return
        }
        paths.append(path.shape)
        let pathIndex = paths.count - 1
        switch source {
        case .color(let color): append(.path(pathIndex, paint: nil), color: color, box: path.box)
        case .paint(let row):
            paints.append(row)
            append(.path(pathIndex, paint: paints.count - 1), color: .black, box: path.box)
        }
    }

    /// The source of an item's pixels: the item's color, or one of the list's paints.
    private enum Source {
        /// A single color.
        case color(PixelColor)
        /// A gradient or a pattern.
        case paint(PreparedPaint)
    }

    /// Returns the prepared form of `paint`, or `nil` if it would be invisible.
    private func source(of paint: Paint, opacity: Double) -> Source? {
        let part = UInt32(paint.opacity * opacity * 256 + 0.5)
        if part == 0 { return nil }
        switch paint.kind {
        case .color(var color):
            color.alpha = UInt8(Double(color.alpha) * paint.opacity * opacity + 0.5)
            return color.alpha == 0 ? nil : .color(color)
        case .linear(let gradient, let from, let to, let extent):
            return LinearGradientSource(
                gradient: retain(gradient), from: from, to: to, extent: extent, map: paint.map
            ).map { .paint(.linear($0, opacity: part)) }
        case .radial(let gradient, let from, let to, let extent):
            return RadialGradientSource(
                gradient: retain(gradient), from: from, to: to, extent: extent, map: paint.map
            ).map { .paint(.radial($0, opacity: part)) }
        case .pattern(let bitmap):
            return PatternSource(
                bitmap: retain(bitmap), width: bitmap.width, height: bitmap.height,
                map: paint.map
            ).map { .paint(.pattern($0, opacity: part)) }
        }
    }

    /// Retains a gradient until the list is emptied and returns its index in `gradients`.
    private func retain(_ gradient: Gradient) -> Int {
        if gradients.last !== gradient { gradients.append(gradient) }
        return gradients.count - 1
    }
}

/// A sink that collects the edges of a filled path.
private struct FillSink: PathSink {
    /// The edge list that receives the edges.
    let edges: EdgeList
    /// The first point of the current subpath.
    private var start = GridPoint(.zero)
    /// The end of the latest line.
    private var current = GridPoint(.zero)

    /// Creates a sink that appends to `edges`.
    init(edges: EdgeList) {
        self.edges = edges
    }

    mutating func begin(at point: CGPoint) {
        start = GridPoint(point)
        current = start
    }

    @inline(__always)
    mutating func addLine(to point: CGPoint, isSmooth: Bool) {
        let next = GridPoint(point)
        edges.add(current, next)
        current = next
    }

    mutating func end(isClosed: Bool) {
        edges.add(current, start)
        current = start
    }
}
