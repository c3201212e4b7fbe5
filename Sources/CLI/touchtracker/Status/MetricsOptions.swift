import KioskRuntime

/// The command-line options for writing a Prometheus metrics file.
struct MetricsOptions: ParsableArguments {
    @Option(
        "metrics",
        help: ArgumentHelp(
            "The file for metrics, read by the textfile collector of Prometheus' node exporter (docs/monitoring.md).",
            valueName: "path", example: "/run/touchtracker-status/metrics.prom"))
    var metrics: PathArgument?

    @Option(
        "metrics-every", in: 1...3_600,
        help: ArgumentHelp(
            "The interval between writes of the metrics in seconds, 1 to 3600.",
            valueName: "seconds"))
    var metricsEvery = 60

    /// Returns the kiosk's options for writing metrics, or `nil` if the command line does not
    /// specify `--metrics`.
    ///
    /// - Parameter source: The object that creates the status reports from which the metrics are
    ///   generated.
    @MainActor
    func makeOptions(source: StatusSource) -> StatusOptions.Metrics? {
        guard let metrics else { return nil }
        return StatusOptions.Metrics(
            path: metrics.path, periodMicroseconds: Int64(metricsEvery) * 1_000_000
        ) { kiosk in
            let report = source.makeReport(kiosk)
            return { report.metrics }
        }
    }
}
