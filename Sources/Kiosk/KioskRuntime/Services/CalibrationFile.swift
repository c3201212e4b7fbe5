import KioskYAML
import TouchKitContacts
import TouchKitGeometry

/// The contents of the YAML file that stores the touchscreen calibrations made on this device.
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
    /// The calibration of one touchscreen.
    package struct Entry: Hashable, Sendable {
        /// The touchscreen's identity and port.
        package var key: DeviceKey
        /// The touchscreen's product name, which identifies the entry for readers of the file and
        /// is otherwise not used.
        package var name: String
        /// The calibration, which takes precedence over the calibration that udev sets.
        package var calibration: TouchCalibration

        /// Creates an entry for a touchscreen.
        package init(key: DeviceKey, name: String, calibration: TouchCalibration) {
            self.key = key
            self.name = name
            self.calibration = calibration
        }
    }

    /// The name of the calibration file in the service's state directory.
    package static let name = "touch-calibration.yaml"
    /// The maximum number of entries. A further entry replaces the oldest entry.
    static let maximumDeviceCount = 32
    /// The maximum accepted magnitude of a matrix element. The elements for real touchscreens are
    /// smaller.
    private static let maximumElement = 10.0

    /// The entries in the order in which they were stored, oldest first.
    package private(set) var entries: [Entry] = []

    /// Creates file contents without entries.
    package init() {}

    /// Reads the calibration file at the path `file`. If the file is missing, `entries` is empty.
    ///
    /// - Throws: `YAMLError` if the file cannot be read or its contents are invalid.
    package init(file: String) throws(YAMLError) {
        guard let root = try YAMLDocument.read(ownFile: file)?.root else { return }
        for (key, value) in try root.pairs() {
            guard try key.string() == "devices" else {
                throw key.error(
                    "unknown key", remedy: "remove the line; the only key is devices")
            }
            for node in try value.elements() { store(try Self.entry(node)) }
        }
    }

    /// The stored calibration of a touchscreen, or `nil` if no calibration is stored for it.
    package subscript(_ key: DeviceKey?) -> TouchCalibration? {
        entries.first { $0.key == key }?.calibration
    }

    /// Adds an entry, and removes an earlier entry for the same touchscreen. Does not write the
    /// file.
    package mutating func store(_ entry: Entry) {
        entries.removeAll { $0.key == entry.key }
        entries.append(entry)
        if entries.count > Self.maximumDeviceCount { entries.removeFirst() }
    }

    /// The complete YAML text to write to the calibration file.
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
        guard let calibration = TouchCalibration(numbers),
            numbers.allSatisfy({ abs($0) <= maximumElement })
        else {
            throw node.error(
                "not a calibration matrix",
                remedy: "write six numbers, in the order of LIBINPUT_CALIBRATION_MATRIX")
        }
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
