/// Compositing operations for images and paths. Only the normal mode is supported. The raw value is
/// the same as in Core Graphics.
public enum CGBlendMode: Int32, Sendable {
    /// The source is composited over the background, weighted by the source's alpha.
    case normal = 0
}
