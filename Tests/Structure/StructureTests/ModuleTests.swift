import Foundation
import Testing

/// Compares the targets of the manifest and their folders with the structure of
/// docs/architecture.md.
@Suite("Modules")
struct ModuleTests {
    let manifest: Manifest
    let files: [SourceFile]

    init() throws {
        manifest = try Manifest.package.get()
        files = try SourceFile.all(in: "Sources")
    }

    /// The groups of `Sources`, each with the groups that its targets may depend on.
    private static let groups: [String: Set<String>] = [
        "C": [],
        "TouchKit": ["TouchKit"],
        "Apple": ["TouchKit", "Apple"],
        "Kiosk": ["TouchKit", "Kiosk", "C"],
        "App": ["TouchKit", "Kiosk", "App", "C"],
        "Lab": ["TouchKit", "Kiosk", "App", "Lab"],
        "CLI": ["TouchKit", "Kiosk", "App", "Lab"],
    ]

    /// The prefixes that keep a target from colliding with one of an app's own package.
    private static let prefixes = ["touchkit", "kiosk", "touchtracker", "lab", "ctouchtracker"]

    /// The modules that carry the names of Apple's, so that ported sources keep their imports.
    private static let appleModules: Set<String> = [
        "CoreGraphics", "QuartzCore", "UIKit", "UIKitFoundation", "_Testing_CoreGraphics",
        "_Testing_UIKit",
    ]

    /// Modules that would link ICU into programs for boards.
    private static let heavyModules: Set<String> = [
        "Foundation", "FoundationEssentials", "Dispatch",
    ]

    @Test("Every target that an app's package can see carries a prefix of this project")
    func targetNames() {
        for target in manifest.targets
        where target.type != "test" && !Self.appleModules.contains(target.name) {
            let name = target.name.lowercased()
            #expect(
                Self.prefixes.contains { name.hasPrefix($0) },
                "\(target) could collide with a target of an app")
        }
    }

    @Test(
        "Every target lies in Sources/GROUP/NAME or Tests/GROUP/NAME, and every folder is a target")
    func targetFolders() throws {
        for target in manifest.targets {
            let parts = (target.path ?? "").split(separator: "/")
            #expect(parts.count == 3 && parts[2] == target.name, "\(target): \(target.path ?? "")")
        }
        let known = Set(manifest.targets.compactMap(\.path))
        for top in ["Sources", "Tests"] {
            for group in try Self.folders(in: top) {
                for name in try Self.folders(in: "\(top)/\(group)") {
                    let path = "\(top)/\(group)/\(name)"
                    #expect(known.contains(path), "\(path) is not a target of the manifest")
                }
            }
        }
    }

    @Test("Dependencies run one way between the groups of Sources")
    func dependencyDirection() throws {
        for target in manifest.targets where target.isSource {
            let allowed = try #require(Self.groups[target.group], "\(target.path ?? "")")
            for name in target.targetNames {
                let dependency = try #require(manifest.target(name), "\(target) → \(name)")
                #expect(
                    dependency.isSource && allowed.contains(dependency.group),
                    "\(target) (\(target.group)) depends on \(name) (\(dependency.group))")
            }
        }
    }

    @Test("No library product reaches a module of Lab")
    func productsAreFreeOfLab() throws {
        let libraries = manifest.products.filter { $0.name != "touchtracker" }
        #expect(!libraries.isEmpty)
        for product in libraries {
            var reached: Set<String> = []
            var remaining = product.targets
            while let name = remaining.popLast() {
                guard reached.insert(name).inserted else { continue }
                remaining += try #require(manifest.target(name)).targetNames
            }
            #expect(reached.filter { $0.hasPrefix("Lab") } == [], "\(product.name)")
        }
    }

    @Test("Products contain the modules that their modules re-export, and targets depend on them")
    func reexportedModules() {
        var exportCount = 0
        for file in files {
            for module in file.exports where manifest.target(module) != nil {
                exportCount += 1
                for product in manifest.products where product.targets.contains(file.target) {
                    #expect(product.targets.contains(module), "\(product.name): \(file)")
                }
                for target in manifest.targets where target.targetNames.contains(file.target) {
                    #expect(target.targetNames.contains(module), "\(target): \(file)")
                }
            }
        }
        #expect(exportCount > 10)
    }

    @Test("No file in Sources imports Foundation or Dispatch, except UIKitFoundation")
    func noFoundation() {
        for file in files where file.target != "UIKitFoundation" {
            // Compiled only with TOUCHKIT_FOUNDATION=1.
            if file.path.hasSuffix("/TouchKitGeometry/FoundationTypes.swift") {
                #expect(file.lines.contains("#if TOUCHKIT_FOUNDATION"))
                continue
            }
            #expect(Set(file.imports).isDisjoint(with: Self.heavyModules), "\(file)")
        }
    }

    @Test("Each C module is a module map and a header, and one Swift target imports it")
    func cModules() throws {
        let modules = manifest.targets.filter { $0.type == "system" }
        #expect(!modules.isEmpty)
        for target in modules {
            let folder = Manifest.root.appendingPathComponent(target.path ?? "").path
            let contents = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(contents) == ["module.modulemap", "shim.h"], "\(target)")
            let owners = Set(files.filter { $0.imports.contains(target.name) }.map(\.target))
            #expect(owners.count == 1, "\(target) is imported by \(owners.sorted())")
        }
    }

    private static func folders(in path: String) throws -> [String] {
        let top = Manifest.root.appendingPathComponent(path)
        return try FileManager.default.contentsOfDirectory(
            at: top, includingPropertiesForKeys: [.isDirectoryKey]
        )
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        .map(\.lastPathComponent).filter { !$0.hasPrefix(".") }
    }
}
