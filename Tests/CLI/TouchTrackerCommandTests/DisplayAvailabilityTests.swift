import Testing

/// Tests that commands which need a display end at once, with one line, if no display is free.
@Suite("Display availability")
struct DisplayAvailabilityTests {
    @Test(
        "Without a usable display, the command ends with one line and status 69",
        arguments: [["field-test"], ["benchmark"], ["benchmark", "--inside", "--script", "drag"]],
        [
            ("/dev/dri/card99", "there is no such card; "),
            ("/dev/null", "it isn't a graphics card; use one of /dev/dri\n"),
        ])
    func unusable(arguments: [String], card: (path: String, error: String)) throws {
        let program = try Program.run(arguments + ["--card", card.path])
        #expect(program.status == 69 && program.output.isEmpty)
        #expect(program.errors.split(separator: "\n").count == 1)
        #expect(program.errors.hasPrefix("touchtracker: \(card.path): \(card.error)"))
    }

    @Test("A file that cannot be read is reported before a missing display")
    func unreadableFile() throws {
        for arguments in [
            ["field-test", "--limits", "/nowhere.yaml"], ["benchmark", "--check", "/nowhere.json"],
            ["benchmark", "--recording", "/nowhere.yml"],
        ] {
            let program = try Program.run(arguments + ["--card", "/dev/dri/card99"])
            #expect(program.status == 66 && program.output.isEmpty)
            #expect(program.errors.split(separator: "\n").count == 1)
            #expect(program.errors.contains(arguments[2]))
        }
    }
}
