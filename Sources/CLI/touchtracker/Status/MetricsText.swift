import KioskInput
import KioskRuntime
import KioskSystem
import LabReports

extension StatusReport {
    /// The report in version 0.0.4 of the Prometheus text format, for the textfile collector of
    /// node exporter. Values are in base units such as seconds and bytes, and the names of counters
    /// end in `_total`.
    package var metrics: String {
        var text = MetricsText()
        text.add(
            "info", "The version of the running program.", .gauge,
            [(labels: [("version", version)], value: "1")])
        text.add(
            "uptime_seconds", "The time since the kiosk started.", .gauge,
            seconds(kiosk.uptimeMicroseconds))
        text.add(
            "starts_total", "Starts of the kiosk since the machine was switched on.", .counter,
            "\(kiosk.starts)")
        text.add(
            "frames_total", "Frames shown on the display.", .counter, "\(kiosk.report.frames)")
        text.add(
            "missed_vblanks_total", "Vblanks that intended frames missed.",
            .counter, "\(kiosk.report.missedVblanks)")
        text.add(
            "touch_frames_total", "Touch frames reported by touch devices.", .counter,
            "\(kiosk.touchFrames)")
        text.add(
            "touches_total", "Touches that came down on something.", .counter,
            "\(kiosk.report.touchesBegan)")
        text.add(
            "touches_cancelled_total", "Touches that were cancelled.", .counter,
            "\(kiosk.report.touchesCancelled)")
        text.add(
            "wakeups_total", "Wake-ups of the main loop, by reason.", .counter,
            [
                (labels: [("reason", "work")], value: "\(kiosk.report.wakeUps)"),
                (labels: [("reason", "watchdog")], value: "\(kiosk.report.watchdogWakeUps)"),
                (labels: [("reason", "metrics")], value: "\(kiosk.report.metricsWakeUps)"),
            ])
        text.add(
            "main_queue_runs_total", "Times that blocks on Dispatch's main queue were run.",
            .counter, "\(kiosk.report.mainQueueRuns)")
        text.add(
            "main_queue_seconds_total", "The duration of the blocks on Dispatch's main queue.",
            .counter, seconds(kiosk.report.mainQueueMicroseconds))
        text.add(
            "display_connected", "Whether a display is in use.", .gauge,
            kiosk.display == nil ? "0" : "1")
        let panels = kiosk.devices.filter { $0.kind == .touch }
        text.add("touch_panels", "The number of connected touchscreens.", .gauge, "\(panels.count)")
        text.add(
            "touch_panel_info", "The connected touchscreens.", .gauge,
            panels.map { (labels: [("name", $0.name), ("node", $0.path)], value: "1") })
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
                "store_waiting_edits", "Edits that are not durable yet.", .gauge,
                "\(waiting)")
        }
        if let generation = storage.generation {
            text.add(
                "store_generation", "Edits of the drawing that were ever stored durably.",
                .gauge, "\(generation)")
        }
        if let strokes = storage.strokes {
            text.add("store_strokes", "Strokes of the drawing.", .gauge, "\(strokes)")
        }
        if let bytes = storage.bytes {
            text.add("store_bytes", "The size of the drawing's files.", .gauge, "\(bytes)")
        }
    }

    private func seconds(_ microseconds: Int64) -> String {
        Decimals.fixed(Double(microseconds) / 1_000_000, 3)
    }
}

/// A builder of text in the Prometheus text format.
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

    /// Adds a metric with one value for each set of labels. Adds nothing if `samples` is empty.
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

    /// Returns a label's value with backslashes, quotation marks and line breaks escaped.
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
