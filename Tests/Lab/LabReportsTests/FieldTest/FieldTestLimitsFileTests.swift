import Foundation
import KioskYAML
import LabFieldTest
import LabReports
import Testing
import TouchTrackerTestSupport

@Suite("Field test limits file")
struct FieldTestLimitsFileTests {
    private func limits(_ text: String) throws(YAMLError) -> FieldTestLimits {
        var limits = FieldTestLimits()
        try limits.apply(
            YAMLDocument(bytes: Array(text.utf8), name: "limits.yaml").root, source: "limits.yaml")
        return limits
    }

    /// Returns the error message for a limits file.
    private func errorMessage(_ text: String) -> String {
        messageThrown { _ = try limits(text) }
    }

    @Test("The file replaces the limits that it contains, and becomes their source")
    func read() throws {
        let limits = try limits(
            """
            # Rough touchscreens
            jitter.peak-mm: {pass: 1.5, fail: 3}
            latency.reports-hz: {pass: 100}\r
            coverage.dead-percent:
              fail: 2
            """)
        var expected = FieldTestLimits()
        expected.jitter.pass = 1.5
        expected.jitter.fail = 3
        expected.reportRate.pass = 100
        expected.deadCells.fail = 2
        for keyPath in [\FieldTestLimits.jitter, \.reportRate, \.deadCells] {
            expected[keyPath: keyPath].source = "limits.yaml"
        }
        #expect(limits == expected)
    }

    @Test("Every limit has a unique name by which a file can change it")
    func names() throws {
        let defaults = FieldTestLimits()
        let names = FieldTestLimits.all.map { defaults[keyPath: $0].name }
        let properties = Mirror(reflecting: defaults).children
            .compactMap { $0.value as? FieldTestLimit }
        #expect(Set(names) == Set(properties.map(\.name)) && names.count == properties.count)
        for keyPath in FieldTestLimits.all {
            let limit = defaults[keyPath: keyPath]
            let worse = limit.isMinimum ? limit.fail - 1 : limit.fail + 1
            let changed = try limits("\(limit.name): {fail: \(worse)}")
            #expect(changed[keyPath: keyPath].fail == worse)
            #expect(changed[keyPath: keyPath].source == "limits.yaml")
        }
    }

    @Test(
        "Invalid files give an error with the line number",
        arguments: [
            (
                "jitter.peak: {pass: 1}",
                "limits.yaml:1: “jitter.peak” is not a field-test limit; "
                    + "use one of those in docs/field-test.md, such as jitter.peak-mm"
            ),
            (
                "\njitter.peak-mm: {pass: 1, fails: 2}",
                "limits.yaml:2: unknown key “fails”; use pass, fail"
            ),
            (
                "jitter.peak-mm:\n  pass: much",
                "limits.yaml:2: not a number; write a number"
            ),
            (
                "jitter.peak-mm: {pass: -1}",
                "limits.yaml:1: negative limit; write 0 or more"
            ),
            (
                "jitter.peak-mm: 3",
                "limits.yaml:1: found “3”; write keys with values"
            ),
            (
                "jitter.peak-mm: {}",
                "limits.yaml:1: no limit; write {pass: …, fail: …}"
            ),
            (
                "jitter.peak-mm: {pass: 4}",
                "limits.yaml:1: a touchscreen would fail at 2 mm and pass at 4 mm; "
                    + "write both, “fail” at least as large as “pass”"
            ),
            (
                "latency.reports-hz: {pass: 50}",
                "limits.yaml:1: a touchscreen would fail at 60 Hz and pass at 50 Hz; "
                    + "write both, “fail” at most as large as “pass”"
            ),
            ("[]", "limits.yaml:1: found a list; write keys with values"),
            ("", "limits.yaml: the file contains no data; choose another file"),
        ])
    func invalid(text: String, line: String) {
        #expect(errorMessage(text) == line)
    }

    @Test("docs/field-test.md contains all default limits")
    func documented() throws {
        let page = try String(
            contentsOf: Repository.root.appendingPathComponent("docs/field-test.md"),
            encoding: .utf8)
        let defaults = FieldTestLimits()
        func text(_ number: Double) -> String {
            number == number.rounded() ? "\(Int(number))" : "\(number)"
        }
        for keyPath in FieldTestLimits.all {
            let limit = defaults[keyPath: keyPath]
            let unit = limit.unit.isEmpty ? "–" : limit.unit
            let row =
                "| `\(limit.name)` | \(limit.isMinimum ? "≥" : "≤") \(text(limit.pass)) "
                + "| \(text(limit.fail)) | \(unit) | \(limit.source) |"
            #expect(page.contains(row), "\(row)")
        }
    }
}
