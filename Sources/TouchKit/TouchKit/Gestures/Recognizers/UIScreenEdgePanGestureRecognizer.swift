/// A continuous gesture recognizer that interprets panning gestures that start near an edge of the
/// screen.
///
/// The gesture begins only if the first touch comes down near one of the `edges` and moves away
/// from this edge. The edges of the screen are the edges of the window.
@MainActor
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
    /// The acceptable starting edges for the gesture. The gesture is never recognized if the set is
    /// empty.
    open var edges: UIRectEdge = []

    /// The requested edges near which the first touch came down.
    private var startEdges: UIRectEdge = []

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        let isFirst = numberOfTouches == touches.count
        if isFirst, touches.count == 1, let first = touches.first {
            startEdges = edges.intersection(
                Self.edges(of: view?.window, near: first.windowLocation))
            guard !startEdges.isEmpty else {
                fail(.notAtEdge)
                return
            }
            super.touchesBegan(touches, with: event)
        } else if isFirst {
            fail(.tooManyFingers)
        } else {
            // Touches after the first touch are ignored.
            for touch in touches { ignore(touch, for: event) }
        }
    }

    open override func reset() {
        super.reset()
        startEdges = []
    }

    /// Returns whether the touch has moved away from its start edge, at least as far as it has
    /// moved parallel to the edge. `travel` is in window points.
    override func canBegin(after travel: CGVector) -> Bool {
        (startEdges.contains(.left) && travel.dx >= abs(travel.dy))
            || (startEdges.contains(.right) && -travel.dx >= abs(travel.dy))
            || (startEdges.contains(.top) && travel.dy >= abs(travel.dx))
            || (startEdges.contains(.bottom) && -travel.dy >= abs(travel.dx))
    }

    /// Returns the edges of a window that are less than `GestureConstants.edgePanWidth` from a
    /// point in window coordinates.
    private static func edges(of window: UIWindow?, near point: CGPoint) -> UIRectEdge {
        guard let bounds = window?.bounds else { return [] }
        let width = GestureConstants.edgePanWidth
        var edges: UIRectEdge = []
        if point.x < bounds.minX + width { edges.insert(.left) }
        if point.x >= bounds.maxX - width { edges.insert(.right) }
        if point.y < bounds.minY + width { edges.insert(.top) }
        if point.y >= bounds.maxY - width { edges.insert(.bottom) }
        return edges
    }
}

/// Constants that specify the edges of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
    /// The bits of the set, one for each edge.
    public let rawValue: UInt

    /// Creates a set of edges from its raw value.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The top edge of the rectangle.
    public static let top = UIRectEdge(rawValue: 1 << 0)
    /// The left edge of the rectangle.
    public static let left = UIRectEdge(rawValue: 1 << 1)
    /// The bottom edge of the rectangle.
    public static let bottom = UIRectEdge(rawValue: 1 << 2)
    /// The right edge of the rectangle.
    public static let right = UIRectEdge(rawValue: 1 << 3)
    /// All edges of the rectangle.
    public static let all: UIRectEdge = [.top, .left, .bottom, .right]
}
