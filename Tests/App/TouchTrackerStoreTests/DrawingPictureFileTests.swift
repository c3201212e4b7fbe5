import Foundation
import KioskSystem
import Testing
import TouchTrackerStore
import TouchTrackerTestSupport

/// The file with the drawing's picture beside the database.
@Suite("DrawingPictureFile")
struct DrawingPictureFileTests {
    private let folder = TemporaryFolder.forStore()

    /// Returns pixels of one of several kinds, or a mixture of them.
    private func pixels(_ width: Int, _ height: Int, _ random: inout SeededRandom) -> [[UInt32]] {
        let kind = random.next(below: 5)
        var rows: [[UInt32]] = []
        for y in 0..<height {
            var row = (0..<width).map { _ in UInt32(0xFFAA_AAAA) }
            for x in 0..<width {
                switch kind {
                case 0: row[x] = UInt32(truncatingIfNeeded: random.next())
                case 1: if random.next(below: 9) == 0 { row[x] = 0xFF00_0000 | UInt32(y) }
                case 2: row[x] = x / 70 % 2 == 0 ? 0xFF11_2233 : 0xFF00_0000 | UInt32(y / 3)
                case 3: if abs(x - y) < 3 { row[x] = 0xFF00_0000 | UInt32(abs(x - y)) }
                default: break
                }
            }
            rows.append(row)
        }
        return rows
    }

