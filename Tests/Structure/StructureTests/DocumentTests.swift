import Foundation
import Testing

/// Checks the number of documents, their length and their links.
@Suite("Documents")
struct DocumentTests {
    /// The paths of all Markdown files of the project, relative to the package's root.
    let pages: [String]

    init() throws {
        let root = Manifest.root.path
        pages =
            try ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            + FileManager.default.subpathsOfDirectory(atPath: root + "/docs")
            .filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    }

    @Test("docs/ has at most 20 pages")
    func pageCount() {
        let count = pages.filter { path in
            path.hasPrefix("docs/") && !path.hasPrefix("docs/template/")
                && !path.hasPrefix("docs/examples/")
        }.count
        #expect(count <= 20)
    }

    @Test("The README has at most 120 lines")
    func readmeLength() throws {
        #expect(
            try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count
                <= 121)
    }

    @Test("Every relative link leads to a file")
    func links() throws {
        for page in pages {
            let folder = Manifest.root.appendingPathComponent(page).deletingLastPathComponent()
            for match in try text(page).matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/) {
                let target = String(match.output.1)
                if target.contains("://") { continue }
                let path = folder.appendingPathComponent(target).path
                #expect(FileManager.default.fileExists(atPath: path), "\(page): \(target)")
            }
        }
    }

    @Test("Every path in code style that names Sources, Tests, scripts or board exists")
    func paths() throws {
        for page in pages where page != "CHANGELOG.md" {
            for match in try text(page).matches(
                of: /`((?:Sources|Tests|scripts|board)\/[\w.+\/-]+)`/)
            {
                let target = String(match.output.1)
                let path = Manifest.root.appendingPathComponent(target).path
                #expect(FileManager.default.fileExists(atPath: path), "\(page): \(target)")
            }
        }
    }

    @Test("Every document that a comment or message names exists")
    func references() throws {
        let folders = ["Sources", "Tests", "scripts", "board"]
        for folder in folders {
            let top = Manifest.root.appendingPathComponent(folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: top.path) {
                guard
                    let text = try? String(
                        contentsOf: top.appendingPathComponent(path), encoding: .utf8)
                else { continue }
                for match in text.matches(of: /\bdocs\/([\w\/-]+\.md)/) {
                    let name = String(match.output.1)
                    #expect(pages.contains("docs/\(name)"), "\(folder)/\(path): docs/\(name)")
                }
            }
        }
    }

    private func text(_ page: String) throws -> String {
        try String(contentsOf: Manifest.root.appendingPathComponent(page), encoding: .utf8)
    }
}
