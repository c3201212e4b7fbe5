/// Functions shared by the SVG charts of HTML reports.
enum SVG {
    /// Returns a chart and its caption as an HTML figure.
    ///
    /// - Parameters:
    ///   - svg: The SVG elements of the chart.
    ///   - width: The width in the chart's units; the chart scales to the available space.
    ///   - height: The height in the chart's units.
    ///   - label: The description for screen readers.
    ///   - caption: The visible caption.
    ///   - widest: The largest width in `rem`, or `nil` for no limit.
    static func figure(
        _ svg: String, width: Double, height: Double, label: String, caption: String,
        widest: Double? = nil
    ) -> String {
        let style = widest.map { "style=\"max-width: \(number($0))rem\" " } ?? ""
        return "<figure>\n<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" \(style)role=\"img\" "
            + "aria-label=\"\(HTML.escaped(label))\">\n\(svg)</svg>\n"
            + "<figcaption>\(HTML.escaped(caption))</figcaption>\n</figure>"
    }

    /// Returns about `count` evenly spaced round numbers from 0 to at most `end`, for the labels of
    /// an axis.
    static func ticks(to end: Double, about count: Double) -> [Double] {
        guard end > 0, end.isFinite else { return [0] }
        var step = 0.001
        let factors = [2, 2.5, 2]
        var index = 0
        while end / step > count * 1.5 {
            step *= factors[index % 3]
            index += 1
        }
        // Removes rounding errors such as 0.30000000000000004.
        return (0...Int(end / step)).map { (Double($0) * step * 1_000).rounded() / 1_000 }
    }

    /// Returns an SVG line. `kind` is a class of the style sheet.
    static func line(
        _ kind: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
    ) -> String {
        "<line class=\"\(kind)\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" "
            + "y2=\"\(number(y2))\"/>\n"
    }

    /// Returns an SVG text element at a position. `anchor` is the SVG `text-anchor`.
    static func text(
        _ x: Double, _ y: Double, _ content: String, anchor: String = "start"
    ) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">"
            + "\(HTML.escaped(content))</text>\n"
    }

    /// Returns a coordinate with one decimal, as text for an SVG attribute.
    static func number(_ value: Double) -> String { Decimals.fixed(value, 1) }
}
