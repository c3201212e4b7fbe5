import Glibc
import KioskSystem

/// The file beside a database that holds the picture of its drawing, `drawing.picture`: so that a start
/// needn't paint what was painted before.
///
/// It isn't worth anything of its own. A file that can't be read, is damaged, or shows another drawing
/// than the database holds, is as good as none.
package struct PictureFile: Sendable {
    /// The file's name in the database's folder.
    package static let fileName = "drawing.picture"

    /// What the file begins with.
    private static let magic: UInt64 = 0x7463_6970_4B52_5454  // "TTRKpict"
    private static let version: UInt64 = 1
    private static let headerWords = 12
    /// The largest file that is read, in bytes.
    private static let mostBytes = 256 << 20

    /// The file.
    package let path: String
    private let databasePath: String

    /// Names the file in a folder.
    package init(folder: String) {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        path = folder + Self.fileName
        databasePath = folder + DrawingStore.fileName
    }

    /// Reads the picture. Do it before the database is opened, which may write to it.
    ///
    /// - Returns: Nil where there is no file, or it can't be used: it is damaged or of another version,
    ///   or somebody else has written to the database since.
    package func read() -> (picture: StoredPicture, generation: Int64)? {
        let bytes = WholeFile.read(
            path, atMost: Self.mostBytes, headerCount: Self.headerWords * 8, isWanted: isUsable)
        guard let bytes else { return nil }
        return bytes.withUnsafeBytes(picture)
    }

    /// Puts a picture of the drawing in the file's place. Nobody may be writing to the database.
    ///
    /// It isn't synchronised: what a power cut leaves of it is told from a whole one by its sum. Where
    /// the file has it already, nothing is done.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - generation: The drawing's generation that it shows.
    package func write(_ picture: StoredPicture, generation: Int64) throws(LinuxError) {
        if let (old, shown) = read(), shown == generation, old == picture { return }
        var words = [
            Self.magic, Self.version, 0, UInt64(picture.width), UInt64(picture.height),
            picture.scale.bitPattern, UInt64(bitPattern: generation), picture.look,
        ]
        words += DatabaseStamp(path: databasePath).words
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * 8 + picture.code.count)
        for word in words {
            withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: picture.code)
        let sum = bytes.withUnsafeBytes(Self.sum)
        withUnsafeBytes(of: sum.littleEndian) {
            bytes.replaceSubrange(Self.sumPlace..<Self.sumPlace + 8, with: $0)
        }
        try WholeFile.replace(path, with: bytes, isSynchronized: false)
    }

    /// The sum's place in the file.
    private static let sumPlace = 16

    private static func word(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }

    /// Whether what a file says of itself at its beginning is worth reading the rest.
    private func isUsable(header: UnsafeRawBufferPointer) -> Bool {
        func word(_ index: Int) -> UInt64 { Self.word(index, of: header) }
        let pixels = 1...UInt64(StoredPicture.mostPixels)
        return word(0) == Self.magic && word(1) == Self.version
            && (8..<12).map(word) == DatabaseStamp(path: databasePath).words
            && pixels ~= word(3) && pixels ~= word(4)
    }

    private func picture(
        _ bytes: UnsafeRawBufferPointer
    ) -> (picture: StoredPicture, generation: Int64)? {
        guard bytes.count > Self.headerWords * 8 else { return nil }
        func word(_ index: Int) -> UInt64 { Self.word(index, of: bytes) }
        guard isUsable(header: bytes), word(2) == Self.sum(bytes) else { return nil }
        let picture = StoredPicture(
            width: Int(word(3)), height: Int(word(4)), scale: Double(bitPattern: word(5)),
            look: word(7), code: Array(bytes[(Self.headerWords * 8)...]))
        return (picture, Int64(bitPattern: word(6)))
    }

    /// A sum of all bytes but its own, with another value for certain where bytes differ in one word
    /// only, and by chance in 2⁻⁶⁴ of all other cases: each word is mixed in by operations that can be
    /// undone (the constant is the golden ratio's fraction, an odd number without a pattern).
    private static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = UInt64(bytes.count)
        func mix(_ word: UInt64) {
            sum = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
            sum ^= sum >> 32
        }
        var place = 0
        while place + 8 <= bytes.count {
            if place != sumPlace {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                mix(UInt64(littleEndian: word))
            }
            place += 8
        }
        var rest: UInt64 = 0
        while place < bytes.count {
            rest = rest << 8 | UInt64(bytes[place])
            place += 1
        }
        mix(rest)
        return sum
    }
}

/// What a database's files look like from outside: who writes to it changes that, also another program
/// that knows nothing of generations.
private struct DatabaseStamp {
    /// When the file and the one beside it with what isn't in it yet were written, in nanoseconds, and
    /// how long they are; zeros for one that isn't there or is empty.
    let words: [UInt64]

    init(path: String) {
        words = Self.words(path) + Self.words("\(path)-wal")
    }

    private static func words(_ path: String) -> [UInt64] {
        var information = stat()
        guard stat(path, &information) == 0, information.st_size > 0 else { return [0, 0] }
        let time = information.st_mtim
        return [
            UInt64(bitPattern: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)),
            UInt64(bitPattern: Int64(information.st_size)),
        ]
    }
}
