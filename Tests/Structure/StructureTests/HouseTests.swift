import Foundation
import Testing

/// Holds `Sources/` against the table of docs/architecture.md.
@Suite("The house")
struct HouseTests {
    let files: [SourceFile]

    init() throws {
        files = try SourceFile.all()
    }

    @Test("Every target stands in the table, and every entry of the table exists.")
    func targetsAndTableAgree() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: House.sources.path)
            .filter { !$0.hasPrefix(".") }
        #expect(Set(folders) == Set(House.rooms.keys).union(House.cModules))
    }

    @Test("Imports run one way: a target imports what the table allows and nothing else.")
    func importsFollowTheTable() {
        for file in files {
            guard let room = House.rooms[file.target] else { continue }
            let allowed = room.imports.union(room.packages).union(House.platform)
            for name in file.imports where !House.heavy.contains(name) {
                #expect(allowed.contains(name), "\(file) imports \(name)")
            }
        }
    }

    @Test("The table itself runs one way: no entry allows an import of its own level or above.")
    func tableRunsDownwards() throws {
        for (name, room) in House.rooms {
            for imported in room.imports where !House.cModules.contains(imported) {
                let other = try #require(House.rooms[imported], "\(name) may import \(imported)")
                #expect(other.level < room.level, "\(name) may import \(imported)")
            }
        }
    }

    @Test("No library drags in Foundation or Dispatch.")
    func librariesStayFreeOfFoundation() {
        for file in files where (House.rooms[file.target]?.level ?? 0) < 4 {
            for name in file.imports {
                #expect(!House.heavy.contains(name), "\(file) imports \(name)")
            }
        }
    }

    @Test("A C module has one Swift target that imports it.")
    func cModulesHaveOneOwner() {
        for module in House.cModules {
            let owners = Set(files.filter { $0.imports.contains(module) }.map(\.target))
            #expect(owners.count == 1, "\(module) is imported by \(owners.sorted())")
        }
    }

    @Test("A C module is a module map and a shim, nothing else.")
    func cModulesAreShims() throws {
        for module in House.cModules {
            let folder = House.sources.appendingPathComponent(module).path
            let contents = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(contents) == ["module.modulemap", "shim.h"], "\(module)")
        }
    }

    @Test("Every public declaration has a doc comment.")
    func publicDeclarationsAreDocumented() {
        for file in files {
            for (index, line) in file.lines.enumerated() where Self.declares(line) {
                #expect(
                    Self.isDocumented(file.lines, index),
                    "\(file):\(index + 1): \(line.trimmingCharacters(in: .whitespaces))")
            }
        }
    }

    @Test("Nothing that the outside world can cause stops the program.")
    func noTraps() {
        let traps = ["try!", "fatalError(", "as!"]
        for file in files {
            for (index, line) in file.lines.enumerated() {
                let code = line.components(separatedBy: "//")[0]
                for trap in traps {
                    #expect(!code.contains(trap), "\(file):\(index + 1): \(trap)")
                }
            }
        }
    }

    private static func declares(_ line: String) -> Bool {
        let words = line.split(separator: " ").map(String.init)
        guard let position = words.firstIndex(where: { $0 == "public" || $0 == "open" }),
            words[..<position].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) })
        else { return false }
        // An extension, an import and an override say nothing new that would need words.
        let rest = words[(position + 1)...]
        return !rest.contains("override")
            && rest.first.map { !["import", "extension"].contains($0) } == true
    }

    private static let modifiers: Set<String> = ["final", "static", "nonisolated", "override"]

    private static func isDocumented(_ lines: [String], _ index: Int) -> Bool {
        var above = index - 1
        while above >= 0 {
            let line = lines[above].trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("///") { return true }
            guard line.hasPrefix("@") else { return false }
            above -= 1
        }
        return false
    }
}
