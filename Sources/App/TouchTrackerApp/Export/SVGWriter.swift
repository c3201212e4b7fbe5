import TouchKit

/// Writes paths as an SVG file (SVG 1.1), stroked with round ends and joints.
///
/// Numbers are in points, to a thousandth. Steps of a path are relative to where the one before really
/// ended, so that they are short and roundings don't add up.
@MainActor
struct SVGWriter {
    private var text: String
    private let size: CGSize
    private var isInGroup = false

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture, in points.
    ///   - scale: How many of CSS's pixels a point is where nobody asks for another size.
    init(size: CGSize, scale: CGFloat) {
        self.size = size
        let (width, height) = (SVGNumber(size.width * scale), SVGNumber(size.height * scale))
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(SVGNumber(size.width)) \(SVGNumber(size.height))">

            """
    }

    /// Fills the whole picture; comes before strokes.
    mutating func fill(_ color: UIColor) {
        let (width, height) = (SVGNumber(size.width), SVGNumber(size.height))
        text += "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(color.svgName)\"/>\n"
    }

    /// Adds a path's stroke, of its width; an empty path is nothing.
    mutating func stroke(_ path: UIBezierPath, color: UIColor) {
        let steps = path.cgPath
        if steps.isEmpty { return }
        if !isInGroup {
            isInGroup = true
            text += "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
        }
        text += shape(steps)
        text += " stroke=\"\(color.svgName)\" stroke-width=\"\(SVGNumber(path.lineWidth))\"/>\n"
    }

    /// Ends the file.
    mutating func finish() -> String {
        text += isInGroup ? "</g>\n</svg>\n" : "</svg>\n"
        return text
    }

    /// A line from one place to another, or a path; not yet closed by `/>`.
    private func shape(_ path: CGPath) -> String {
        var data = PathData()
        path.applyWithBlock { data.add($0.pointee) }
        if let line = data.line {
            return "<line x1=\"\(line.start.x)\" y1=\"\(line.start.y)\""
                + " x2=\"\(line.end.x)\" y2=\"\(line.end.y)\""
        }
        return "<path d=\"\(data.finish())\""
    }
}

/// A coordinate or length in thousandths of a point.
private struct SVGNumber: Hashable, CustomStringConvertible {
    let thousandths: Int

    init(_ value: CGFloat) {
        thousandths = Int(exactly: (value * 1_000).rounded()) ?? 0
    }

    init(thousandths: Int) {
        self.thousandths = thousandths
    }

    /// As few digits as it takes: `-0.25`, `3`.
    var description: String {
        let magnitude = thousandths.magnitude
        var fraction = magnitude % 1_000
        var text = "\(thousandths < 0 ? "-" : "")\(magnitude / 1_000)"
        if fraction == 0 { return text }
        text += "."
        var unit: UInt = 100
        while fraction > 0 {
            text += "\(fraction / unit)"
            fraction %= unit
            unit /= 10
        }
        return text
    }
}

/// The `d` of a path.
private struct PathData {
    struct Place: Hashable {
        var x: SVGNumber
        var y: SVGNumber

        init(_ point: CGPoint) {
            x = SVGNumber(point.x)
            y = SVGNumber(point.y)
        }
    }

    private var text = ""
    private var start: Place?
    private var current = Place(.zero)
    private var steps = 0
    private var isPlace = false

    /// The ends, where it is one straight line and nothing else.
    private(set) var line: (start: Place, end: Place)?

    mutating func add(_ element: CGPathElement) {
        steps += 1
        switch element.type {
        case .moveToPoint:
            completePlace()
            current = Place(element.points[0])
            start = current
            text += "M\(current.x) \(current.y)"
            isPlace = true
            return
        case .addLineToPoint: append("l", element.points, count: 1)
        case .addQuadCurveToPoint: append("q", element.points, count: 2)
        case .addCurveToPoint: append("c", element.points, count: 3)
        case .closeSubpath:
            text += "z"
            current = start ?? current
        }
        isPlace = false
        let isLine = steps == 2 && element.type == .addLineToPoint
        line = isLine ? start.map { (start: $0, end: current) } : nil
    }

    mutating func finish() -> String {
        completePlace()
        return text
    }

    /// A place where nothing follows is a dot here; in SVG it takes a line of no length.
    private mutating func completePlace() {
        if isPlace { text += "h0" }
    }

    private mutating func append(
        _ letter: String, _ points: UnsafeMutablePointer<CGPoint>, count: Int
    ) {
        text += letter
        var end = current
        for index in 0..<count {
            end = Place(points[index])
            append(end.x.thousandths - current.x.thousandths, isFirst: index == 0)
            append(end.y.thousandths - current.y.thousandths, isFirst: false)
        }
        current = end
    }

    /// A minus sign keeps numbers apart as well as a space.
    private mutating func append(_ thousandths: Int, isFirst: Bool) {
        if !isFirst && thousandths >= 0 { text += " " }
        text += "\(SVGNumber(thousandths: thousandths))"
    }
}

extension UIColor {
    /// `#rrggbb`, opacity left out; black for a pattern.
    fileprivate var svgName: String {
        var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        getRed(&red, green: &green, blue: &blue, alpha: nil)
        return "#" + Self.digits(red) + Self.digits(green) + Self.digits(blue)
    }

    private static func digits(_ channel: CGFloat) -> String {
        let byte = Int((min(max(channel, 0), 1) * 255).rounded())
        let text = String(byte, radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
    }
}
