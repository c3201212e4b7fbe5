import Glibc
import KioskSystem
import KioskYAML
import TouchKitContacts
import TouchKitGeometry

/// How touch devices are corrected, as it was found out on the board: a small file.
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
    /// What holds for one device.
    package struct Entry: Hashable, Sendable {
        /// Which device it is, and where.
        package var key: DeviceKey
        /// What it calls itself: for whoever reads the file.
        package var name: String
        /// The correction of its positions, in place of udev's.
        package var calibration: TouchCalibration

        /// Makes an entry.
        package init(key: DeviceKey, name: String, calibration: TouchCalibration) {
            self.key = key
            self.name = name
            self.calibration = calibration
        }
    }

    /// The file's name in the state folder.
    package static let name = "touch-calibration.yaml"
    /// The most devices that are kept: who plugs in more lets the oldest be forgotten.
    static let mostDevices = 32
    /// The largest number that a matrix has: any correction that leads from a panel to a screen has smaller
    /// ones.
    private static let largest = 10.0

    /// The devices, the one that was kept last at the end.
    package private(set) var entries: [Entry] = []

    /// Makes a file that says nothing.
    package init() {}

    /// Reads a file; where there is none, it says nothing.
    ///
    /// - Throws: `YAMLError` where it can't be read or says something else.
    package init(file: String) throws(YAMLError) {
        if access(file, F_OK) != 0, Errno.last == .notFound { return }
        let root = try YAMLDocument.read(path: file).root
        for (key, value) in try root.pairs() {
            guard try key.string() == "devices" else {
                throw key.error(
                    "this key isn't known here", remedy: "remove the line: devices is")
            }
            for node in try value.elements() { keep(try Self.entry(node)) }
        }
    }

    /// The correction of a device; nil where none is kept.
    package subscript(_ key: DeviceKey?) -> TouchCalibration? {
        entries.first { $0.key == key }?.calibration
    }

    /// Keeps a device's correction, in place of a former one.
    package mutating func keep(_ entry: Entry) {
        entries.removeAll { $0.key == entry.key }
        entries.append(entry)
        if entries.count > Self.mostDevices { entries.removeFirst() }
    }

    /// The file's text.
    package var text: String {
        var text = """
            # How touch panels lie under the picture, found out on the board (docs/orientation.md); it comes
            # before udev's LIBINPUT_CALIBRATION_MATRIX. Without this file, or a device here, that holds.
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
        guard numbers.count == 6, numbers.allSatisfy({ abs($0) <= largest }) else {
            throw node.error(
                "this is no correction of a touch panel",
                remedy: "write six numbers, as LIBINPUT_CALIBRATION_MATRIX has them")
        }
        let calibration = TouchCalibration(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4],
            f: numbers[5])
        guard abs(calibration.a * calibration.e - calibration.b * calibration.d) > 0.01 else {
            throw node.error(
                "this takes the whole panel to a line", remedy: "remove the device, or the file")
        }
        return calibration
    }

    /// A text as YAML has it in double quotes. Devices name themselves: what isn't plain is written by its
    /// number.
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
