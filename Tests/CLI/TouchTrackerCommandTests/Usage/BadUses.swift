/// Five wrong uses of each option and argument of the program.
enum BadUses {
    /// Values that an option refuses, by the option's name, or by the command and the name where
    /// commands give one name different meanings.
    static let values: [String: [String]] = [
        "--background": ["redd", "#12345", "#gggggg", "rgb(1,2,3)", "12 34 56"],
        "--backlight-off-after": ["never", "4", "86401", "60.5", "-1"],
        "--budget-ms": ["0.4", "101", "1e300", "nan", "fast"],
        "--cpu-governor": ["", "Performance", "../policy0", "a b", "-1"],
        "--connector": ["nothing", "HDMI", "HDMI-A-0", "-1", "HDMI A 1"],
        "--dim-after": ["never", "4", "86401", "60.5", "-60"],
        "--dim-to": ["101", "-1", "half", "20%", "1e1"],
        "--display": ["hdmi", "headless", "headless:800", "headless:0x0", "KMS"],
        "--dither": ["perhaps", "onn", "true", "1", "ON"],
        "--fault": ["wobble", "jitter", "jitter=x", "offset=1", "dead-column=101"],
        "--format": ["rgb332", "xrgb888", "565", "XRGB8888", "png"],
        "--frame-rate": ["0", "1001", "nan", "fast", "-60"],
        "--ink": ["sideways", "frnt", "back", "on", "FLIP"],
        "--latency": ["soon", "lowst", "0", "high", "STEADY"],
        "--log": ["weather", "gesture", "all", "1", "GESTURES"],
        "--metrics-every": ["0", "3601", "-1", "often", "1.5"],
        "--mode": ["big", "800", "800x", "0x0", "800x480@0"],
        "--operator": ["", "a\nb", "\u{1B}[2J", String(repeating: "x", count: 101), "a\tb"],
        "--orient": ["perhaps", "true", "1", "of", "ON"],
        "--paper": ["redd", "White", "#12345", "none", "12 34 56"],
        "--predict": ["perhaps", "true", "1", "of", "ON"],
        "--rate": ["0", "1001", "fast", "60Hz", "-1"],
        "--reset-after": ["never", "4", "86401", "60.5", "-1"],
        "--rotate": ["45", "-90", "360", "left", "90.5"],
        "--scale": ["0", "0.2", "8.1", "many", "nan"],
        "--scene": ["drew", "Draw", "touch", "menu", "0"],
        "--screen-off-after": ["never", "4", "86401", "60.5", ""],
        "--script": ["circles", "tap storm", "spiral", "0", "pinch"],
        "--seconds": ["0", "0.01", "86401", "nan", "long"],
        "--seed": ["-1", "1.5", "x", "18446744073709551616", "0x10"],
        "--serial": ["", "a\nb", "\u{1B}[2J", String(repeating: "x", count: 101), "a\tb"],
        "--size-mm": ["155", "155x", "nanx5", "0x86", "155x86mm"],
        "--strokes": ["-1", "1000001", "1.5", "many", "1e3"],
        "--tool": ["brush", "Pen", "pne", "eraser", "0"],
        "--toolbar": ["perhaps", "true", "1", "of", "ON"],
        "--touch-autosuspend": ["perhaps", "true", "1", "of", "ON"],
        "--touch-poll-ms": ["0", "1001", "-1", "quick", "1.5"],
        "--touch-rebind": ["perhaps", "true", "1", "of", "ON"],
        "bring-up --seconds": ["9", "601", "-1", "long", "1.5"],
        "--page": ["0", "1000", "-1", "first", "1.5"],
        "export --out": ["d.jpg", "drawing", "d.pdf", ".", "svg"],
        "export --size": ["800", "0x480", "800x16385", "800x480@60", "big"],
        "replay --out": ["d.jpg", "picture", "d.svg", ".", "png"],
        "replay --size": ["800", "0x480", "800x16385", "800x480@0", "big"],
    ]

    /// The options and arguments that accept any path that is not empty. The errors of the files
    /// themselves have tests of their own.
    static let paths: Set<String> = [
        "--card", "--config", "--device", "--every-frame", "--from", "--limits", "--metrics",
        "--recording", "--report", "--sparks", "--state", "--check", "--compare",
        "benchmark --out", "bring-up --out", "record <file>", "replay <file>",
        "restore-console <terminal>",
    ]

    /// Returns five wrong uses of a parameter as arguments after the command's words, or `nil` if
    /// the tables do not contain the parameter.
    static func uses(of parameter: ProgramDescription.Parameter) -> [[String]]? {
        let (command, name) = (parameter.command, parameter.name)
        if parameter.isFlag {
            // A flag has no value, so its wrong uses are values and misspellings.
            return ["\(name)=on", "\(name)=1", "\(name)=0", "\(name)x", "\(name)-x"].map { [$0] }
        }
        let keys = [command.joined(separator: " ") + " " + name, name]
        if let values = keys.lazy.compactMap({ values[$0] }).first {
            return values.map { [name, $0] }
        }
        guard keys.contains(where: paths.contains) else { return nil }
        if !name.hasPrefix("-") {
            let optional = command == ["restore-console"]
            return [optional ? ["a", "b"] : [], [""], ["", "b"], ["a", "b", "c"], ["-x"]]
        }
        return [[name], ["\(name)="], [name, ""], ["\(name)x", "a"], ["--", name, "a"]]
    }

    /// Wrong commands, and combinations of options that exclude each other.
    static let combinations: [[String]] = [
        ["benchmrk"], ["benchmrk", "--script", "circle"], ["bench"], ["fly"], [""], ["Run"],
        ["feild-test"], ["statsu"], ["lock", "sett"], ["lock", "fly"], ["run", "extra"],
        ["help", "fly"], ["help", "lock", "fly"],
        ["devices", "a", "b"], ["--nonsense"], ["--scen", "draw"], ["-x"], ["--scale"],
        ["replay"], ["record"], ["export"], ["replay", "a.yml"], ["lock", "set", "1234"],
        ["--dim-after", "61", "--backlight-off-after", "60"],
        ["--dim-after", "600", "--screen-off-after", "60"],
        ["benchmark", "--recording", "a.yml", "--rate", "60"],
        ["export", "--out", "a.svg", "--all", "--page", "2"], ["export", "--all"],
        ["field-test", "--incomplete"], ["field-test", "--from", "a.yml", "--card", "card0"],
        ["--scene", "a\nb\u{1B}[2J"], ["--scene", String(repeating: "x", count: 5_000)],
    ]
}
