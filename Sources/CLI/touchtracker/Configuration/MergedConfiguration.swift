/// The effective settings of several configuration files. Settings that the command line overrides
/// are omitted.
package struct MergedConfiguration {
    /// The effective settings, at most one for each option.
    private(set) var settings: [ConfigurationSetting] = []

    /// The settings in the form of command-line arguments, for example `--rotate=90`.
    package var arguments: [String] { settings.flatMap(\.arguments) }

    /// Combines configuration files.
    ///
    /// - Parameters:
    ///   - files: The files. Each setting in a file overrides the same setting in earlier files.
    ///   - commandArguments: The arguments on the command line after the command's name, which
    ///     override all files.
    package init(_ files: [ConfigurationFile], overriddenBy commandArguments: [String]) {
        let overridden = Self.optionNames(in: commandArguments)
        for setting in files.flatMap(\.settings) where !overridden.contains(setting.name) {
            settings.removeAll { $0.name == setting.name }
            settings.append(setting)
        }
    }

    /// Removes the settings for which `isKnown` returns `false`.
    mutating func filter(where isKnown: (ConfigurationSetting) -> Bool) {
        settings.removeAll { !isKnown($0) }
    }

    /// Returns the names of the options in command-line arguments. For a flag such as
    /// `--no-overlay`, the result contains both `no-overlay` and `overlay`.
    private static func optionNames(in arguments: [String]) -> Set<String> {
        var names: Set<String> = []
        for argument in arguments.prefix(while: { $0 != "--" })
        where argument.hasPrefix("--") {
            let name = String(argument.dropFirst(2).prefix { $0 != "=" })
            names.insert(name)
            if name.hasPrefix("no-") { names.insert(String(name.dropFirst(3))) }
        }
        return names
    }
}
