/// How far the picture is turned clockwise on its way from the canvas to the scanout buffer.
public enum Rotation: Int, CaseIterable, Sendable {
    /// Not turned.
    case none = 0
    /// A quarter turn clockwise.
    case clockwise90 = 90
    /// Upside down.
    case halfTurn = 180
    /// A quarter turn counter-clockwise.
    case clockwise270 = 270

    /// Whether width and height change places.
    public var swapsAxes: Bool { self == .clockwise90 || self == .clockwise270 }
}

/// How a panel is mounted, as the connector's `panel orientation` property tells.
///
/// Values and meaning: `enum drm_panel_orientation` of the kernel. Each case names the edge of the
/// panel that is at the top of the device.
public enum PanelOrientation: Int, CaseIterable, Sendable {
    /// The top edge is at the top.
    case normal = 0
    /// The bottom edge is at the top.
    case bottomUp = 1
    /// The left edge is at the top.
    case leftUp = 2
    /// The right edge is at the top.
    case rightUp = 3

    /// The turn that makes a picture upright on a panel mounted this way.
    public var uprightRotation: Rotation {
        switch self {
        case .normal: .none
        case .bottomUp: .halfTurn
        case .leftUp: .clockwise270
        case .rightUp: .clockwise90
        }
    }
}
