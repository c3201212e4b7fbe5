/// Where a menu lies about its target: pure geometry, in points of the screen.
struct MenuPlacement: Equatable {
    /// From the bubble's edge to the arrow's tip, in points.
    static let arrowLength: CGFloat = 9
    /// The least distance from the screen's edges, in points.
    static let margin: CGFloat = 4
    /// The least distance of the arrow's tip from the bubble's corners, in points.
    private static let cornerDistance: CGFloat = 20

    /// Where the arrow points.
    enum Side: Equatable {
        case up
        case down
        case left
        case right
    }

    /// The bubble, without its arrow.
    var bubble: CGRect
    /// Where the arrow points.
    var side: Side
    /// The arrow's tip.
    var tip: CGPoint

    /// The bubble and its arrow.
    var frame: CGRect {
        switch side {
        case .up, .down:
            return bubble.union(CGRect(x: tip.x, y: tip.y, width: 1, height: 0))
        case .left, .right:
            return bubble.union(CGRect(x: tip.x, y: tip.y, width: 0, height: 1))
        }
    }

    /// Places a bubble.
    ///
    /// - Parameters:
    ///   - size: The bubble's size.
    ///   - target: What the arrow points at.
    ///   - screen: The screen.
    ///   - side: Where the arrow points; nil: down, from above the target, or up if there is more
    ///     room below and too little above.
    init(size: CGSize, target: CGRect, screen: CGRect, side: Side?) {
        let room = screen.insetBy(dx: Self.margin, dy: Self.margin)
        let needed = size.height + Self.arrowLength
        let above = target.minY - room.minY
        let below = room.maxY - target.maxY
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
        // The arrow's own room stays free, so that it is seen even where the menu has to lie over
        // its target.
        let arrow = Self.arrowLength
        corner.x = Self.pulled(
            corner.x, size.width, room.minX + (side == .left ? arrow : 0),
            room.maxX - (side == .right ? arrow : 0))
        corner.y = Self.pulled(
            corner.y, size.height, room.minY + (side == .up ? arrow : 0),
            room.maxY - (side == .down ? arrow : 0))
        self.side = side
        bubble = CGRect(origin: corner, size: size)
        tip = Self.tip(of: bubble, target, side)
    }

    private static func tip(of bubble: CGRect, _ target: CGRect, _ side: Side) -> CGPoint {
        let x = within(target.midX, bubble.minX, bubble.maxX)
        let y = within(target.midY, bubble.minY, bubble.maxY)
        switch side {
        case .down: return CGPoint(x: x, y: bubble.maxY + arrowLength)
        case .up: return CGPoint(x: x, y: bubble.minY - arrowLength)
        case .left: return CGPoint(x: bubble.minX - arrowLength, y: y)
        case .right: return CGPoint(x: bubble.maxX + arrowLength, y: y)
        }
    }

    /// A coordinate kept off the bubble's corners.
    private static func within(_ place: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
        let distance = min(cornerDistance, (high - low) / 2)
        return min(max(place, low + distance), high - distance)
    }

    /// A start pulled to where the whole extent lies inside; at the low end if it can't.
    private static func pulled(
        _ start: CGFloat, _ extent: CGFloat, _ low: CGFloat, _ high: CGFloat
    ) -> CGFloat {
        max(min(start, high - extent), low).rounded()
    }
}
