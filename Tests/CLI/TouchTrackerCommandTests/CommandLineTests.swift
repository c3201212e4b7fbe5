import Foundation
import KioskImages
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

/// Tests messages and exit statuses for errors of the user or the environment. `UsageErrorTests`
/// tests the messages for all options.
@Suite("Command line", .serialized)
struct CommandLineTests {
    @Test(
        "A usage error is one line with the option and the command's help, with status 64",
        arguments: [
            ["--nonsense"], ["--rotate", "45"], ["--scale", "many"], ["--display", "paper"],
            ["fly"], ["--mode"], ["--screen-off-after", ""], ["--dim-after", "-60"],
            ["--dim-after", "61", "--backlight-off-after", "60"],
            ["--backlight-off-after", "600", "--screen-off-after", "60"],
            ["export"], ["export", "--out", "a.jpg"],
            ["export", "--out", "a.svg", "--size", "800x480x2"],
            ["export", "--out", "a.svg", "--scale", "9"],
            ["export", "--out", "a.svg", "--background", "redd"],
            ["benchmark", "--script", "waltz"], ["benchmark", "--latency", "none"],
            ["benchmark", "--ink", "red"],
            ["benchmark", "--recording", "a.yml", "--rate", "60"],
        ])
    func usage(arguments: [String]) throws {
        let program = try Program.run(arguments)
        #expect(program.status == 64)
        #expect(program.output.isEmpty)
        #expect(program.errors.split(separator: "\n").count == 1)
        #expect(program.errors.hasPrefix("touchtracker: "))
        let named = arguments[0] == "export" ? arguments.dropFirst().dropLast().last : arguments[0]
        #expect(program.errors.contains(named ?? "--out"))
        let command =
            switch arguments[0] {
            case "fly": "touchtracker"
            case "export", "benchmark": "touchtracker \(arguments[0])"
            default: "touchtracker run"
            }
        #expect(program.errors.hasSuffix("; see \(command) --help\n"))
    }

    @Test(
        "An argument in place of a subcommand is one line with the command's help, with status 64",
        arguments: [
            ("sett", "'sett': unknown command; did you mean 'set'? use set, reset or status"),
            ("--jsno", "'--jsno': unexpected argument"),
        ])
    func subcommand(argument: String, message: String) throws {
        expectFailure(
            try Program.run(["lock", argument]), 64, "\(message); see touchtracker lock --help")
    }

    @Test("A missing card is one line with cause and remedy, with status 69")
    func missingCard() throws {
        let program = try Program.run(["--card", "/dev/dri/card99"])
        #expect(program.status == 69)
        #expect(program.errors.hasPrefix("touchtracker: /dev/dri/card99: there is no such card; "))
        #expect(program.errors.split(separator: "\n").count == 1)
    }

