/// An axis of a scroll view.
enum ScrollAxis {
    case horizontal
    case vertical

    /// Both axes.
    static let all: [ScrollAxis] = [.horizontal, .vertical]

    /// The other axis.
    var other: ScrollAxis { self == .horizontal ? .vertical : .horizontal }
}

extension CGPoint {
    /// The coordinate along an axis.
    subscript(axis: ScrollAxis) -> CGFloat {
        get { axis == .horizontal ? x : y }
        set {
            if axis == .horizontal { x = newValue } else { y = newValue }
        }
    }
}

/// The legal content offsets of a scroll view along one axis, in points, and the
/// resistance beyond them.
struct ScrollRange: Equatable {
    /// The smallest legal offset.
    let minimum: CGFloat
    /// The largest legal offset.
    let maximum: CGFloat
    /// The extent of the scroll view's bounds.
    let extent: CGFloat

    /// Creates the range of a scroll view with the given extents and insets.
    init(extent: CGFloat, content: CGFloat, leading: CGFloat, trailing: CGFloat) {
        self.extent = extent
        minimum = -leading
        let end = content + trailing - extent
        // Zooming multiplies the size of the content, whose rounding errors must not scroll.
        maximum = end - minimum > GestureConstants.roundingTolerance ? end : minimum
    }

    /// Whether only one offset is legal.
    var isPoint: Bool { minimum == maximum }

    /// Returns whether an offset is legal.
    func contains(_ offset: CGFloat) -> Bool { offset >= minimum && offset <= maximum }

    /// Returns the legal offset next to `offset`.
    func clamp(_ offset: CGFloat) -> CGFloat { min(max(offset, minimum), maximum) }

    /// Returns the offset that is shown for an offset that a finger has reached without
    /// resistance.
    func resisted(_ offset: CGFloat) -> CGFloat {
        let edge = clamp(offset)
        guard offset != edge, extent > 0 else { return edge }
        let shown = Self.resisted(abs(offset - edge), extent: extent)
        return offset < edge ? edge - shown : edge + shown
    }

    /// Returns the offset that a finger must reach without resistance so that `shown` is shown.
    func unresisted(_ shown: CGFloat) -> CGFloat {
        let edge = clamp(shown)
        let excess = abs(shown - edge)
        // No finger reaches an excess of a whole extent, but an application can assign it.
        guard excess > 0, excess < extent else { return shown }
        let distance =
            excess * extent / (GestureConstants.rubberBandCoefficient * (extent - excess))
        return shown < edge ? edge - distance : edge + distance
    }

    /// Returns the shown excess for a finger's distance beyond an edge. The result approaches
    /// `extent` for large distances.
    static func resisted(_ distance: CGFloat, extent: CGFloat) -> CGFloat {
        (1 - 1 / (GestureConstants.rubberBandCoefficient * distance / extent + 1)) * extent
    }
}

/// The legal content offsets of a scroll view along both axes.
struct ScrollRanges: Equatable {
    let x: ScrollRange
    let y: ScrollRange

    /// The legal offsets along an axis.
    subscript(axis: ScrollAxis) -> ScrollRange { axis == .horizontal ? x : y }
}
