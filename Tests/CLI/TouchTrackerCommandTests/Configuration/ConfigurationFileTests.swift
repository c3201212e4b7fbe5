import Foundation
import KioskYAML
import LabFieldTest
import Testing
import TouchTrackerTestSupport
import touchtracker

/// What a configuration file says, and what is said of it where it makes no sense.
@Suite("Configuration file")
struct ConfigurationFileTests {
    private func file(_ bytes: [UInt8]) throws(YAMLError) -> ConfigurationFile {
        try ConfigurationFile(bytes: bytes, name: "c.yaml")
    }

    private func arguments(_ text: String) throws -> [String] {
        try file(Array(text.utf8)).arguments
    }

    private func complaint(_ text: String) -> String {
        complaint(Array(text.utf8))
    }

    private func complaint(_ bytes: [UInt8]) -> String {
        do throws(YAMLError) {
            _ = try file(bytes)
            return "no complaint"
        } catch {
            return error.description
        }
    }

    // MARK: What makes sense

    @Test("Keys are options: a value, a list for what may be said several times, a switch.")
    func keys() throws {
        #expect(
            try arguments(
                """
                scene: touches   # what is shown
                rotate: 90
                scale: 1.5
                card: "card1"
                log: [gestures]
                """)
                == [
                    "--scene=touches", "--rotate=90", "--scale=1.5", "--card=card1",
                    "--log=gestures",
                ])
        #expect(try arguments("log:\n  - gestures\n  - gestures").count == 2)
        #expect(try arguments("log: gestures") == ["--log=gestures"])
        #expect(try arguments("log: []") == [])
        #expect(try arguments("sparks: \"on\"") == ["--sparks=on"])
    }

    @Test(
        "A switch is on or off in the words of YAML and of the command line, by either of its names.",
        arguments: [
            ("overlay: on", "--overlay"), ("overlay: true", "--overlay"),
            ("overlay: yes", "--overlay"), ("overlay: off", "--no-overlay"),
            ("overlay: \"false\"", "--no-overlay"), ("no-overlay: no", "--overlay"),
            ("no-input: true", "--no-input"), ("input: false", "--no-input"),
            ("toolbar: off", "--toolbar=off"), ("toolbar: false", "--toolbar=off"),
            ("toolbar: true", "--toolbar=on"), ("predict: no", "--predict=off"),
        ])
    func switches(text: String, argument: String) throws {
        #expect(try arguments(text) == [argument])
    }

    @Test("A file may say nothing, and have the marks of Windows.")
    func windows() throws {
        for text in ["", "\n", "# nothing\n", "---\n", "\u{FEFF}", "\u{FEFF}# nothing\r\n", "~"] {
            #expect(try arguments(text) == [], "\(text.debugDescription)")
        }
        #expect(
            try arguments("\u{FEFF}# mine\r\nscene: drag\r\n\r\ntoolbar: off\r\n")
                == ["--scene=drag", "--toolbar=off"])
    }

    @Test(
        "Limits of the field test hold in place of the usual ones, with the file as their source.")
    func limits() throws {
        var limits = FieldTestLimits()
        let text = "field-test:\n  limits:\n    jitter.peak-mm: {pass: 1.5, fail: 3}\n"
        try file(Array(text.utf8)).takeLimits(into: &limits)
        var expected = FieldTestLimits()
        expected.jitter.pass = 1.5
        expected.jitter.fail = 3
        expected.jitter.source = "c.yaml"
        #expect(limits == expected)
    }

    @Test("Each long option of run is a key, whoever added it; what isn't about the kiosk is none.")
    func everyOption() throws {
        let options = try RunOptions().all
        #expect(options.count > 15)
        for name in options.flatMap(\.names) {
            // No option takes that; what matters is that it is known.
            let line = complaint("\(name): \"\\a\"")
            #expect(!line.contains("is no key"), "\(line)")
        }
        for name in ["config", "help", "version", "experimental-dump-help", "json"] {
            let line = complaint("\(name): on")
            #expect(
                line.hasPrefix("c.yaml:1: “\(name)” is no key of the configuration; "), "\(line)")
        }
    }

    @Test(
        "Each switch of run has an opposite, so that the command line can take back what a file says."
    )
    func opposites() throws {
        for option in try RunOptions().all where option.isFlag {
            #expect(
                option.names.contains { $0.hasPrefix("no-") } && option.names.count == 2,
                "\(option.names)")
        }
    }

    // MARK: What makes none

    @Test(
        "What nobody understands is one line: the file, the line, the key, the remedy.",
        arguments: [
            ("scnee: draw", "1: “scnee” is no key of the configuration; write scene"),
            ("\n\nScene: draw", "3: “Scene” is no key of the configuration; write scene"),
            ("budget_ms: 3", "1: “budget_ms” is no key of the configuration; write budget-ms"),
            (
                "favourite-colour: red",
                "1: “favourite-colour” is no key of the configuration; use the long options of touchtracker run, without their hyphens"
            ),
            (
                "scene=drag: on",
                "1: “scene=drag” is no key of the configuration; take the line away"
            ),
            ("--scene: drag", "1: “--scene” is no key of the configuration; take the line away"),
            (
                "rotate: 45",
                "1: “45” is no value for “rotate”; write one of '0', '90', '180' or '270'"
            ),
            (
                "scene: draw\nscale: much",
                "2: “much” is no value for “scale”; it takes this: Pixels per point, 0.25 to 8"
            ),
            ("overlay: maybe", "1: “maybe” is no value for “overlay”; write on or off"),
            (
                "toolbar: maybe",
                "1: “maybe” is no value for “toolbar”; write one of 'on' and 'off'"
            ),
            (
                "state: \"\"",
                "1: “” is no value for “state”; it takes this: The folder that the drawing and the lock are kept in"
            ),
            ("rotate:", "1: “rotate” has no value; write one, or take the line away"),
            ("rotate: ~", "1: “rotate” has no value; write one, or take the line away"),
            (
                "scene: [draw, drag]",
                "1: “scene” is one value, and a list stands here; write the value without brackets"
            ),
            (
                "log: [gestures, weather]",
                "1: “gestures”, “weather” is no value for “log”; write one of 'gestures'"
            ),
            ("scene: {a: 1}", "1: “scene” has keys of its own; write a value there"),
            ("log: [{a: 1}]", "1: keys with values stand here; write a text there"),
            (
                "scene: draw\nscene: drag",
                "2: “scene” stands here a second time; keep one of the two"
            ),
            (
                "overlay: on\nno-overlay: on",
                "2: “no-overlay” stands beside “overlay”; keep one of the two"
            ),
            ("field-test: on", "1: “on” stands here; write keys with values there"),
            ("field-test: {limit: 1}", "1: “limit” isn't known here; use limits"),
            (
                "field-test: {limits: {jitter: 3}}",
                "1: “jitter” is no limit of a field test; use one of those in docs/field-test.md, such as jitter.peak-mm"
            ),
            ("draw", "1: “draw” stands here; write keys with values there"),
            ("- scene", "1: a list stands here; write keys with values there"),
            (
                "a: &a [x]\nb: *a",
                "1: an anchor (&) stands here; write it out, or put it in quotes"
            ),
            (
                "scene: draw\n---\nscene: drag",
                "2: a second document begins here; put it in another file"
            ),
        ])
    func notUnderstood(text: String, line: String) {
        #expect(complaint(text) == "c.yaml:\(line)")
    }

    @Test(
        "A hostile file is one short line without control characters.",
        arguments: [
            Array("scene: \0draw".utf8), [0xFF, 0xFE, 0x73, 0], [0xC3, 0x28],
            Array((String(repeating: "k", count: 60_000) + ": 1").utf8),
            Array(("card: " + String(repeating: "[", count: 60_000)).utf8),
            Array(("rotate: \"" + String(repeating: "\\e\\n", count: 10_000) + "\"").utf8),
            Array("\"\\e[2J\\u202e\\n\": 1".utf8),
            Array(("log: [" + String(repeating: "gestures, ", count: 6_000) + "]").utf8),
            Array((0..<8_000).map { "k\($0): 1\n" }.joined().utf8),
            Array("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n".utf8),
            Array("scene: !!python/object:os.system draw".utf8),
            Array("\tscene: draw".utf8),
        ])
    func hostile(bytes: [UInt8]) {
        let line = complaint(bytes)
        #expect(line.hasPrefix("c.yaml:"))
        #expect(line.contains("; "))
        #expect(line.unicodeScalars.count < 400)
        let isClean = line.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        #expect(isClean)
    }
}
