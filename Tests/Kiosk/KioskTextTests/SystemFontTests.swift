import Foundation
import KioskText
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("System font")
struct SystemFontTests {
    /// A temporary folder that is removed with the object.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("font-tests-\(UInt64.random(in: 0...UInt64.max))")
        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: url) }
        func writeFile(_ name: String, _ contents: some Sequence<UInt8>) throws -> String {
            let file = url.appendingPathComponent(name)
            try Data(contents).write(to: file)
            return file.path
        }
    }

    @Test("With the package installed, the font uses FreeType and reports no problem.")
    func installed() {
        let font = SystemFont()
        #expect(font.problem == nil)
        #expect(font.glyphs is FreeTypeFont)
    }

    @Test(
        "With a missing, foreign or damaged file, text uses the built-in font."
    )
    func unusable() throws {
        let folder = try Folder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: SystemFont.regularPath))
        let cases = [
            (folder.url.path + "/missing.ttf", "the file is missing or unreadable"),
            (try folder.writeFile("text.ttf", "no font".utf8), "the file is not a font"),
            (try folder.writeFile("empty.ttf", []), "the file is not a font"),
            (try folder.writeFile("truncated.ttf", whole.prefix(2_000)), "the file is not a font"),
            (folder.url.path, "the file is missing or unreadable"),
        ]
        for (path, cause) in cases {
            let font = SystemFont(regular: path, bold: SystemFont.boldPath)
            #expect(font.glyphs is BuiltInFont)
            let problem = try #require(font.problem)
            #expect(problem.hasPrefix("the font \(path): \(cause)"), "\(problem)")
            #expect(problem.hasSuffix("; remedy: apt install --reinstall fonts-dejavu-core"))
            #expect(!problem.contains("\n"))
        }
    }

    @Test("Without the bold file, bold text uses the regular weight.")
    func unusableBold() throws {
        let font = SystemFont(regular: SystemFont.regularPath, bold: "/nowhere/bold.ttf")
        let problem = try #require(font.problem)
        #expect(problem.hasPrefix("the bold font /nowhere/bold.ttf: the file is missing"))
        let face = FontFace(size: 20)
        let bold = FontFace(size: 20, isBold: true)
        #expect(font.glyphs.advance(of: "M", in: face) == font.glyphs.advance(of: "M", in: bold))
        let none = SystemFont(regular: "/nowhere/a.ttf", bold: "/nowhere/bold.ttf")
        #expect(none.glyphs is BuiltInFont)
    }

    @Test(
        "A path that is not a regular file is unusable, and nothing waits for it.",
        arguments: IrregularFile.creatable.filter { $0 != .link })
    func irregular(kind: IrregularFile) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/font.ttf"
        try kind.create(at: path)
        let before = IrregularFile.state(of: path)
        let font = SystemFont(regular: path)
        #expect(font.glyphs is BuiltInFont)
        #expect(font.problem?.contains("\(path): the file is missing or unreadable;") == true)
        #expect(IrregularFile.state(of: path) == before)
    }

    @Test("A damaged font file does not cause a crash or unlimited glyphs.")
    func damaged() throws {
        let folder = try Folder()
        let whole = Array(try Data(contentsOf: URL(fileURLWithPath: SystemFont.regularPath)))
        var random = SeededRandom(seed: 11)
        var usableCount = 0
        for round in 0..<12 {
            var bytes = whole
            // The first rounds damage the table directory, the others the whole file.
            for _ in 0..<(round < 4 ? 2 : 3_000) {
                let end = round < 4 ? 300 : bytes.count
                bytes[random.next(below: end)] = UInt8(random.next(below: 256))
            }
            let path = try folder.writeFile("damaged-\(round).ttf", bytes)
            guard let font = try? FreeTypeFont(regular: path) else { continue }
            usableCount += 1
            for value in UInt32(32)..<400 {
                guard let scalar = Unicode.Scalar(value) else { continue }
                let face = FontFace(size: 24)
                #expect(font.advance(of: scalar, in: face).isFinite)
                if let glyph = font.glyph(of: scalar, in: face, phase: Int(value % 4)) {
                    #expect(glyph.coverage.width < 400 && glyph.coverage.height < 400)
                }
            }
            #expect(font.metrics(of: FontFace(size: 24)).ascender.isFinite)
        }
        #expect(usableCount > 0)
    }
}
