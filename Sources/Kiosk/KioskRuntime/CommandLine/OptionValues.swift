import KioskDisplay
import TouchKitGeometry

// Types for the values of command-line options.

/// A value of the option `--log`: a topic about which detailed messages are logged.
package enum LogTopic: String, CaseIterable {
    case gestures
}

/// A value of the option `--display`: the connected KMS display, or a headless display with the
/// given mode. A headless display exists only in memory.
package enum DisplayName {
    case kms
    case headless(DisplayMode)

    /// Creates a value from `kms`, `headless:800x480` or `headless:800x480@60`, or returns `nil`
    /// for other text.
    package init?(argument: String) {
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
}

extension DisplayMode {
    /// Creates the mode of a headless display with the size and refresh rate of `request`. The
    /// refresh rate is 60 Hz if `request` contains none.
    package init(_ request: DisplayCriteria.Mode) {
        self.init(
            width: request.width, height: request.height,
            refreshMillihertz: (request.refreshHertz ?? 60) * 1_000)
    }
}

/// A value of the option `--scale`: a scale factor in pixels per point, from 0.25 to 8.
package struct Scale {
    package let value: CGFloat

    /// Creates a scale from a number.
    package init(value: CGFloat) {
        self.value = value
    }

    /// Creates a scale from text, or returns `nil` for other text than a number from 0.25 to 8.
    package init?(argument: String) {
        guard let value = Double(argument), value >= 0.25, value <= 8 else { return nil }
        self.value = value
    }
}

/// The value of an option or argument that names a file, folder or device.
package struct PathArgument {
    package let path: String

    /// Creates an argument from a path, or returns `nil` for an empty path.
    package init?(argument: String) {
        if argument.isEmpty { return nil }
        path = argument
    }
}

/// A value of the option `--connector`: the kernel's name of a connector.
package struct ConnectorName {
    package let name: String

    /// Creates a name that consists of a type and a number from 1, such as `HDMI-A-1`, or returns
    /// `nil` for other text.
    package init?(argument: String) {
        guard let hyphen = argument.lastIndex(of: "-"), hyphen != argument.startIndex,
            argument[..<hyphen].allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }),
            let number = Int(argument[argument.index(after: hyphen)...]), number > 0
        else { return nil }
        name = argument
    }
}

extension KioskOptions.Input {
    /// Creates a value of the option `--input` from `all`, `none` or the path of a device node, or
    /// returns `nil` for other text.
    package init?(argument: String) {
        switch argument {
        case "all": self = .all
        case "none": self = .none
        default:
            guard argument.hasPrefix("/dev/input/"), argument.count > "/dev/input/".count else {
                return nil
            }
            self = .only(path: argument)
        }
    }
}

/// The values of the option `--screenshot-after`: a time after the launch, and a PNG file.
package struct ScreenshotRequest: Equatable {
    /// The time from the launch to the picture, in microseconds.
    package var microseconds: Int64
    /// The path of the PNG file.
    package var path: String

    /// Creates a request from a time such as `2s`, `0.5s` or `500ms`, up to one day, and a path
    /// that ends in `.png`. Returns `nil` for other text.
    package init?(after time: String, path: String) {
        let units: [(suffix: String, microseconds: Double)] = [("ms", 1e3), ("s", 1e6)]
        guard let unit = units.first(where: { time.hasSuffix($0.suffix) }),
            let count = Double(time.dropLast(unit.suffix.count)),
            count >= 0, count * unit.microseconds <= 86_400e6,
            path.lowercased().hasSuffix(".png")
        else { return nil }
        microseconds = Int64(count * unit.microseconds)
        self.path = path
    }
}
