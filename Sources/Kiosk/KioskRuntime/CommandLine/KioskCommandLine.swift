import KioskSystem

/// The command line of an app: the app's name and version, and the standard options and commands
/// that the app accepts.
///
/// ```swift
/// @main final class CardsDelegate: UIApplicationDelegate {
///     static func main() {
///         Kiosk.main(CardsDelegate.self, commandLine: KioskCommandLine(version: "1.0"))
///     }
/// }
/// ```
public struct KioskCommandLine: Sendable {
    /// A standard option.
    public enum Option: String, CaseIterable, Sendable {
        /// The connected display, or a display in memory.
        case display
        /// The clockwise rotation of the picture.
        case rotate
        /// The scale in pixels per point.
        case scale
        /// The graphics card.
        case card
        /// The connector of the display.
        case connector
        /// The size and the refresh rate of the display.
        case mode
        /// The input devices to read.
        case input
        /// A topic about which detailed messages are logged.
        case log
        /// A time after which the program saves a picture of the screen and exits.
        case screenshotAfter = "screenshot-after"
    }

    /// A standard command.
    public enum Command: String, CaseIterable, Sendable {
        /// Lists displays and input devices, and states which of them the app would use.
        case devices
        /// Prints the status of the app's service on this machine.
        case status
    }

    /// The name of the program in messages, and of its systemd service.
    public var name: String
    /// A sentence for the help text, or `nil` for none.
    public var summary: String?
    /// The version that `--version` prints, or `nil` if the app does not accept `--version`.
    public var version: String?
    /// The options that the app accepts.
    public var options: Set<Option>
    /// The commands that the app accepts.
    public var commands: Set<Command>

    /// Creates a command line.
    ///
    /// - Parameters:
    ///   - name: The name of the program in messages, or `nil` for the name of its file.
    ///   - summary: A sentence for the help text, or `nil` for none.
    ///   - version: The version that `--version` prints, or `nil` if the app does not accept
    ///     `--version`.
    ///   - options: The options that the app accepts.
    ///   - commands: The commands that the app accepts.
    public init(
        name: String? = nil, summary: String? = nil, version: String? = nil,
        options: Set<Option> = Set(Option.allCases),
        commands: Set<Command> = Set(Command.allCases)
    ) {
        self.name = name ?? Self.programName
        self.summary = summary
        self.version = version
        self.options = options
        self.commands = commands
    }

    private static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "kiosk"
    }

    /// The text that `--help` prints.
    package var help: String {
        var text = "usage: \(name) [OPTION]...\n"
        for command in Command.allCases where commands.contains(command) {
            text += "       \(name) \(command.rawValue) [--json]\n"
        }
        if let summary { text += "\n\(summary)\n" }
        text += "\n"
        for option in Option.allCases where options.contains(option) {
            text += HelpLayout.row("--\(option.rawValue) \(option.valueName)", option.help)
        }
        text += HelpLayout.row("--help", "Print this text.")
        if version != nil { text += HelpLayout.row("--version", "Print the version.") }
        for command in Command.allCases where commands.contains(command) {
            text += HelpLayout.row(command.rawValue, command.help)
        }
        return text
    }
}

extension KioskCommandLine.Option {
    /// The placeholder of the option's value in the help text.
    package var valueName: String {
        switch self {
        case .display: "where"
        case .rotate: "degrees"
        case .scale: "factor"
        case .card: "card"
        case .connector: "connector"
        case .mode: "mode"
        case .input: "devices"
        case .log: "topic"
        case .screenshotAfter: "time file"
        }
    }

    /// The description of the option. The part before the first semicolon describes the values.
    package var help: String {
        switch self {
        case .display:
            "'kms' for the connected display, or 'headless:800x480' to draw in memory."
        case .rotate:
            "The clockwise rotation: 0, 90, 180 or 270 degrees; by default as set on the board, or as the panel orientation requires."
        case .scale:
            "The scale in pixels per point, 0.25 to 8; by default as set on the board, or for the display's size."
        case .card: "The graphics card: card1, or a path below /dev/dri."
        case .connector: "The connector: HDMI-A-1, DSI-1 … as the command 'devices' lists them."
        case .mode: "The mode: 800x480, or 800x480@60."
        case .input: "'all' input devices, 'none', or the path of one, such as /dev/input/event7."
        case .log:
            "Log a topic in detail: 'gestures' for each decision of gesture arbitration."
        case .screenshotAfter:
            "A time such as 2s or 500ms, and a file whose name ends in .png; the program saves a picture of the screen and exits."
        }
    }

    /// A value of the option for a configuration file, or `nil` if the file needs no example.
    package var example: String? {
        switch self {
        case .rotate: "90"
        case .scale: "1.5"
        case .card: "card1"
        case .connector: "HDMI-A-1"
        case .mode: "800x480@60"
        case .log: "gestures"
        case .display, .input, .screenshotAfter: nil
        }
    }
}

extension KioskCommandLine.Command {
    /// The description of the command.
    var help: String {
        switch self {
        case .devices: "List displays and input devices, and which of them would be used."
        case .status: "Print the status of the service on this machine."
        }
    }
}
