/// What several files say together, where the command line says nothing.
package struct ConfigurationChoice {
    /// Each option once.
    private(set) var settings: [ConfigurationSetting] = []

    /// What it comes to on a command line.
    package var arguments: [String] { settings.flatMap(\.arguments) }

    /// Chooses.
    ///
    /// - Parameters:
    ///   - files: The files; later ones override those before them, key by key.
    ///   - words: The command line after the command's name. Its options override all files.
    package init(from files: [ConfigurationFile], besides words: [String]) {
        let said = Self.names(in: words)
        for setting in files.flatMap(\.settings) where !said.contains(setting.name) {
            settings.removeAll { $0.name == setting.name }
            settings.append(setting)
        }
    }

    /// Leaves out what a command has no option for.
    mutating func keep(where isKnown: (ConfigurationSetting) -> Bool) {
        settings.removeAll { !isKnown($0) }
    }

    /// The options that a command line says, a switch by either of its names.
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
