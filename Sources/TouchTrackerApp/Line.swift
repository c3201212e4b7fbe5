import TouchKit

/// A straight line of a drawing, in points of the drawing view.
public struct Line: Hashable, Sendable {
    /// Where the finger came down.
    public var begin: CGPoint
    /// Where the finger is, or was lifted.
    public var end: CGPoint

    /// Makes a line from its ends.
    public init(begin: CGPoint, end: CGPoint) {
        self.begin = begin
        self.end = end
    }
}
