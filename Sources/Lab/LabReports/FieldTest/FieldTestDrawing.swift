import TouchKitGeometry

/// A drawing of the screen as SVG, with rulers in millimeters at the top and left. Positions are in
/// millimeters unless stated otherwise.
struct FieldTestDrawing {
    /// The length of the screen's longer side in the drawing's units, chosen for legible text on a
    /// phone.
    private static let longest = 420.0
    private static let left = 36.0
    private static let top = 24.0
    private static let margin = 8.0

    private let size: CGSize
    /// The number of the drawing's units per millimeter.
    let unit: Double
    private var body = ""

    /// Creates a drawing of a screen whose size is given in millimeters.
    init(_ size: CGSize) {
        self.size = size
        unit = Self.longest / max(size.width, size.height, 1)
    }

    private var width: Double { size.width * unit }
    private var height: Double { size.height * unit }

    /// Returns the drawing's x coordinate for a distance in millimeters from the left edge of the
    /// screen.
    func x(_ millimeters: Double) -> Double { Self.left + millimeters * unit }
    /// Returns the drawing's y coordinate for a distance in millimeters from the top edge of the
    /// screen.
    func y(_ millimeters: Double) -> Double { Self.top + millimeters * unit }

    // MARK: Parts

    /// Adds a rectangle in millimeters. `kind` is a class of the style sheet.
    mutating func addRectangle(_ kind: String, _ rect: CGRect) {
        body +=
            "<rect class=\"\(kind)\" x=\"\(SVG.number(x(rect.minX)))\" y=\"\(SVG.number(y(rect.minY)))\" "
            + "width=\"\(SVG.number(rect.width * unit))\" height=\"\(SVG.number(rect.height * unit))\"/>\n"
    }

    /// Adds a circle with its center in millimeters and its radius in the drawing's units. `kind`
    /// is a class of the style sheet.
    mutating func addCircle(_ kind: String, _ position: CGPoint, radius: Double) {
        guard position.x.isFinite, position.y.isFinite else { return }
        body +=
            "<circle class=\"\(kind)\" cx=\"\(SVG.number(x(position.x)))\" cy=\"\(SVG.number(y(position.y)))\" "
            + "r=\"\(SVG.number(radius))\"/>\n"
    }

    /// Adds a thin line between two positions in millimeters. `kind` is a class of the style sheet.
    mutating func addLine(_ kind: String, _ from: CGPoint, _ to: CGPoint) {
        body += SVG.line(kind, x(from.x), y(from.y), x(to.x), y(to.y))
    }

    /// Adds a line that is `millimeters` wide. `kind` is a class of the style sheet.
    mutating func addBand(_ kind: String, _ from: CGPoint, _ to: CGPoint, millimeters: Double) {
        body +=
            "<path class=\"\(kind)\" stroke-width=\"\(SVG.number(millimeters * unit))\" "
            + "d=\"M\(pair(from)) L\(pair(to))\"/>\n"
    }

    /// Adds a line through positions in millimeters. In very long lists, positions at regular
    /// intervals are omitted. `kind` is a class of the style sheet.
    mutating func addPath(_ kind: String, _ positions: [CGPoint]) {
        let most = 2_000
        let kept = positions.indices.filter {
            positions.count <= most || $0 % (positions.count / most + 1) == 0
        }.map { positions[$0] }.filter { $0.x.isFinite && $0.y.isFinite }
        guard let first = kept.first, kept.count > 1 else { return }
        body += "<path class=\"\(kind)\" d=\"M\(pair(first))"
        for position in kept.dropFirst() { body += " L\(pair(position))" }
        body += "\"/>\n"
    }

    /// Adds a cross at each position in millimeters: upright, or diagonal if `isDiagonal` is
    /// `true`. `size` is in the drawing's units. `kind` is a class of the style sheet.
    mutating func addCrosses(
        _ kind: String, _ positions: [CGPoint], size: Double, isDiagonal: Bool = false
    ) {
        if positions.isEmpty { return }
        body += "<path class=\"\(kind)\" d=\""
        let half = SVG.number(size / 2)
        let whole = SVG.number(size)
        for position in positions where position.x.isFinite && position.y.isFinite {
            body +=
                isDiagonal
                ? "M\(pair(position))m-\(half) -\(half)l\(whole) \(whole)m0 -\(whole)l-\(whole) \(whole)"
                : "M\(pair(position))m-\(half) 0h\(whole)m-\(half) -\(half)v\(whole)"
        }
        body += "\"/>\n"
    }

    /// Adds an arrow between two positions in millimeters. A very short arrow becomes a dot.
    mutating func addArrow(_ from: CGPoint, _ to: CGPoint) {
        let dx = (to.x - from.x) * unit
        let dy = (to.y - from.y) * unit
        let length = (dx * dx + dy * dy).squareRoot()
        guard length.isFinite, length > 3 else { return addCircle("head", to, radius: 2.5) }
        addLine("arrow", from, to)
        // The head is seven units long and six wide.
        let end = (x: x(to.x), y: y(to.y))
        let along = (x: dx / length, y: dy / length)
        let back = (x: end.x - 7 * along.x, y: end.y - 7 * along.y)
        let corners = [
            (end.x + along.x, end.y + along.y), (back.x - 3 * along.y, back.y + 3 * along.x),
            (back.x + 3 * along.y, back.y - 3 * along.x),
        ].map { "\(SVG.number($0.0)) \(SVG.number($0.1))" }
        body += "<path class=\"head\" d=\"M\(corners.joined(separator: " L")) Z\"/>\n"
    }

    /// Adds text at a position in millimeters, moved by `dx` and `dy` in the drawing's units.
    mutating func addText(_ text: String, at position: CGPoint, dx: Double = 0, dy: Double = 0) {
        guard position.x.isFinite, position.y.isFinite else { return }
        body += SVG.text(x(position.x) + dx, y(position.y) + dy, text)
    }

    private func pair(_ position: CGPoint) -> String {
        "\(SVG.number(x(position.x))) \(SVG.number(y(position.y)))"
    }

    // MARK: The picture

    /// Returns the finished drawing as an HTML figure with rulers, a label for screen readers and a
    /// caption.
    func figure(label: String, caption: String) -> String {
        let width = width + Self.left + Self.margin
        let height = height + Self.top + Self.margin
        return SVG.figure(
            rulers + body, width: width.rounded(.up), height: height.rounded(.up), label: label,
            caption: caption, widest: width / 16)
    }

    private var rulers: String {
        var svg =
            "<rect class=\"screen\" x=\"\(SVG.number(x(0)))\" y=\"\(SVG.number(y(0)))\" "
            + "width=\"\(SVG.number(width))\" height=\"\(SVG.number(height))\"/>\n"
        for position in SVG.ticks(to: size.width, about: 6) {
            svg += SVG.line("axis", x(position), Self.top - 4, x(position), Self.top)
            svg += SVG.text(
                x(position), Self.top - 7, position == 0 ? "mm" : Decimals.shortest(position),
                anchor: "middle")
        }
        for position in SVG.ticks(to: size.height, about: 4) {
            svg += SVG.line("axis", Self.left - 4, y(position), Self.left, y(position))
            if position == 0 { continue }
            svg += SVG.text(
                Self.left - 6, y(position) + 4, Decimals.shortest(position), anchor: "end")
        }
        return svg
    }
}
