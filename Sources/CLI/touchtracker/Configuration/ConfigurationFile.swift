import Glibc
import KioskSystem
import KioskYAML
import LabFieldTest

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
    /// The largest file that is read, in bytes; the boot partition's helper copies one byte more at most.
    package static let largestSize = 64 * 1_024
    /// More keys than there will ever be options: a start mustn't wait for a hostile file to be read.
    private static let mostKeys = 128
    private static let fieldTest = "field-test"

    /// The file, as people know it.
    let name: String
    /// What it says, each option once.
    let settings: [ConfigurationSetting]
    private let limits: YAMLNode?

    /// Reads a file.
    ///
    /// - Parameter place: Where it is, and whether it must be there.
    /// - Returns: The file; nil where there is none, and none is asked for.
    /// - Throws: `YAMLError` where it can't be read, or says what nobody understands.
    static func read(_ place: ConfigurationPlace) throws(YAMLError) -> ConfigurationFile? {
        guard let bytes = try bytes(of: place) else { return nil }
        return try ConfigurationFile(bytes: bytes, name: place.name)
    }

    /// Reads what a file says.
    ///
    /// - Throws: `YAMLError` with the line where it says what nobody understands.
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
                    guard settings.count < Self.mostKeys else {
                        throw key.error(
                            "more than \(Self.mostKeys) keys stand here",
                            remedy: "keep only what you have chosen")
                    }
                    settings.append(try ConfigurationSetting(key: key, value: value))
                }
            }
        }
        self.settings = settings
        self.limits = limits
        var usual = FieldTestLimits()
        try takeLimits(into: &usual)
        try checkSettings()
    }

    /// What its options come to on a command line.
    package var arguments: [String] { settings.flatMap(\.arguments) }

    /// Takes the file's limits in place of those that hold so far.
    package func takeLimits(into all: inout FieldTestLimits) throws(YAMLError) {
        if let limits { try all.take(limits, source: name) }
    }

    private func checkSettings() throws(YAMLError) {
        var seen: [String: String] = [:]
        for setting in settings {
            if let other = seen.updateValue(setting.key, forKey: setting.name) {
                throw setting.error(
                    "\(YAMLError.quoted(setting.key)) stands beside \(YAMLError.quoted(other))",
                    remedy: "keep one of the two")
            }
        }
        // All at once; one by one only where somebody has to be told which.
        switch ParserAnswer(to: arguments, of: Run.self) {
        case .accepted: return
        case .unknown, .refused:
            for setting in settings { try setting.check() }
        }
        if case .refused(let cause, _) = ParserAnswer(
            to: arguments, of: Run.self)
        {
            throw YAMLError(
                file: name, line: nil, cause: cause, remedy: "leave one of these keys away")
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
            throw error("can't be read: \(code)", remedy: "name a file that is there")
        }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw error("is no ordinary file", remedy: "put a file there, or nothing")
        }
        guard information.st_size <= largestSize else {
            throw error(
                "is larger than \(largestSize / 1_024) kB", remedy: "keep only what you have chosen"
            )
        }
        guard let bytes = WholeFile.read(place.path, atMost: largestSize),
            bytes.count == information.st_size
        else {
            throw error("can't be read", remedy: "make it readable for the user of the kiosk")
        }
        return bytes
    }
}
