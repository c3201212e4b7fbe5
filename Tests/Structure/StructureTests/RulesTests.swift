import Foundation
import Testing

/// Compares docs/rules.md with the tests: each rule has a test whose name begins with its number.
@Suite("The rules of touch")
struct RulesTests {
    /// The number of rules in each section.
    private static let sections = [26, 17, 9, 20, 15, 18, 27, 13, 13, 37]

    private static let root = Manifest.root
    private static let tests = root.appendingPathComponent("Tests/TouchKit/TouchKitTests")

    /// A row of a table: `| R-1.1 | meaning | tests |`.
    private struct Row {
        let number: String
        let tests: String

        /// The test files that the row names.
        var files: [String] { tests.matches(of: /`([^`]+\.swift)`/).map { String($0.output.1) } }
    }

    private let rows: [Row]

    init() throws {
        let page = Self.root.appendingPathComponent("docs/rules.md")
        rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .compactMap { line in
                guard let match = line.wholeMatch(of: /\| ([RG]-[0-9.]+) \| .+ \| (.+) \|/)
                else { return nil }
                return Row(number: String(match.output.1), tests: String(match.output.2))
            }
    }

    /// The numbers that the names of a file's tests begin with: `"R-6.8, R-6.9: …"`.
    private static func numbers(in file: URL) throws -> Set<String> {
        let text = try String(contentsOf: file, encoding: .utf8)
        var numbers: Set<String> = []
        for match in text.matches(of: /@Test\(\s*"([^":]+):/) {
            let names = match.output.1.components(separatedBy: ", ")
            if names.allSatisfy({ $0.wholeMatch(of: /[RG]-[0-9.]+/) != nil }) {
                numbers.formUnion(names)
            }
        }
        return numbers
    }

    @Test("Every rule and every golden trace has one row, and there are no others.")
    func everyRuleHasARow() {
        var wanted = (1...90).map { $0 < 10 ? "G-0\($0)" : "G-\($0)" }
        for (index, count) in Self.sections.enumerated() {
            wanted += (1...count).map { "R-\(index + 1).\($0)" }
        }
        let known = rows.map(\.number)
        #expect(Set(wanted).subtracting(known) == [], "rules without a row")
        #expect(Set(known).subtracting(wanted) == [], "rows without a rule")
        #expect(known.count == Set(known).count, "a rule has two rows")
    }

    @Test("Every row names files, and each of them has a test whose name begins with the rule.")
    func everyRowHasTests() throws {
        for row in rows {
            #expect(!row.files.isEmpty, "\(row.number) names no test")
            for file in row.files {
                let url = Self.tests.appendingPathComponent(file)
                let exists = FileManager.default.fileExists(atPath: url.path)
                #expect(exists, "\(row.number): there is no \(file)")
                guard exists else { continue }
                #expect(
                    try Self.numbers(in: url).contains(row.number),
                    "\(file) has no test whose name begins with \(row.number)")
            }
        }
    }

    @Test("Every number that a test's name begins with is a rule.")
    func everyNumberIsARule() throws {
        let known = Set(rows.map(\.number))
        guard let walk = FileManager.default.enumerator(atPath: Self.tests.path) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        for case let path as String in walk where path.hasSuffix(".swift") {
            let numbers = try Self.numbers(in: Self.tests.appendingPathComponent(path))
            #expect(numbers.subtracting(known) == [], "\(path)")
        }
    }
}
