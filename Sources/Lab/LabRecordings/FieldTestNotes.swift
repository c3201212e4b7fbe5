import KioskYAML
import TouchKitGeometry

extension Recording {
    /// What a field test leaves in its recording beside the touches, so that its report can be made of the
    /// file alone. What isn't known is nil.
    package struct FieldTestNotes: Hashable, Sendable {
        /// The mode's width, in pixels.
        package var width: Int?
        /// The mode's height, in pixels.
        package var height: Int?
        /// Pixels per point.
        package var scale: Double?
        /// How far the picture was turned.
        package var rotation: Rotation?
        /// The extent of the screen as it is scanned out, in millimetres.
        package var millimeters: CGSize?
        /// What the board is called.
        package var board: String?
        /// When the field test was over, in microseconds from the recording's beginning.
        package var duration: Int64?
        /// What touches took to the screen, in microseconds, in the latency test.
        package var scanout: [Int64]

        /// Makes notes.
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

// MARK: In the file

extension Recording.FieldTestNotes {
    /// The key of the notes in a recording. Other readers pass it over.
    static let key = "field-test"

    /// The most scanout times that are written: more tell nothing more.
    package static let mostScanoutTimes = 2_000

    private static let extents: ClosedRange<Int64> = 1...16_384
    /// A day.
    private static let times: ClosedRange<Int64> = 0...86_400_000_000

    /// Reads notes; keys of later versions are passed over.
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
                guard let turn = Rotation(rawValue: Int(try value.integer(in: 0...270))) else {
                    throw value.error(
                        "no screen is turned like this", remedy: "write 0, 90, 180 or 270")
                }
                rotation = turn
            case "millimeters":
                let pair = try Self.pair(value)
                millimeters = CGSize(
                    width: try Self.number(pair.0, in: 1...10_000),
                    height: try Self.number(pair.1, in: 1...10_000))
            case "board": board = try value.string()
            case "duration": duration = try value.integer(in: Self.times)
            case "scanout":
                for element in try value.elements() {
                    scanout.append(try element.integer(in: Self.times))
                }
            default: continue
            }
        }
    }

    private static func pair(_ node: YAMLNode) throws(YAMLError) -> (YAMLNode, YAMLNode) {
        var list = try node.elements()
        guard list.count == 2, let first = list.next(), let second = list.next() else {
            throw node.error("\(list.count) numbers stand here", remedy: "write width, height")
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
                "no number that makes sense stands here",
                remedy: "write one from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

extension RecordingWriter {
    /// Appends what a field test notes, behind the last part and before `appendEnd`. Of more scanout times
    /// than `mostScanoutTimes` evenly chosen ones are written.
    package static func appendFieldTest(_ notes: Recording.FieldTestNotes, into text: inout [UInt8])
    {
        // A line for each: a file that was cut off is whole up to a line.
        text.append(contentsOf: "\(Recording.FieldTestNotes.key):\n".utf8)
        if let width = notes.width, let height = notes.height {
            text.append("  mode: ")
            text.append(list: [Int64(width), Int64(height)])
            text.append("\n")
        }
        if let scale = notes.scale { text.append(contentsOf: "  scale: \(scale)\n".utf8) }
        if let rotation = notes.rotation {
            text.append(contentsOf: "  rotation: \(rotation.rawValue)\n".utf8)
        }
        if let size = notes.millimeters {
            text.append(contentsOf: "  millimeters: [\(size.width), \(size.height)]\n".utf8)
        }
        if let board = notes.board {
            text.append("  board: ")
            text.append(quoting: board)
            text.append("\n")
        }
        if let duration = notes.duration {
            text.append("  duration: ")
            text.append(duration)
            text.append("\n")
        }
        let most = Recording.FieldTestNotes.mostScanoutTimes
        let count = min(notes.scanout.count, most)
        text.append("  scanout: ")
        text.append(list: (0..<count).lazy.map { notes.scanout[$0 * notes.scanout.count / count] })
        text.append("\n")
    }
}
