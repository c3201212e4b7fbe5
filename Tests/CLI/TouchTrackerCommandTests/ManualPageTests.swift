import Foundation
import Testing
import TouchTrackerTestSupport

/// The manual page that the package brings, `board/package/man/touchtracker.1`.
///
/// Its part between two marks is what the program says of itself. `UPDATE_GOLDENS=1` writes that part anew.
@Suite("The manual page")
struct ManualPageTests {
    private static let file = Repository.root.appendingPathComponent(
        "board/package/man/touchtracker.1")
    private static let begin = ".\\\" BEGIN: written by ManualPageTests with UPDATE_GOLDENS=1\n"
    private static let end = ".\\\" END\n"

    private let options: ManualPage

    init() throws {
        let program = try Program.run(["--experimental-dump-help"])
        try #require(program.status == 0)
        options = try ManualPage(help: program.output)
    }

    @Test("It tells every command and every option, as the program has them.")
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

    @Test("Nothing is left out on the way to the page.")
    func isComplete() throws {
        let page = try String(contentsOf: Self.file, encoding: .utf8)
            .replacingOccurrences(of: "\\-", with: "-")
        #expect(options.commands.count > 5)
        for command in options.commands {
            #expect(page.contains(command), "\(command) isn't told")
        }
        #expect(options.longOptions.count > 30)
        for option in options.longOptions {
            #expect(
                page.contains("\\fB\(option)\\fR"), "\(option) isn't told")
        }
    }

    @Test("The package's newest entry is of the program's version.")
    func changelog() throws {
        let changelog = try String(
            contentsOf: Repository.root.appendingPathComponent("board/package/changelog"),
            encoding: .utf8)
        let version = try Program.run(["--version"]).output.trimmingCharacters(in: .newlines)
        #expect(changelog.hasPrefix("touchtracker (\(version)) "))
    }
}
