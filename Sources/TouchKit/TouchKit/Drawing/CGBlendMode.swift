import TouchKitRaster

/// Compositing operations for images and paths. The raw values are the same as in Core Graphics.
///
/// The modes other than `normal` apply to fills, strokes and text in plain colors. In `draw(_:)`,
/// pixels that `clear` and `copy` remove show what is behind the view's drawing, and `multiply` and
/// `screen` combine with it. Gradients are always drawn in the normal mode, and so are patterns,
/// except with `clear`. Images support `normal`, `clear` and `copy`.
public enum CGBlendMode: Int32, Sendable {
    /// The source is composited over the background, weighted by the source's alpha.
    case normal = 0
    /// The source and the background are multiplied, which darkens.
    case multiply = 1
    /// The complements of the source and the background are multiplied, which brightens.
    case screen = 2
    /// The background becomes transparent, regardless of the source's color.
    case clear = 16
    /// The source replaces the background, with its alpha.
    case copy = 17

    /// The rasterizer's value for the mode, or `nil` for the normal mode.
    var blendMode: BlendMode? {
        switch self {
        case .normal: nil
        case .multiply: .multiply
        case .screen: .screen
        case .clear: .clear
        case .copy: .copy
        }
    }
}
