import KioskRuntime

/// A location at which the program looks for a configuration file.
struct ConfigurationLocation {
    /// The path of the file.
    let path: String
    /// The name by which error messages refer to the file.
    let name: String
    /// Whether a missing file is an error.
    let isRequired: Bool
    /// Whether the file may be a symbolic link. The copy of the boot partition's file may not,
    /// because the kiosk's user can write to its folder.
    var followsLink = true

    /// The path of the system's configuration file.
    static let systemPath = "/etc/touchtracker.yaml"
    /// The name of the file in the service's state directory that is a copy of the configuration
    /// file on the boot partition (docs/installation.md).
    static let bootCopyFileName = "touchtracker.yaml"
    /// The name by which error messages refer to the configuration file on the boot partition: the
    /// volume name and the path on a computer that mounts the memory card.
    static let bootDisplayName = "TT-BOOT/touchtracker.yaml"

    /// Returns the locations in ascending order of precedence: later files override earlier files.
    ///
    /// Outside the service, the result omits the copy of the boot partition's file, because a
    /// command that runs as root must not trust a directory that the kiosk's user can write.
    ///
    /// - Parameter customPath: The path of the file to read instead of the system's configuration
    ///   file, or `nil` to read the system's file.
    static func all(customPath: String?) -> [ConfigurationLocation] {
        var locations = [
            customPath.map { ConfigurationLocation(path: $0, name: $0, isRequired: true) }
                ?? ConfigurationLocation(path: systemPath, name: systemPath, isRequired: false)
        ]
        if let folder = KioskEnvironment.current.stateFolder {
            locations.append(
                ConfigurationLocation(
                    path: "\(folder)/\(bootCopyFileName)", name: bootDisplayName,
                    isRequired: false, followsLink: false))
        }
        return locations
    }
}

/// The command-line option for the path of the configuration file.
struct ConfigOption: ParsableArguments {
    /// The name of the command-line option. A configuration file cannot set this option.
    static let name = "config"

    @Option(
        Self.name,
        help: ArgumentHelp(
            "The configuration file; by default \(ConfigurationLocation.systemPath), if it exists (docs/installation.md).",
            valueName: "file"))
    private var argument: PathArgument?

    /// The path of the configuration file, or `nil` if the command line does not specify one.
    var file: String? { argument?.path }
}
