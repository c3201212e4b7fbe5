import Foundation
import KioskInput
import KioskYAML
import LabBenchmark
import LabReports
import Testing
import TouchKitContacts
import TouchTrackerTestSupport

@Suite("BenchmarkText")
struct BenchmarkTextTests {
    @Test("The verdict states refresh rate, number of fingers and worst frame in one line")
    func verdict() {
        var result = BenchmarkSamples.circle()
        #expect(result.verdict == "holds 60 Hz with 1 finger: yes, worst frame 4.1 of 16.7 ms")
        result.contactCount = 10
        result.missedVblanks = 1
        #expect(
            result.verdict
                == "holds 60 Hz with 10 fingers: no, 1 vblank missed, worst frame 4.1 of 16.7 ms")
        result.missedVblanks = 2
        result.periodMicroseconds = 16_683
        #expect(
            result.verdict
                == "holds 59.94 Hz with 10 fingers: no, 2 vblanks missed, "
                + "worst frame 4.1 of 16.7 ms"
        )
        result.frames = 7
        #expect(
            result.verdict
                == "holds 59.94 Hz with 10 fingers: too few frames to tell (7 of 30)")
    }

    @Test("Without vblanks, the verdict is never yes, and late samples make it no")
    func verdictWithoutVblank() {
        var result = BenchmarkSamples.circle()
        result.hasVblank = false
        #expect(result.holdsFrameRate == nil)
        #expect(
            result.verdict
                == "holds 60 Hz with 1 finger: without vblank: cannot tell, "
                + "worst frame 4.1 of 16.7 ms")
        result.inputToScanout?.p99 = 2 * result.periodMicroseconds
        #expect(result.holdsFrameRate == nil)
        result.inputToScanout?.p99 += 1
        #expect(result.holdsFrameRate == false)
        #expect(
            result.verdict
                == "holds 60 Hz with 1 finger: no, samples flushed after up to 33.3 ms (p99), "
                + "more than two periods, worst frame 4.1 of 16.7 ms")
        result.hasVblank = true
        #expect(result.holdsFrameRate == true)
    }

    @Test("The text has a block for each run, and a table for several runs")
    func text() {
        var other = BenchmarkSamples.circle()
        other.script = "tap-storm"
        other.rateHz = 60
        other.isThroughKernel = false
        other.input = "scripted, played inside the program"
        other.interruption = .signal
        let one = BenchmarkText.text([BenchmarkSamples.report()])
        #expect(one.hasPrefix("circle, 125 Hz, 10 stored strokes: holds 60 Hz with 1 finger: yes"))
        #expect(one.contains("  input → scanout, ms                   9.00     13.00"))
        #expect(one.contains("  input → row, ms                      17.00     22.00"))
        #expect(one.contains("1,234,567 damaged"))
        #expect(!one.contains("in→out"))
        let both = BenchmarkText.text([BenchmarkSamples.report(), BenchmarkSamples.report(other)])
        #expect(both.contains("  input      scripted, played inside the program\n"))
        #expect(both.contains("stopped before its end: the values cover only the time until then"))
        let table = both.split(separator: "\n").filter { $0.hasSuffix("yes") }
        #expect(table.count == 2)
        #expect(table.first?.hasPrefix("circle     125        1       10     120       0") == true)
    }

    @Test("The uncertainty of polled touchscreens is stated, of others nothing is said")
    func uncertainty() {
        var report = BenchmarkSamples.report()
        report.touchscreens = [
            ConnectedTouchscreen(
                sysname: "event0", name: "Goodix",
                sampling: .polled(TouchPolling(milliseconds: 17))),
            ConnectedTouchscreen(sysname: "event1", name: "USB", sampling: .interrupts),
        ]
        let text = BenchmarkText.text([report])
        #expect(
            text.contains(
                "Uncertainty: Goodix is polled every 17 ms: its touches are up to 17 ms (on average 8.5 ms) older than their timestamps; add this to the latencies\n"
            ))
        #expect(!text.contains("USB is"))
        #expect(
            BenchmarkReport.json([report]).text.contains("\"timestamp_uncertainty_us\": 17000"))
    }

    @Test("The JSON contains all documented members")
    func json() throws {
        let text = BenchmarkReport.json([BenchmarkSamples.report()]).text
        let runs = try #require(try jsonObject(text)["runs"] as? [[String: Any]])
        let run = try #require(runs.first)
        for name in [
            "script", "rate_hz", "fingers", "strokes_stored", "frames", "missed_vblanks",
            "input_to_scanout_us", "frame_cost_us", "damaged_pixels", "repainted_pixels",
            "bytes_written", "wakeups", "cpu_us", "peak_rss_kb", "display", "input",
        ] {
            #expect(run[name] != nil && !(run[name] is NSNull), "\(name)")
        }
        let latency = try #require(run["input_to_scanout_us"] as? [String: Int])
        #expect(latency == ["p50": 9_000, "p90": 13_000, "p99": 15_000, "max": 16_000])
        let row = try #require(run["input_to_row_us"] as? [String: Int])
        #expect(row == ["p50": 17_000, "p90": 22_000, "p99": 27_000, "max": 29_000])
        let budget = try #require(run["budget_used_percent"] as? [String: Double])
        #expect(budget["p50"] == 24.1)
        #expect(run["interrupted"] is NSNull)
        #expect(run["holds"] as? Bool == true)
    }

    @Test("Missing measurements are null in JSON, not 0")
    func missingValues() throws {
        let text = BenchmarkReport.json([BenchmarkSamples.report(BenchmarkResult())]).text
        let run = try #require((try jsonObject(text)["runs"] as? [[String: Any]])?.first)
        let latency = try #require(run["input_to_scanout_us"] as? [String: Any])
        #expect(latency.count == 4 && latency.values.allSatisfy { $0 is NSNull })
        #expect(run["peak_rss_kb"] is NSNull)
        #expect(run["holds"] is NSNull)
    }
}
