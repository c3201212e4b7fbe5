import LabFieldTest
import TouchKitGeometry

/// A chart of how far strokes deviate from straight lines. The horizontal axis is the distance
/// along the line, and the vertical axis is the deviation.
struct FieldTestProfile {
    private static let width = 458.0
    private static let height = 150.0
    private static let left = 40.0
    private static let right = 14.0
    private static let top = 12.0
    private static let bottom = 36.0

    private let strokes: [[CGPoint]]

    /// Creates a chart of strokes whose positions are in millimeters.
    init(_ strokes: [[CGPoint]]) {
        self.strokes = strokes
    }

    /// Returns the chart as an HTML figure, or `nil` if there is no stroke.
    ///
    /// - Parameter limit: The limit of the deviation to mark in the chart, or `nil` for none.
    func figure(limit: FieldTestLimit?) -> String? {
        let profiles = strokes.compactMap(Self.profile)
        let points = profiles.flatMap { $0 }
        let length = points.map(\.x).max() ?? 0
        let farthest = points.map { abs($0.y) }.max() ?? 0
        let reach = max(farthest, limit?.pass ?? 0, 0.1) * 1.15
        guard length > 0, length.isFinite, reach.isFinite else { return nil }
        let plotWidth = Self.width - Self.left - Self.right
        let plotHeight = Self.height - Self.top - Self.bottom
        func x(_ way: Double) -> Double { Self.left + plotWidth * way / length }
        func y(_ distance: Double) -> Double {
            Self.top + plotHeight * (1 - distance / reach) / 2
        }
        var svg = SVG.line("axis", Self.left, y(0), Self.width - Self.right, y(0))
        svg += SVG.text(Self.left - 5, y(0) + 4, "0", anchor: "end")
        if let limit {
            for bound in [-limit.pass, limit.pass] where limit.pass > 0 {
                svg += SVG.line("bound", Self.left, y(bound), Self.width - Self.right, y(bound))
                svg += SVG.text(
                    Self.left - 5, y(bound) + 4, Decimals.atMost(bound, places: 1), anchor: "end")
            }
        }
        let base = Self.top + plotHeight
        for way in SVG.ticks(to: length, about: 6) {
            svg += SVG.line("axis", x(way), base, x(way), base + 4)
            svg += SVG.text(x(way), base + 16, Decimals.shortest(way), anchor: "middle")
        }
        svg += SVG.text(Self.width - Self.right, Self.height - 1, "mm", anchor: "end")
        for profile in profiles {
            let step = profile.count / 1_000 + 1
            let positions = stride(from: 0, to: profile.count, by: step).map { index in
                "\(SVG.number(x(profile[index].x))) \(SVG.number(y(profile[index].y)))"
            }
            svg += "<path class=\"stroke\" d=\"M\(positions.joined(separator: " L"))\"/>\n"
        }
        var caption =
            "How far each stroke is from the straight line that is nearest to it, along it. "
        caption += "The farthest: \(Decimals.atMost(farthest, places: 1)) mm, of a single report; "
        caption += "the figure is a mean over 10 mm."
        if limit != nil { caption += " Dashed: the limit." }
        return SVG.figure(
            svg, width: Self.width, height: Self.height, label: "Distances from a straight line",
            caption: caption, widest: Self.width / 16)
    }

    /// Returns each position of a stroke as the distance along the line fitted to the stroke and
    /// the deviation from that line, or `nil` if no line can be fitted.
    private static func profile(_ stroke: [CGPoint]) -> [CGPoint]? {
        let stroke = stroke.filter { $0.x.isFinite && $0.y.isFinite }
        guard let line = LineFit(stroke) else { return nil }
        let ways = stroke.map { line.offsetAlongLine(of: $0) }
        let least = ways.min() ?? 0
        return zip(stroke, ways).map { CGPoint(x: $1 - least, y: line.distance(of: $0)) }
            .sorted { $0.x < $1.x }
    }
}
