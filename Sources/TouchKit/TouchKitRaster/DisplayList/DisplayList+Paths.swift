import TouchKitGeometry

extension DisplayList {
    /// Paints the inside of a path, open subpaths counting as closed.
    ///
    /// Coordinates follow `Path.flatten`'s rule.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - map: From the path's coordinates to canvas pixels.
    ///   - rule: What inside means.
    ///   - paint: What it is painted with.
    ///   - tolerance: How far its edge may lie from a curve, in pixels.
    package func fill(
        _ path: Path, map: CGAffineTransform = .identity, rule: FillRule, paint: Paint,
        tolerance: Double = PathLimits.tolerance
    ) {
        guard let source = source(of: paint, opacity: 1) else { return }
        var visible = visible
        var isWanted = false
        if case .color(let color) = source {
            switch findFill(path, map, rule, tolerance: tolerance) {
            case .kept(let kept):
                append(kept, color: color)
                return
            case .wanted:
                if let box = boxToKeep(path, map, reach: 0) {
                    visible = box
                    isWanted = true
                }
            case .passed: break
            }
        }
        var sink = FillSink(edges: takeEdges())
        sink.edges.begin(visible: visible)
        path.flatten(map: map, tolerance: tolerance, into: &sink)
        let shape = sink.edges.finish(rule: rule)
        edges = sink.edges
        append(shape, source, keeps: isWanted)
    }

    /// Paints a path's line.
    ///
    /// A line thinner than a pixel is painted a pixel wide and as much fainter. It is blended once
    /// where it crosses itself.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - map: From the path's coordinates, and those of the style, to canvas pixels.
    ///   - style: How it is stroked.
    ///   - paint: What it is painted with.
    ///   - tolerance: How far its edge may lie from a curve, in pixels.
    package func stroke(
        _ path: Path, map: CGAffineTransform = .identity, style: StrokeStyle, paint: Paint,
        tolerance: Double = PathLimits.tolerance
    ) {
        guard let pen = Pen(width: style.width, map: map) else { return }
        var dashes = DashPattern(style, unit: pen.unit)
        var opacity = pen.opacity
        if let pattern = dashes, pattern.period * pen.stretch < PathLimits.dashPeriod {
            // Caps fill gaps that are shorter than the line is wide.
            if style.cap == .butt { opacity *= pattern.share }
            dashes = nil
        }
        guard let source = source(of: paint, opacity: opacity) else { return }
        var visible = visible
        var isWanted = false
        if case .color(let color) = source {
            switch findStroke(path, map, style, tolerance: tolerance) {
            case .kept(let kept):
                append(kept, color: color)
                return
            case .wanted:
                // Corners of miters and square ends lie farther away than half the width.
                let reach = pen.radius * pen.stretch * max(style.miterLimit, 1.5)
                if let box = boxToKeep(path, map, reach: reach) {
                    visible = box
                    isWanted = true
                }
            case .passed: break
            }
        }
        var outliner = StrokeOutliner(
            edges: takeEdges(), scratch: strokeScratch, pen: pen, style: style, dashes: dashes,
            visible: visible, tolerance: tolerance)
        strokeScratch = StrokeScratch()
        outliner.edges.begin(visible: visible)
        path.flatten(map: map, tolerance: tolerance, into: &outliner)
        let shape = outliner.edges.finish(rule: .nonzero)
        edges = outliner.edges
        strokeScratch = outliner.scratch
        append(shape, source, keeps: isWanted)
    }

    /// Paints all that the clip lets through.
    package func fillClip(paint: Paint) {
        guard let clip, let source = source(of: paint, opacity: 1) else { return }
        let left = Double(clip.minX)
        let right = Double(clip.maxX)
        let top = GridPoint(CGPoint(x: left, y: Double(clip.minY)))
        let bottom = GridPoint(CGPoint(x: left, y: Double(clip.maxY)))
        edges.begin(visible: visible)
        edges.add(bottom, top)
        edges.add(
            GridPoint(CGPoint(x: right, y: Double(clip.minY))),
            GridPoint(CGPoint(x: right, y: Double(clip.maxY))))
        append(edges.finish(rule: .nonzero), source, keeps: false)
    }

    /// The pixels that what is painted now may touch.
    private var visible: PixelRect {
        let limit = Int(PathLimits.coordinate)
        let all = PixelRect(minX: -limit, minY: -limit, maxX: limit, maxY: limit)
        return clip.map { $0.intersection(all) } ?? all
    }

    /// The edges, to add some: the list has none until they are given back.
    private func takeEdges() -> EdgeList {
        let taken = edges
        edges = EdgeList()
        return taken
    }

    /// - Parameter keeps: Whether its coverage is to be kept; its edges are all there then.
    private func append(
        _ path: (shape: PathShape, box: PixelRect)?, _ source: Source, keeps: Bool
    ) {
        guard let path else { return }
        if keeps, case .color(let color) = source,
            let kept = keep(path.box, { path.shape.cover(into: $0, clip: $1, list: self) })
        {
            append(kept, color: color)
            return
        }
        paths.append(path.shape)
        let number = paths.count - 1
        switch source {
        case .color(let color): append(.path(number, paint: nil), color: color, box: path.box)
        case .paint(let row):
            paints.append(row)
            append(.path(number, paint: paints.count - 1), color: .black, box: path.box)
        }
    }

    /// What an item is painted with: its own colour, or one of the list's paints.
    private enum Source {
        case color(PixelColor)
        case paint(PaintRow)
    }

    /// Nil where nothing would be seen.
    private func source(of paint: Paint, opacity: Double) -> Source? {
        let part = UInt32(paint.opacity * opacity * 256 + 0.5)
        if part == 0 { return nil }
        switch paint.kind {
        case .color(var color):
            color.alpha = UInt8(Double(color.alpha) * paint.opacity * opacity + 0.5)
            return color.alpha == 0 ? nil : .color(color)
        case .linear(let gradient, let from, let to, let extent):
            return LinearSource(
                gradient: number(of: gradient), from: from, to: to, extent: extent, map: paint.map
            ).map { .paint(.linear($0, opacity: part)) }
        case .radial(let gradient, let from, let to, let extent):
            return RadialSource(
                gradient: number(of: gradient), from: from, to: to, extent: extent, map: paint.map
            ).map { .paint(.radial($0, opacity: part)) }
        case .pattern(let bitmap):
            return PatternSource(
                bitmap: keep(bitmap), width: bitmap.width, height: bitmap.height,
                map: paint.map
            ).map { .paint(.pattern($0, opacity: part)) }
        }
    }

    /// Keeps a gradient for as long as the list isn't emptied, and says its number.
    private func number(of gradient: Gradient) -> Int {
        if gradients.last !== gradient { gradients.append(gradient) }
        return gradients.count - 1
    }
}

/// Gathers the edges of a path that is filled.
private struct FillSink: PathSink {
    var edges: EdgeList
    private var start = GridPoint(.zero)
    private var current = GridPoint(.zero)

    init(edges: EdgeList) {
        self.edges = edges
    }

    mutating func begin(at point: CGPoint) {
        start = GridPoint(point)
        current = start
    }

    mutating func line(to point: CGPoint, isSmooth: Bool) {
        let next = GridPoint(point)
        edges.add(current, next)
        current = next
    }

    mutating func end(isClosed: Bool) {
        edges.add(current, start)
        current = start
    }
}
