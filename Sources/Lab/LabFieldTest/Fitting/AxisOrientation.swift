import TouchKitGeometry

/// The orientation of a touchscreen's axes: one of the eight ways in which a touch sensor can be
/// mounted or wired.
package struct AxisOrientation: Hashable, Sendable {
    /// Whether x and y are exchanged, before any axis is flipped.
    package let swapsAxes: Bool
    /// Whether x grows to the left after the exchange of the axes, if there is one.
    package let flipsX: Bool
    /// Whether y grows upward after the exchange of the axes, if there is one.
    package let flipsY: Bool

    /// The correct orientation.
    package static let upright = AxisOrientation(swapsAxes: false, flipsX: false, flipsY: false)

    /// All eight orientations, the correct one first.
    static let all: [AxisOrientation] = [false, true].flatMap { swaps in
        [(false, false), (true, false), (false, true), (true, true)].map {
            AxisOrientation(swapsAxes: swaps, flipsX: $0.0, flipsY: $0.1)
        }
    }

    /// Returns the position, in the unit square, that a touchscreen with this orientation reports
    /// for a touch at `position`.
    func apply(_ position: CGPoint) -> CGPoint {
        let turned = swapsAxes ? CGPoint(x: position.y, y: position.x) : position
        return CGPoint(
            x: flipsX ? 1 - turned.x : turned.x, y: flipsY ? 1 - turned.y : turned.y)
    }

    /// A description of the error for reports, or `nil` for the correct orientation.
    package var errorDescription: String? {
        switch (swapsAxes, flipsX, flipsY) {
        case (false, false, false): nil
        case (false, true, false): "x is flipped"
        case (false, false, true): "y is flipped"
        case (false, true, true): "turned by 180°"
        case (true, false, false): "x and y are swapped"
        case (true, true, false): "turned by 90° clockwise"
        case (true, false, true): "turned by 90° counterclockwise"
        case (true, true, true): "x and y are swapped, both flipped"
        }
    }
}
