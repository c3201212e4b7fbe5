import Foundation

/// The package manifest, as `swift package dump-package` prints it.
struct Manifest: Decodable {
    /// A target of the package.
    struct Target: Decodable, CustomStringConvertible {
        let name: String
        /// The kind of target: `regular`, `executable`, `test` or `system`.
        let type: String
        /// The target's folder, relative to the package's root.
        let path: String?
        let dependencies: [Dependency]

        /// The folder of `Sources` or `Tests` that groups the target: `TouchKit`, `Kiosk`, `App` ….
        var group: String {
            let parts = (path ?? "").split(separator: "/")
            return parts.count > 1 ? String(parts[1]) : ""
        }

        /// Whether the target's folder lies in `Sources`.
        var isSource: Bool { path?.hasPrefix("Sources/") == true }

        /// The names of the targets of this package that the target depends on.
        var targetNames: [String] { dependencies.compactMap(\.targetName) }

        var description: String { name }
    }

    /// A dependency of a target: a target of this package, or a product of another one.
    struct Dependency: Decodable {
        /// The name of the target, or `nil` for a product of another package.
        let targetName: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let key: Key? = [.byName, .target].first { container.contains($0) }
            targetName = try key.flatMap {
                try container.decode([String?].self, forKey: $0).first ?? nil
            }
        }

        private enum Key: String, CodingKey {
            case byName, target
        }
    }

    /// A product of the package and the targets it consists of.
    struct Product: Decodable {
        let name: String
        let targets: [String]
    }

    let targets: [Target]
    let products: [Product]

    /// The package's root folder.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The manifest, read once for all tests.
    static let package = Result { try read() }

    /// Returns the target named `name`, or `nil` if the package has none.
    func target(_ name: String) -> Target? {
        targets.first { $0.name == name }
    }

    /// Runs `swift package dump-package` and decodes its output.
    ///
    /// The scratch folder of its own avoids waiting for the lock of the test run.
    private static func read() throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent("manifest-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
            "dump-package",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return try JSONDecoder().decode(Manifest.self, from: data)
    }
}
