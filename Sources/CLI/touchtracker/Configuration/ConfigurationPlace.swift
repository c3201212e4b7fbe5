import ArgumentParser
import Glibc

/// Where a configuration may be.
struct ConfigurationPlace {
    /// The file.
    let path: String
    /// The file, as people know it.
    let name: String
    /// Whether it must be there.
    let isRequired: Bool

    /// The one of the machine.
    static let ofMachine = "/etc/touchtracker.yaml"
    /// The copy of the boot partition's, in the unit's state folder (docs/boot-partition.md).
    static let bootCopy = "touchtracker.yaml"
    /// The boot partition's, by the name that its computer shows.
    static let bootName = "TT-BOOT/touchtracker.yaml"

    /// The places, those that override others last.
    ///
    /// - Parameters:
    ///   - named: The file that was named in place of the machine's.
    ///   - stateFolders: The folders of state that the unit has made (systemd.exec(5)). Only a kiosk that was
    ///     started so looks for the boot partition's file: root has no reason to obey what lies in a folder
    ///     that the kiosk can write.
    static func all(
        named: String?,
        stateFolders: String? = getenv("STATE_DIRECTORY").map { String(cString: $0) }
    ) -> [ConfigurationPlace] {
        var places = [
            named.map { ConfigurationPlace(path: $0, name: $0, isRequired: true) }
                ?? ConfigurationPlace(path: ofMachine, name: ofMachine, isRequired: false)
        ]
        if let folder = stateFolders?.split(separator: ":").first {
            places.append(
                ConfigurationPlace(
                    path: "\(folder)/\(bootCopy)", name: bootName, isRequired: false))
        }
        return places
    }
}

/// Which configuration holds.
struct ConfigOption: ParsableArguments {
    /// The option; it is no key itself.
    static let name = "config"

    @Option(
        name: .customLong(Self.name),
        help: ArgumentHelp(
            "The configuration; \(ConfigurationPlace.ofMachine), where there is one, if not given (docs/configuration.md).",
            valueName: "file"))
    var file: String?

    func validate() throws {
        if file?.isEmpty == true { throw ValidationError("--\(Self.name) names no file") }
    }
}
