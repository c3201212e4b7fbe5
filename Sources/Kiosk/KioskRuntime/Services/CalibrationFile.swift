import Glibc
import KioskSystem
import KioskYAML
import TouchKitContacts
import TouchKitGeometry

/// The file of touchscreen calibrations made on the board.
///
/// ```yaml
/// devices:
///   - name: "ILITEK Touch"
///     bus: 3
///     vendor: 8746
///     product: 11
///     path: "platform-xhci-usb-0:1.2:1.0"
///     matrix: "0 1 0 -1 0 1"
/// ```
package struct CalibrationFile: Hashable, Sendable {
    /// The calibration of one device.
    package struct Entry: Hashable, Sendable {
        /// The identity and port of the device.
        package var key: DeviceKey
        /// The device's product name, which only documents the entry in the file.
        package var name: String
        /// The calibration, which takes precedence over the calibration of udev.
        package var calibration: TouchCalibration

        /// Creates an entry.
        package init(key: DeviceKey, name: String, calibration: TouchCalibration) {
            self.key = key
            self.name = name
            self.calibration = calibration
        }
    }

    /// The name of the file in the state folder.
    package static let name = "touch-calibration.yaml"
    /// The largest number of entries. A further entry replaces the oldest one.
    static let maximumDeviceCount = 32
    /// The largest accepted magnitude of a matrix element. The calibrations of real touchscreens
    /// have smaller elements.
    private static let maximumElement = 10.0

    /// The entries, oldest first.
    package private(set) var entries: [Entry] = []

    /// Creates a file without entries.
    package init() {}

    /// Reads a file; a missing file has no entries.
    ///
    /// - Throws: `YAMLError` if the file cannot be read or has an invalid content.
    package init(file: String) throws(YAMLError) {
        if access(file, F_OK) != 0, Errno.last == .notFound { return }
        let root = try YAMLDocument.read(path: file).root
        for (key, value) in try root.pairs() {
            guard try key.string() == "devices" else {
                throw key.error(
                    "unknown key", remedy: "remove the line; the only key is devices")
            }
            for node in try value.elements() { store(try Self.entry(node)) }
        }
    }

    /// The calibration of a device, or `nil` if none is stored.
    package subscript(_ key: DeviceKey?) -> TouchCalibration? {
        entries.first { $0.key == key }?.calibration
    }

    /// Adds an entry and removes an earlier entry for the same device.
    package mutating func store(_ entry: Entry) {
        entries.removeAll { $0.key == entry.key }
        entries.append(entry)
        if entries.count > Self.maximumDeviceCount { entries.removeFirst() }
    }

    /// The complete text to write to the file.
    package var text: String {
        var text = """
            # Calibrations of touchscreens, made on the board (docs/maintenance.md). They take
            # precedence over udev's LIBINPUT_CALIBRATION_MATRIX.
            devices:

            """
        for entry in entries {
            text += """
                  - name: \(Self.quoted(entry.name))
                    bus: \(entry.key.bus)
                    vendor: \(entry.key.vendor)
                    product: \(entry.key.product)
                    path: \(Self.quoted(entry.key.path))
                    matrix: "\(entry.calibration.matrix)"

                """
        }
        return text
    }

    // MARK: Reading

    private static func entry(_ node: YAMLNode) throws(YAMLError) -> Entry {
        func number(_ key: String) throws(YAMLError) -> UInt16 {
            UInt16(try node.value(of: key).integer(in: 0...65_535))
        }
        return Entry(
            key: DeviceKey(
                bus: try number("bus"), vendor: try number("vendor"),
                product: try number("product"), path: try node.value(of: "path").string()),
            name: try node.value(of: "name").string(),
            calibration: try calibration(try node.value(of: "matrix")))
    }

    private static func calibration(_ node: YAMLNode) throws(YAMLError) -> TouchCalibration {
        let numbers = try node.string().split(separator: " ").map { Double($0) ?? .nan }
        guard numbers.count == 6, numbers.allSatisfy({ abs($0) <= maximumElement }) else {
            throw node.error(
                "not a calibration matrix",
                remedy: "write six numbers, as LIBINPUT_CALIBRATION_MATRIX has them")
        }
        let calibration = TouchCalibration(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4],
            f: numbers[5])
        guard abs(calibration.a * calibration.e - calibration.b * calibration.d) > 0.01 else {
            throw node.error(
                "the matrix maps the whole touchscreen to a line",
                remedy: "remove the device, or the file")
        }
        return calibration
    }

    /// Returns `text` as a double-quoted YAML string. Device names are untrusted, so all characters
    /// except printable ASCII are escaped.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": return "\\\(scalar)"
            case " "..."~": return String(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                return "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
            }
        }
        return "\"\(escaped.joined())\""
    }
}
