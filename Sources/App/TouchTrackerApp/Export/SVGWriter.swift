import TouchKit

/// A writer of SVG 1.1 files that contain stroked paths with round caps and joins.
///
/// Numbers are in points, rounded to thousandths. Path commands are relative to the rounded end of
/// the previous command, so that they are short and rounding errors don't accumulate.
@MainActor
struct SVGWriter {
    /// The text that was written and not yet removed.
    var text: String
    private let size: CGSize
    private var isInGroup = false
    /// The line of the current stroke, whose text has not been written yet.
    private var data = PathData()
    /// The attributes of the current stroke after its line.
    private var strokeAttributes = ""
    /// Whether the beginning of the current stroke has been written.
    private var hasBegunPath = false

    /// Creates a writer and writes the start of the file.
    ///
    /// - Parameters:
    ///   - size: The size of the picture, in points.
    ///   - scale: The factor from points to CSS pixels for the `width` and `height` attributes,
    ///     which define the default size of the picture in a viewer.
    init(size: CGSize, scale: CGFloat) {
        self.size = size
        let (width, height) = (SVGNumber(size.width * scale), SVGNumber(size.height * scale))
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(SVGNumber(size.width)) \(SVGNumber(size.height))">

            """
    }

    /// Writes a background rectangle with `color` that fills the whole picture. Must be called
    /// before the first stroke.
    mutating func fill(_ color: UIColor) {
        let (width, height) = (SVGNumber(size.width), SVGNumber(size.height))
        text += "<rect width=\"\(width)\" height=\"\(height)\" fill=\"\(color.svgName)\"/>\n"
    }

    /// Begins a stroke.
    ///
    /// - Parameters:
    ///   - width: The line width, in points.
    ///   - color: The stroke's color.
    mutating func beginStroke(width: CGFloat, color: UIColor) {
        data = PathData()
        hasBegunPath = false
        strokeAttributes = " stroke=\"\(color.svgName)\" stroke-width=\"\(SVGNumber(width))\"/>\n"
        if isInGroup { return }
        isInGroup = true
        text += "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    }

    /// Writes the next part of the current stroke, a path that starts at the end of the previous
    /// part. Straight lines and short strokes are written at their end.
    mutating func add(_ path: UIBezierPath) {
        var isRepeatedMove = data.elementCount > 0
        path.cgPath.applyWithBlock {
            // Later parts begin with a move to the current point.
            if !isRepeatedMove { data.add($0.pointee) }
            isRepeatedMove = false
        }
        if data.elementCount > 2 { writePath() }
    }

    /// Writes the text of the current stroke's line so far.
    private mutating func writePath() {
        if !hasBegunPath { text += "<path d=\"" }
        hasBegunPath = true
        text += data.text
        data.text.removeAll(keepingCapacity: true)
    }

    /// Writes the end of the current stroke.
    mutating func endStroke() {
        if !hasBegunPath, let line = data.line {
            text += "<line x1=\"\(line.start.x)\" y1=\"\(line.start.y)\""
            text += " x2=\"\(line.end.x)\" y2=\"\(line.end.y)\""
        } else {
            data.completeDot()
            writePath()
            text += "\""
        }
        text += strokeAttributes
    }

    /// Writes the end of the file.
    mutating func finish() {
        text += isInGroup ? "</g>\n</svg>\n" : "</svg>\n"
    }
}

/// A coordinate or length, rounded to thousandths of a point.
private struct SVGNumber: Hashable, CustomStringConvertible {
    let thousandths: Int

    init(_ value: CGFloat) {
        thousandths = Int(exactly: (value * 1_000).rounded()) ?? 0
    }

    init(thousandths: Int) {
        self.thousandths = thousandths
    }

    /// The number with as few digits as possible, such as `-0.25` or `3`.
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

/// A builder of the value of a path element's `d` attribute.
private struct PathData {
    /// A point whose coordinates are rounded to thousandths.
    struct Position: Hashable {
        var x: SVGNumber
        var y: SVGNumber

        init(_ point: CGPoint) {
            x = SVGNumber(point.x)
            y = SVGNumber(point.y)
        }
    }

    /// The text that was not written yet.
    var text = ""
    private var start: Position?
    private var current = Position(.zero)
    /// The number of path elements.
    private(set) var elementCount = 0
    private var needsDot = false

    /// The ends of the path if the path is a single straight line, or `nil` if it is not.
    private(set) var line: (start: Position, end: Position)?

    /// Appends the path command for `element`.
    mutating func add(_ element: CGPathElement) {
        elementCount += 1
        switch element.type {
        case .moveToPoint:
            completeDot()
            current = Position(element.points[0])
            start = current
            text += "M\(current.x) \(current.y)"
            needsDot = true
            return
        case .addLineToPoint: append("l", element.points, count: 1)
        case .addQuadCurveToPoint: append("q", element.points, count: 2)
        case .addCurveToPoint: append("c", element.points, count: 3)
        case .closeSubpath:
            text += "z"
            current = start ?? current
        }
        needsDot = false
        let isLine = elementCount == 2 && element.type == .addLineToPoint
        line = isLine ? start.map { (start: $0, end: current) } : nil
    }

    /// Completes a subpath that consists of a single point. The app draws such a subpath as a dot,
    /// but an SVG viewer shows it only if it contains a line of length 0.
    mutating func completeDot() {
        if needsDot { text += "h0" }
    }

    private mutating func append(
        _ letter: String, _ points: UnsafeMutablePointer<CGPoint>, count: Int
    ) {
        text += letter
        var end = current
        for index in 0..<count {
            end = Position(points[index])
            append(end.x.thousandths - current.x.thousandths, isFirst: index == 0)
            append(end.y.thousandths - current.y.thousandths, isFirst: false)
        }
        current = end
    }

    /// Appends a number, given in thousandths. A space precedes the number unless it is the first
    /// number after the letter of the command or begins with a minus sign.
    private mutating func append(_ thousandths: Int, isFirst: Bool) {
        if !isFirst && thousandths >= 0 { text += " " }
        text += "\(SVGNumber(thousandths: thousandths))"
    }
}

extension UIColor {
    /// The color in the form `#rrggbb`, without its opacity. A pattern color gives black.
    fileprivate var svgName: String {
        var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        getRed(&red, green: &green, blue: &blue, alpha: nil)
        return "#" + Self.digits(red) + Self.digits(green) + Self.digits(blue)
    }

    /// Returns a color component between 0 and 1 as two hexadecimal digits.
    private static func digits(_ channel: CGFloat) -> String {
        let byte = Int((min(max(channel, 0), 1) * 255).rounded())
        let text = String(byte, radix: 16)
        return text.utf8.count == 1 ? "0" + text : text
    }
}
