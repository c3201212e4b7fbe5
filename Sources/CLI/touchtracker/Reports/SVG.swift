/// What pictures in reports have in common: SVG within HTML.
enum SVG {
    /// A picture with words below it.
    ///
    /// - Parameters:
    ///   - svg: What is in it.
    ///   - width: Its own width; it is shown as wide as there is room.
    ///   - height: Its own height.
    ///   - label: What it is, for those who don't see it.
    ///   - caption: What it shows.
    ///   - widest: The most room that it takes, in `rem`; nil for as much as there is.
    static func figure(
        _ svg: String, width: Double, height: Double, label: String, caption: String,
        widest: Double? = nil
    ) -> String {
        let style = widest.map { "style=\"max-width: \(number($0))rem\" " } ?? ""
        return "<figure>\n<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" \(style)role=\"img\" "
            + "aria-label=\"\(HTML.escaped(label))\">\n\(svg)</svg>\n"
            + "<figcaption>\(HTML.escaped(caption))</figcaption>\n</figure>"
    }

    /// Round numbers from 0 to an end, about so many.
    static func ticks(to end: Double, about count: Double) -> [Double] {
        guard end > 0, end.isFinite else { return [0] }
        var step = 0.001
        let factors = [2, 2.5, 2]
        var index = 0
        while end / step > count * 1.5 {
            step *= factors[index % 3]
            index += 1
        }
        // Rounded to what is meant: 0.30000000000000004 is no label.
        return (0...Int(end / step)).map { (Double($0) * step * 1_000).rounded() / 1_000 }
    }

    /// A line of a class of the style.
    static func line(
        _ kind: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
    ) -> String {
        "<line class=\"\(kind)\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" "
            + "y2=\"\(number(y2))\"/>\n"
    }

    /// Words at a place.
    static func text(
        _ x: Double, _ y: Double, _ words: String, anchor: String = "start"
    ) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">"
            + "\(HTML.escaped(words))</text>\n"
    }

    /// A coordinate.
    static func number(_ value: Double) -> String { Decimals.fixed(value, 1) }
}
