import Foundation
import KioskImages
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("PNG files")
struct PNGFileTests {
    /// A path in a folder of its own, which goes with it.
    private final class Place {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("png-tests-\(UUID().uuidString)")
        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        deinit { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    }

    @Test(
        "What is written is read back, pixel for pixel.", arguments: [(1, 1), (17, 5), (200, 64)])
    func roundTrip(size: (Int, Int)) throws {
        let place = try Place()
        var random = SeededRandom(seed: 3)
        let bitmap = Bitmap(width: size.0, height: size.1)
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                bitmap[x, y] = 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
            }
        }
        try PNGFile.write(bitmap, to: place.path("picture.png"))
        let read = try PNGFile.read(place.path("picture.png"))
        #expect(read.isEqual(to: bitmap))
    }

    @Test("The bytes of a picture's file are those that are written.")
    func encode() throws {
        let place = try Place()
        var random = SeededRandom(seed: 4)
        for (width, height) in [(1, 1), (300, 7), (64, 64)] {
            let bitmap = Bitmap(width: width, height: height)
            for y in 0..<height {
                for x in 0..<width {
                    bitmap[x, y] = 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
                }
            }
            let path = place.path("picture.png")
            try PNGFile.write(bitmap, to: path)
            #expect(
                try PNGFile.encode(bitmap) == [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        }
    }

    @Test("A translucent picture comes back so, with every alpha and every colour it can have.")
    func encodeTranslucent() throws {
        let bitmap = Bitmap(width: 256, height: 256, isOpaque: false)
        for alpha in 0..<256 {
            for channel in 0...alpha {
                bitmap[channel, alpha] =
                    UInt32(alpha) << 24 | UInt32(channel) << 16 | UInt32(alpha - channel) << 8
            }
        }
        let decoder = PNGDecoder { Issue.record("\($0)") }
        let read = try #require(decoder.decode(try PNGFile.encode(bitmap)))
        #expect(!read.isOpaque)
        #expect(read.isEqual(to: bitmap))
    }

    @Test("A file that isn't there, isn't a PNG or is cut short is an error that names it.")
    func unreadableFiles() throws {
        let place = try Place()
        let missing = place.path("missing.png")
        let text = place.path("text.png")
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: text))
        let cut = place.path("cut.png")
        try PNGFile.write(Bitmap(width: 64, height: 64), to: cut)
        let whole = try Data(contentsOf: URL(fileURLWithPath: cut))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: cut))
        for path in [missing, text, cut] {
            do throws(PNGError) {
                _ = try PNGFile.read(path)
                Issue.record("\(path) was read")
            } catch {
                #expect(error.path == path)
                #expect(!error.cause.isEmpty)
                #expect(error.description == "\(path): \(error.cause); \(error.remedy)")
                #expect(
                    error.remedy
                        == (path == missing
                            ? "check the name, and who may read it"
                            : "save the picture again as PNG"))
            }
        }
    }

    @Test("A place where nothing can be written is an error that names it.")
    func unwritablePlace() throws {
        let place = try Place()
        let path = place.path("no-such-folder/picture.png")
        do throws(PNGError) {
            try PNGFile.write(Bitmap(width: 4, height: 4), to: path)
            Issue.record("\(path) was written")
        } catch {
            #expect(error.path == path)
            #expect(!error.cause.isEmpty)
            #expect(error.remedy == "choose another place, or make room")
        }
    }

    @Test("A decoder reads files, too, and says why it doesn't.")
    func decoder() throws {
        let place = try Place()
        let path = place.path("picture.png")
        let bytes = PNGBytes(width: 2, height: 1, color: .rgba) { x, _, channel in
            channel == 3 ? x * 255 : 90
        }.bytes
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        var complaints: [String] = []
        let decoder = PNGDecoder { complaints.append($0) }
        let bitmap = try #require(decoder.decode(contentsOfFile: path))
        #expect(bitmap[0, 0] == 0 && bitmap[1, 0] == 0xFF5A_5A5A && complaints.isEmpty)
        // On black, what is clear is black.
        let shown = try PNGFile.read(path)
        #expect(shown.isOpaque && shown[0, 0] == 0xFF00_0000 && shown[1, 0] == 0xFF5A_5A5A)
        #expect(decoder.decode(contentsOfFile: place.path("missing.png")) == nil)
        #expect(decoder.decode(contentsOfFile: place.folder.path) == nil)
        #expect(complaints.count == 2)
        #expect(
            complaints.first
                == "\(place.path("missing.png")): No such file or directory; "
                + "check the name, and who may read it")
    }
}
