import KioskText
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerTestSupport

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL

/// Fonts by family and name, from the files of `fonts-dejavu-core`.
@Suite("Named fonts", .serialized)
@MainActor
struct NamedFontTests {
    private func simulator(folders: [String] = FontCatalog.systemFolders) throws -> TouchSimulator {
        let font = try FreeTypeFont(
            regular: SystemFont.regularPath, bold: SystemFont.boldPath, folders: folders)
        let simulator = TouchSimulator(
            screenSize: CGSize(width: 200, height: 40), glyphs: font, imageDecoder: nil)
        simulator.window.backgroundColor = .white
        return simulator
    }

    private func width(_ text: String, _ font: UIFont) -> CGFloat {
        text.size(withAttributes: [.font: font]).width
    }

    @Test("A font is created by its name, or by the name of its family.")
    func names() throws {
        let simulator = try simulator()
        defer { withExtendedLifetime(simulator) {} }
        #expect(UIFont.familyNames.contains("DejaVu Sans Mono"))
        #expect(UIFont.familyNames == UIFont.familyNames.sorted())
        #expect(
            UIFont.fontNames(forFamilyName: "DejaVu Sans Mono").starts(
                with: ["DejaVuSansMono", "DejaVuSansMono-Bold"]))
        let family = try #require(UIFont(name: "DejaVu Sans Mono", size: 20))
        #expect(family.fontName == "DejaVuSansMono" && family.pointSize == 20)
        #expect(family == UIFont(name: "DejaVuSansMono", size: 20))
        #expect(family != UIFont(name: "DejaVuSansMono-Bold", size: 20))
        let small = family.withSize(10)
        #expect(small.familyName == "DejaVu Sans Mono" && small.pointSize == 10)
        #expect(UIFont(name: "DejaVuSans", size: 0)?.pointSize == UIFont.systemFontSize)
        #expect(UIFont(name: "Missing", size: 20) == nil)
        #expect(UIFont.fontNames(forFamilyName: "Missing").isEmpty)
        #expect(UIFont.boldSystemFont(ofSize: 9).fontName == "System-Bold")
    }

    @Test("Text in a named font has the font's widths and glyphs.")
    func drawing() throws {
        let simulator = try simulator()
        let mono = try #require(UIFont(name: "DejaVuSansMono", size: 20))
        #expect(width("iiii", mono) == width("mmmm", mono))
        #expect(width("iiii", .systemFont(ofSize: 20)) < width("mmmm", .systemFont(ofSize: 20)))
        let bold = try #require(UIFont(name: "DejaVuSans-Bold", size: 20))
        #expect(width("Word", bold) == width("Word", .boldSystemFont(ofSize: 20)))
        #expect(bold.lineHeight == UIFont.boldSystemFont(ofSize: 20).lineHeight)
        let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 40))
        label.text = "Word"
        simulator.window.addSubview(label)
        label.font = .boldSystemFont(ofSize: 20)
        let system = simulator.render()
        label.font = bold
        #expect(simulator.render().isEqual(to: system))
        label.font = mono
        #expect(!simulator.render().isEqual(to: system))
    }

    @Test("A character that a named font lacks is drawn in the system font.")
    func missingCharacters() throws {
        let simulator = try simulator()
        defer { withExtendedLifetime(simulator) {} }
        // DejaVu Sans Mono has no tifinagh, which DejaVu Sans has.
        let mono = try #require(UIFont(name: "DejaVuSansMono", size: 20))
        #expect(width("\u{2D30}", mono) == width("\u{2D30}", .systemFont(ofSize: 20)))
    }

    @Test("Damaged, irregular and foreign files in a font folder are skipped.")
    func unusableFiles() throws {
        let folder = TemporaryFolder()
        let inner = "\(folder.path)/inner"
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: SystemFont.boldPath, toPath: "\(inner)/copy.ttf")
        try Data("no font".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/text.ttf"))
        try Data("readme".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/readme.txt"))
        try IrregularFile.fifo.create(at: "\(folder.path)/fifo.otf")
        // The folder contains itself.
        try FileManager.default.createSymbolicLink(
            atPath: "\(inner)/loop", withDestinationPath: folder.path)
        let names = FontCatalog(folders: [folder.path, "/nowhere"]).typefaces
        #expect(Set(names.map(\.name)) == ["DejaVuSans-Bold"])
        #expect(names.first?.family == "DejaVu Sans" && names.first?.isRegular == false)
    }

    @Test("A file that is removed after its font was found is replaced by the system font.")
    func removedFile() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/copy.ttf"
        try FileManager.default.copyItem(atPath: SystemFont.boldPath, toPath: path)
        let simulator = try simulator(folders: [folder.path])
        defer { withExtendedLifetime(simulator) {} }
        let font = try #require(UIFont(name: "DejaVuSans-Bold", size: 20))
        try FileManager.default.removeItem(atPath: path)
        #expect(width("Word", font) == width("Word", .systemFont(ofSize: 20)))
    }

    @Test("A simulator with the built-in font has no named fonts.")
    func builtInFont() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
        defer { withExtendedLifetime(simulator) {} }
        #expect(UIFont.familyNames.isEmpty)
        #expect(UIFont(name: "DejaVuSans", size: 20) == nil)
    }
}
