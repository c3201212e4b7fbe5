/// The clockwise rotation of the picture from the canvas to the scanout buffer.
public enum Rotation: Int, CaseIterable, Sendable {
    /// No rotation.
    case none = 0
    /// A rotation by 90° clockwise.
    case clockwise90 = 90
    /// A rotation by 180°.
    case halfTurn = 180
    /// A rotation by 270° clockwise.
    case clockwise270 = 270

    /// Whether the rotation exchanges width and height.
    public var swapsAxes: Bool { self == .clockwise90 || self == .clockwise270 }
}

/// The mounting of a panel, as in the connector's `panel orientation` property.
///
/// The raw values equal the values of the kernel's `enum drm_panel_orientation`. Each case names
/// the edge of the panel that is at the top of the device.
public enum PanelOrientation: Int, CaseIterable, Sendable {
    /// The top edge of the panel is at the top of the device.
    case normal = 0
    /// The bottom edge of the panel is at the top of the device.
    case bottomUp = 1
    /// The left edge of the panel is at the top of the device.
    case leftUp = 2
    /// The right edge of the panel is at the top of the device.
    case rightUp = 3

    /// The rotation that makes the picture upright on a panel mounted in this orientation.
    public var uprightRotation: Rotation {
        switch self {
        case .normal: .none
        case .bottomUp: .halfTurn
        case .leftUp: .clockwise270
        case .rightUp: .clockwise90
        }
    }
}
