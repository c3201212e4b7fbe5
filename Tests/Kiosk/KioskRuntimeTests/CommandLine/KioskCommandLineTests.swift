import KioskDisplay
import KioskRuntime
import KioskSystem
import Testing
import TouchKitGeometry
import TouchKitRaster

@Suite("Command line of client apps")
struct KioskCommandLineTests {
    private let commandLine = KioskCommandLine(name: "cards", version: "1.2")

    /// Returns the options and the screenshot that the arguments request.
    private func run(
        _ arguments: String...
    ) throws -> (options: KioskOptions, screenshot: ScreenshotRequest?) {
        let parsed = try commandLine.parse(arguments, defaults: KioskOptions(log: Log()))
        guard case .run(let options, let screenshot) = parsed else {
            throw CommandFailure(status: .software, message: "not a run: \(parsed)")
        }
        return (options, screenshot)
    }

    /// Returns the message for invalid arguments.
    private func usageMessage(
        _ arguments: [String], of commandLine: KioskCommandLine? = nil
    ) -> String? {
        do throws(CommandFailure) {
            _ = try (commandLine ?? self.commandLine)
                .parse(arguments, defaults: KioskOptions(log: Log()))
            return nil
        } catch {
            return error.status == .usage ? error.message : "status \(error.status)"
        }
    }

    @Test("Without arguments, the app runs with its own options")
    func defaults() throws {
        let defaults = KioskOptions(input: .none, rotation: .halfTurn, scale: 3, log: Log())
        guard case .run(let options, nil) = try commandLine.parse([], defaults: defaults) else {
            Issue.record("the app does not run")
            return
        }
        #expect(options.rotation == .halfTurn && options.scale == 3 && options.input == .none)
    }

    @Test("Options replace the values of the app, as two arguments or with an equals sign")
    func values() throws {
        let options = try run(
            "--rotate", "90", "--scale=1.5", "--card", "card1", "--connector=DSI-1",
            "--mode", "800x480@60", "--input", "/dev/input/event7", "--log", "gestures"
        ).options
        #expect(options.rotation == .clockwise90)
        #expect(options.scale == 1.5)
        #expect(options.input == .only(path: "/dev/input/event7"))
        #expect(options.gestureLog != nil)
        guard case .display(let criteria) = options.output else {
            Issue.record("the output is not a display")
            return
        }
        #expect(criteria.card == "card1" && criteria.connector == "DSI-1")
        #expect(criteria.mode?.name == "800x480@60")
    }

    @Test("A headless display and a screenshot with a time in seconds or milliseconds")
    func screenshot() throws {
        let parsed = try run("--display", "headless:320x240", "--screenshot-after", "2s", "a.png")
        guard case .headless(let mode, .xrgb8888) = parsed.options.output else {
            Issue.record("the output is not headless")
            return
        }
        #expect(mode.name == "320x240@60")
        #expect(parsed.screenshot == ScreenshotRequest(after: "2000ms", path: "a.png"))
        #expect(ScreenshotRequest(after: "0.5s", path: "a.PNG")?.microseconds == 500_000)
        for time in ["", "s", "2", "-1s", "nans", "infs", "1e9s", "2m"] {
            #expect(ScreenshotRequest(after: time, path: "a.png") == nil, "\(time)")
        }
        #expect(ScreenshotRequest(after: "2s", path: "a.jpg") == nil)
    }

    @Test("The commands list devices or print the status, as text or JSON")
    func commands() throws {
        let defaults = KioskOptions(log: Log())
        guard
            case .devices(let criteria, true) = try commandLine.parse(
                ["devices", "--card", "card1", "--json"], defaults: defaults)
        else {
            Issue.record("not devices")
            return
        }
        #expect(criteria.card == "card1")
        guard case .status(false) = try commandLine.parse(["status"], defaults: defaults) else {
            Issue.record("not status")
            return
        }
    }

