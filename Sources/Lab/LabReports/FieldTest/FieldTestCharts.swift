import LabFieldTest
import TouchKitGeometry

/// The charts of a field-test report, as HTML figures with SVG.
struct FieldTestCharts {
    let report: FieldTestReport

    init(_ report: FieldTestReport) {
        self.report = report
    }

    var plots: FieldTestPlots { report.plots }
    var size: CGSize { report.stage.millimeters }

    /// Returns the charts for a test as HTML, or an empty array if the test has no data.
    func figures(of test: GuidedTest) -> [String] {
        switch test {
        case .coverage: plots.touches.isEmpty || plots.columns < 1 ? [] : [coverage()]
        case .accuracy: plots.taps.isEmpty ? [] : [accuracy()]
        case .linearity: plots.strokes.allSatisfy(\.isEmpty) ? [] : lines()
        case .jitter: plots.rests.allSatisfy(\.isEmpty) ? [] : [jitter()]
        case .multiTouch: plots.lostFingers.isEmpty ? [] : [lostFingers()]
        case .tap: []
        case .edgeSwipe: plots.edgePositions.isEmpty ? [] : [edges()]
        case .latency: [intervals(), scanout()].compactMap { $0 }
        case .ghosts: plots.ghosts.isEmpty ? [] : [ghosts()]
        }
    }

    /// Returns the limit with which the report evaluated a value, or `nil` if the value was not
    /// measured.
    func limit(_ keyPath: KeyPath<FieldTestLimits, FieldTestLimit>) -> FieldTestLimit? {
        let name = FieldTestLimits()[keyPath: keyPath].name
        return report.outcomes.lazy.flatMap(\.measurements).first { $0.limit.name == name }?.limit
    }

    /// Returns the largest of `magnifications` at which the longest distance is at most `room`, or
    /// 1 if none is small enough. Both parameters have the same unit.
    static func magnification(of longest: Double, room: Double) -> Double {
        magnifications.first { longest * $0 <= room } ?? 1
    }

    /// The available magnifications of distances in charts, in descending order.
    static let magnifications = [100.0, 50, 20, 10, 5, 2]

    private func lines() -> [String] {
        let profile = FieldTestProfile(plots.strokes).figure(limit: limit(\.deviation))
        return [linearity(), profile].compactMap { $0 }
    }

    // MARK: Latency

    private func intervals() -> String? {
        let rate = limit(\.reportRate)?.pass
        return FieldTestHistogram(plots.intervals).figure(
            unit: "reports", label: "Times between the reports of a moving finger",
            caption: "Times between the reports of a moving finger, in milliseconds.",
            bound: rate.flatMap { $0 > 0 ? 1_000_000 / $0 : nil },
            boundLabel: rate.map { "\(Decimals.atMost($0, places: 1)) Hz" } ?? "")
    }

    private func scanout() -> String? {
        let limit = limit(\.scanout)
        return FieldTestHistogram(plots.scanout).figure(
            unit: "touches", label: "Times from the panel to the screen",
            caption: "Times from the panel to the screen, in milliseconds.",
            bound: limit.map { $0.pass * 1_000 }, boundLabel: limit.map { $0.text($0.pass) } ?? "")
    }
}
