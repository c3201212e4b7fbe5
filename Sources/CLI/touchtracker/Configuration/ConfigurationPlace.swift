import ArgumentParser
import KioskRuntime

/// A possible location of a configuration file.
struct ConfigurationPlace {
    /// The path of the file.
    let path: String
    /// The name of the file in error messages.
    let name: String
    /// Whether the file must exist.
    let isRequired: Bool

    /// The path of the system's configuration file.
    static let systemFile = "/etc/touchtracker.yaml"
    /// The name of the boot partition's copy in the service's state folder (docs/installation.md).
    static let bootCopy = "touchtracker.yaml"
    /// The name of the boot partition's file in error messages: its path as seen on the computer
    /// that wrote the memory card.
    static let bootName = "TT-BOOT/touchtracker.yaml"

    /// Returns the locations in ascending order of precedence: later files override earlier ones.
    ///
    /// - Parameters:
    ///   - named: The path of the file that replaces the system's configuration file, or `nil`.
    ///   - stateFolders: The service's state directories (systemd.exec(5)), separated by colons, or
    ///     `nil`. Without them the boot partition's copy is ignored, because a root shell must not
    ///     trust a folder that the kiosk can write.
    static func all(
        named: String?,
        stateFolders: String? = KioskEnvironment.current.stateDirectories
    ) -> [ConfigurationPlace] {
        var places = [
            named.map { ConfigurationPlace(path: $0, name: $0, isRequired: true) }
                ?? ConfigurationPlace(path: systemFile, name: systemFile, isRequired: false)
        ]
        if let folder = stateFolders?.split(separator: ":").first {
            places.append(
                ConfigurationPlace(
                    path: "\(folder)/\(bootCopy)", name: bootName, isRequired: false))
        }
        return places
    }
}

/// The option that names the configuration file.
struct ConfigOption: ParsableArguments {
    /// The name of the option, which is not a configuration key.
    static let name = "config"

    @Option(
        name: .customLong(Self.name),
        help: ArgumentHelp(
            "The configuration file; by default \(ConfigurationPlace.systemFile), if it exists (docs/installation.md).",
            valueName: "file"))
    var file: String?

    func validate() throws {
        if file?.isEmpty == true { throw ValidationError("--\(Self.name) names no file") }
    }
}
