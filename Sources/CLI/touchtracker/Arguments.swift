import KioskDisplay
import KioskRuntime
import TouchKitGeometry
import TouchKitRaster

// Types for the values of command-line options.

extension ArgumentHelp {
    /// Creates the help of an option that all apps with the runtime have.
    init(_ option: KioskCommandLine.Option) {
        self.init(option.help, valueName: option.valueName, example: option.example)
    }
}

extension LogTopic: ExpressibleByArgument {}

extension DisplayName: ExpressibleByArgument {
    package var defaultValueDescription: String {
        switch self {
        case .kms: "kms"
        case .headless(let mode): "headless:\(mode.name)"
        }
    }
}

extension Scale: ExpressibleByArgument {
    package var defaultValueDescription: String { "\(value)" }
}

extension PathArgument: ExpressibleByArgument {}

extension ConnectorName: ExpressibleByArgument {}

extension DisplayCriteria.Mode: ExpressibleByArgument {
    /// Creates a mode criterion from an argument such as `800x480` or `800x480@60`, or returns
    /// `nil` for other text.
    public init?(argument: String) {
        self.init(argument)
    }
}

extension Rotation: ExpressibleByArgument {}

extension PixelFormat: ExpressibleByArgument {}

extension CGSize {
    /// Creates a size from a width and a height with an `x` between them, such as `800x480`, or
    /// returns `nil` for other text.
    ///
    /// - Parameters:
    ///   - argument: The text.
    ///   - length: A closure that returns the value of a length, or `nil` if it is not accepted.
    init?(argument: String, length: (Substring) -> CGFloat?) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = length(parts[0]), let height = length(parts[1]) else {
            return nil
        }
        self.init(width: width, height: height)
    }
}

/// The value of an option that is either `on` or `off`.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
}
