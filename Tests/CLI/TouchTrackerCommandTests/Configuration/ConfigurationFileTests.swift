import Foundation
import KioskYAML
import LabFieldTest
import Testing
import TouchTrackerTestSupport
import touchtracker

/// Tests parsing of configuration files and the errors of invalid ones.
@Suite("Configuration file")
struct ConfigurationFileTests {
    private func file(_ bytes: [UInt8]) throws(YAMLError) -> ConfigurationFile {
        try ConfigurationFile(bytes: bytes, name: "c.yaml")
    }

    private func arguments(_ text: String) throws -> [String] {
        try file(Array(text.utf8)).arguments
    }

    private func errorMessage(_ text: String) -> String {
        errorMessage(Array(text.utf8))
    }

    private func errorMessage(_ bytes: [UInt8]) -> String {
        messageThrown { _ = try file(bytes) }
    }

    // MARK: Valid files

    @Test("Keys are options: a value, a list for repeatable options, or a switch")
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
        "A switch accepts the words of YAML and of the command line, by either of its names",
        arguments: [
            ("overlay: on", "--overlay"), ("overlay: true", "--overlay"),
            ("overlay: yes", "--overlay"), ("overlay: off", "--no-overlay"),
            ("overlay: \"false\"", "--no-overlay"), ("no-overlay: no", "--overlay"),
            ("no-input: true", "--no-input"), ("input: false", "--no-input"),
            ("toolbar: off", "--toolbar=off"), ("toolbar: false", "--toolbar=off"),
            ("toolbar: true", "--toolbar=on"), ("predict: no", "--predict=off"),
            ("orient: off", "--orient=off"),
        ])
    func switches(text: String, argument: String) throws {
        #expect(try arguments(text) == [argument])
    }

    @Test("A file can be empty, and have a byte order mark and CRLF line ends")
    func windows() throws {
        for text in ["", "\n", "# nothing\n", "---\n", "\u{FEFF}", "\u{FEFF}# nothing\r\n", "~"] {
            #expect(try arguments(text) == [], "\(text.debugDescription)")
        }
        #expect(
            try arguments("\u{FEFF}# mine\r\nscene: drag\r\n\r\ntoolbar: off\r\n")
                == ["--scene=drag", "--toolbar=off"])
    }

    @Test(
        "Limits of the field test replace the defaults, with the file as their source")
    func limits() throws {
        var limits = FieldTestLimits()
        let text = "field-test:\n  limits:\n    jitter.peak-mm: {pass: 1.5, fail: 3}\n"
        try file(Array(text.utf8)).applyLimits(to: &limits)
        var expected = FieldTestLimits()
        expected.jitter.pass = 1.5
        expected.jitter.fail = 3
        expected.jitter.source = "c.yaml"
        #expect(limits == expected)
    }

    @Test("Each long option of run is a key, except those not related to the kiosk")
    func everyOption() throws {
        let options = try RunOptions().all
        #expect(options.count > 15)
        for name in options.flatMap(\.names) {
            // No option accepts this value, so an error must not be about the key.
            let line = errorMessage("\(name): \"\\a\"")
            #expect(!line.contains("is not a configuration key"), "\(line)")
        }
        for name in ["config", "help", "version", "dump-help", "json"] {
            let line = errorMessage("\(name): on")
            #expect(
                line.hasPrefix("c.yaml:1: “\(name)” is not a configuration key; "), "\(line)")
        }
    }

    @Test(
        "Each switch of run has an opposite, so that the command line can override a file"
    )
    func opposites() throws {
        for option in try RunOptions().all where option.isFlag {
            #expect(
                option.names.contains { $0.hasPrefix("no-") } && option.names.count == 2,
                "\(option.names)")
        }
    }

    // MARK: Invalid files

    @Test("A damaged file is accepted, or refused with one line")
    func damaged() throws {
        let text = """
            scene: touches
            rotate: 90
            scale: 1.5
            card: "card1"
            log: [gestures]
            dim-after: 60
            field-test:
              limits: {jitter.peak-mm: {pass: 1.5, fail: 3}}

            """
        let whole = Array(text.utf8)
        var random = SeededRandom(seed: 21)
        var refusals = 0
        for index in whole.indices {
            var flipped = whole
            flipped[index] ^= 1 << UInt8(random.next(below: 8))
            var inserted = whole
            inserted.insert(UInt8(random.next(below: 256)), at: index)
            for bytes in [flipped, inserted, Array(whole[..<index])] {
                let line = errorMessage(bytes)
                if line == "no error" { continue }
                refusals += 1
                #expect(line.hasPrefix("c.yaml:"))
                #expect(!line.contains("\n"))
            }
        }
        #expect(whole.count < refusals && refusals < 3 * whole.count)
    }

    @Test("The installed file with several damages is accepted, or refused with one line")
    func severalDamages() throws {
        let isCampaign = ProcessInfo.processInfo.environment["TOUCHTRACKER_CAMPAIGNS"] != nil
        let installed = Repository.root.appendingPathComponent("board/package/touchtracker.yaml")
        // The keys of the installed file are comments.
        let text = try String(contentsOf: installed, encoding: .utf8)
        let whole = Array(text.replacingOccurrences(of: "\n#", with: "\n").utf8)
        var random = SeededRandom(seed: 23)
        var counts = (accepted: 0, refused: 0)
        for _ in 0..<(isCampaign ? 5_000 : 200) {
            var bytes = whole
            for _ in 0...random.next(below: 6) where bytes.count > 1 {
                let start = random.next(below: bytes.count)
                let end = min(start + 1 + random.next(below: 40), bytes.count)
                let other = random.next(below: bytes.count - (end - start) + 1)
                switch random.next(below: 5) {
                case 0: bytes.removeSubrange(start..<end)
                case 1: bytes.insert(contentsOf: bytes[start..<end], at: other)
                case 2: bytes[start] = UInt8(truncatingIfNeeded: random.next())
                case 3: for index in start..<end { bytes[index] = 0 }
                default: bytes.removeLast(bytes.count - max(start, 1))
                }
            }
            let line = errorMessage(bytes)
            if line == "no error" {
                counts.accepted += 1
            } else {
                counts.refused += 1
                #expect(line.hasPrefix("c.yaml:") && !line.contains("\n"), "\(line)")
            }
        }
        print("damaged configuration files: \(counts)")
        #expect(counts.refused > 100)
    }

    @Test(
        "An error is one line with the file, the line number, the cause and the remedy",
        arguments: [
            ("scnee: draw", "1: “scnee” is not a configuration key; write scene"),
            ("\n\nScene: draw", "3: “Scene” is not a configuration key; write scene"),
            ("budget_ms: 3", "1: “budget_ms” is not a configuration key; write budget-ms"),
            (
                "favourite-colour: red",
                "1: “favourite-colour” is not a configuration key; use the long options of touchtracker run, without their hyphens"
            ),
            (
                "scene=drag: on",
                "1: “scene=drag” is not a configuration key; remove the line"
            ),
            ("--scene: drag", "1: “--scene” is not a configuration key; remove the line"),
            (
                "rotate: 45",
                "1: “45” is not a valid value for “rotate”; write 0, 90, 180 or 270"
            ),
            (
                "scene: draw\nscale: much",
                "2: “much” is not a valid value for “scale”; expected: the scale in pixels per point, 0.25 to 8"
            ),
            (
                "scene: draw\nmetrics-every: 5000",
                "2: “5000” is not a valid value for “metrics-every”; expected: the interval between writes of the metrics in seconds, 1 to 3600"
            ),
            ("overlay: maybe", "1: “maybe” is not a valid value for “overlay”; write on or off"),
            (
                "toolbar: maybe",
                "1: “maybe” is not a valid value for “toolbar”; write on or off"
            ),
            (
                "state: \"\"",
                "1: “” is not a valid value for “state”; expected: the folder that contains the drawing, the unlock pattern and other persistent data"
            ),
            ("rotate:", "1: “rotate” has no value; add a value, or remove the line"),
            ("rotate: ~", "1: “rotate” has no value; add a value, or remove the line"),
            (
                "scene: [draw, drag]",
                "1: “scene” takes one value, not a list; write the value without brackets"
            ),
            (
                "log: [gestures, weather]",
                "1: “gestures”, “weather” is not a valid value for “log”; write gestures"
            ),
            ("scene: {a: 1}", "1: “scene” is a mapping; write a single value"),
            ("log: [{a: 1}]", "1: found keys with values; write a text"),
            (
                "scene: draw\nscene: drag",
                "2: duplicate key “scene”; remove one of the two"
            ),
            (
                "overlay: on\nno-overlay: on",
                "2: “no-overlay” conflicts with “overlay”; keep one of the two"
            ),
            ("field-test: on", "1: found “on”; write keys with values"),
            ("field-test: {limit: 1}", "1: unknown key “limit”; use limits"),
            (
                "field-test: {limits: {jitter: 3}}",
                "1: “jitter” is not a field-test limit; use one of those in docs/field-test.md, such as jitter.peak-mm"
            ),
            ("draw", "1: found “draw”; write keys with values"),
            ("- scene", "1: found a list; write keys with values"),
            (
                "a: &a [x]\nb: *a",
                "1: anchors (&) are not supported; write the value itself, or put it in quotes"
            ),
            (
                "scene: draw\n---\nscene: drag",
                "2: a second document begins here; put it in another file"
            ),
        ])
    func notUnderstood(text: String, line: String) {
        #expect(errorMessage(text) == "c.yaml:\(line)")
    }

    @Test(
        "A hostile file is one short line without control characters",
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
        let line = errorMessage(bytes)
        #expect(line.hasPrefix("c.yaml:"))
        #expect(line.contains("; "))
        #expect(line.unicodeScalars.count < 400)
        let isClean = line.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
        }
        #expect(isClean)
    }
}
