import Foundation
import KioskText
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("System font")
struct SystemFontTests {
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
        let folder = TemporaryFolder()
        let whole = try Data(contentsOf: URL(fileURLWithPath: SystemFont.regularPath))
        let cases = [
            (folder.path + "/missing.ttf", "the file is missing or unreadable"),
            (try folder.write("no font", to: "text.ttf"), "the file is not a font"),
            (try folder.write("", to: "empty.ttf"), "the file is not a font"),
            (
                try folder.write(Array(whole.prefix(2_000)), to: "truncated.ttf"),
                "the file is not a font"
            ),
            (folder.path, "the file is missing or unreadable"),
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
        let folder = TemporaryFolder()
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
        let folder = TemporaryFolder()
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
            let path = try folder.write(bytes, to: "damaged-\(round).ttf")
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
