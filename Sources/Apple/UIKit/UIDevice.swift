/// A representation of the current device. A board counts as a pad.
@MainActor
public final class UIDevice {
    /// The current device.
    public static let current = UIDevice()

    /// The name of the model.
    public let model = "Board"
    /// The name of the operating system.
    public let systemName = "Linux"
    /// The version of iOS whose API is the newest that ported code may use.
    public let systemVersion = "13.0"
    /// The idiom of the user interface.
    public let userInterfaceIdiom = UIUserInterfaceIdiom.pad

    private init() {}
}

/// The type of a device.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// An unspecified idiom.
    case unspecified = -1
    /// A phone.
    case phone = 0
    /// A pad.
    case pad = 1
}