    private func picture(_ rows: [[UInt32]], scale: Double = 1) throws -> EncodedPicture {
        let flat = rows.flatMap { $0 }
        let width = rows[0].count
        return try flat.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            return try #require(
                EncodedPicture(
                    width: width, height: rows.count, scale: scale, rendererFingerprint: 77
                ) {
                    base + $0 * width
                })
        }
    }

    private func rows(_ picture: EncodedPicture) -> [[UInt32]]? {
        var flat = [UInt32](repeating: 7, count: picture.width * picture.height)
        let isWhole = flat.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return picture.copy { base + $0 * picture.width }
        }
        guard isWhole else { return nil }
        return (0..<picture.height).map {
            Array(flat[($0 * picture.width)..<(($0 + 1) * picture.width)])
        }
    }

    @Test("A picture is read exactly as it was written.", arguments: 0..<20 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let file = DrawingPictureFile(folder: folder.path)
        let size = [1, 2, 62, 63, 64, 65, 66, 129, 200]
        let width = size[random.next(below: size.count)]
        let height = size[random.next(below: size.count)]
        let pixels = pixels(width, height, &random)
        let written = try picture(pixels, scale: 1.5)
        try file.write(written, generation: 5)
        let (read, generation) = try #require(file.read())
        #expect(read == written && generation == 5)
        #expect(read.scale == 1.5 && read.rendererFingerprint == 77)
        #expect(rows(read) == pixels)
    }

    @Test("A picture of one color needs a few bytes per row; too large pictures are rejected.")
    func size() throws {
        let row = [UInt32](repeating: 0xFFAA_AAAA, count: 800)
        let file = DrawingPictureFile(folder: folder.path)
        try file.write(picture(Array(repeating: row, count: 480)), generation: 1)
        let size = try Data(contentsOf: URL(fileURLWithPath: file.path)).count
        #expect(size < 2_000)
        let none = row.withUnsafeBufferPointer { buffer in
            EncodedPicture(width: 20_000, height: 1, scale: 1, rendererFingerprint: 0) { _ in
                buffer.baseAddress ?? UnsafePointer(bitPattern: 4)!
            }
        }
        #expect(none == nil)
    }

    @Test("A missing file is no picture.")
    func missingFile() {
        #expect(DrawingPictureFile(folder: folder.path).read() == nil)
    }

    @Test("Every flipped bit and every truncation of the file is detected.")
    func damage() throws {
        var random = SeededRandom(seed: 3)
        let file = DrawingPictureFile(folder: folder.path)
        let written = try picture(pixels(20, 12, &random))
        try file.write(written, generation: 9)
        let url = URL(fileURLWithPath: file.path)
        let whole = try Data(contentsOf: url)
        for place in whole.indices {
            for bit in [1, 1 << random.next(below: 8), 0x80] as [UInt8] {
                var bytes = whole
                bytes[place] ^= bit
                try bytes.write(to: url)
                #expect(file.read() == nil, "byte \(place)")
            }
            try whole.prefix(place).write(to: url)
            #expect(file.read() == nil, "cut at \(place)")
        }
        try (whole + [0]).write(to: url)
        #expect(file.read() == nil)
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<(1 + random.next(below: 40)) {
                bytes[random.next(below: bytes.count)] = UInt8(random.next(below: 256))
            }
            if bytes == whole { continue }
            try bytes.write(to: url)
            #expect(file.read() == nil)
        }
        try whole.write(to: url)
        #expect(file.read()?.picture == written)
    }

    @Test(
        "A file that is not a regular file is ignored by reading and refused by writing.",
        arguments: IrregularFile.creatable)
    func irregular(kind: IrregularFile) throws {
        var random = SeededRandom(seed: 8)
        let written = try picture(pixels(9, 9, &random))
        let file = DrawingPictureFile(folder: folder.path)
        try file.write(written, generation: 1)
        let bytes = try folder.bytes(DrawingPictureFile.fileName)
        #expect(unlink(file.path) == 0)
        try kind.create(at: file.path, linkingTo: bytes)
        let before = IrregularFile.state(of: file.path)
        let names = folder.names
        #expect(file.read() == nil)
        #expect(throws: LinuxError.self) { try file.write(written, generation: 1) }
        #expect(IrregularFile.state(of: file.path) == before)
        #expect(folder.names == names)
    }

    @Test("Reading stops at an invalid header of a large file.")
    func invalidHeader() throws {
        let path = "\(folder.path)/\(DrawingPictureFile.fileName)"
        try Data(count: 4_096).write(to: URL(fileURLWithPath: path))
        #expect(DrawingPictureFile(folder: folder.path).read() == nil)
        var headerSizes: [Int] = []
        #expect(throws: LinuxError(operation: "read", code: .invalid, path: path)) {
            try FileContents.read(path, maximumSize: 4_096, headerSize: 8) { header in
                headerSizes.append(header.count)
                return false
            }
        }
        #expect(headerSizes == [8])
    }

    @Test(
        "A picture is valid for exactly the database's modification time, in any year.",
        arguments: [-2_000_000_000, -1, 0, 1, 4_000_000_000, 15_000_000_000])
    func modificationTimes(seconds: Int) throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        let generation = try store.apply([.removeAll])
        func setTime(_ seconds: Int) {
            let time = timespec(tv_sec: seconds, tv_nsec: 7)
            #expect(utimensat(AT_FDCWD, folder.file, [time, time], 0) == 0)
        }
        setTime(seconds)
        var random = SeededRandom(seed: 6)
        let file = DrawingPictureFile(folder: folder.path)
        let written = try picture(pixels(9, 9, &random))
        try file.write(written, generation: generation)
        #expect(file.read()?.picture == written)
        for jump in [-1_000_000_000, -1, 1, 1_000_000_000] {
            setTime(seconds + jump)
            #expect(file.read() == nil)
        }
        setTime(seconds)
        #expect(file.read()?.picture == written)
    }

    @Test("Invalid rows never write beyond the picture's memory.")
    func invalidRows() throws {
        var random = SeededRandom(seed: 4)
        let whole = try picture(pixels(30, 8, &random))
        for _ in 0..<2_000 {
            var code = whole.code
            code[random.next(below: code.count)] = UInt8(random.next(below: 256))
            if random.next(below: 2) == 0 { code.removeLast(random.next(below: code.count)) }
            let picture = EncodedPicture(
                width: 30, height: 8, scale: 1, rendererFingerprint: 0, code: code)
            // The rows may be invalid or by chance valid, so the returned value is ignored.
            var memory = [UInt32](repeating: 7, count: 30 * 9)
            memory.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                _ = picture.copy { base + $0 * 30 }
            }
            #expect(memory[(30 * 8)...].allSatisfy { $0 == 7 })
        }
    }

    @Test("A picture is not used after another program has written to the database.")
    func otherProgramWrites() throws {
        let store = try DrawingStore(folder: folder.path, access: .readWrite)
        let generation = try store.apply([.removeAll])
        var random = SeededRandom(seed: 5)
        let file = DrawingPictureFile(folder: folder.path)
        let written = try picture(pixels(9, 9, &random))
        try file.write(written, generation: generation)
        #expect(file.read()?.picture == written)
        // The sqlite3 tool doesn't increase the generation.
        let path = "\(folder.path)/\(DrawingStore.fileName)"
        let other = try Database(path: path, access: .readWrite)
        try other.run("UPDATE drawing SET next_id = next_id + 1")
        #expect(file.read() == nil)
    }
}
