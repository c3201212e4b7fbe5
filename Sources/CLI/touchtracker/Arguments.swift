import KioskDisplay
import TouchKitGeometry
import TouchKitRaster

// Types for the values of command-line options.

/// A value of the option `--log`: a topic about which detailed messages are logged.
enum LogTopic: String, ExpressibleByArgument, CaseIterable {
    case gestures
}

/// A value of the option `--display`: the connected KMS display, or a headless display with the
/// given mode. A headless display exists only in memory.
enum DisplayName: ExpressibleByArgument {
    case kms
    case headless(DisplayMode)

    init?(argument: String) {
        if argument == "kms" {
            self = .kms
            return
        }
        let prefix = "headless:"
        guard argument.hasPrefix(prefix),
            let mode = DisplayCriteria.Mode(String(argument.dropFirst(prefix.count)))
        else { return nil }
        self = .headless(DisplayMode(mode))
    }

    var defaultValueDescription: String {
        switch self {
        case .kms: "kms"
        case .headless(let mode): "headless:\(mode.name)"
        }
    }
}

extension DisplayMode {
    /// Creates the mode of a headless display with the size and refresh rate of `request`. The
    /// refresh rate is 60 Hz if `request` contains none.
    init(_ request: DisplayCriteria.Mode) {
        self.init(
            width: request.width, height: request.height,
            refreshMillihertz: (request.refreshHertz ?? 60) * 1_000)
    }
}

/// A value of the option `--scale`: a scale factor in pixels per point, from 0.25 to 8.
struct Scale: ExpressibleByArgument {
    let value: CGFloat

    init(value: CGFloat) {
        self.value = value
    }

    init?(argument: String) {
        guard let value = Double(argument), value >= 0.25, value <= 8 else { return nil }
        self.value = value
    }

    var defaultValueDescription: String { "\(value)" }
}

/// The value of an option or argument that names a file, folder or device.
struct PathArgument: ExpressibleByArgument {
    let path: String

    /// Creates an argument from a path, or returns `nil` for an empty path.
    init?(argument: String) {
        if argument.isEmpty { return nil }
        path = argument
    }
}

/// A value of the option `--connector`: the kernel's name of a connector.
struct ConnectorName: ExpressibleByArgument {
    let name: String

    /// Creates a name that consists of a type and a number from 1, such as `HDMI-A-1`, or returns
    /// `nil` for other text.
    init?(argument: String) {
        guard let hyphen = argument.lastIndex(of: "-"), hyphen != argument.startIndex,
            argument[..<hyphen].allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }),
            let number = Int(argument[argument.index(after: hyphen)...]), number > 0
        else { return nil }
        name = argument
    }
}

extension DisplayCriteria.Mode: ExpressibleByArgument {
    /// Creates a mode criterion from an argument such as `800x480` or `800x480@60`, or returns
    /// `nil` for other text.
    public init?(argument: String) {
        self.init(argument)
    }
}

extension Rotation: ExpressibleByArgument {}

extension PixelFormat: ExpressibleByArgument {}

/// The value of an option that is either `on` or `off`.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
}
