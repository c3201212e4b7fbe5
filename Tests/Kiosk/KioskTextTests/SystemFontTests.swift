import Foundation
import KioskText
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

/// The font files, there or not.
@Suite("System font")
struct SystemFontTests {
    /// A folder of its own, which goes with it.
    private final class Place {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("font-tests-\(UInt64.random(in: 0...UInt64.max))")
        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String, _ contents: some Sequence<UInt8>) throws -> String {
            let url = folder.appendingPathComponent(name)
            try Data(contents).write(to: url)
            return url.path
        }
    }

    @Test("With its package installed, it is FreeType's, and nothing is to be said.")
    func installed() {
        let font = SystemFont()
        #expect(font.complaint == nil)
        #expect(font.glyphs is FreeTypeFont)
    }

    @Test(
        "A font that isn't there, is none or is damaged: one line says so, and text has built-in letters."
    )
    func unusable() throws {
        let place = try Place()
        let whole = try Data(contentsOf: URL(fileURLWithPath: SystemFont.regular))
        let cases = [
            (place.folder.path + "/missing.ttf", "it isn't there, or may not be read"),
            (try place.file("text.ttf", "no font".utf8), "it isn't a font"),
            (try place.file("empty.ttf", []), "it isn't"),
            (try place.file("cut.ttf", whole.prefix(2_000)), "it is"),
            (place.folder.path, "it is"),
        ]
        for (path, cause) in cases {
            let font = SystemFont(regular: path, bold: SystemFont.bold)
            #expect(font.glyphs is BuiltInFont)
            let complaint = try #require(font.complaint)
            #expect(complaint.hasPrefix("the font \(path): \(cause)"), "\(complaint)")
            #expect(complaint.hasSuffix("; remedy: apt install --reinstall fonts-dejavu-core"))
            #expect(!complaint.contains("\n"))
        }
    }

    @Test("Where only the bold cut can't be used, bold text is drawn regular.")
    func unusableBold() throws {
        let font = SystemFont(regular: SystemFont.regular, bold: "/nowhere/bold.ttf")
        let complaint = try #require(font.complaint)
        #expect(complaint.hasPrefix("the bold font /nowhere/bold.ttf: it isn't there"))
        let face = FontFace(size: 20)
        let bold = FontFace(size: 20, isBold: true)
        #expect(font.glyphs.advance(of: "M", in: face) == font.glyphs.advance(of: "M", in: bold))
        let none = SystemFont(regular: "/nowhere/a.ttf", bold: "/nowhere/bold.ttf")
        #expect(none.glyphs is BuiltInFont)
    }

    @Test("A font with damaged bytes anywhere draws something or nothing, and stops nothing.")
    func damaged() throws {
        let place = try Place()
        let whole = Array(try Data(contentsOf: URL(fileURLWithPath: SystemFont.regular)))
        var random = SeededRandom(seed: 11)
        var usable = 0
        for round in 0..<12 {
            var bytes = whole
            // The tables' list, and places all over.
            for _ in 0..<(round < 4 ? 2 : 3_000) {
                let end = round < 4 ? 300 : bytes.count
                bytes[random.next(below: end)] = UInt8(random.next(below: 256))
            }
            let path = try place.file("damaged-\(round).ttf", bytes)
            guard let font = try? FreeTypeFont(regular: path) else { continue }
            usable += 1
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
        #expect(usable > 0)
    }
}