    @Test("Without a console, restore-console prints one line with the remedy, with status 69")
    func restoreConsole() throws {
        let program = try Program.run(["restore-console"])
        #expect(program.status == 69)
        #expect(program.output.isEmpty)
        #expect(
            program.errors == "touchtracker: restore-console: not on a virtual terminal; "
                + "use the board's console, or specify a terminal\n")
    }

    @Test(
        "An invalid terminal for restore-console is one line with cause and remedy, with status 69",
        arguments: [
            (
                "/dev/null",
                "/dev/null is not a virtual terminal; specify one, for example /dev/tty1"
            ),
            (
                "/dev/nothing",
                "open /dev/nothing: No such file or directory; "
                    + "specify the kiosk's terminal, for example /dev/tty1"
            ),
        ])
    func restoreNamedConsole(terminal: String, message: String) throws {
        let program = try Program.run(["restore-console", terminal])
        #expect(program.status == 69)
        #expect(program.errors == "touchtracker: restore-console: \(message)\n")
    }

    @Test("devices --json prints one JSON value and nothing else, with status 0 or 69")
    func devices() throws {
        let program = try Program.run(["devices", "--json"])
        #expect([0, 69].contains(program.status))
        #expect(program.errors.isEmpty)
        let all = try jsonObject(program.output)
        let usable = ["display", "touch"].map { (all[$0] as? [String: Any])?["usable"] as? Bool }
        #expect(!usable.contains(nil))
        #expect((usable == [true, true]) == (program.status == 0))
        let text = try Program.run(["devices"])
        #expect(text.status == program.status)
        #expect(text.output.hasPrefix("Displays\n"))
    }

    @Test("A requested card that is missing is in the device list, with the cause")
    func devicesOfMissingCard() throws {
        let program = try Program.run(["devices", "--card", "card99"])
        #expect(program.status == 69)
        #expect(program.output.contains("/dev/dri/card99: there is no such card; "))
    }

    @Test("Unusable spark pictures are one line with file, cause and remedy, with status 66")
    func sparks() throws {
        let folder = TemporaryFolder()
        let arguments = [
            "--display", "headless:80x60", "--no-input", "--scene", "sparkles", "--sparks",
            folder.path,
        ]
        func expectRefusal(_ path: String, _ words: String) throws {
            let program = try Program.run(arguments)
            #expect(program.status == 66)
            #expect(program.errors.split(separator: "\n").count == 1)
            #expect(program.errors.hasPrefix("touchtracker: \(path): "))
            #expect(program.errors.contains(words))
        }
        try expectRefusal(folder.path, "no file ends in .png; add a PNG file")
        let file = try folder.write("no picture", to: "1.png")
        try expectRefusal(file, "PNG")
        try PNGFile.write(Bitmap(width: 65, height: 3), to: file)
        try expectRefusal(file, "65 × 3 pixels")
        // The size is refused before the pixels, which are missing here, are decoded.
        try PNGFile.write(Bitmap(width: 4_096, height: 64), to: file)
        let data = try folder.bytes("1.png")
        try folder.write(Array(data.prefix(data.count / 2)), to: "1.png")
        try expectRefusal(file, "4096 × 64 pixels")
        try PNGFile.write(Bitmap(width: 64, height: 3), to: file)
        let program = try Program.run(arguments, end: .terminate(afterSeconds: 0.1))
        #expect(program.status == 0)
        try folder.remove("")
        try expectRefusal(folder.path, "the folder does not exist; specify a folder")
    }

    @Test("The pacing options are accepted")
    func pacing() throws {
        let program = try Program.run(
            [
                "--display", "headless:80x60", "--no-input", "--frame-rate", "29.97",
                "--budget-ms", "0.5", "--latency", "steady",
            ], end: .terminate(afterSeconds: 0.1))
        #expect(program.status == 0)
    }

    @Test(
        "Help and version are printed on standard output, with status 0",
        arguments: ["--help", "--version"])
    func help(option: String) throws {
        let program = try Program.run([option])
        #expect(program.status == 0)
        #expect(program.errors.isEmpty)
        #expect(!program.output.isEmpty)
    }

    @Test("A help text that cannot be written is one line with status 74")
    func unwritableHelp() throws {
        let program = try Program.run(
            ["-c", "exec \"$0\" --help >/dev/full", try Program.path], executable: "/bin/sh")
        expectFailure(
            program, 74,
            "standard output: cannot write: No space left on device; redirect the output elsewhere")
    }

    @Test(
        "A headless display works with any size, rotation and scale, and ends cleanly on SIGTERM",
        arguments: [
            ["376x240"], ["480x320", "--rotate", "90"], ["1366x768", "--scale", "2"],
            ["800x480", "--format", "rgb565", "--dither", "off"], ["800x480", "--ink", "front"],
        ])
    func headless(arguments: [String]) throws {
        let program = try Program.run(
            ["--display", "headless:\(arguments[0])", "--no-input"] + arguments.dropFirst(),
            end: .terminate(afterSeconds: 0.1))
        #expect(program.status == 0)
        #expect(program.errors.contains("frames=1 "))
    }

    @Test("Ctrl-C ends the program cleanly")
    func interrupt() throws {
        let program = try Program.run(
            ["--display", "headless:800x480", "--no-input"], end: .interrupt(afterSeconds: 0.1))
        #expect(program.status == 0)
        #expect(program.errors.contains("live=0 unbalanced=0"))
    }

    @Test("Ten idle seconds cause no wake-up except the signal that ends the program")
    func idle() throws {
        let program = try Program.run(
            ["--display", "headless:800x480"], end: .terminate(afterSeconds: 10))
        #expect(program.status == 0)
        #expect(program.errors.contains(" wakeups=1 "))
    }
}
