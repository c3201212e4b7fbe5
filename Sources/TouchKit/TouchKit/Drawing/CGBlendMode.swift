/// How what is drawn is mixed with what is there; the raw value is Core Graphics' own.
public enum CGBlendMode: Int32, Sendable {
    /// It lies over what is there, as much as it is opaque.
    case normal = 0
}
