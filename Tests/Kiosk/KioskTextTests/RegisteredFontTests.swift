import KioskText
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

/// Fonts of files that an app registers.
@Suite("Registered fonts", .serialized)
@MainActor
struct RegisteredFontTests {
    private let folder = TemporaryFolder()
    /// A font file of the app, in a folder without other fonts.
    private var file: String { "\(folder.path)/app font.ttf" }

    init() throws {
        try FileManager.default.copyItem(
            atPath: SystemFont.boldPath, toPath: "\(folder.path)/app font.ttf")
    }

    private func makeSimulator(
        _ base: any GlyphSource = BuiltInFont(), scale: CGFloat = 1
    ) -> TouchSimulator {
        TouchSimulator(
            screenSize: CGSize(width: 200, height: 40), scale: scale,
            glyphs: RegisteredFonts(base), imageDecoder: nil)
    }

    private func width(_ text: String, _ font: UIFont) -> CGFloat {
        text.size(withAttributes: [.font: font]).width
    }

    @Test("A registered font is found by its name and its family.")
    func names() throws {
        let simulator = makeSimulator()
        defer { withExtendedLifetime(simulator) {} }
        #expect(UIFont(name: "DejaVuSans-Bold", size: 20) == nil)
        #expect(UIFont.registerFont(atPath: file) == "DejaVuSans-Bold")
        #expect(UIFont.familyNames == ["DejaVu Sans"])
        #expect(UIFont.fontNames(forFamilyName: "DejaVu Sans") == ["DejaVuSans-Bold"])
        let font = try #require(UIFont(name: "DejaVuSans-Bold", size: 20))
        #expect(font == UIFont(name: "DejaVu Sans", size: 20))
        #expect(font.withSize(10).fontName == "DejaVuSans-Bold")
        // A second registration adds nothing.
        #expect(UIFont.registerFont(atPath: file) == "DejaVuSans-Bold")
        #expect(UIFont.fontNames(forFamilyName: "DejaVu Sans").count == 1)
        // Another application does not have the font.
        let other = makeSimulator()
        defer { withExtendedLifetime(other) {} }
        #expect(UIFont(name: "DejaVuSans-Bold", size: 20) == nil)
    }

    @Test(
        "Text has the glyphs and widths of the font, as if it was the system font.",
        arguments: [1, 2])
    func drawing(scale: Double) throws {
        let system = try FreeTypeFont(regular: SystemFont.regularPath, bold: SystemFont.boldPath)
        let simulator = makeSimulator(system, scale: scale)
        simulator.window.backgroundColor = .white
        UIFont.registerFont(atPath: file)
        let font = try #require(UIFont(name: "DejaVuSans-Bold", size: 20))
        let bold = UIFont.boldSystemFont(ofSize: 20)
        #expect(width("Word\t1", font) == width("Word\t1", bold))
        #expect(font.lineHeight == bold.lineHeight && font.capHeight == bold.capHeight)
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
        label.text = "Word"
        simulator.window.addSubview(label)
        label.font = bold
        let expected = simulator.render()
        label.font = .systemFont(ofSize: 20)
        #expect(!simulator.render().isEqual(to: expected))
        label.font = font
        #expect(simulator.render().isEqual(to: expected))
    }

    @Test("A character that the font lacks is drawn in the system font.")
    func missingCharacters() throws {
        let simulator = makeSimulator()
        defer { withExtendedLifetime(simulator) {} }
        UIFont.registerFont(atPath: file)
        let font = try #require(UIFont(name: "DejaVuSans-Bold", size: 20))
        #expect(width("漢", font) == width("漢", .systemFont(ofSize: 20)))
        #expect(width("A", font) != width("A", .systemFont(ofSize: 20)))
    }

    @Test("A registered font precedes a font of the system with the same name.")
    func precedence() throws {
        let system = try FreeTypeFont(
            regular: SystemFont.regularPath, bold: SystemFont.boldPath,
            folders: FontCatalog.systemFolders)
        let fonts = RegisteredFonts(system)
        let typeface = try #require(fonts.registerFont(atPath: file))
        let equal = fonts.typefaces.filter { $0.name == typeface.name }
        #expect(equal.count == 2 && equal.first == typeface)
        #expect(Set(fonts.typefaces.map(\.number)).count == fonts.typefaces.count)
    }

    @Test("A file that is missing, irregular or not a font is refused.")
    func unusableFiles() throws {
        let simulator = makeSimulator()
        defer { withExtendedLifetime(simulator) {} }
        let text = "\(folder.path)/text.ttf"
        try Data("no font".utf8).write(to: URL(fileURLWithPath: text))
        let fifo = "\(folder.path)/fifo.ttf"
        try IrregularFile.fifo.create(at: fifo)
        let cut = "\(folder.path)/cut.ttf"
        try Data(contentsOf: URL(fileURLWithPath: file)).prefix(5_000)
            .write(to: URL(fileURLWithPath: cut))
        for path in [text, fifo, cut, folder.path, "\(folder.path)/none.ttf", ""] {
            #expect(UIFont.registerFont(atPath: path) == nil, "\(path)")
        }
        #expect(UIFont.familyNames.isEmpty)
    }

    @Test("A simulator with the built-in font alone reads no font files.")
    func builtInFont() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
        defer { withExtendedLifetime(simulator) {} }
        #expect(UIFont.registerFont(atPath: file) == nil)
    }
}
