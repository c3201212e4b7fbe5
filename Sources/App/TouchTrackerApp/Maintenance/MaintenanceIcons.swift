import TouchKit

/// The icons of the maintenance menu: paths in a square of 24 × 24 points, to be stroked with a
/// line width of 2 points.
@MainActor
enum MaintenanceIcons {
    /// Returns the icon of a menu item.
    static func icon(of item: MaintenanceItem) -> UIBezierPath {
        switch item {
        case .scenes: scenes
        case .fieldTest: fieldTest
        case .orientation: orientation
        case .benchmark: benchmark
        case .display: display
        case .cleaning: cleaning
        case .restart: restart
        case .powerOff: powerOff
        case .console: console
        }
    }

    /// The icon of the gallery of scenes: four rounded squares.
    private static let scenes = UIBezierPath.withRoundLines(width: 2) { path in
        for x in [3, 14] as [CGFloat] {
            for y in [3, 14] as [CGFloat] {
                path.append(
                    UIBezierPath(
                        roundedRect: CGRect(x: x, y: y, width: 7, height: 7), cornerRadius: 1.5))
            }
        }
    }

    /// The icon of the field test: a crosshair of two concentric circles and four tick marks.
    private static let fieldTest = UIBezierPath.withRoundLines(width: 2) { path in
        addCircle(to: path, radius: 3)
        addCircle(to: path, radius: 7.5)
        path.addLines(through: (12, 1), (12, 4.5))
        path.addLines(through: (12, 19.5), (12, 23))
        path.addLines(through: (1, 12), (4.5, 12))
        path.addLines(through: (19.5, 12), (23, 12))
    }

    /// The icon of orientation calibration: two crosses on a screen.
    private static let orientation = UIBezierPath.withRoundLines(width: 2) { path in
        path.append(
            UIBezierPath(
                roundedRect: CGRect(x: 2, y: 3, width: 20, height: 18), cornerRadius: 2))
        for (x, y) in [(8, 8.5), (16, 15.5)] as [(CGFloat, CGFloat)] {
            path.addLines(through: (x - 3, y), (x + 3, y))
            path.addLines(through: (x, y - 3), (x, y + 3))
        }
    }

    /// The icon of the benchmark: a gauge with a needle.
    private static let benchmark = UIBezierPath.withRoundLines(width: 2) { path in
        path.move(to: CGPoint(x: 4.2, y: 19.5))
        path.addArc(
            withCenter: CGPoint(x: 12, y: 14), radius: 9.5, startAngle: .pi * 0.81,
            endAngle: .pi * 2.19, clockwise: true)
        path.addLines(through: (12, 14), (16.5, 8))
        path.addLines(through: (12, 4.5), (12, 6.5))
        path.addLines(through: (2.5, 14), (4.5, 14))
        path.addLines(through: (19.5, 14), (21.5, 14))
    }

    /// The icon of the display settings: a screen on a stand.
    private static let display = UIBezierPath.withRoundLines(width: 2) { path in
        path.append(
            UIBezierPath(
                roundedRect: CGRect(x: 2, y: 4, width: 20, height: 13), cornerRadius: 2))
        path.addLines(through: (12, 17), (12, 21))
        path.addLines(through: (8, 21), (16, 21))
    }

    /// The icon of the cleaning screen: a drop of water with a highlight.
    private static let cleaning = UIBezierPath.withRoundLines(width: 2) { path in
        path.move(to: CGPoint(x: 12, y: 2.5))
        path.addCurve(to: (5, 14.5), controls: (9, 7), (5, 10.5))
        path.addCurve(to: (12, 21.5), controls: (5, 18.5), (8, 21.5))
        path.addCurve(to: (19, 14.5), controls: (16, 21.5), (19, 18.5))
        path.addCurve(to: (12, 2.5), controls: (19, 10.5), (15, 7))
        path.close()
        path.move(to: CGPoint(x: 9, y: 15))
        path.addCurve(to: (12, 18), controls: (9, 16.8), (10.3, 18))
    }

    /// The icon for restarting: a circular arrow.
    private static let restart = UIBezierPath.withRoundLines(width: 2) { path in
        path.move(to: CGPoint(x: 18.9, y: 8.5))
        path.addArc(
            withCenter: CGPoint(x: 12, y: 12.5), radius: 8, startAngle: -.pi / 6,
            endAngle: .pi * 1.5, clockwise: true)
        path.addLine(to: CGPoint(x: 14.5, y: 4.5))
        path.addLines(through: (11.5, 1.2), (14.8, 4.5))
        path.addLines(through: (14.8, 4.5), (11.5, 7.8))
    }

    /// The icon for powering off: a ring with a gap at the top, and a vertical bar in the gap.
    private static let powerOff = UIBezierPath.withRoundLines(width: 2) { path in
        path.addArc(
            withCenter: CGPoint(x: 12, y: 13), radius: 8.5, startAngle: -.pi * 0.3,
            endAngle: .pi * 1.3, clockwise: true)
        path.addLines(through: (12, 2.5), (12, 12))
    }

    /// The icon of the text console: a terminal window with a prompt.
    private static let console = UIBezierPath.withRoundLines(width: 2) { path in
        path.append(
            UIBezierPath(
                roundedRect: CGRect(x: 2, y: 4, width: 20, height: 16), cornerRadius: 2))
        path.addLines(through: (6, 9), (9.5, 12))
        path.addLines(through: (9.5, 12), (6, 15))
        path.addLines(through: (12, 15), (17, 15))
    }

    private static func addCircle(to path: UIBezierPath, radius: CGFloat) {
        path.append(
            UIBezierPath(
                ovalIn: CGRect(
                    x: 12 - radius, y: 12 - radius, width: 2 * radius, height: 2 * radius)))
    }
}
