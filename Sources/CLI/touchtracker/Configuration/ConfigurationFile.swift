import Glibc
import KioskSystem
import KioskYAML
import LabFieldTest
import LabReports

/// A configuration file: options by their long names, and the field test's limits.
///
/// ```yaml
/// scene: draw
/// rotate: 90
/// log: [gestures]
/// field-test:
///   limits: {jitter.peak-mm: {pass: 1.5, fail: 3}}
/// ```
package struct ConfigurationFile {
    /// The size limit in bytes; the boot partition's helper copies at most one byte more.
    package static let maximumSize = 64 * 1_024
    /// The limit for the number of keys, so that a hostile file cannot delay the start.
    private static let maximumKeyCount = 128
    private static let fieldTest = "field-test"

    /// The name of the file in error messages.
    let name: String
    /// The settings, at most one for each option.
    let settings: [ConfigurationSetting]
    private let limits: YAMLNode?

    /// Reads a file.
    ///
    /// - Parameter place: The location, and whether the file must exist.
    /// - Returns: The file, or `nil` if an optional file does not exist.
    /// - Throws: `YAMLError` if the file cannot be read or is invalid.
    static func read(_ place: ConfigurationPlace) throws(YAMLError) -> ConfigurationFile? {
        guard let bytes = try bytes(of: place) else { return nil }
        return try ConfigurationFile(bytes: bytes, name: place.name)
    }

    /// Parses the content of a file.
    ///
    /// - Throws: `YAMLError` with the line number of an invalid entry.
    package init(bytes: [UInt8], name: String) throws(YAMLError) {
        self.name = name
        var settings: [ConfigurationSetting] = []
        var limits: YAMLNode?
        if let root = try YAMLDocument.document(in: bytes, name: name)?.root, !root.isNull {
            var pairs = try root.pairs()
            while let (key, value) = pairs.next() {
                if try key.string() == Self.fieldTest {
                    try value.checkKeys(["limits"])
                    limits = value["limits"]
                } else {
                    guard settings.count < Self.maximumKeyCount else {
                        throw key.error(
                            "more than \(Self.maximumKeyCount) keys",
                            remedy: "remove keys with default values")
                    }
                    settings.append(try ConfigurationSetting(key: key, value: value))
                }
            }
        }
        self.settings = settings
        self.limits = limits
        var usual = FieldTestLimits()
        try applyLimits(to: &usual)
        try checkSettings()
    }

    /// The settings as command-line arguments.
    package var arguments: [String] { settings.flatMap(\.arguments) }

    /// Replaces the limits in `all` that the file defines.
    package func applyLimits(to all: inout FieldTestLimits) throws(YAMLError) {
        if let limits { try all.apply(limits, source: name) }
    }

    private func checkSettings() throws(YAMLError) {
        var seen: [String: String] = [:]
        for setting in settings {
            if let other = seen.updateValue(setting.key, forKey: setting.name) {
                throw setting.error(
                    "\(YAMLError.quoted(setting.key)) conflicts with \(YAMLError.quoted(other))",
                    remedy: "keep one of the two")
            }
        }
        // All settings are checked at once. After an error, each setting is checked separately.
        switch ParserAnswer(to: arguments, of: Run.self) {
        case .accepted: return
        case .unknown, .refused:
            for setting in settings { try setting.check() }
        }
        if case .refused(let cause, _) = ParserAnswer(
            to: arguments, of: Run.self)
        {
            throw YAMLError(
                file: name, line: nil, cause: cause, remedy: "remove one of these keys")
        }
    }

    private static func bytes(of place: ConfigurationPlace) throws(YAMLError) -> [UInt8]? {
        func error(_ cause: String, remedy: String) -> YAMLError {
            YAMLError(file: place.name, line: nil, cause: cause, remedy: remedy)
        }
        var information = stat()
        guard stat(place.path, &information) == 0 else {
            let code = Errno.last
            if code.rawValue == ENOENT, !place.isRequired { return nil }
            throw error("cannot be read: \(code)", remedy: "name an existing file")
        }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw error("is not a regular file", remedy: "replace it by a file, or remove it")
        }
        guard information.st_size <= maximumSize else {
            throw error(
                "is larger than \(maximumSize / 1_024) kB", remedy: "keep only what you have chosen"
            )
        }
        guard let bytes = FileContents.read(place.path, maximumSize: maximumSize),
            bytes.count == information.st_size
        else {
            throw error("cannot be read", remedy: "make it readable for the kiosk's user")
        }
        return bytes
    }
}
