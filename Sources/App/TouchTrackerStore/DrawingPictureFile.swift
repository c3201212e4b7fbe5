import Glibc
import KioskSystem

/// The file `drawing.picture` beside the database of a drawing. The file contains a picture of the
/// drawing, so that the app can show the drawing at startup before the strokes have been read.
///
/// The file is a cache. If it is missing, unreadable, damaged or out of date, it is ignored.
package struct DrawingPictureFile: Sendable {
    /// The name of the picture file in the folder of the database.
    package static let fileName = "drawing.picture"

    /// The first eight bytes of the file, as a little-endian 64-bit number.
    private static let magic: UInt64 = 0x7463_6970_4B52_5454  // "TTRKpict"
    private static let version: UInt64 = 1
    private static let headerWordCount = 12
    /// The maximum size of a file that `read()` accepts, in bytes.
    private static let maximumByteCount = 256 << 20

    /// The path of the picture file.
    package let path: String
    private let databasePath: String

    /// Creates a description of the picture file in `folder`, without accessing the file system.
    package init(folder: String) {
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        path = folder + Self.fileName
        databasePath = folder + DrawingStore.fileName
    }

    /// Reads the picture. The database must not be open, because opening it may change its files,
    /// and the picture is valid only for unchanged files.
    ///
    /// - Returns: The picture and the generation (the number of stored edits) of the drawing that
    ///   it shows. `nil` if the file is missing, damaged, of another version, or older than the
    ///   last change of the database.
    package func read() -> (picture: EncodedPicture, generation: Int64)? {
        let bytes = try? FileContents.read(
            path, maximumSize: Self.maximumByteCount, headerSize: Self.headerWordCount * 8,
            acceptsHeader: isUsable)
        guard let bytes else { return nil }
        return bytes.withUnsafeBytes(decodePicture)
    }

    /// Writes a picture, unless the file already contains it. The caller must ensure that no
    /// process writes to the database during the call.
    ///
    /// The file is not synchronized to disk. Its checksum detects an incomplete write after a power
    /// cut.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - generation: The generation (the number of stored edits) of the drawing that the picture
    ///     shows.
    /// - Throws: `LinuxError` if the file cannot be written.
    package func write(_ picture: EncodedPicture, generation: Int64) throws(LinuxError) {
        if let (old, shown) = read(), shown == generation, old == picture { return }
        var words = [
            Self.magic, Self.version, 0, UInt64(picture.width), UInt64(picture.height),
            picture.scale.bitPattern, UInt64(bitPattern: generation), picture.rendererFingerprint,
        ]
        words += DatabaseStamp(path: databasePath).words
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * 8 + picture.code.count)
        for word in words {
            withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
        }
        bytes.append(contentsOf: picture.code)
        let checksum = bytes.withUnsafeBytes(Self.checksum)
        withUnsafeBytes(of: checksum.littleEndian) {
            bytes.replaceSubrange(Self.checksumOffset..<Self.checksumOffset + 8, with: $0)
        }
        try FileContents.replace(path, with: bytes, isSynchronized: false)
    }

    /// The distance of the checksum from the start of the file, in bytes.
    private static let checksumOffset = 16

    /// Returns the 64-bit little-endian number at the index `index` of `bytes`, which is
    /// interpreted as an array of such numbers.
    private static func word(_ index: Int, of bytes: UnsafeRawBufferPointer) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }

    /// Returns whether a file with the given header may contain a usable picture: the format
    /// version and the state of the database match, and the size of the picture is valid.
    private func isUsable(header: UnsafeRawBufferPointer) -> Bool {
        func word(_ index: Int) -> UInt64 { Self.word(index, of: header) }
        let pixels = 1...UInt64(EncodedPicture.maximumDimension)
        return word(0) == Self.magic && word(1) == Self.version
            && (8..<12).map(word) == DatabaseStamp(path: databasePath).words
            && pixels ~= word(3) && pixels ~= word(4)
    }

    /// Returns the picture and the generation (the number of stored edits) in `bytes`, the contents
    /// of a picture file, or `nil` if the contents are invalid.
    private func decodePicture(
        _ bytes: UnsafeRawBufferPointer
    ) -> (picture: EncodedPicture, generation: Int64)? {
        guard bytes.count > Self.headerWordCount * 8 else { return nil }
        func word(_ index: Int) -> UInt64 { Self.word(index, of: bytes) }
        guard isUsable(header: bytes), word(2) == Self.checksum(bytes) else { return nil }
        let picture = EncodedPicture(
            width: Int(word(3)), height: Int(word(4)), scale: Double(bitPattern: word(5)),
            rendererFingerprint: word(7), code: Array(bytes[(Self.headerWordCount * 8)...]))
        return (picture, Int64(bitPattern: word(6)))
    }

    /// Returns a 64-bit checksum of all bytes of a file except the bytes of the checksum itself.
    ///
    /// A change of a single 64-bit number is always detected, because each mixing step is
    /// invertible. Any other change remains undetected with a probability of about 2⁻⁶⁴.
    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var checksum = UInt64(bytes.count)
        func mix(_ word: UInt64) {
            // The fractional part of the golden ratio, scaled to 64 bits. An odd factor makes the
            // multiplication invertible.
            checksum = (checksum ^ word) &* 0x9E37_79B9_7F4A_7C15
            checksum ^= checksum >> 32
        }
        var offset = 0
        while offset + 8 <= bytes.count {
            if offset != checksumOffset {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                mix(UInt64(littleEndian: word))
            }
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        mix(rest)
        return checksum
    }
}

/// The modification times and sizes of the files of a database. The values change when any program
/// writes to the database.
private struct DatabaseStamp {
    /// Four numbers: the modification time in nanoseconds and the size in bytes of the database
    /// file, then the modification time and the size of its write-ahead log. The numbers of a
    /// missing or empty file are 0.
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
