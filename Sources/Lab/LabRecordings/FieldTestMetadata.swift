import KioskYAML
import TouchKitContacts
import TouchKitGeometry

extension Recording {
    /// The conditions of a field test. They are stored in the recording, so that the recording
    /// alone suffices to create the report again. Unknown properties are `nil`.
    package struct FieldTestMetadata: Hashable, Sendable {
        /// The width of the display mode, in pixels.
        package var width: Int?
        /// The height of the display mode, in pixels.
        package var height: Int?
        /// The number of pixels per point.
        package var scale: Double?
        /// The clockwise rotation of the picture.
        package var rotation: Rotation?
        /// The size of the display in scanout orientation, in millimeters.
        package var millimeters: CGSize?
        /// The touchscreen's calibration at the start of the test.
        package var calibration: TouchCalibration?
        /// The board's name.
        package var board: String?
        /// The duration of the field test from the recording's start, in microseconds.
        package var duration: Int64?
        /// The latencies from touch to scanout in the latency test, in microseconds.
        package var scanout: [Int64]
        /// The way in which the kernel obtained the touchscreen's reports, or `unknown` if neither
        /// polling nor an interrupt is certain.
        package var sampling = TouchSampling.unknown
        /// The circumstances of the test. The machine's name is `board`.
        package var conditions = TestConditions()

        /// Creates metadata.
        package init(
            width: Int? = nil, height: Int? = nil, scale: Double? = nil, rotation: Rotation? = nil,
            millimeters: CGSize? = nil, board: String? = nil, duration: Int64? = nil,
            scanout: [Int64] = []
        ) {
            self.width = width
            self.height = height
            self.scale = scale
            self.rotation = rotation
            self.millimeters = millimeters
            self.board = board
            self.duration = duration
            self.scanout = scanout
        }
    }
}

// MARK: File format

extension Recording.FieldTestMetadata {
    /// The top-level YAML key of the metadata in a recording. Other programs ignore unknown keys.
    static let key = "field-test"

    /// The maximum number of touch-to-scanout latencies in a file.
    package static let maximumScanoutTimeCount = 2_000

    /// The valid widths and heights, in pixels.
    private static let extents: ClosedRange<Int64> = 1...16_384
    /// The valid durations and latencies, in microseconds: up to 10⁹ seconds, like the times of
    /// events.
    private static let times: ClosedRange<Int64> = 0...1_000_000_000_000_000
    /// The valid elements of a calibration matrix. libinput computes in single precision.
    private static let matrixElements =
        -Double(Float.greatestFiniteMagnitude)...Double(Float.greatestFiniteMagnitude)

    /// Creates metadata from a YAML mapping. Unknown keys are ignored, because later versions may
    /// add keys.
    ///
    /// - Throws: `YAMLError` if a value is invalid.
    init(_ node: YAMLNode) throws(YAMLError) {
        self.init()
        if node.isNull { return }
        for (key, value) in try node.pairs() where !value.isNull {
            switch try key.string() {
            case "mode":
                let pair = try Self.pair(value)
                width = Int(try pair.0.integer(in: Self.extents))
                height = Int(try pair.1.integer(in: Self.extents))
            case "scale": scale = try Self.number(value, in: 0.25...8)
            case "rotation":
                guard let angle = Rotation(rawValue: Int(try value.integer(in: 0...270))) else {
                    throw value.error(
                        "not a rotation", remedy: "write 0, 90, 180 or 270")
                }
                rotation = angle
            case "millimeters":
                let pair = try Self.pair(value)
                millimeters = CGSize(
                    width: try Self.number(pair.0, in: 1...10_000),
                    height: try Self.number(pair.1, in: 1...10_000))
            case "calibration": calibration = try Self.calibration(value)
            case "board": board = try value.string()
            case "duration": duration = try value.integer(in: Self.times)
            case "scanout":
                for element in try value.elements() {
                    scanout.append(try element.integer(in: Self.times))
                }
            case "sampling": sampling = try Self.sampling(value)
            case "date": conditions.date = try value.string()
            case "kernel": conditions.kernel = try value.string()
            case "firmware": conditions.firmware = try value.string()
            case "serial": conditions.serial = try value.string()
            case "operator": conditions.operatorName = try value.string()
            default: continue
            }
        }
    }

