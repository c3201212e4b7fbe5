/// A picture of a drawing: pixels as they are kept beside the database.
///
/// Pixels are 0xAARRGGBB. A row is told in what it has in common with the one above it, runs of one
/// pixel, and pixels one by one: a drawing of some lines takes a few KB.
package struct StoredPicture: Hashable, Sendable {
    /// The width, in pixels, 1 to `mostPixels`.
    package let width: Int
    /// The height, in pixels, 1 to `mostPixels`.
    package let height: Int
    /// Pixels per point.
    package let scale: Double
    /// Stands for everything that the pixels depend on beside the strokes, such as the colours of the
    /// program that painted them.
    package let look: UInt64
    /// The rows, told one after the other.
    package let code: [UInt8]

    /// The largest width and height.
    package static let mostPixels = 16_384

    /// Takes a picture down.
    ///
    /// - Parameters:
    ///   - width: The width, in pixels, at least 1.
    ///   - height: The height, in pixels, at least 1.
    ///   - scale: Pixels per point.
    ///   - look: What the pixels depend on beside the strokes.
    ///   - row: Where the pixels of a row are, 0 for the upper one; valid during the call.
    /// - Returns: Nil for one that is too large.
    /// - Complexity: O(pixels).
    package init?(
        width: Int, height: Int, scale: Double, look: UInt64,
        row: (Int) -> UnsafePointer<UInt32>
    ) {
        guard 1...Self.mostPixels ~= width, 1...Self.mostPixels ~= height else { return nil }
        self.width = width
        self.height = height
        self.scale = scale
        self.look = look
        var writer = RowWriter(width: width)
        var above: UnsafePointer<UInt32>?
        for number in 0..<height {
            let pixels = row(number)
            writer.write(pixels, above: above)
            above = pixels
        }
        code = writer.code
    }

    package init(width: Int, height: Int, scale: Double, look: UInt64, code: [UInt8]) {
        self.width = width
        self.height = height
        self.scale = scale
        self.look = look
        self.code = code
    }

    /// Puts the picture down again.
    ///
    /// - Parameter row: Where the pixels of a row go, `width` of them; valid during the call.
    /// - Returns: Whether there was a picture in it; if not, some rows may be written all the same.
    /// - Complexity: O(pixels), at about the price of copying them.
    package func copy(into row: (Int) -> UnsafeMutablePointer<UInt32>) -> Bool {
        code.withUnsafeBytes { bytes in
            var reader = RowReader(bytes: bytes, width: width)
            var above: UnsafeMutablePointer<UInt32>?
            for number in 0..<height {
                let pixels = row(number)
                guard reader.read(into: pixels, above: above) else { return false }
                above = pixels
            }
            return reader.isAtEnd
        }
    }
}

/// The words that rows are told in. Each begins with a byte that has the word in its upper two bits and
/// how many pixels it is about, less one, in the lower six; 63 there means that two more bytes follow
/// with that number, the lower one first.
private enum RowWord: UInt8 {
    /// As in the row above.
    case above = 0
    /// The same pixel again and again; its four bytes follow, as they lie in memory.
    case run = 1
    /// Pixels one by one: four bytes of each follow.
    case pixels = 2
}

private struct RowWriter {
    let width: Int
    var code: [UInt8] = []

    init(width: Int) { self.width = width }

    mutating func write(_ row: UnsafePointer<UInt32>, above: UnsafePointer<UInt32>?) {
        var x = 0
        // Where the pixels begin that are told one by one.
        var loose = 0
        while x < width {
            let shared = above.map { sharedCount(row, $0, from: x) } ?? 0
            // At the end of a row one is worth a word, too.
            if shared >= 2 || x + shared == width {
                tell(row, loose, x)
                begin(.above, shared)
                x += shared
                loose = x
                continue
            }
            let run = runCount(row, from: x)
            if run >= 3 {
                tell(row, loose, x)
                begin(.run, run)
                code.append(contentsOf: UnsafeRawBufferPointer(start: row + x, count: 4))
                x += run
                loose = x
                continue
            }
            x += 1
        }
        tell(row, loose, width)
    }

    private func sharedCount(
        _ row: UnsafePointer<UInt32>, _ above: UnsafePointer<UInt32>, from start: Int
    ) -> Int {
        var x = start
        while x < width, row[x] == above[x] { x &+= 1 }
        return x - start
    }

    private func runCount(_ row: UnsafePointer<UInt32>, from start: Int) -> Int {
        var x = start &+ 1
        while x < width, row[x] == row[start] { x &+= 1 }
        return x - start
    }

    private mutating func tell(_ row: UnsafePointer<UInt32>, _ start: Int, _ end: Int) {
        if start == end { return }
        begin(.pixels, end - start)
        code.append(
            contentsOf: UnsafeRawBufferPointer(start: row + start, count: (end - start) * 4))
    }

    private mutating func begin(_ word: RowWord, _ count: Int) {
        if count <= 63 {
            code.append(word.rawValue << 6 | UInt8(count - 1))
            return
        }
        code.append(word.rawValue << 6 | 63)
        code.append(UInt8(truncatingIfNeeded: count - 1))
        code.append(UInt8(truncatingIfNeeded: (count - 1) >> 8))
    }
}

private struct RowReader {
    let bytes: UnsafeRawBufferPointer
    let width: Int
    private var place = 0

    init(bytes: UnsafeRawBufferPointer, width: Int) {
        self.bytes = bytes
        self.width = width
    }

    var isAtEnd: Bool { place == bytes.count }

    /// Whether there was a whole row.
    mutating func read(
        into row: UnsafeMutablePointer<UInt32>, above: UnsafeMutablePointer<UInt32>?
    ) -> Bool {
        var x = 0
        while x < width {
            guard let (word, count) = begin(), count <= width - x else { return false }
            switch word {
            case .above:
                guard let above else { return false }
                (row + x).update(from: above + x, count: count)
            case .run:
                guard let pixel = take(1)?.loadUnaligned(as: UInt32.self) else { return false }
                (row + x).update(repeating: pixel, count: count)
            case .pixels:
                guard let pixels = take(count) else { return false }
                UnsafeMutableRawPointer(row + x).copyMemory(from: pixels, byteCount: count * 4)
            }
            x += count
        }
        return true
    }

    private mutating func begin() -> (RowWord, Int)? {
        guard place < bytes.count, let word = RowWord(rawValue: bytes[place] >> 6) else {
            return nil
        }
        let count = Int(bytes[place] & 63)
        place += 1
        if count < 63 { return (word, count + 1) }
        guard place + 2 <= bytes.count else { return nil }
        defer { place += 2 }
        return (word, (Int(bytes[place]) | Int(bytes[place + 1]) << 8) + 1)
    }

    private mutating func take(_ pixels: Int) -> UnsafeRawPointer? {
        guard pixels * 4 <= bytes.count - place, let base = bytes.baseAddress else { return nil }
        defer { place += pixels * 4 }
        return base + place
    }
}
