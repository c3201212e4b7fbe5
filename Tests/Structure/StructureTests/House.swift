import Foundation

/// The table of docs/architecture.md: who may import whom.
enum House {
    /// What one target may do.
    struct Room {
        var level: Int
        var imports: Set<String>
        var packages: Set<String> = []
    }

    /// Modules of the platform that any target may use.
    static let platform: Set<String> = ["Glibc", "Synchronization"]
    /// What a library must not touch: it would drag ICU onto the boards.
    static let heavy: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch"]

    static let rooms: [String: Room] = [
        "Geometry": Room(level: 0, imports: []),
        "Raster": Room(level: 1, imports: ["Geometry"]),
        "Touch": Room(level: 1, imports: ["Geometry"]),
        "Pacing": Room(level: 1, imports: ["Geometry"]),
        "Linux": Room(
            level: 1,
            imports: [
                "Geometry", "CLinux", "CUdev", "CYAML",
            ]),
        "YAML": Room(level: 1, imports: ["CYAML"]),
        "TouchKit": Room(level: 2, imports: ["Geometry", "Touch", "Raster"]),
        "Services": Room(level: 2, imports: ["Geometry", "Touch"]),
        "Display": Room(level: 2, imports: ["Geometry", "Linux", "Raster", "CDRM"]),
        "Input": Room(level: 2, imports: ["Geometry", "Linux", "Touch", "CInput"]),
        "Robot": Room(level: 2, imports: ["Geometry", "Linux", "Touch"]),
        "PNG": Room(level: 2, imports: ["Geometry", "Raster", "CPNG"]),
        "Text": Room(level: 2, imports: ["Geometry", "Raster", "CFreeType"]),
        "FieldTest": Room(level: 2, imports: ["Geometry", "Touch"]),
        "Orientation": Room(level: 2, imports: ["Geometry", "Touch"]),
        "Recordings": Room(level: 2, imports: ["Geometry", "Touch", "YAML"]),
        "Store": Room(level: 2, imports: ["Geometry", "Linux", "CSQLite"]),
        "PatternLock": Room(level: 2, imports: ["Linux", "CCrypt"]),
        "TouchTrackerApp": Room(
            level: 3,
            imports: [
                "Geometry", "TouchKit", "Services", "FieldTest", "Orientation", "Store",
                "PatternLock", "Touch", "Raster",
            ]),
        "KioskRuntime": Room(
            level: 3,
            imports: [
                "Geometry", "TouchKit", "Services", "Display", "Input", "Linux", "PNG", "Pacing",
                "Raster", "Recordings", "Robot", "Text", "Touch", "YAML",
            ],
            packages: ["Histogram"]),
        "TouchKitTesting": Room(
            level: 3, imports: ["Geometry", "TouchKit", "Pacing", "Touch", "Raster"]),
        "touchtracker": Room(
            level: 4,
            imports: [
                "Geometry", "TouchTrackerApp", "KioskRuntime", "TouchKit", "Services", "Display",
                "FieldTest", "Input", "Linux", "PNG", "Pacing", "PatternLock", "Raster",
                "Recordings", "Robot", "Store", "Touch", "YAML",
            ],
            packages: ["ArgumentParser"]),
    ]

    /// The C modules: a module map and a `shim.h`, nothing else.
    static let cModules: Set<String> = [
        "CCrypt", "CDRM", "CFreeType", "CInput", "CPNG", "CLinux", "CSQLite", "CUdev", "CYAML",
    ]

    /// The folder that holds the targets.
    static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources")
}

/// One Swift file of `Sources/`.
struct SourceFile: CustomStringConvertible {
    let target: String
    let path: String
    let lines: [String]

    var description: String { path }

    /// The modules it imports, whatever the access level or attribute of the import.
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

    private static let levels: Set<String> = ["public", "package", "internal", "private"]
    private static let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    /// Every Swift file below `Sources/`.
    static func all() throws -> [SourceFile] {
        let root = House.sources
        guard let walk = FileManager.default.enumerator(atPath: root.path) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        return try walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
            .map { path in
                let text = try String(
                    contentsOf: root.appendingPathComponent(path), encoding: .utf8)
                return SourceFile(
                    target: String(path.split(separator: "/")[0]), path: path,
                    lines: text.components(separatedBy: "\n"))
            }
    }
}
