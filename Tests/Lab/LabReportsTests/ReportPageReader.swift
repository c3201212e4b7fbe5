import Foundation
import Testing
import TouchTrackerTestSupport

/// An HTML report as a browser shows it, and the data that its file contains.
struct ReportPageReader {
    /// The path of a browser that prints the document after the page's scripts have run, or `nil`
    /// if there is none.
    static let browser = ["/usr/bin/chromium", "/usr/bin/google-chrome"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    /// The reason for which tests with a browser are skipped.
    static let reason: Comment = "needs Debian's package chromium"

    /// The time after which a browser that does not end is killed, in seconds.
    private static let maximumSeconds = 120.0

    /// The document as HTML, after the script has drawn the report.
    let document: String

    /// Loads the page in the browser.
    init(_ html: String) throws {
        let folder = TemporaryFolder()
        try folder.write(html, to: "report.html")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.browser))
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
            "--user-data-dir=\(folder.path)/profile", "file://\(folder.path)/report.html",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let id = process.processIdentifier
        let watchdog = DispatchWorkItem { kill(id, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.maximumSeconds, execute: watchdog)
        defer { watchdog.cancel() }
        document = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        // Otherwise, an error ended the script, and the page still contains the text report.
        try #require(!document.contains("<script"))
    }

    /// Returns the number of elements with a name.
    func count(of element: String) -> Int {
        document.split { $0 == "<" }.count { $0.prefix { $0 != " " && $0 != ">" } == element }
    }

    /// Whether the document contains `text`, with markup escaped.
    func contains(_ text: String) -> Bool {
        document.contains(
            text.replacingOccurrences(of: "&", with: "&amp;")
                .replacingOccurrences(of: "<", with: "&lt;")
                .replacingOccurrences(of: ">", with: "&gt;"))
    }

    /// The values of all attributes with a name, in the order of the document.
    func values(of attribute: String) -> [String] {
        document.components(separatedBy: " \(attribute)=\"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
    }

    /// Checks what is true of each report's file, with and without a browser: it refers to no other
    /// file, its scripts contain no `<` from the data, and the data is JSON.
    static func checkFile(_ html: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        #expect(html.hasPrefix("<!DOCTYPE html>\n"), sourceLocation: sourceLocation)
        #expect(html.contains("default-src 'none'"), sourceLocation: sourceLocation)
        for part in ["src=", "url(", "@import", "<link", "<img", "https:", "nan"] {
            #expect(!html.contains(part), "\(part)", sourceLocation: sourceLocation)
        }
        let addresses = html.components(separatedBy: "http:").dropFirst()
        #expect(
            addresses.allSatisfy { $0.hasPrefix("//www.w3.org/2000/svg\"") },
            sourceLocation: sourceLocation)
        let scripts = html.components(separatedBy: "<script")
        #expect(scripts.count == 3, sourceLocation: sourceLocation)
        let data = try #require(
            scripts.dropFirst().first?.components(separatedBy: "</script>").first?
                .drop { $0 != "\n" }, sourceLocation: sourceLocation)
        #expect(!data.contains("<"), sourceLocation: sourceLocation)
        _ = try JSONSerialization.jsonObject(with: Data(data.utf8))
    }
}
