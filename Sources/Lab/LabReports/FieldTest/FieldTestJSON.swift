import KioskYAML
import LabFieldTest
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

extension FieldTestDocument {
    /// The report as JSON; docs/field-test.md describes all members. The same recording always
    /// gives the same bytes, because the date in the report is that of the recorded test.
    package var json: JSON {
        .object([
            ("verdict", .string(report.verdict.rawValue)),
            ("tests", .array(report.outcomes.map(Self.json))),
            ("device", device),
            ("display", display),
            ("board", JSON(subject.conditions.machine)),
            ("date", JSON(subject.conditions.date)),
            ("kernel", JSON(subject.conditions.kernel)),
            ("serial", JSON(subject.conditions.serial)),
            ("operator", JSON(subject.conditions.operatorName)),
            ("version", .string(version)),
            ("calibration", calibration),
        ])
    }

    private static func json(_ outcome: TestOutcome) -> JSON {
        let figure = outcome.decisiveMeasurement
        return .object([
            ("name", .string(outcome.test.rawValue)),
            ("verdict", .string(outcome.verdict.rawValue)),
            ("figure", figure.map { number($0.value) } ?? .null),
            ("unit", JSON(figure?.limit.unit)),
            ("limit", figure.map { number($0.limit.pass) } ?? .null),
            ("source", JSON(figure?.limit.source)),
            ("finding", .string(outcome.finding)),
            ("figures", .array(outcome.measurements.map(json))),
        ])
    }

    private static func json(_ figure: TestOutcome.Measurement) -> JSON {
        let limit = figure.limit
        return .object([
            ("name", .string(limit.name)),
            ("verdict", .string(figure.verdict.rawValue)),
            ("figure", number(figure.value)),
            ("unit", .string(limit.unit)),
            ("pass", number(limit.pass)),
            ("fail", number(limit.fail)),
            ("least", .bool(limit.isMinimum)),
            ("source", .string(limit.source)),
        ])
    }

    /// Returns `value` as a JSON number, rounded to three decimals, because further digits are
    /// numerical noise.
    private static func number(_ value: Double) -> JSON {
        let rounded = (value * 1_000).rounded() / 1_000
        return rounded == rounded.rounded() && abs(rounded) < 1e15
            ? .integer(Int(rounded)) : .number(rounded)
    }

    // MARK: Device and display

    private var device: JSON {
        let description = subject.description
        let identity = description.identity
        return .object([
            ("name", .string(description.name)),
            ("node", subject.node.isEmpty ? .null : .string(subject.node)),
            ("bus", .integer(Int(identity.bus))),
            ("vendor", .integer(Int(identity.vendor))),
            ("product", .integer(Int(identity.product))),
            ("version", .integer(Int(identity.version))),
            ("firmware", JSON(subject.conditions.firmware)),
            ("slots", .integer(report.stage.slotCount)),
            ("pollMilliseconds", report.polling.map { .integer($0.milliseconds) } ?? .null),
            ("x", Self.axis(description.axes[EventCode.positionX])),
            ("y", Self.axis(description.axes[EventCode.positionY])),
        ])
    }

    private static func axis(_ axis: EvdevDescription.AbsoluteAxis?) -> JSON {
        guard let axis else { return .null }
        return .object([
            ("minimum", .integer(Int(axis.minimum))),
            ("maximum", .integer(Int(axis.maximum))),
            ("unitsPerMillimetre", axis.resolution > 0 ? .integer(Int(axis.resolution)) : .null),
        ])
    }

    private var display: JSON {
        let stage = report.stage
        return .object([
            ("mode", .string(mode)),
            ("rotation", .integer(stage.geometry.rotation.rawValue)),
            ("scale", Self.number(stage.geometry.scale)),
            ("width", Self.number(stage.bounds.width)),
            ("height", Self.number(stage.bounds.height)),
            (
                "millimetres",
                .object([
                    ("width", Self.number(stage.millimeters.width)),
                    ("height", Self.number(stage.millimeters.height)),
                    ("measured", .bool(stage.isMeasured)),
                ])
            ),
        ])
    }

    // MARK: Calibration

    private var calibration: JSON {
        .object([
            ("device", Self.matrix(report.stage.calibration)),
            ("applied", report.appliedCalibration.map(Self.matrix) ?? .null),
            ("proposed", report.proposal.map { Self.matrix($0.calibration) } ?? .null),
            ("udev", JSON(udevLine)),
        ])
    }

    private static func matrix(_ matrix: TouchCalibration) -> JSON {
        .array(matrix.numbers.map { .number($0) })
    }
}
