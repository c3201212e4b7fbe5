import Foundation
import KioskImages
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

@Suite("PNG file")
struct PNGFileTests {
    @Test(
        "A written image is read back unchanged.", arguments: [(1, 1), (17, 5), (200, 64)])
    func roundTrip(size: (Int, Int)) throws {
        let folder = TemporaryFolder()
        var random = SeededRandom(seed: 3)
        let bitmap = Bitmap(width: size.0, height: size.1)
        for y in 0..<size.1 {
            for x in 0..<size.0 {
                bitmap[x, y] = 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
            }
        }
        try PNGFile.write(bitmap, to: "\(folder.path)/image.png")
        let read = try PNGFile.read("\(folder.path)/image.png")
        #expect(read.isEqual(to: bitmap))
    }

    @Test("encode(_:) returns the same bytes as write(_:to:) writes.")
    func encode() throws {
        let folder = TemporaryFolder()
        var random = SeededRandom(seed: 4)
        for (width, height) in [(1, 1), (300, 7), (64, 64)] {
            let bitmap = Bitmap(width: width, height: height)
            for y in 0..<height {
                for x in 0..<width {
                    bitmap[x, y] = 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
                }
            }
            let path = "\(folder.path)/image.png"
            try PNGFile.write(bitmap, to: path)
            #expect(
                try PNGFile.encode(bitmap) == [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
        }
    }

    @Test("A large image that cannot be compressed is encoded and decoded unchanged.")
    func incompressible() throws {
        let bitmap = Bitmap(width: 1_920, height: 1_080)
        var random = SeededRandom(seed: 5)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                bitmap[x, y] = 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())
            }
        }
        let bytes = try PNGFile.encode(bitmap)
        #expect(bytes.count > 3 * bitmap.width * bitmap.height)
        let decoder = PNGDecoder { Issue.record("\($0)") }
        #expect(try #require(decoder.decode(bytes)).isEqual(to: bitmap))
    }

    @Test("A translucent image is encoded and decoded unchanged for every alpha and color.")
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

    @Test("A missing, foreign or truncated file causes an error with the path.")
    func unreadableFiles() throws {
        let folder = TemporaryFolder()
        let missing = "\(folder.path)/missing.png"
        let text = "\(folder.path)/text.png"
        try Data("no image".utf8).write(to: URL(fileURLWithPath: text))
        let truncated = "\(folder.path)/truncated.png"
        try PNGFile.write(Bitmap(width: 64, height: 64), to: truncated)
        let whole = try Data(contentsOf: URL(fileURLWithPath: truncated))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: truncated))
        for path in [missing, text, truncated] {
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
                            ? "check the name and the permissions"
                            : "save the image again as PNG"))
            }
        }
    }

    @Test("A file that cannot be written causes an error with the path.")
    func unwritableFile() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/no-such-folder/image.png"
        do throws(PNGError) {
            try PNGFile.write(Bitmap(width: 4, height: 4), to: path)
            Issue.record("\(path) was written")
        } catch {
            #expect(error.path == path)
            #expect(!error.cause.isEmpty)
            #expect(error.remedy == "choose another path, or free disk space")
        }
    }

    @Test(
        "Only regular files and links to them are read and written, without waiting.",
        arguments: IrregularFile.creatable)
    func irregular(kind: IrregularFile) throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/image.png"
        let bitmap = Bitmap(width: 4, height: 4)
        try kind.create(at: path, linkingTo: try PNGFile.encode(bitmap))
        let before = IrregularFile.state(of: path)
        if kind == .link {
            #expect(try PNGFile.read(path).width == 4)
            try PNGFile.write(Bitmap(width: 7, height: 7), to: path)
            #expect(IrregularFile.state(of: path).isSameFile(as: before))
            #expect(try PNGFile.read("\(path).target").width == 7)
            return
        }
        let causes =
            switch kind {
            case .folder: ("Is a directory", "Is a directory")
            case .brokenLink: ("No such file or directory", "symbolic links are not followed")
            default: ("not a regular file", "not a regular file")
            }
        #expect(
            messageThrown { _ = try PNGFile.read(path) }
                == "\(path): \(causes.0); check the name and the permissions")
        #expect(
            messageThrown { try PNGFile.write(bitmap, to: path) }
                == "\(path): cannot write: \(causes.1); choose another path, or free disk space")
        #expect(IrregularFile.state(of: path) == before)
    }

    @Test("A decoder reads files and reports failures.")
    func decoder() throws {
        let folder = TemporaryFolder()
        let path = "\(folder.path)/image.png"
        let bytes = PNGBuilder(width: 2, height: 1, color: .rgba) { x, _, channel in
            channel == 3 ? x * 255 : 90
        }.bytes
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        var messages: [String] = []
        let decoder = PNGDecoder { messages.append($0) }
        let bitmap = try #require(decoder.decode(contentsOfFile: path))
        #expect(bitmap[0, 0] == 0 && bitmap[1, 0] == 0xFF5A_5A5A && messages.isEmpty)
        // PNGFile.read composites the image onto black.
        let opaque = try PNGFile.read(path)
        #expect(opaque.isOpaque && opaque[0, 0] == 0xFF00_0000 && opaque[1, 0] == 0xFF5A_5A5A)
        #expect(decoder.decode(contentsOfFile: "\(folder.path)/missing.png") == nil)
        #expect(decoder.decode(contentsOfFile: folder.path) == nil)
        #expect(messages.count == 2)
        #expect(
            messages.first
                == "\(folder.path)/missing.png: No such file or directory; "
                + "check the name and the permissions")
    }
}
