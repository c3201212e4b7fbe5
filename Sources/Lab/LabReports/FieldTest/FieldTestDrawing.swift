import TouchKitGeometry

/// A drawing of the screen as SVG, with rulers in millimetres at its top and left. Positions are in
/// millimetres unless stated otherwise.
struct FieldTestDrawing {
    /// The length of the screen's longer side in the drawing's units, chosen for legible text on a
    /// phone.
    private static let longest = 420.0
    private static let left = 36.0
    private static let top = 24.0
    private static let margin = 8.0

    private let size: CGSize
    /// The number of the drawing's units per millimetre.
    let unit: Double
    private var body = ""

    /// Creates a drawing of a screen whose size is given in millimetres.
    init(_ size: CGSize) {
        self.size = size
        unit = Self.longest / max(size.width, size.height, 1)
    }

    private var width: Double { size.width * unit }
    private var height: Double { size.height * unit }

    /// Returns the drawing's x coordinate for a distance in millimetres from the left edge of the
    /// screen.
    func x(_ millimeters: Double) -> Double { Self.left + millimeters * unit }
    /// Returns the drawing's y coordinate for a distance in millimetres from the top edge of the
    /// screen.
    func y(_ millimeters: Double) -> Double { Self.top + millimeters * unit }

    // MARK: Parts

    /// Adds a rectangle in millimetres. `kind` is a class of the style sheet.
    mutating func rectangle(_ kind: String, _ rect: CGRect) {
        body +=
            "<rect class=\"\(kind)\" x=\"\(SVG.number(x(rect.minX)))\" y=\"\(SVG.number(y(rect.minY)))\" "
            + "width=\"\(SVG.number(rect.width * unit))\" height=\"\(SVG.number(rect.height * unit))\"/>\n"
    }

    /// Adds a circle with its centre in millimetres and its radius in the drawing's units. `kind`
    /// is a class of the style sheet.
    mutating func circle(_ kind: String, _ place: CGPoint, radius: Double) {
        guard place.x.isFinite, place.y.isFinite else { return }
        body +=
            "<circle class=\"\(kind)\" cx=\"\(SVG.number(x(place.x)))\" cy=\"\(SVG.number(y(place.y)))\" "
            + "r=\"\(SVG.number(radius))\"/>\n"
    }

    /// Adds a thin line between two positions in millimetres. `kind` is a class of the style sheet.
    mutating func line(_ kind: String, _ from: CGPoint, _ to: CGPoint) {
        body += SVG.line(kind, x(from.x), y(from.y), x(to.x), y(to.y))
    }

    /// Adds a line that is `millimeters` wide. `kind` is a class of the style sheet.
    mutating func band(_ kind: String, _ from: CGPoint, _ to: CGPoint, millimeters: Double) {
        body +=
            "<path class=\"\(kind)\" stroke-width=\"\(SVG.number(millimeters * unit))\" "
            + "d=\"M\(pair(from)) L\(pair(to))\"/>\n"
    }

    /// Adds a line through positions in millimetres. Some positions of very long lists are omitted
    /// at regular intervals.
    mutating func path(_ kind: String, _ places: [CGPoint]) {
        let most = 2_000
        let kept = places.indices.filter {
            places.count <= most || $0 % (places.count / most + 1) == 0
        }.map { places[$0] }.filter { $0.x.isFinite && $0.y.isFinite }
        guard let first = kept.first, kept.count > 1 else { return }
        body += "<path class=\"\(kind)\" d=\"M\(pair(first))"
        for place in kept.dropFirst() { body += " L\(pair(place))" }
        body += "\"/>\n"
    }

    /// Adds a cross at each position in millimetres: upright, or diagonal if `lying` is `true`.
    /// `size` is in the drawing's units.
    mutating func crosses(_ kind: String, _ places: [CGPoint], size: Double, lying: Bool = false) {
        if places.isEmpty { return }
        body += "<path class=\"\(kind)\" d=\""
        let half = SVG.number(size / 2)
        let whole = SVG.number(size)
        for place in places where place.x.isFinite && place.y.isFinite {
            body +=
                lying
                ? "M\(pair(place))m-\(half) -\(half)l\(whole) \(whole)m0 -\(whole)l-\(whole) \(whole)"
                : "M\(pair(place))m-\(half) 0h\(whole)m-\(half) -\(half)v\(whole)"
        }
        body += "\"/>\n"
    }

    /// Adds an arrow between two positions in millimetres. A very short arrow becomes a dot.
    mutating func arrow(_ from: CGPoint, _ to: CGPoint) {
        let dx = (to.x - from.x) * unit
        let dy = (to.y - from.y) * unit
        let length = (dx * dx + dy * dy).squareRoot()
        guard length.isFinite, length > 3 else { return circle("head", to, radius: 2.5) }
        line("arrow", from, to)
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

    /// Adds text at a position in millimetres, moved by `dx` and `dy` in the drawing's units.
    mutating func words(_ text: String, at place: CGPoint, dx: Double = 0, dy: Double = 0) {
        guard place.x.isFinite, place.y.isFinite else { return }
        body += SVG.text(x(place.x) + dx, y(place.y) + dy, text)
    }

    private func pair(_ place: CGPoint) -> String {
        "\(SVG.number(x(place.x))) \(SVG.number(y(place.y)))"
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
        for place in SVG.ticks(to: size.width, about: 6) {
            svg += SVG.line("axis", x(place), Self.top - 4, x(place), Self.top)
            svg += SVG.text(
                x(place), Self.top - 7, place == 0 ? "mm" : Decimals.shortest(place),
                anchor: "middle")
        }
        for place in SVG.ticks(to: size.height, about: 4) {
            svg += SVG.line("axis", Self.left - 4, y(place), Self.left, y(place))
            if place == 0 { continue }
            svg += SVG.text(
                Self.left - 6, y(place) + 4, Decimals.shortest(place), anchor: "end")
        }
        return svg
    }
}
