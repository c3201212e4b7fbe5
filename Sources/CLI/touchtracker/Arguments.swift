import ArgumentParser
import KioskDisplay
import TouchKitGeometry
import TouchKitRaster

// How values are written on the command line.

/// What can be logged beyond the usual.
enum LogTopic: String, ExpressibleByArgument, CaseIterable {
    case gestures
}

/// Where pictures go.
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
            let mode = DisplayRequest.Mode(String(argument.dropFirst(prefix.count)))
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
    /// A mode in memory, as it was asked for; 60 Hz where no rate was.
    init(_ request: DisplayRequest.Mode) {
        self.init(
            width: request.width, height: request.height,
            refreshMillihertz: (request.refreshHertz ?? 60) * 1_000)
    }
}

/// Pixels per point.
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

extension DisplayRequest.Mode: ExpressibleByArgument {
    /// Reads `800x480` or `800x480@60`.
    package init?(argument: String) {
        self.init(argument)
    }
}

extension Rotation: ExpressibleByArgument {}

extension PixelFormat: ExpressibleByArgument {}

/// Something that is on or off.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
}
