import KioskDisplay
import KioskRuntime
import KioskSystem
import LabReports
import TouchKitRaster

extension StatusReport {
    /// The report as JSON. The keys are described in docs/monitoring.md.
    package var json: JSON {
        .object([
            ("version", .string(version)),
            ("uptimeSeconds", Self.seconds(kiosk.uptimeMicroseconds)),
            ("machineUptimeSeconds", Self.seconds(kiosk.machineUptimeMicroseconds)),
            ("starts", .integer(kiosk.starts)),
            (
                "frames",
                .object([
                    ("shown", .integer(kiosk.report.frames)),
                    ("missedVblanks", .integer(kiosk.report.missedVblanks)),
                ])
            ),
            (
                "touches",
                .object([
                    ("frames", .integer(kiosk.touchFrames)),
                    ("downs", .integer(kiosk.report.touchesBegan)),
                    ("ended", .integer(kiosk.report.touchesEnded)),
                    ("cancelled", .integer(kiosk.report.touchesCancelled)),
                    ("live", .integer(kiosk.report.touchesLive)),
                ])
            ),
            (
                "wakeUps",
                .object([
                    ("work", .integer(Int(clamping: kiosk.report.wakeUps))),
                    ("watchdog", .integer(Int(clamping: kiosk.report.watchdogWakeUps))),
                    ("metrics", .integer(Int(clamping: kiosk.report.metricsWakeUps))),
                ])
            ),
            (
                "mainQueue",
                .object([
                    ("runs", .integer(kiosk.report.mainQueueRuns)),
                    ("seconds", Self.seconds(kiosk.report.mainQueueMicroseconds)),
                ])
            ),
            ("display", display),
            ("waiting", JSON(kiosk.waiting)),
            ("devices", .array(kiosk.devices.map(Self.json))),
            ("touchscreenProblems", .array(kiosk.touchscreenProblems.map(Self.json))),
            ("store", storage.map(Self.json) ?? .null),
            ("errorsLogged", .integer(kiosk.log.errorCount)),
            ("warningsLogged", .integer(kiosk.log.warningCount)),
            ("lastErrors", .array(kiosk.log.entries.map(Self.json))),
        ])
    }

    private var display: JSON {
        guard let display = kiosk.display else { return .null }
        return .object([
            ("name", .string(display.name)),
            ("mode", .string(display.mode.name)),
            ("refreshMillihertz", .integer(display.mode.refreshMillihertz)),
            ("format", .string(display.format.rawValue)),
            ("driver", JSON(display.driver)),
        ])
    }

    private static func json(_ device: KioskStatus.Device) -> JSON {
        .object([
            ("node", .string(device.node)),
            ("name", .string(device.name)),
            ("usedAs", .string(device.isTouch ? "touch" : "pointer")),
            ("slots", .integer(device.slotCount)),
            ("pollMilliseconds", device.pollMilliseconds.map { .integer($0) } ?? .null),
        ])
    }

    private static func json(_ problem: TouchscreenWatch.Change) -> JSON {
        .object([
            ("name", .string(problem.name)), ("problem", JSON(problem.problem?.rawValue)),
        ])
    }

    private static func json(_ storage: Storage) -> JSON {
        let state: (name: String, waiting: JSON, error: String?) =
            switch storage.state {
            case .saved: ("saved", .integer(0), nil)
            case .saving(let edits): ("saving", .integer(edits), nil)
            case .failing(let error): ("failing", .null, error)
            }
        return .object([
            ("path", JSON(storage.path)),
            ("strokes", storage.strokes.map { .integer($0) } ?? .null),
            ("bytes", storage.bytes.map { .integer($0) } ?? .null),
            ("generation", storage.generation.map { .integer(Int($0)) } ?? .null),
            ("state", .string(state.name)),
            ("waitingEdits", state.waiting),
            ("trouble", JSON(state.error)),
        ])
    }

    private static func json(_ entry: LogHistory.Entry) -> JSON {
        .object([
            ("secondsAfterStart", seconds(entry.microseconds)),
            ("level", .string(entry.level == .error ? "error" : "warning")),
            ("message", .string(entry.message)),
        ])
    }

    private static func seconds(_ microseconds: Int64) -> JSON {
        .number(Double(microseconds / 1_000) / 1_000)
    }
}
