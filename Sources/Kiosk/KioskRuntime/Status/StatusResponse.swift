import KioskSystem
import KioskYAML

/// The JSON response from a kiosk's status socket. Missing members are tolerated, because the kiosk
/// may run another version of the program.
package struct StatusResponse {
    private let root: YAMLNode

    /// Parses a response with the YAML parser, because the program's JSON is valid YAML.
    ///
    /// - Throws: `YAMLError` if the response is not an object or contains control characters.
    package init(_ bytes: [UInt8]) throws(YAMLError) {
        let name = "the kiosk's response"
        let isClean = bytes.allSatisfy { $0 == 0x0A || ($0 >= 0x20 && $0 != 0x7F) }
        root = try YAMLDocument(bytes: bytes, name: name).root
        guard isClean, root.kind == .mapping else {
            throw root.error(
                "not a status response", remedy: "check which program uses the status socket")
        }
    }

    /// The status as text for a terminal.
    package var text: String {
        lines.map { Log.formatLine($0, level: nil) }.joined()
    }

    private var lines: [String] {
        var lines = [
            "\(program): up \(time(root["uptimeSeconds"])), the machine \(time(root["machineUptimeSeconds"])); start \(word(root["starts"]))"
        ]
        lines.append("display  \(display)")
        lines += devices
        let frames = root["frames"]
        lines.append(
            "frames   \(word(frames?["shown"])), \(word(frames?["missedVblanks"])) vblanks missed")
        let touches = root["touches"]
        lines.append(
            "touches  \(word(touches?["downs"])), \(word(touches?["live"])) down now, in \(word(touches?["frames"])) frames of the devices"
        )
        // Only the drawing app names no program, and has a drawing.
        if root["program"] == nil { lines.append("drawing  \(drawing)") }
        return lines + log
    }

    private var program: String {
        let name = root["program"].map { word($0) } ?? "TouchTracker"
        guard let version = root["version"] else { return name }
        return "\(name) \(word(version))"
    }

    private var display: String {
        usedDisplay ?? "none: \(word(root["waiting"]))"
    }

    /// The name, the mode and the format of the display on which the kiosk draws, or `nil` if it
    /// waits for a display.
    package var usedDisplay: String? {
        guard let display = root["display"], !display.isNull else { return nil }
        return "\(word(display["name"])) \(word(display["mode"])) \(word(display["format"]))"
    }

    private var devices: [String] {
        let devices = elements(root["devices"])
        let problems = elements(root["touchscreenProblems"]).map { problem in
            "touch    \(word(problem["name"])): \(word(problem["problem"])) since the display was switched on"
        }
        if devices.isEmpty { return problems + ["touch    none plugged in"] }
        return problems
            + devices.map { device in
                let kind = word(device["usedAs"]) == "pointer" ? "pointer " : "touch   "
                let slots = word(device["slots"])
                return "\(kind) \(word(device["node"])) \(word(device["name"])), "
                    + (slots == "0" ? "one finger" : "\(slots) slots") + polling(of: device)
            }
    }

    /// Returns the poll interval of a device, or an empty string if the device is not polled.
    private func polling(of device: YAMLNode) -> String {
        guard let interval = device["pollMilliseconds"], !interval.isNull else { return "" }
        return ", polled every \(word(interval)) ms"
    }

    private var drawing: String {
        guard let store = root["store"], !store.isNull else { return "not saved" }
        let error = store["trouble"].flatMap { $0.isNull ? nil : word($0) }
        let state =
            switch word(store["state"]) {
            case "saving": "saving \(word(store["waitingEdits"])) edits"
            case "failing": "NOT SAVED: \(error ?? "?")"
            case let word: word
            }
        if store["path"]?.isNull != false { return state }
        return
            "\(word(store["strokes"])) strokes, \(word(store["bytes"])) bytes, \(word(store["generation"])) edits on the disk; \(state)"
    }

    private var log: [String] {
        let heading =
            "log      \(word(root["errorsLogged"])) errors, \(word(root["warningsLogged"])) warnings"
        return [heading]
            + elements(root["lastErrors"]).map { entry in
                "  after \(time(entry["secondsAfterStart"])): \(word(entry["level"])): \(word(entry["message"]))"
            }
    }

    private func elements(_ node: YAMLNode?) -> [YAMLNode] {
        guard let node, let elements = try? node.elements() else { return [] }
        return Array(elements)
    }

    /// Returns the text of a scalar YAML node, or "?" if the node is missing, null or not a scalar.
    private func word(_ node: YAMLNode?) -> String {
        guard let node, !node.isNull, let text = try? node.string() else { return "?" }
        return text
    }

    /// Converts a duration to text such as `2 h 5 min`. The node contains the duration in seconds.
    /// Returns "?" if the node contains no valid duration.
    private func time(_ node: YAMLNode?) -> String {
        guard let node, let seconds = try? node.number(), seconds >= 0, seconds < 1e12 else {
            return "?"
        }
        let whole = Int(seconds)
        let (days, hours, minutes) = (whole / 86_400, whole / 3_600 % 24, whole / 60 % 60)
        if days > 0 { return "\(days) d \(hours) h" }
        if hours > 0 { return "\(hours) h \(minutes) min" }
        return minutes > 0 ? "\(minutes) min \(whole % 60) s" : "\(whole) s"
    }
}
