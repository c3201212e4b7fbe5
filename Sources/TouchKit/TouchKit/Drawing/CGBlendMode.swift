/// Compositing operations for images and paths. Only the normal mode is supported; the raw value is
/// Core Graphics' own.
public enum CGBlendMode: Int32, Sendable {
    /// Paints the source over the background, according to its alpha.
    case normal = 0
}
