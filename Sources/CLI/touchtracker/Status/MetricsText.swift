import KioskRuntime
import KioskSystem
import LabReports

extension StatusReport {
    /// The report in Prometheus' text format 0.0.4, as node exporter's textfile collector reads it.
    /// Units are base units, and counters end in `_total`.
    package var metrics: String {
        var text = MetricsText()
        text.add(
            "info", "The version of the program that runs.", .gauge,
            [(labels: [("version", version)], value: "1")])
        text.add(
            "uptime_seconds", "How long the kiosk runs.", .gauge, seconds(kiosk.uptimeMicroseconds))
        text.add(
            "starts_total", "Starts of the kiosk since the machine was switched on.", .counter,
            "\(kiosk.starts)")
        text.add(
            "frames_total", "Frames that came onto the screen.", .counter, "\(kiosk.report.frames)")
        text.add(
            "missed_vblanks_total", "Vblanks at which a frame was meant to be shown and was not.",
            .counter, "\(kiosk.report.missedVblanks)")
        text.add(
            "touch_frames_total", "Frames that touch devices reported.", .counter,
            "\(kiosk.touchFrames)")
        text.add(
            "touches_total", "Touches that came down on something.", .counter,
            "\(kiosk.report.touchesBegan)")
        text.add(
            "touches_cancelled_total", "Touches that were cancelled.", .counter,
            "\(kiosk.report.touchesCancelled)")
        text.add(
            "wakeups_total", "How often the main loop was woken, by what for.", .counter,
            [
                (labels: [("reason", "work")], value: "\(kiosk.report.wakeUps)"),
                (labels: [("reason", "watchdog")], value: "\(kiosk.report.watchdogWakeUps)"),
                (labels: [("reason", "metrics")], value: "\(kiosk.report.metricsWakeUps)"),
            ])
        text.add(
            "display_connected", "Whether there is a display to draw on.", .gauge,
            kiosk.display == nil ? "0" : "1")
        let panels = kiosk.devices.filter(\.isTouch)
        text.add("touch_panels", "Touch panels that are plugged in.", .gauge, "\(panels.count)")
        text.add(
            "touch_panel_info", "The touch panels that are plugged in.", .gauge,
            panels.map { (labels: [("name", $0.name), ("node", $0.node)], value: "1") })
        if let storage { add(storage, to: &text) }
        text.add(
            "log_messages_total", "Warnings and errors in the log since the start.", .counter,
            [
                (labels: [("level", "error")], value: "\(kiosk.log.errorCount)"),
                (labels: [("level", "warning")], value: "\(kiosk.log.warningCount)"),
            ])
        return text.text
    }

    private func add(_ storage: Storage, to text: inout MetricsText) {
        let state: (isSaved: Bool, waiting: Int?) =
            switch storage.state {
            case .saved: (true, 0)
            case .saving(let edits): (true, edits)
            case .failing: (false, nil)
            }
        text.add(
            "store_healthy", "Whether the drawing can be stored.", .gauge,
            state.isSaved ? "1" : "0")
        if let waiting = state.waiting {
            text.add(
                "store_waiting_edits", "Edits that are on their way to the disk.", .gauge,
                "\(waiting)")
        }
        if let generation = storage.generation {
            text.add(
                "store_generation", "Edits of the drawing ever stored, known to be on the disk.",
                .gauge, "\(generation)")
        }
        if let strokes = storage.strokes {
            text.add("store_strokes", "Strokes of the drawing.", .gauge, "\(strokes)")
        }
        if let bytes = storage.bytes {
            text.add("store_bytes", "How large the drawing's files are.", .gauge, "\(bytes)")
        }
    }

    private func seconds(_ microseconds: Int64) -> String {
        Decimals.fixed(Double(microseconds) / 1_000_000, 3)
    }
}

/// A text in Prometheus' exposition format.
private struct MetricsText {
    enum Kind: String {
        case counter
        case gauge
    }

    private(set) var text = ""

    /// Adds a metric with one value.
    mutating func add(_ name: String, _ help: String, _ kind: Kind, _ value: String) {
        add(name, help, kind, [(labels: [], value: value)])
    }

    /// Adds a metric with one value for each set of labels, or nothing for an empty list.
    mutating func add(
        _ name: String, _ help: String, _ kind: Kind,
        _ samples: [(labels: [(String, String)], value: String)]
    ) {
        if samples.isEmpty { return }
        let name = "touchtracker_\(name)"
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
                .joined(separator: ",")
            text += name + (labels.isEmpty ? "" : "{\(labels)}") + " \(sample.value)\n"
        }
    }

    /// Returns a label's value with escaped special characters.
    private static func escaped(_ value: String) -> String {
        var result = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
