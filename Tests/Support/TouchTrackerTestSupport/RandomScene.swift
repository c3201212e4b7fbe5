import TouchKitGeometry
import TouchKitRaster

/// A random scene of all kinds of items, opaque and translucent, partly outside the canvas, and of
/// layers.
///
/// The scene is a tree, from which both a display list and a reference model can be created.
package struct RandomScene {
    /// An element of a scene.
    package indirect enum Node {
        /// An item that is painted.
        case item((DisplayList) -> Void)
        /// Nodes that are clipped to a rectangle.
        case clip(PixelRect, [Node])
        /// Nodes that are composed as a group.
        case layer(opacity: Double, mask: ((DisplayList) -> Void)?, [Node])
    }

    /// The width of the canvas, in pixels.
    package let width: Int
    /// The height of the canvas, in pixels.
    package let height: Int
    /// The top-level nodes, from back to front.
    package private(set) var nodes: [Node] = []
    private let picture = Self.gradient(isOpaque: true)
    private let veil = Self.gradient(isOpaque: false)
    private let glyph = Glyph(
        coverage: CoverageBitmap(width: 13, height: 15) { x, y in UInt8((x * 19 + y * 7) % 256) },
        left: 1, top: 12)
    private let gradient = Gradient(stops: [
        Gradient.Stop(PixelColor(red: 255, green: 0, blue: 0), at: 0),
        Gradient.Stop(PixelColor(red: 0, green: 0, blue: 255, alpha: 90), at: 1),
    ])
    /// The number of kinds of items of which the scene is composed.
    private let kinds: Int

    /// Creates a random scene.
    ///
    /// - Parameters:
    ///   - random: The random number generator.
    ///   - width: The width of the canvas, in pixels.
    ///   - height: The height of the canvas, in pixels.
    ///   - items: The number of top-level nodes.
    ///   - blendModes: Whether the scene may contain items with a blend mode, whose result is not a
    ///     linear function of the background.
    package init(
        _ random: inout SeededRandom, width: Int = 300, height: Int = 200, items: Int,
        blendModes: Bool = false
    ) {
        self.width = width
        self.height = height
        kinds = blendModes ? 14 : 13
        let canvas = CGRect(x: 0, y: 0, width: Double(width), height: Double(height))
        nodes.append(.item { $0.fill(canvas, color: .white) })
        nodes += (0..<items).map { _ in node(&random, depth: 0) }
    }

    /// The scene as a display list.
    package var list: DisplayList {
        let list = DisplayList()
        for node in nodes { Self.record(node, into: list) }
        return list
    }

    /// Appends a node to a display list.
    package static func record(_ node: Node, into list: DisplayList) {
        switch node {
        case .item(let draw): draw(list)
        case .clip(let rect, let inner):
            list.pushClip(rect)
            for node in inner { record(node, into: list) }
            list.popClip()
        case .layer(let opacity, let mask, let inner):
            if let mask {
                list.beginLayer(opacity: opacity, mask: mask)
            } else {
                list.beginLayer(opacity: opacity)
            }
            for node in inner { record(node, into: list) }
            list.endLayer()
        }
    }

    /// Returns a bitmap with a color gradient.
    private static func gradient(isOpaque: Bool) -> Bitmap {
        let bitmap = Bitmap(width: 24, height: 17, isOpaque: isOpaque)
        for y in 0..<17 {
            for x in 0..<24 {
                let alpha = isOpaque ? 255 : UInt32(x * 10)
                bitmap[x, y] = alpha << 24 | (alpha / 2) << 16 | (alpha * UInt32(y) / 17) << 8
            }
        }
        return bitmap
    }

    /// Returns a random point, possibly outside the canvas.
    private func place(_ random: inout SeededRandom) -> CGPoint {
        CGPoint(
            x: random.number(in: -40...Double(width + 40)),
            y: random.number(in: -40...Double(height + 40)))
    }

    /// Returns a random rectangle.
    private func rect(_ random: inout SeededRandom) -> CGRect {
        let from = place(&random)
        let to = place(&random)
        let rect = CGRect(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y)
            .standardized
        // Half of the rectangles have edges between pixels.
        guard random.next(below: 2) == 0 else { return rect }
        let pixels = PixelRect(covering: rect)
        return CGRect(
            x: Double(pixels.minX), y: Double(pixels.minY), width: Double(pixels.width),
            height: Double(pixels.height))
    }

    /// Returns a random transform around a point: upright or rotated, sometimes without scaling and
    /// rotation.
    private func map(_ random: inout SeededRandom, _ place: CGPoint) -> CGAffineTransform {
        let angle = random.next(below: 2) == 0 ? 0 : random.number(in: 0...6)
        let scale = random.next(below: 3) == 0 ? 1 : random.number(in: 0.2...6)
        return CGAffineTransform(scaleX: scale, y: scale).concatenating(
            CGAffineTransform(rotationAngle: angle)
        ).concatenating(CGAffineTransform(translationX: place.x, y: place.y))
    }

    /// Returns a random color, sometimes translucent.
    private func color(_ random: inout SeededRandom) -> PixelColor {
        .fractions(
            red: random.number(in: 0...1), green: random.number(in: 0...1),
            blue: random.number(in: 0...1), alpha: random.next(below: 3) == 0 ? 0.5 : 1)
    }

    /// Returns a random node.
    private func node(_ random: inout SeededRandom, depth: Int) -> Node {
        switch random.next(below: depth < 3 ? 13 : 10) {
        case 10:
            return .layer(
                opacity: random.number(in: 0...1), mask: nil, inner(&random, depth))
        case 11:
            return .layer(opacity: 1, mask: mask(&random), inner(&random, depth))
        case 12:
            return .layer(opacity: 0.5, mask: mask(&random), inner(&random, depth))
        case 9:
            return .clip(PixelRect(covering: rect(&random)), inner(&random, depth + 1))
        default: return .item(item(&random))
        }
    }

    /// Returns the nodes of a clip or layer.
    private func inner(_ random: inout SeededRandom, _ depth: Int) -> [Node] {
        (0..<random.next(below: 5)).map { _ in node(&random, depth: depth + 1) }
    }

    /// Returns a function that appends a random mask.
    private func mask(_ random: inout SeededRandom) -> (DisplayList) -> Void {
        let rect = rect(&random)
        let radius = random.number(in: 0...40)
        if random.next(below: 2) == 0 {
            return { $0.fill(rect, cornerRadius: radius, color: .white) }
        }
        let map = map(&random, CGPoint(x: Double(width) / 2, y: Double(height) / 2))
        let around = CGRect(
            x: -rect.width / 3, y: -rect.height / 3, width: rect.width / 1.5,
            height: rect.height / 1.5)
        return { $0.fill(around, cornerRadius: radius, map: map, color: .white) }
    }

    /// Returns a random closed path of a curve and two lines.
    private func path(_ random: inout SeededRandom) -> Path {
        let points = (0..<5).map { _ in place(&random) }
        var path = Path()
        path.move(to: points[0])
        path.addCurve(to: points[1], control1: points[2], control2: points[3])
        path.addLine(to: points[4])
        path.close()
        return path
    }

    /// Returns a function that appends a random item.
    private func item(_ random: inout SeededRandom) -> (DisplayList) -> Void {
        let color = color(&random)
        let from = place(&random)
        let to = place(&random)
        let rect = rect(&random)
        let radius = random.number(in: 0...30)
        let map = map(&random, from)
        switch random.next(below: kinds) {
        case 0:
            return { $0.fill(rect, color: color) }
        case 1:
            return { $0.fill(rect, cornerRadius: radius, color: color) }
        case 2:
            let around = CGRect(x: -20, y: -9, width: 40, height: 18)
            return { $0.fill(around, cornerRadius: radius / 4, map: map, color: color) }
        case 3:
            return { [picture] in
                $0.paint(picture, map: map, opacity: color.alpha == 255 ? 1 : 0.4)
            }
        case 4:
            return { [veil] in
                $0.paint(veil, in: CGRect(x: from.x, y: from.y, width: 24, height: 17), opacity: 1)
            }
        case 5:
            return { [glyph] list in
                list.glyphs(color: color) { run in
                    for step in 0..<6 {
                        run.add(glyph, x: from.x + Double(step) * 11.3, baseline: from.y)
                    }
                }
            }
        case 6:
            return { [glyph] in $0.paint(glyph, map: map, color: color) }
        case 7:
            let points = [from, to] + (0..<3).map { _ in place(&random) }
            return { list in
                list.polyline(width: 12, color: color) { line in
                    for index in 1..<5 { line.add(from: points[index - 1], to: points[index]) }
                }
            }
        case 8...10:
            return pathItem(&random, from: from, to: to, map: map, color: color)
        case 13:
            return { list in
                list.blend(.multiply, color: color) { list.fill(rect, color: .white) }
            }
        default:
            let caps: [LineCap] = [.round, .round, .butt, .square]
            let cap = caps[random.next(below: 4)]
            let width = random.number(in: 0.3...40)
            return { $0.stroke(from: from, to: to, width: width, cap: cap, color: color) }
        }
    }

    /// Returns a function that fills a random path with a color, a gradient or a picture.
    private func pathItem(
        _ random: inout SeededRandom, from: CGPoint, to: CGPoint, map: CGAffineTransform,
        color: PixelColor
    ) -> (DisplayList) -> Void {
        let path = path(&random)
        switch random.next(below: 3) {
        case 0:
            return { $0.fill(path, rule: .evenOdd, paint: .color(color)) }
        case 1:
            return { [gradient] in
                $0.fill(
                    path, rule: .nonzero,
                    paint: .linear(
                        gradient, from: from, to: to, extent: [.beforeStart, .afterEnd],
                        map: .identity, opacity: 1))
            }
        default:
            return { [veil] in
                $0.fill(path, rule: .nonzero, paint: .pattern(veil, map: map, opacity: 0.7))
            }
        }
    }
}
