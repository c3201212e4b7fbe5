/// The settings of several configuration files, except those that the command line overrides.
package struct ConfigurationChoice {
    /// The settings, at most one for each option.
    private(set) var settings: [ConfigurationSetting] = []

    /// The settings as command-line arguments.
    package var arguments: [String] { settings.flatMap(\.arguments) }

    /// Combines configuration files.
    ///
    /// - Parameters:
    ///   - files: The files; later ones override earlier ones, key by key.
    ///   - words: The arguments after the command's name, which override all files.
    package init(from files: [ConfigurationFile], besides words: [String]) {
        let overridden = Self.names(in: words)
        for setting in files.flatMap(\.settings) where !overridden.contains(setting.name) {
            settings.removeAll { $0.name == setting.name }
            settings.append(setting)
        }
    }

    /// Removes the settings for which `isKnown` returns `false`.
    mutating func filter(where isKnown: (ConfigurationSetting) -> Bool) {
        settings.removeAll { !isKnown($0) }
    }

    /// Returns the names of the options in a command line. A flag such as `--no-overlay` counts as
    /// `no-overlay` and as `overlay`.
    private static func names(in words: [String]) -> Set<String> {
        var names: Set<String> = []
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
            let name = String(word.dropFirst(2).prefix { $0 != "=" })
            names.insert(name)
            if name.hasPrefix("no-") { names.insert(String(name.dropFirst(3))) }
        }
        return names
    }
}
