import Foundation
import Testing

/// Checks the board tests that the default tier of `scripts/test` names.
@Suite("The board tests of the default tier")
struct DefaultTierTests {
    @Test("Every name in the list is a suite of the board tests, or functions of it")
    func names() throws {
        let script = try String(
            contentsOf: Manifest.root.appendingPathComponent("scripts/test"), encoding: .utf8)
        let list = try #require(script.firstMatch(of: /(?s)\ndefault_board_tests=\(\n(.*?)\n\)\n/))
        let folder = Manifest.root.appendingPathComponent("Tests/Board/BoardTests")
        var count = 0
        for line in list.output.1.split(separator: "\n") {
            let name = line.prefix { $0 != "#" }.filter { !" '".contains($0) }
            let parts = name.split(separator: "/")
            let suite = try #require(parts.first)
            let file = folder.appendingPathComponent("\(suite).swift")
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.contains(" \(suite) {"), "\(suite)")
            for function in parts.dropFirst().joined().split(whereSeparator: { "(|)".contains($0) })
            {
                #expect(text.contains("func \(function)("), "\(name)")
            }
            count += 1
        }
        #expect(count > 10)
    }
}
