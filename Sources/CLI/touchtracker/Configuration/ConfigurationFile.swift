import KioskSystem
import KioskYAML
import LabFieldTest
import LabReports

/// A parsed configuration file, which sets command-line options by their long names, and the limits
/// of the field test.
///
/// ```yaml
/// scene: draw
/// rotate: 90
/// log: [gestures]
/// field-test:
///   limits: {jitter.peak-mm: {pass: 1.5, fail: 3}}
/// ```
package struct ConfigurationFile {
    /// The maximum size of a configuration file in bytes: 64 KiB. The script that copies the file
    /// from the boot partition copies at most one byte more, so that the program can detect a
    /// larger file.
    package static let maximumSize = 64 * 1_024
    private static let fieldTest = "field-test"

    /// The name by which error messages refer to the file.
    let name: String
    /// The settings of command-line options in the file, at most one for each option.
    let settings: [ConfigurationSetting]
    private let limits: YAMLNode?

    /// Reads and parses a configuration file.
    ///
    /// - Parameter location: The location of the file.
    /// - Returns: The parsed file, or `nil` if an optional file does not exist.
    /// - Throws: `YAMLError` if the file cannot be read or is invalid.
    static func read(_ location: ConfigurationLocation) throws(YAMLError) -> ConfigurationFile? {
        guard let bytes = try bytes(of: location) else { return nil }
        return try ConfigurationFile(bytes: bytes, name: location.name)
    }

    /// Parses the contents of a configuration file.
    ///
    /// - Parameters:
    ///   - bytes: The file's contents in UTF-8.
    ///   - name: The name by which error messages refer to the file.
    /// - Throws: `YAMLError` with the line number of an invalid entry.
    package init(bytes: [UInt8], name: String) throws(YAMLError) {
        var settings: [ConfigurationSetting] = []
        var limits: YAMLNode?
        if let root = try YAMLDocument.document(in: bytes, name: name)?.root, !root.isNull {
            let parameters = HelpText.parameters(of: Run.self)
            var pairs = try root.pairs()
            while let (key, value) = pairs.next() {
                if try key.string() == Self.fieldTest {
                    try value.checkKeys(["limits"])
                    limits = value["limits"]
                } else {
                    let setting = try ConfigurationSetting(
                        key: key, value: value, parameters: parameters)
                    if let other = settings.first(where: { $0.name == setting.name }) {
                        throw key.error(
                            "\(YAMLError.quoted(setting.key)) conflicts with \(YAMLError.quoted(other.key))",
                            remedy: "keep one of the two")
                    }
                    settings.append(setting)
                }
            }
        }
        (self.name, self.settings, self.limits) = (name, settings, limits)
        var defaultLimits = FieldTestLimits()
        try applyLimits(to: &defaultLimits)
        try checkCombination()
    }

    /// The settings in the form of command-line arguments, for example `--rotate=90`.
    package var arguments: [String] { Self.arguments(of: [self]) }

    /// Returns the settings of several files in the form of command-line arguments. Each setting
    /// overrides the same setting in earlier files.
    ///
    /// - Parameter names: The options to which the result is limited, or `nil` for all.
    package static func arguments(
        of files: [ConfigurationFile], limitedTo names: Set<String>? = nil
    ) -> [String] {
        var settings: [ConfigurationSetting] = []
        for setting in files.flatMap(\.settings) where names?.contains(setting.name) != false {
            settings.removeAll { $0.name == setting.name }
            settings.append(setting)
        }
        return settings.flatMap(\.arguments)
    }

    /// Replaces the limits of the field test in `allLimits` with the values in the file. Limits
    /// that the file does not contain remain unchanged.
    package func applyLimits(to allLimits: inout FieldTestLimits) throws(YAMLError) {
        if let limits { try allLimits.apply(limits, source: name) }
    }

    private func checkCombination() throws(YAMLError) {
        do throws(ParsingError) {
            _ = try Run.parse(arguments)
        } catch {
            // Each value is accepted, so the error concerns a combination.
            throw YAMLError(
                file: name, line: nil, cause: error.text, remedy: "remove one of these keys")
        }
    }

    private static func bytes(of location: ConfigurationLocation) throws(YAMLError) -> [UInt8]? {
        func failure(_ cause: String, remedy: String) -> YAMLError {
            YAMLError(file: location.name, line: nil, cause: cause, remedy: remedy)
        }
        do throws(LinuxError) {
            return try FileContents.read(
                location.path, maximumSize: maximumSize, followsLink: location.followsLink)
        } catch {
            switch error.code {
            case .notFound:
                guard location.isRequired else { return nil }
                throw failure("cannot read: \(error.code)", remedy: "specify an existing file")
            case .fileTooLarge:
                throw failure(
                    "is larger than \(maximumSize / 1_024) KiB",
                    remedy: "remove comments and settings with default values")
            case let code where code.isUnsuitableKind:
                throw failure("is not a regular file", remedy: "replace it with a regular file")
            default:
                throw failure(
                    "cannot read: \(error.code)",
                    remedy: "make the file readable by the kiosk's user")
            }
        }
    }
}
