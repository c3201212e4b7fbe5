import Foundation
import KioskDisplay
import KioskInput
import KioskRuntime
import KioskSystem
import LabFieldTestTechnician
import Testing
import TouchTrackerTestSupport
import touchtracker

/// Tests the precedence of configurations, and the start with an invalid one.
@Suite("Start with a configuration", .serialized)
struct ConfiguredStartTests {
    private let folder = TemporaryFolder()

    init() throws {
        try folder.makeFolder("state")
    }

    /// Runs a kiosk on a headless display until its first frame.
    ///
    /// - Parameters:
    ///   - machine: The system's configuration, or `nil` for none.
    ///   - boot: The boot partition's configuration, or `nil` for none.
    ///   - isService: Whether the kiosk runs as a systemd service.
    private func run(
        _ arguments: [String] = [], machine: String? = nil, boot: String? = nil,
        isService: Bool = false
    ) throws -> Program {
        var words = ["run", "--display", "headless:80x60"] + arguments
        if let machine {
            try folder.write(machine, to: "machine.yaml")
            words += ["--config", "\(folder.path)/machine.yaml"]
        }
        if let boot { try folder.write(boot, to: "state/touchtracker.yaml") }
        var environment = ["STATE_DIRECTORY": "\(folder.path)/state"]
        if isService { environment["NOTIFY_SOCKET"] = "\(folder.path)/no-listener" }
        return try Program.run(
            words, environment: environment, end: .terminate(afterSeconds: 0.05))
    }

    /// Returns the pixel format of a run.
    private func format(_ program: Program) -> String? {
        ["xrgb8888", "argb8888", "rgb565"].first { program.errors.contains(", \($0),") }
    }

    // MARK: Precedence

