import Foundation
import Testing

/// Checks that only products declare symbols `public`, and that these symbols are documented.
@Suite("Public declarations")
struct AccessTests {
    let manifest: Manifest
    let files: [SourceFile]

    init() throws {
        manifest = try Manifest.package.get()
        files = try SourceFile.all(in: "Sources")
    }

    @Test("Public declarations stand in products")
    func publicOnlyInProducts() {
        let allowed = Set(manifest.products.flatMap(\.targets).filter { $0 != "touchtracker" })
        #expect(files.contains { allowed.contains($0.target) })
        #expect(files.contains { !allowed.contains($0.target) })
        for file in files where !allowed.contains(file.target) {
            for (index, line) in file.lines.enumerated()
            where Self.isPublic(line) && !Self.isArgumentInitializer(line) {
                Issue.record("\(file):\(index + 1): \(line.trimmed): make it package")
            }
        }
    }

    @Test("Every public declaration has a documentation comment")
    func publicDeclarationsAreDocumented() {
        var declarationCount = 0
        for file in files {
            for (index, line) in file.lines.enumerated()
            where Self.isPublic(line) && Self.declaresSymbol(line) {
                declarationCount += 1
                #expect(
                    Self.isDocumented(file.lines, index), "\(file):\(index + 1): \(line.trimmed)")
            }
        }
        #expect(declarationCount > 500)
    }

    @Test("No file in Sources contains try!, as! or fatalError, which trap on errors of the system")
    func noTraps() {
        let traps = ["try!", "fatalError(", "as!"]
        for file in files {
            for (index, line) in file.lines.enumerated() {
                let code = line.components(separatedBy: "//")[0]
                for trap in traps where code.contains(trap) {
                    Issue.record("\(file):\(index + 1): \(trap)")
                }
            }
        }
    }

    @Test("Only the executable, KioskEnvironment and KioskTesting read environment variables")
    func environmentVariables() {
        for file in files where !["KioskTesting", "touchtracker"].contains(file.target) {
            if file.path.hasSuffix("/KioskEnvironment.swift") { continue }
            for (index, line) in file.lines.enumerated() {
                let code = line.components(separatedBy: "//")[0]
                #expect(
                    !code.contains("getenv(") && !code.contains(" environ["),
                    "\(file):\(index + 1): reads an environment variable")
            }
        }
    }

    /// Whether a line declares the requirement of `ExpressibleByArgument`, which has to be `public`
    /// on a public type.
    private static func isArgumentInitializer(_ line: String) -> Bool {
        line.trimmed == "public init?(argument: String) {"
    }

    /// Whether a line declares something `public` or `open`.
    static func isPublic(_ line: String) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard let position = words.firstIndex(where: { $0 == "public" || $0 == "open" }),
            words[..<position].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
        else { return false }
        return words.dropFirst(position + 1).first != "import"
    }

    /// Whether a public line declares a symbol of its own: not an extension, nor an override.
    private static func declaresSymbol(_ line: String) -> Bool {
        let words = Set(line.split(separator: " ").map(String.init))
        return words.isDisjoint(with: ["override", "extension"])
    }

    private static let modifiers: Set<String> = [
        "final", "static", "nonisolated", "override", "convenience", "required", "weak",
    ]

    private static func isDocumented(_ lines: [String], _ index: Int) -> Bool {
        var above = index - 1
        while above >= 0 {
            let line = lines[above].trimmed
            if line.hasPrefix("///") { return true }
            guard line.hasPrefix("@") else { return false }
            above -= 1
        }
        return false
    }
}

extension String {
    /// The string without white space at both ends.
    var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
