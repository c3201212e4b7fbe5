import KioskInput
import KioskYAML
import LabBenchmark
import LabRecordings
import TouchKitContacts

extension BenchmarkReport {
    /// Returns the reports as JSON: the circumstances of the first report, and `runs`.
    /// docs/benchmark.md describes all members.
    package static func json(_ reports: [BenchmarkReport]) -> JSON {
        let conditions = reports.first?.conditions ?? TestConditions()
        return .object([
            ("date", JSON(conditions.date)), ("machine", JSON(conditions.machine)),
            ("kernel", JSON(conditions.kernel)), ("serial", JSON(conditions.serial)),
            ("operator", JSON(conditions.operatorName)),
            ("version", JSON(reports.first.map(\.version))),
            ("polled", .array((reports.first?.touchscreens ?? []).compactMap(json))),
            ("runs", .array(reports.map(\.json))),
        ])
    }

    /// Returns a polled touchscreen as JSON, or `nil` if the touchscreen is not known to be polled.
    private static func json(_ touchscreen: ConnectedTouchscreen) -> JSON? {
        touchscreen.sampling.knownPolling.map { polling in
            .object([
                ("name", .string(touchscreen.name)),
                ("timestamp_uncertainty_us", .integer(1_000 * polling.milliseconds)),
            ])
        }
    }

    private var json: JSON {
        var members: [(key: String, value: JSON)] = [
            ("script", .string(result.script)),
            ("rate_hz", result.rateHz.map { .integer($0) } ?? .null),
            ("fingers", .integer(result.contactCount)),
            ("strokes_stored", .integer(result.strokesStored)),
            ("display", .string(result.display)),
            ("input", .string(result.input)),
            ("through_kernel", .bool(result.isThroughKernel)),
            ("latency", .string(latency)),
            ("ink", .string(ink)),
            ("overlay", .bool(hasOverlay)),
            ("vblank", .bool(result.hasVblank)),
            ("period_us", .integer(Int(result.periodMicroseconds))),
            ("duration_us", .integer(Int(result.durationMicroseconds))),
            ("interrupted", JSON(result.interruption?.message)),
            ("holds", result.holdsFrameRate.map { .bool($0) } ?? .null),
            ("verdict", .string(result.verdict)),
        ]
        for figure in BenchmarkFigure.counts {
            members.append(
                (figure.name, figure.value(result).map { .integer(Int($0)) } ?? .null))
        }
        members.append(("peak_is_of_this_run", .bool(result.isPeakOfThisRun)))
        for (name, divisor, percentiles) in BenchmarkFigure.distributions {
            members.append((name, Self.json(percentiles(result), divisor: divisor)))
        }
        if !limits.isEmpty { members.append(("limits", .array(limits.map(Self.json)))) }
        if !ratios.isEmpty {
            members.append(
                ("ratios", .object(ratios.map { ($0.name, .number($0.ratio)) })))
        }
        return .object(members)
    }

    private static func json(_ check: BenchmarkLimitCheck) -> JSON {
        .object([
            ("figure", .string(check.figure)),
            (check.isMaximum ? "max" : "min", .number(check.limit)),
            ("value", check.value.map { .number($0) } ?? .null),
            ("met", .bool(check.isMet)),
        ])
    }

    /// Returns the percentiles of a distribution as a JSON object, each divided by `divisor`, or
    /// null if nothing was measured.
    private static func json(_ percentiles: Percentiles?, divisor: Double) -> JSON {
        .object(
            PercentileColumn.all.map { part in
                guard let percentiles else { return (part.name, .null) }
                let value = part.value(percentiles)
                return (
                    part.name,
                    divisor == 1 ? .integer(Int(value)) : .number(Double(value) / divisor)
                )
            })
    }
}
