import Foundation
import Testing
import TouchTrackerTestSupport
import touchtracker

@Suite("Metrics text")
struct MetricsTextTests {
    @Test("Metrics are in Prometheus' text format, with base units")
    func format() throws {
        let format = try ExpositionFormat(StatusExample.report.metrics)
        #expect(format.metrics.keys.allSatisfy { $0.hasPrefix("touchtracker_") })
        for (name, value) in [
            ("uptime_seconds", 93_784.568), ("starts_total", 3), ("frames_total", 12_345),
            ("missed_vblanks_total", 6), ("touch_frames_total", 98_765), ("touches_total", 432),
            ("touches_cancelled_total", 2), ("display_connected", 1), ("touch_panels", 1),
            ("store_healthy", 1), ("store_waiting_edits", 2), ("store_generation", 99),
            ("store_strokes", 57), ("store_bytes", 123_456),
        ] {
            #expect(format.value("touchtracker_\(name)") == value, "\(name)")
        }
        #expect(
            format.metrics["touchtracker_info"]?.samples.map(\.labels) == [["version": "0.1.0"]])
        #expect(
            format.metrics["touchtracker_wakeups_total"]?.samples.map(\.value)
                == [4_321, 18_756, 1_563])
        #expect(
            format.metrics["touchtracker_log_messages_total"]?.samples.map(\.value) == [1, 2])
    }

    @Test("A device's name can contain any character")
    func escaping() throws {
        let format = try ExpositionFormat(StatusExample.report.metrics)
        #expect(
            format.metrics["touchtracker_touch_panel_info"]?.samples.map(\.labels) == [
                ["name": "Panel \"7\\8\"\n", "node": "/dev/input/event3"]
            ])
    }

    @Test("A missing display, touchscreen or working disk is in the metrics")
    func missingParts() throws {
        let format = try ExpositionFormat(StatusExample.troubled.metrics)
        #expect(format.value("touchtracker_display_connected") == 0)
        #expect(format.value("touchtracker_touch_panels") == 0)
        #expect(format.value("touchtracker_store_healthy") == 0)
        #expect(format.metrics["touchtracker_store_waiting_edits"] == nil)
        #expect(format.metrics["touchtracker_touch_panel_info"] == nil)
        var report = StatusExample.troubled
        report.storage = nil
        let bare = try ExpositionFormat(report.metrics)
        #expect(bare.metrics["touchtracker_store_healthy"] == nil)
    }

    @Test(
        "promtool accepts the metrics",
        .enabled(if: Promtool.path != nil, "promtool is not installed"))
    func promtool() throws {
        let path = try #require(Promtool.path)
        for report in [StatusExample.report, StatusExample.troubled] {
            let check = try Program.run(
                ["check", "metrics"], input: report.metrics, executable: path)
            #expect(check.status == 0)
            #expect(check.errors == "")
        }
    }

    @Test("The documented alerts use only existing metrics")
    func alerts() throws {
        let names = try ExpositionFormat(StatusExample.report.metrics).metrics.keys
        let alerts = try String(
            contentsOf: Promtool.fleets.appendingPathComponent("alerts.yml"), encoding: .utf8)
        let usedNames = alerts.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            .filter { $0.hasPrefix("touchtracker_") }
        #expect(usedNames.count >= 6)
        for name in usedNames { #expect(names.contains(String(name)), "\(name)") }
    }

    @Test(
        "The documented alerts fire under their conditions",
        .enabled(if: Promtool.path != nil, "promtool is not installed"))
    func alertsTried() throws {
        let path = try #require(Promtool.path)
        let tests = Promtool.fleets.appendingPathComponent("alerts-test.yml").path
        let check = try Program.run(["test", "rules", tests], executable: path)
        #expect(check.status == 0, "\(check.output)\(check.errors)")
    }
}

/// promtool of Debian's package prometheus.
enum Promtool {
    /// The alert rules in the documentation.
    static let fleets = Repository.root
        .appendingPathComponent("docs/monitoring")
    static let path = ["/usr/bin/promtool", "/usr/local/bin/promtool"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
}
