import Foundation
import Testing
import TouchTrackerTestSupport

/// Tests the package's manual page, `board/package/man/touchtracker.1`.
///
/// The part between two marks is generated from the program's own description. `UPDATE_GOLDENS=1`
/// writes that part.
@Suite("Manual page")
struct ManualPageTests {
    private static let file = Repository.root.appendingPathComponent(
        "board/package/man/touchtracker.1")
    private static let begin = ".\\\" BEGIN: written by ManualPageTests with UPDATE_GOLDENS=1\n"
    private static let end = ".\\\" END\n"

    private let options: ManualPage

    init() throws {
        options = ManualPage(try ParserDump.read().command)
    }

    @Test("The page lists every command and option of the program")
    func isCurrent() throws {
        let page = try String(contentsOf: Self.file, encoding: .utf8)
        let begin = try #require(page.range(of: Self.begin))
        let end = try #require(page.range(of: Self.end))
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
            let written = page.replacingCharacters(
                in: begin.upperBound..<end.lowerBound, with: options.text)
            try written.write(to: Self.file, atomically: true, encoding: .utf8)
            return
        }
        #expect(
            String(page[begin.upperBound..<end.lowerBound]) == options.text,
            "UPDATE_GOLDENS=1 with --filter ManualPageTests writes it anew")
    }

    @Test("No command or option is lost in the conversion")
    func isComplete() throws {
        let page = try String(contentsOf: Self.file, encoding: .utf8)
            .replacingOccurrences(of: "\\-", with: "-")
        #expect(options.commands.count > 5)
        for command in options.commands {
            #expect(page.contains(command), "\(command) is missing")
        }
        #expect(options.longOptions.count > 30)
        for option in options.longOptions {
            #expect(
                page.contains("\\fB\(option)\\fR"), "\(option) is missing")
        }
    }

    @Test("The newest changelog entry has the program's version")
    func changelog() throws {
        let changelog = try String(
            contentsOf: Repository.root.appendingPathComponent("board/package/changelog"),
            encoding: .utf8)
        let version = try Program.run(["--version"]).output.trimmingCharacters(in: .newlines)
        #expect(changelog.hasPrefix("touchtracker (\(version)) "))
    }
}
