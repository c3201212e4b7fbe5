/// Recognizes a finger that drags in from an edge of the screen: continuous.
@MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The edges that it looks at; with none it never recognizes.
    open var edges: UIRectEdge = []

    /// The edges that the finger came down at.
    private var touched: UIRectEdge = []

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        let isFirst = numberOfTouches == touches.count
        if isFirst, let first = touches.min(by: { $0.beganPlace.x < $1.beganPlace.x }),
            touches.count == 1
        {
            touched = edges.intersection(Self.edges(of: view?.window, at: first.place))
            guard !touched.isEmpty else {
                fail(.notAtEdge)
                return
            }
            super.touchesBegan(touches, with: event)
        } else if isFirst {
            fail(.tooManyFingers)
        } else {
            // Touches after the first don't count.
            for touch in touches { ignore(touch, for: event) }
        }
    }

    open override func reset() {
        super.reset()
        touched = []
    }

    /// Away from the edge, more than along it.
    override func mayBegin(after travel: CGVector) -> Bool {
        (touched.contains(.left) && travel.dx >= abs(travel.dy))
            || (touched.contains(.right) && -travel.dx >= abs(travel.dy))
            || (touched.contains(.top) && travel.dy >= abs(travel.dx))
            || (touched.contains(.bottom) && -travel.dy >= abs(travel.dx))
    }

    /// The edges of a window that a place of it is close to.
    private static func edges(of window: UIWindow?, at place: CGPoint) -> UIRectEdge {
        guard let bounds = window?.bounds else { return [] }
        let width = GestureConstants.edgeWidth
        var edges: UIRectEdge = []
        if place.x < bounds.minX + width { edges.insert(.left) }
        if place.x >= bounds.maxX - width { edges.insert(.right) }
        if place.y < bounds.minY + width { edges.insert(.top) }
        if place.y >= bounds.maxY - width { edges.insert(.bottom) }
        return edges
    }
}

/// Edges of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
    /// A bit for each edge.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The upper edge.
    public static let top = UIRectEdge(rawValue: 1 << 0)
    /// The left edge.
    public static let left = UIRectEdge(rawValue: 1 << 1)
    /// The lower edge.
    public static let bottom = UIRectEdge(rawValue: 1 << 2)
    /// The right edge.
    public static let right = UIRectEdge(rawValue: 1 << 3)
    /// All four.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}
