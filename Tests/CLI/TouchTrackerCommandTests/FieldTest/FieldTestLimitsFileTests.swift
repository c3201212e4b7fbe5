import Foundation
import KioskYAML
import LabFieldTest
import Testing
import TouchTrackerTestSupport
import touchtracker

@Suite("Limits of a field test, in a file")
struct FieldTestLimitsFileTests {
    private func limits(_ text: String) throws -> FieldTestLimits {
        try FieldTestLimits(
            YAMLDocument(bytes: Array(text.utf8), name: "limits.yaml"), source: "limits.yaml")
    }

    private func complaint(_ text: String) -> String {
        do throws(YAMLError) {
            _ = try FieldTestLimits(
                YAMLDocument(bytes: Array(text.utf8), name: "limits.yaml"), source: "limits.yaml")
            return "no complaint"
        } catch {
            return error.description
        }
    }

    @Test("What the file names holds, and the file is its source; the rest stays as it is.")
    func read() throws {
        let limits = try limits(
            """
            # Rough panels
            jitter.peak-mm: {pass: 1.5, fail: 3}
            latency.reports-hz: {pass: 100}\r
            coverage.dead-percent:
              fail: 2
            """)
        var usual = FieldTestLimits()
        usual.jitter.pass = 1.5
        usual.jitter.fail = 3
        usual.reportRate.pass = 100
        usual.deadCells.fail = 2
        for place in [\FieldTestLimits.jitter, \.reportRate, \.deadCells] {
            usual[keyPath: place].source = "limits.yaml"
        }
        #expect(limits == usual)
    }

    @Test("Every limit has a name of its own, and can be changed by it.")
    func names() throws {
        let usual = FieldTestLimits()
        let names = FieldTestLimits.all.map { usual[keyPath: $0].name }
        #expect(Set(names).count == names.count)
        for place in FieldTestLimits.all {
            let limit = usual[keyPath: place]
            let worse = limit.isLeast ? limit.fail - 1 : limit.fail + 1
            let changed = try limits("\(limit.name): {fail: \(worse)}")
            #expect(changed[keyPath: place].fail == worse)
            #expect(changed[keyPath: place].source == "limits.yaml")
        }
    }

    @Test(
        "What nobody understands is an error that names it and its line.",
        arguments: [
            (
                "jitter.peak: {pass: 1}",
                "limits.yaml:1: “jitter.peak” is no limit of a field test; use one of those in docs/field-test.md, such as jitter.peak-mm"
            ),
            (
                "\njitter.peak-mm: {pass: 1, fails: 2}",
                "limits.yaml:2: “fails” isn't known here; use pass, fail"
            ),
            (
                "jitter.peak-mm:\n  pass: much",
                "limits.yaml:2: no number stands here; write a number there"
            ),
            (
                "jitter.peak-mm: {pass: -1}",
                "limits.yaml:1: no figure is below 0; write 0 or more"
            ),
            (
                "jitter.peak-mm: 3",
                "limits.yaml:1: “3” stands here; write keys with values there"
            ),
            (
                "jitter.peak-mm: {}",
                "limits.yaml:1: no limit stands here; write {pass: …, fail: …}"
            ),
            (
                "jitter.peak-mm: {pass: 4}",
                "limits.yaml:1: a panel would fail at 2 mm and pass at 4 mm; write both, “fail” at least as large as “pass”"
            ),
            (
                "latency.reports-hz: {pass: 50}",
                "limits.yaml:1: a panel would fail at 60 Hz and pass at 50 Hz; write both, “fail” at most as large as “pass”"
            ),
            ("[]", "limits.yaml:1: a list stands here; write keys with values there"),
            ("", "limits.yaml: holds nothing; check that it is the right file"),
        ])
    func notUnderstood(text: String, line: String) {
        #expect(complaint(text) == line)
    }

    @Test("docs/field-test.md has every limit as it is.")
    func documented() throws {
        let page = try String(
            contentsOf: Repository.root.appendingPathComponent("docs/field-test.md"),
            encoding: .utf8)
        let usual = FieldTestLimits()
        func text(_ number: Double) -> String {
            number == number.rounded() ? "\(Int(number))" : "\(number)"
        }
        for place in FieldTestLimits.all {
            let limit = usual[keyPath: place]
            let unit = limit.unit.isEmpty ? "–" : limit.unit
            let row =
                "| `\(limit.name)` | \(limit.isLeast ? "≥" : "≤") \(text(limit.pass)) | \(text(limit.fail)) | \(unit) | \(limit.source) |"
            #expect(page.contains(row), "\(row)")
        }
    }
}
