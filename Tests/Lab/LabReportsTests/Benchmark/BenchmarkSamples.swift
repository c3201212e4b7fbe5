import KioskYAML
import LabBenchmark
import LabReports

/// Sample results of benchmarks.
enum BenchmarkSamples {
    /// Returns the result of the circle script with one missed vblank in its timeline.
    static func circle() -> BenchmarkResult {
        var result = BenchmarkResult()
        result.script = "circle"
        result.rateHz = 125
        result.contactCount = 1
        result.strokesStored = 10
        result.display = "card0 Virtual-1 800x480@60, xrgb8888, driver vkms, vblank"
        result.input =
            "TouchTracker Robot (/dev/input/event5, grabbed), through uinput and libinput"
        result.isThroughKernel = true
        result.periodMicroseconds = 16_666
        result.durationMicroseconds = 2_000_000
        result.inputToDelivered = Percentiles(
            count: 250, p50: 4_000, p90: 8_000, p99: 9_000, max: 9_500)
        result.deliveredToDrawn = Percentiles(
            count: 250, p50: 900, p90: 1_000, p99: 1_100, max: 1_200)
        result.drawnToCommitted = Percentiles(count: 250, p50: 50, p90: 60, p99: 70, max: 80)
        result.inputToScanout = Percentiles(
            count: 250, p50: 9_000, p90: 13_000, p99: 15_000, max: 16_000)
        result.inputToRow = Percentiles(
            count: 250, p50: 17_000, p90: 22_000, p99: 27_000, max: 29_000)
        result.newestInputToScanout = Percentiles(
            count: 120, p50: 5_000, p90: 8_000, p99: 9_000, max: 9_900)
        result.frameCost = Percentiles(count: 120, p50: 1_000, p90: 2_000, p99: 3_900, max: 4_100)
        result.budgetUsedPermille = Percentiles(count: 120, p50: 241, p90: 400, p99: 700, max: 850)
        result.frames = 120
        result.samples = 250
        result.coalescedSamples = 130
        result.damagedPixels = 1_234_567
        result.wakeUps = 121
        result.peakResidentKilobytes = 20_000
        result.isPeakOfThisRun = true
        result.latencyBins = [
            HistogramBin(value: 9_000, count: 200), HistogramBin(value: 16_000, count: 50),
        ]
        result.timeline = (1...120).map { number in
            BenchmarkResult.Frame(
                shownAt: Int64(number) * 16_666, costMicroseconds: 1_000,
                latencyMicroseconds: number == 7 ? nil : 9_000,
                missedVblanks: number == 60 ? 1 : 0)
        }
        return result
    }

    /// Returns a report with a result.
    static func report(_ result: BenchmarkResult = circle()) -> BenchmarkReport {
        BenchmarkReport(result: result, latency: "lowest", ink: "flip")
    }

    /// Returns the parsed document of a limits file.
    static func document(_ text: String) throws -> YAMLDocument {
        try YAMLDocument(bytes: Array(text.utf8), name: "limits.json")
    }
}