    /// The valid poll intervals, in milliseconds.
    private static let pollIntervals: ClosedRange<Int64> = 0...10_000

    /// Reads `interrupts`, or the interval, the minimum and the maximum of polling in milliseconds.
    /// The list has one element if the driver has no setting.
    private static func sampling(_ node: YAMLNode) throws(YAMLError) -> TouchSampling {
        guard case .scalar = node.kind else {
            var numbers: [Int] = []
            for element in try node.elements() {
                numbers.append(Int(try element.integer(in: pollIntervals)))
            }
            guard numbers.count == 1 || numbers.count == 3 && numbers[1] <= numbers[2] else {
                throw node.error(
                    "not a poll interval", remedy: "write [interval, minimum, maximum]")
            }
            return .polled(
                TouchPolling(
                    milliseconds: numbers[0],
                    range: numbers.count == 3 ? numbers[1]...numbers[2] : nil))
        }
        return try node.string() == "interrupts" ? .interrupts : .unknown
    }

    private static func calibration(_ node: YAMLNode) throws(YAMLError) -> TouchCalibration {
        var numbers: [Double] = []
        for element in try node.elements() {
            numbers.append(try number(element, in: matrixElements))
        }
        guard let calibration = TouchCalibration(numbers) else {
            throw node.error(
                "\(numbers.count) numbers instead of 6",
                remedy: "write them in the order of LIBINPUT_CALIBRATION_MATRIX")
        }
        return calibration
    }

    private static func pair(_ node: YAMLNode) throws(YAMLError) -> (YAMLNode, YAMLNode) {
        var list = try node.elements()
        guard list.count == 2, let first = list.next(), let second = list.next() else {
            throw node.error("\(list.count) numbers instead of 2", remedy: "write width, height")
        }
        return (first, second)
    }

    private static func number(
        _ node: YAMLNode, in range: ClosedRange<Double>
    ) throws(YAMLError) -> Double {
        guard node.kind == .scalar(isPlain: true), let number = Double(try node.string()),
            range.contains(number)
        else {
            throw node.error(
                "not a valid number",
                remedy: "write one from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

extension RecordingWriter {
    /// Appends the metadata of a field test, after the last device and before `appendEnd`.
    ///
    /// If there are more than `maximumScanoutTimeCount` latencies, an evenly spaced selection is
    /// written.
    package static func appendFieldTest(
        _ metadata: Recording.FieldTestMetadata, into text: inout [UInt8]
    ) {
        // One line per value: a truncated file is valid up to its last complete line.
        text.append(contentsOf: "\(Recording.FieldTestMetadata.key):\n".utf8)
        func appendLine(_ line: String) { text.append(contentsOf: "  \(line)\n".utf8) }
        if let width = metadata.width, let height = metadata.height {
            appendLine("mode: [\(width), \(height)]")
        }
        if let scale = metadata.scale { appendLine("scale: \(scale)") }
        if let rotation = metadata.rotation { appendLine("rotation: \(rotation.rawValue)") }
        if let size = metadata.millimeters {
            appendLine("millimeters: [\(size.width), \(size.height)]")
        }
        if let calibration = metadata.calibration {
            appendLine("calibration: \(calibration.numbers)")
        }
        switch metadata.sampling {
        case .polled(let polling):
            let numbers: [Int] = [
                polling.milliseconds, polling.minimumMilliseconds, polling.maximumMilliseconds,
            ].compactMap { $0 }
            appendLine("sampling: \(numbers)")
        case .interrupts: appendLine("sampling: interrupts")
        case .unknown, .polledIfRegular: break
        }
        let conditions = metadata.conditions
        for (key, value) in [
            ("board", metadata.board), ("date", conditions.date), ("kernel", conditions.kernel),
            ("firmware", conditions.firmware), ("serial", conditions.serial),
            ("operator", conditions.operatorName),
        ] {
            guard let value else { continue }
            text.append(contentsOf: "  \(key): ".utf8)
            text.append(quoting: value)
            text.append("\n")
        }
        if let duration = metadata.duration { appendLine("duration: \(duration)") }
        let maximumCount = Recording.FieldTestMetadata.maximumScanoutTimeCount
        let count = min(metadata.scanout.count, maximumCount)
        let scanout = (0..<count).map { metadata.scanout[$0 * metadata.scanout.count / count] }
        appendLine("scanout: \(scanout)")
    }
}
