import ArgumentParser
import KioskRuntime

/// The options of the metrics file for Prometheus.
struct MetricsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write metrics to this file, for the textfile collector of Prometheus' node exporter (docs/monitoring.md).",
            valueName: "path"))
    var metrics: String?

    @Option(
        help: ArgumentHelp(
            "The interval between writes of the metrics in seconds, 1 to 3600.",
            valueName: "seconds"))
    var metricsEvery = 60

    func validate() throws {
        if metrics?.isEmpty == true { throw ValidationError("--metrics names no file") }
        guard 1...3_600 ~= metricsEvery else {
            throw ValidationError("--metrics-every is a number of seconds from 1 to 3600")
        }
    }

    /// Returns the metrics options of the kiosk, or `nil` without a file.
    ///
    /// - Parameter source: Provides the values.
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