    @Test("The help lists all options and commands in at most 80 columns")
    func help() throws {
        guard
            case .print(let help) = try commandLine.parse(
                ["--scale", "2", "--help"], defaults: KioskOptions(log: Log())),
            case .print("1.2\n") = try commandLine.parse(
                ["--version"], defaults: KioskOptions(log: Log()))
        else {
            Issue.record("no text")
            return
        }
        #expect(help.hasPrefix("usage: cards [OPTION]...\n       cards devices [--json]\n"))
        for option in KioskCommandLine.Option.allCases {
            #expect(help.contains("\n  --\(option.rawValue) \(option.valueName)"))
        }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(
        "An invalid argument is one line with what is accepted and the help command",
        arguments: [
            (["--rotate", "45"], "--rotate: '45' is not valid; expected: the clockwise rotation"),
            (
                ["--scale", "0"],
                "--scale: '0' is not valid; expected: the scale in pixels per point, 0.25 to 8;"
            ),
            (["--scale=many"], "--scale: 'many' is not valid"),
            (["--scale"], "--scale: the value is missing; expected: the scale"),
            (["--display", "hdmi"], "--display: 'hdmi' is not valid; expected: 'kms' for"),
            (["--display", "headless:0x0"], "--display: 'headless:0x0' is not valid"),
            (["--card", ""], "--card: '' is not valid; expected: the graphics card"),
            (["--connector", "HDMI"], "--connector: 'HDMI' is not valid"),
            (["--mode", "big"], "--mode: 'big' is not valid; expected: the mode: 800x480"),
            (["--input", "event7"], "--input: 'event7' is not valid; expected: 'all' input"),
            (["--log", "weather"], "--log: 'weather' is not valid; expected: log a topic"),
            (["--screenshot-after", "2s"], "--screenshot-after: the file is missing"),
            (
                ["--screenshot-after", "soon", "a.png"],
                "--screenshot-after: 'soon a.png' is not valid"
            ),
            (["--screenshot-after", "2s", "a.jpg"], "--screenshot-after: '2s a.jpg' is not valid"),
            (["--scal", "2"], "--scal: unknown option; did you mean --scale?"),
            (["-x"], "-x: unknown option"),
            (["--json"], "--json: unknown option"),
            (
                ["device"],
                "'device': unknown command; did you mean 'devices'? use devices or status"
            ),
            (["devices", "status"], "'status': unexpected argument; remove it"),
            (["status", "--scale", "2"], "--scale: not an option of 'status'"),
            (["a\n\u{1B}[2J"], "'a??[2J': unknown command"),
        ])
    func invalid(arguments: [String], text: String) throws {
        let message = try #require(usageMessage(arguments))
        #expect(message.hasPrefix(text))
        #expect(message.hasSuffix("; see cards --help"))
        #expect(!message.contains("\n"))
    }

    @Test("An app can leave out options, commands and the version")
    func restricted() throws {
        let commandLine = KioskCommandLine(name: "cards", options: [.scale], commands: [])
        #expect(usageMessage(["--scale", "2"], of: commandLine) == nil)
        #expect(
            usageMessage(["--rotate", "90"], of: commandLine)?.hasPrefix("--rotate: ") == true)
        #expect(
            usageMessage(["--version"], of: commandLine)?.hasPrefix("--version: unknown") == true)
        #expect(
            usageMessage(["devices"], of: commandLine)?.hasPrefix("'devices': unexpected") == true)
        #expect(!commandLine.help.contains("devices") && !commandLine.help.contains("--version"))
    }

    @Test("A service with an invalid command line logs it and runs without options")
    func service() throws {
        let history = LogHistory()
        let defaults = KioskOptions(scale: 2, log: Log().recorded(in: history))
        let environment = KioskEnvironment { $0 == "NOTIFY_SOCKET" ? "/run/notify" : nil }
        guard
            case .run(let options, nil) = try commandLine.parse(
                ["--scale", "1", "--rotate", "45"], defaults: defaults, environment: environment)
        else {
            Issue.record("the service does not run")
            return
        }
        #expect(options.scale == 2 && options.rotation == nil)
        #expect(history.snapshot.errorCount == 1)
        #expect(throws: CommandFailure.self) {
            _ = try commandLine.parse(
                ["--rotate", "45"], defaults: defaults, environment: KioskEnvironment { _ in nil })
        }
    }
}
