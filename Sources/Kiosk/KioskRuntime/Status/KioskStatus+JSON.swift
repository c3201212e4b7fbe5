import KioskDisplay
import KioskInput
import KioskSystem
import KioskYAML
import TouchKitContacts
import TouchKitRaster

extension KioskStatus {
    /// Returns the status as JSON. The keys are described in docs/monitoring.md.
    ///
    /// - Parameters:
    ///   - program: The members that identify the program, which come first.
    ///   - state: The members that describe the state of the app.
    package func json(
        program: [(key: String, value: JSON)], state: [(key: String, value: JSON)] = []
    ) -> JSON {
        .object(program + runtimeMembers + state + logMembers)
    }

    private var runtimeMembers: [(key: String, value: JSON)] {
        [
            ("uptimeSeconds", Self.seconds(uptimeMicroseconds)),
            ("machineUptimeSeconds", Self.seconds(machineUptimeMicroseconds)),
            ("starts", .integer(starts)),
            (
                "frames",
                .object([
                    ("shown", .integer(report.frames)),
                    ("missedVblanks", .integer(report.missedVblanks)),
                ])
            ),
            (
                "touches",
                .object([
                    ("frames", .integer(touchFrames)),
                    ("downs", .integer(report.touchesBegan)),
                    ("ended", .integer(report.touchesEnded)),
                    ("cancelled", .integer(report.touchesCancelled)),
                    ("live", .integer(report.touchesLive)),
                ])
            ),
            (
                "wakeUps",
                .object([
                    ("work", .integer(Int(clamping: report.wakeUps))),
                    ("watchdog", .integer(Int(clamping: report.watchdogWakeUps))),
                    ("metrics", .integer(Int(clamping: report.metricsWakeUps))),
                ])
            ),
            (
                "mainQueue",
                .object([
                    ("runs", .integer(report.mainQueueRuns)),
                    ("seconds", Self.seconds(report.mainQueueMicroseconds)),
                ])
            ),
            ("display", displayMember),
            ("waiting", JSON(waiting)),
            ("devices", .array(devices.map(Self.json))),
            ("touchscreenProblems", .array(touchscreenProblems.map(Self.json))),
        ]
    }

    private var logMembers: [(key: String, value: JSON)] {
        [
            ("errorsLogged", .integer(log.errorCount)),
            ("warningsLogged", .integer(log.warningCount)),
            ("lastErrors", .array(log.entries.map(Self.json))),
        ]
    }

    private var displayMember: JSON {
        guard let display = display else { return .null }
        return .object([
            ("name", .string(display.name)),
            ("mode", .string(display.mode.name)),
            ("refreshMillihertz", .integer(display.mode.refreshMillihertz)),
            ("format", .string(display.format.rawValue)),
            ("driver", JSON(display.driver)),
        ])
    }

    private static func json(_ device: InputDevice) -> JSON {
        let polling = device.sampling.knownPolling
        return .object([
            ("node", .string(device.path)),
            ("name", .string(device.name)),
            ("usedAs", .string(device.kind == .touch ? "touch" : "pointer")),
            ("slots", .integer(device.slotCount)),
            ("pollMilliseconds", polling.map { .integer($0.milliseconds) } ?? .null),
        ])
    }

    private static func json(_ problem: TouchscreenWatch.Change) -> JSON {
        .object([
            ("name", .string(problem.name)), ("problem", JSON(problem.problem?.rawValue)),
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