    @Test("The command line overrides the boot partition, which overrides the system's file")
    func order() throws {
        let machine = "format: rgb565\ninput: off\n"
        #expect(try format(run(["--no-input"])) == "xrgb8888")
        #expect(try format(run(machine: machine)) == "rgb565")
        #expect(try format(run(machine: machine, boot: "toolbar: off")) == "rgb565")
        #expect(try format(run(machine: machine, boot: "format: argb8888")) == "argb8888")
        for word in [["--format", "xrgb8888"], ["--format=xrgb8888"]] {
            #expect(
                try format(run(word, machine: machine, boot: "format: argb8888")) == "xrgb8888")
        }
    }

    @Test("A field test uses the keys of its options; with a recording, only the limits")
    func fieldTest() throws {
        let recording = "\(folder.path)/good.yaml"
        try Data(FieldTestSamples.good.recording.fileBytes).write(
            to: URL(fileURLWithPath: recording))
        try folder.write(
            """
            scene: drag
            format: rgb565
            field-test:
              limits: {latency.reports-hz: {pass: 500, fail: 400}}
            """, to: "c.yaml")
        let arguments = ["field-test", "--from", recording, "--config", "\(folder.path)/c.yaml"]
        let judged = try Program.run(arguments)
        #expect(judged.status == 1, "\(judged.errors)")
        #expect(judged.output.contains("at least 500 Hz"))
        #expect(judged.output.contains("\(folder.path)/c.yaml"))
        try folder.write("latency.reports-hz: {pass: 80, fail: 60}", to: "limits.yaml")
        let usual = try Program.run(arguments + ["--limits", "\(folder.path)/limits.yaml"])
        #expect(usual.status == 0, "\(usual.errors)")
        let shown = try Program.run(
            [
                "field-test", "--display", "headless:376x240", "--config", "\(folder.path)/c.yaml",
            ],
            // Only a service logs the display.
            environment: ["NOTIFY_SOCKET": "\(folder.path)/no-listener"],
            end: .terminate(afterSeconds: 0.05))
        #expect(format(shown) == "rgb565")
    }

    @Test("The device list uses the display of the configuration")
    func devices() throws {
        try folder.write("scene: drag\ncard: card99\n", to: "c.yaml")
        let program = try Program.run(["devices", "--config", "\(folder.path)/c.yaml"])
        #expect(program.status == 69)
        #expect(program.output.contains("/dev/dri/card99: there is no such card; "))
    }

    @Test("The boot partition's file is used only with the state folder of a service")
    func byHand() throws {
        try folder.write("format: rgb565", to: "state/touchtracker.yaml")
        let program = try Program.run(
            ["--display", "headless:80x60", "--no-input", "--state", "\(folder.path)/state"],
            end: .terminate(afterSeconds: 0.05))
        #expect(format(program) == "xrgb8888")
    }

    // MARK: In a shell

    @Test("In a shell, an invalid configuration is one line with status 78")
    func refused() throws {
        let path = "\(folder.path)/machine.yaml"
        let program = try run(machine: "scene: draw\nscale: much\n")
        #expect(program.status == 78)
        #expect(program.output.isEmpty)
        #expect(
            program.errors
                == "touchtracker: \(path):2: “much” is not a valid value for “scale”; expected: the scale in pixels per point, 0.25 to 8\n"
        )
        for arguments in [["devices"], ["field-test"], ["record", "\(folder.path)/r.yaml"]] {
            let other = try Program.run(arguments + ["--config", path])
            #expect(other.status == 78)
            #expect(other.errors == program.errors)
        }
        let boot = try run(machine: "", boot: "\nrotat: 90\n")
        #expect(boot.status == 78)
        #expect(
            boot.errors
                == "touchtracker: TT-BOOT/touchtracker.yaml:2: “rotat” is not a configuration key; write rotate\n"
        )
    }

    @Test("A named file that is missing or a folder is one line with status 78")
    func missing() throws {
        let path = "\(folder.path)/nothing.yaml"
        let program = try Program.run(["run", "--config", path])
        #expect(program.status == 78)
        #expect(
            program.errors
                == "touchtracker: \(path): cannot read: No such file or directory; specify an existing file\n"
        )
        expectFailure(
            try Program.run(["run", "--config", "\(folder.path)/state"]), 78,
            "\(folder.path)/state: is not a regular file; replace it with a regular file")
    }

    // MARK: As a service

    @Test(
        "As a service, an invalid file is ignored and logged, and the other one applies")
    func leftOut() throws {
        let boot = try run(machine: "format: rgb565", boot: "scnee: draw", isService: true)
        #expect(boot.status == 0)
        #expect(format(boot) == "rgb565")
        #expect(
            boot.errors.hasPrefix(
                "TT-BOOT/touchtracker.yaml:1: “scnee” is not a configuration key; write scene; the file is ignored\n"
            ))
        let machine = try run(machine: "format: [", boot: "format: argb8888", isService: true)
        #expect(machine.status == 0)
        #expect(format(machine) == "argb8888")
        #expect(machine.errors.contains("machine.yaml:2: invalid YAML"))
        let both = try run(machine: "format: [", boot: "format: much", isService: true)
        #expect(format(both) == "xrgb8888")
        #expect(both.errors.components(separatedBy: "the file is ignored").count == 3)
    }

    @Test("A hostile file does not prevent drawing, and is one line of the log")
    func hostile() throws {
        let key = String(repeating: "k", count: 1 << 20)
        let files = [
            String(repeating: "# much\n", count: 1_500_000), "\(key): 1", "a: \0",
            String(repeating: "[", count: 65_000), "\"\\e[2J\\n\": 1",
            "a: &a [x]\nb: [*a, *a]\n",
        ]
        for file in files {
            let program = try run(machine: "format: rgb565", boot: file, isService: true)
            #expect(format(program) == "rgb565")
            let lines = program.errors.split(separator: "\n").filter {
                $0.contains("the file is ignored")
            }
            #expect(lines.count == 1)
            #expect(lines.first?.unicodeScalars.count ?? 0 < 400)
            #expect(!program.errors.contains("\u{1B}"))
        }
    }

    @Test("As a service, a file with unusable values is ignored")
    func unusable() throws {
        let program = try run(
            machine: "format: rgb565", boot: "sparks: /nowhere", isService: true)
        #expect(program.status == 0)
        #expect(
            program.errors.hasPrefix(
                "TT-BOOT/touchtracker.yaml: /nowhere: the folder does not exist; specify a folder with PNG files; the file is ignored\n"
            ))
        #expect(format(program) == "rgb565")
        let other = try run(
            machine: "sparks: /nowhere", boot: "format: argb8888", isService: true)
        #expect(other.status == 0)
        #expect(other.errors.components(separatedBy: "the file is ignored").count == 3)
        #expect(format(other) == "xrgb8888")
    }

    @Test("As a service, a state folder in use ends the program, unless a file selects the folder")
    func stateInUse() throws {
        try folder.makeFolder("other")
        let other = try ProcessLock(path: "\(folder.path)/other/touchtracker.lock")
        let selected = try run(machine: "state: \(folder.path)/other", isService: true)
        #expect(selected.status == 0)
        #expect(selected.errors.contains("/other: in use by "))
        #expect(selected.errors.contains("; the file is ignored\n"))
        let state = try ProcessLock(path: "\(folder.path)/state/touchtracker.lock")
        let temporary = try run(machine: "format: rgb565", isService: true)
        #expect(temporary.status == 69)
        #expect(temporary.errors.hasPrefix("touchtracker: \(folder.path)/state: in use by "))
        #expect(temporary.errors.split(separator: "\n").count == 1)
        withExtendedLifetime([other, state]) {}
    }

    @Test("A configuration file is not the cause of an error that may be temporary")
    func temporaryErrors() {
        func mayDepend(_ reason: DisplayError.Reason, selecting isSelected: Bool) -> Bool {
            KioskError.display(DisplayError(reason, subject: "card0", cause: "", remedy: ""))
                .mayDependOnConfiguration(selectingDisplay: isSelected)
        }
        for reason in [DisplayError.Reason.missing, .failed] {
            #expect(mayDepend(reason, selecting: false))
        }
        for reason in [DisplayError.Reason.taken, .notPermitted] {
            #expect(mayDepend(reason, selecting: true))
            #expect(!mayDepend(reason, selecting: false))
        }
        let input = KioskError.input(InputError(cause: "", remedy: ""))
        #expect(!input.mayDependOnConfiguration(selectingDisplay: true))
    }

    @Test(
        "In a shell, unusable values end the program like on the command line"
    )
    func unusableByHand() throws {
        let program = try run(machine: "sparks: /nowhere")
        #expect(program.status == 66)
        #expect(program.errors.hasPrefix("touchtracker: /nowhere: the folder does not exist"))
    }
}
