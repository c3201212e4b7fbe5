import Testing
import touchtracker

/// Tests which of several files takes precedence.
@Suite("Configuration precedence")
struct ConfigurationPrecedenceTests {
    private func arguments(_ texts: String..., limitedTo names: Set<String>? = nil) throws
        -> [String]
    {
        let files = try texts.map { try ConfigurationFile(bytes: Array($0.utf8), name: "c.yaml") }
        return ConfigurationFile.arguments(of: files, limitedTo: names)
    }

    @Test("A later file overrides an earlier one by key; lists are replaced as a whole")
    func files() throws {
        #expect(
            try arguments(
                "scene: drag\nrotate: 90\nlog: [gestures, gestures]",
                "rotate: 180\nlog: [gestures]"
            ) == ["--scene=drag", "--rotate=180", "--log=gestures"])
        #expect(try arguments("log: [gestures]", "log: []") == [])
        #expect(
            try arguments("scene: drag\nrotate: 90", limitedTo: ["rotate"]) == ["--rotate=90"])
    }

    @Test("Both names of a switch are the same key")
    func switches() throws {
        #expect(try arguments("overlay: on", "overlay: off") == ["--no-overlay"])
        #expect(try arguments("overlay: off", "no-overlay: off") == ["--overlay"])
        #expect(try arguments("input: off", "trace: on") == ["--no-input", "--trace"])
    }
}
