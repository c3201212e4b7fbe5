import Foundation

/// A Swift file of `Sources` or `Tests`.
struct SourceFile: CustomStringConvertible {
    /// The target the file belongs to.
    let target: String
    /// The path relative to the package's root.
    let path: String
    let lines: [String]

    var description: String { path }

    /// The modules that the file imports, with any attribute or access level.
    var imports: [String] {
        lines.compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let position = words.firstIndex(of: "import"), position < 3,
                words[..<position].allSatisfy({ $0.hasPrefix("@") || Self.levels.contains($0) }),
                let name = words.dropFirst(position + 1).first(where: { !Self.kinds.contains($0) })
            else { return nil }
            return String(name.split(separator: ".")[0])
        }
    }

    /// The modules that the file re-exports.
    var exports: [String] {
        lines.filter { $0.hasPrefix("@_exported import ") }
            .map { String($0.split(separator: " ")[2]) }
    }

    private static let levels: Set<String> = ["public", "package", "internal", "private"]
    private static let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    /// Returns all Swift files below `folder` (`Sources` or `Tests`), sorted by path. Throws an
    /// error if there are none.
    static func all(in folder: String) throws -> [SourceFile] {
        let top = Manifest.root.appendingPathComponent(folder)
        guard let walk = FileManager.default.enumerator(atPath: top.path) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        let paths = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
        if paths.isEmpty { throw CocoaError(.fileReadNoSuchFile) }
        return try paths.map { path in
            let text = try String(contentsOf: top.appendingPathComponent(path), encoding: .utf8)
            let parts = path.split(separator: "/")
            return SourceFile(
                target: parts.count > 1 ? String(parts[1]) : "", path: "\(folder)/\(path)",
                lines: text.components(separatedBy: "\n"))
        }
    }
}
