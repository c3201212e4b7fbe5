import ArgumentParser
import KioskRuntime

/// A file of figures for Prometheus.
struct MetricsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write how the kiosk is to this file, for the textfile collector of Prometheus' node exporter (docs/fleets.md).",
            valueName: "path"))
    var metrics: String?

    @Option(
        help: ArgumentHelp(
            "How often the metrics are written, in seconds, 1 to 3600.", valueName: "seconds"))
    var metricsEvery = 60

    func validate() throws {
        if metrics?.isEmpty == true { throw ValidationError("--metrics names no file") }
        guard 1...3_600 ~= metricsEvery else {
            throw ValidationError("--metrics-every is a number of seconds from 1 to 3600")
        }
    }

    /// What the kiosk is to write.
    ///
    /// - Parameter source: Knows what stands in the file.
    @MainActor
    func options(source: StatusSource) -> StatusOptions.Metrics? {
        guard let metrics else { return nil }
        return StatusOptions.Metrics(
            path: metrics, periodMicroseconds: Int64(metricsEvery) * 1_000_000
        ) { kiosk in
            let report = source.report(kiosk)
            return { report.metrics }
        }
    }
}
