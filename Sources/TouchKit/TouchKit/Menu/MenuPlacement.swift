/// The position of a menu next to its target rectangle, in points of the screen.
struct MenuPlacement: Equatable {
    /// The distance from the edge of the menu's bubble to the tip of its arrow, in points.
    static let arrowLength: CGFloat = 9
    /// The minimum distance of the menu from the edges of the screen, in points.
    static let margin: CGFloat = 4
    /// The minimum distance of the arrow's tip from the corners of the menu's bubble, in points.
    private static let cornerDistance: CGFloat = 20

    /// A direction in which the arrow can point.
    enum ArrowSide: Equatable {
        case up
        case down
        case left
        case right
    }

    /// The frame of the menu's bubble without its arrow, in points of the screen.
    var bubble: CGRect
    /// The direction in which the arrow points.
    var side: ArrowSide
    /// The location of the arrow's tip, in points of the screen.
    var tip: CGPoint

    /// The frame of the menu's bubble with its arrow, in points of the screen.
    var frame: CGRect {
        switch side {
        case .up, .down:
            return bubble.union(CGRect(x: tip.x, y: tip.y, width: 1, height: 0))
        case .left, .right:
            return bubble.union(CGRect(x: tip.x, y: tip.y, width: 0, height: 1))
        }
    }

    /// Creates the placement of a menu next to its target rectangle.
    ///
    /// - Parameters:
    ///   - size: The size of the bubble.
    ///   - target: The rectangle that the arrow points at.
    ///   - screen: The bounds of the screen.
    ///   - side: The direction in which the arrow points, or `nil` to choose the direction
    ///     automatically: the menu is above its target and the arrow points down, unless there is
    ///     too little space above the target and more space below it.
    init(size: CGSize, target: CGRect, screen: CGRect, side: ArrowSide?) {
        let available = screen.insetBy(dx: Self.margin, dy: Self.margin)
        let needed = size.height + Self.arrowLength
        let above = target.minY - available.minY
        let below = available.maxY - target.maxY
        let side = side ?? (above >= needed || above >= below ? .down : .up)
        var corner: CGPoint
        switch side {
        case .down:
            corner = CGPoint(x: target.midX - size.width / 2, y: target.minY - needed)
        case .up:
            corner = CGPoint(
                x: target.midX - size.width / 2, y: target.maxY + Self.arrowLength)
        case .left:
            corner = CGPoint(
                x: target.maxX + Self.arrowLength, y: target.midY - size.height / 2)
        case .right:
            corner = CGPoint(
                x: target.minX - Self.arrowLength - size.width,
                y: target.midY - size.height / 2)
        }
        // Space for the arrow is reserved, so that the arrow stays visible even if the menu covers
        // its target.
        let arrow = Self.arrowLength
        corner.x = Self.clampedOrigin(
            corner.x, size.width, available.minX + (side == .left ? arrow : 0),
            available.maxX - (side == .right ? arrow : 0))
        corner.y = Self.clampedOrigin(
            corner.y, size.height, available.minY + (side == .up ? arrow : 0),
            available.maxY - (side == .down ? arrow : 0))
        self.side = side
        bubble = CGRect(origin: corner, size: size)
        tip = Self.tip(of: bubble, target, side)
    }

    /// Returns the location of the tip of an arrow that points from a bubble to its target.
    private static func tip(of bubble: CGRect, _ target: CGRect, _ side: ArrowSide) -> CGPoint {
        let x = clampedTip(target.midX, bubble.minX, bubble.maxX)
        let y = clampedTip(target.midY, bubble.minY, bubble.maxY)
        switch side {
        case .down: return CGPoint(x: x, y: bubble.maxY + arrowLength)
        case .up: return CGPoint(x: x, y: bubble.minY - arrowLength)
        case .left: return CGPoint(x: bubble.minX - arrowLength, y: y)
        case .right: return CGPoint(x: bubble.maxX + arrowLength, y: y)
        }
    }

    /// Returns `coordinate` of the arrow's tip, clamped so that the tip is at least
    /// `cornerDistance` from the bubble's corners, whose coordinates are `low` and `high`.
    private static func clampedTip(
        _ coordinate: CGFloat, _ low: CGFloat, _ high: CGFloat
    ) -> CGFloat {
        let distance = min(cornerDistance, (high - low) / 2)
        return min(max(coordinate, low + distance), high - distance)
    }

    /// Returns `origin`, moved so that the interval of length `extent` that begins there is between
    /// `low` and `high`, or `low` if the interval is too long.
    private static func clampedOrigin(
        _ origin: CGFloat, _ extent: CGFloat, _ low: CGFloat, _ high: CGFloat
    ) -> CGFloat {
        max(min(origin, high - extent), low).rounded()
    }
}
