/// Core Foundation's name of strings.
public typealias CFString = String

/// A font that is referenced by its name. All names count as the system font.
public struct CGFont: Hashable, Sendable {
    /// The name of the font.
    public let fullName: String

    /// Creates a font.
    public init?(_ name: CFString) {
        fullName = name
    }
}
