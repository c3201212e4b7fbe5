import Testing
import touchtracker

/// Tests which of several files and the command line takes precedence.
@Suite("Configuration precedence")
struct MergedConfigurationTests {
    private func arguments(
        _ texts: [String], overriddenBy words: [String] = []
    ) throws -> [String] {
        let files = try texts.map { try ConfigurationFile(bytes: Array($0.utf8), name: "c.yaml") }
        return MergedConfiguration(files, overriddenBy: words).arguments
    }

    @Test("A later file overrides an earlier one by key; lists are replaced as a whole")
    func files() throws {
        #expect(
            try arguments([
                "scene: drag\nrotate: 90\nlog: [gestures, gestures]",
                "rotate: 180\nlog: [gestures]",
            ]) == ["--scene=drag", "--rotate=180", "--log=gestures"])
        #expect(try arguments(["log: [gestures]", "log: []"]) == [])
    }

    @Test(
        "The command line overrides all files by key, in all spellings of options",
        arguments: [
            ["--rotate", "0"], ["--rotate=0"], ["--scale", "2", "--rotate=270", "--no-trace"],
        ])
    func commandLine(words: [String]) throws {
        #expect(
            try arguments(["scene: drag", "rotate: 90"], overriddenBy: words)
                == ["--scene=drag"])
    }

    @Test("Both names of a switch are the same key, in files and on the command line")
    func switches() throws {
        #expect(try arguments(["overlay: on", "overlay: off"]) == ["--no-overlay"])
        #expect(try arguments(["overlay: off", "no-overlay: off"]) == ["--overlay"])
        #expect(try arguments(["input: off", "trace: on"]) == ["--no-input", "--trace"])
        for word in ["--overlay", "--no-overlay"] {
            #expect(try arguments(["overlay: on", "no-overlay: on"], overriddenBy: [word]) == [])
        }
    }

    @Test("Arguments after the end of options override nothing")
    func terminator() throws {
        #expect(try arguments(["rotate: 90"], overriddenBy: ["--", "--rotate"]) == ["--rotate=90"])
    }
}
