import CTouchTrackerPNG
import Glibc
import TouchKitRaster

/// Reads pictures through libpng's simplified interface: the classic one jumps over Swift's frames.
///
/// Every kind of PNG comes out as 8 bits a channel in sRGB, premultiplied, straight into the bitmap's
/// memory: no more is used than that and a few rows of libpng's. One that says it is larger than
/// `largestPicture` is refused before any of it is read.
enum PNGReader {
    /// The largest picture that is read, in pixels: 64 MiB in memory. Boards have 512 MiB.
    static let largestPicture = 16 * 1_024 * 1_024

    /// The picture in a file. Wraps `png_image_begin_read_from_file`.
    static func read(path: String) throws(PNGError) -> Bitmap {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        guard png_image_begin_read_from_file(&image, path) != 0 else {
            throw unreadable(path, image)
        }
        defer { png_image_free(&image) }
        return try bitmap(of: &image, head: head(path: path), path)
    }

    /// The picture that bytes describe. Wraps `png_image_begin_read_from_memory`.
    static func read(_ bytes: [UInt8]) throws(PNGError) -> Bitmap {
        let name = "a picture in memory"
        // libpng reads from the memory until it is finished.
        let result = bytes.withUnsafeBytes { memory -> Result<Bitmap, PNGError> in
            var image = png_image()
            image.version = UInt32(PNG_IMAGE_VERSION)
            guard let base = memory.baseAddress else {
                return .failure(PNGError(path: name, cause: "it is empty", remedy: remedy))
            }
            guard png_image_begin_read_from_memory(&image, base, memory.count) != 0 else {
                return .failure(unreadable(name, image))
            }
            defer { png_image_free(&image) }
            return Result { () throws(PNGError) in
                try bitmap(of: &image, head: Array(memory.prefix(headLength)), name)
            }
        }
        return try result.get()
    }

    /// The signature, and the first chunk as far as the interlace method (ISO/IEC 15948, 11.2.1).
    private static let headLength = 29

    /// What a file begins with; less where it can't be read, of which libpng has spoken already.
    private static func head(path: String) -> [UInt8] {
        guard let file = fopen(path, "rb") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: headLength)
        return Array(bytes.prefix(fread(&bytes, 1, headLength, file)))
    }

    /// Whether a file has 16 bits a channel and is interlaced. Of such files libpng up to 1.6.50 writes
    /// beyond the picture's memory (CVE-2025-65018); mended versions mix rows up (libpng's issue 853).
    private static func isReadWrongly(_ head: [UInt8]) -> Bool {
        head.count == headLength && head[24] == 16 && head[28] != 0
    }

    private static let remedy = "save the picture again as PNG"

    private static func unreadable(_ path: String, _ image: png_image) -> PNGError {
        let words = message(image)
        // libpng hands on the system's words for what can't be opened.
        let isMissing = words.hasPrefix("No such file") || words.hasPrefix("Permission denied")
        return PNGError(
            path: path, cause: words,
            remedy: isMissing ? "check the name, and who may read it" : remedy)
    }

    /// Decodes the picture whose head is read. Wraps `png_image_finish_read`.
    private static func bitmap(
        of image: inout png_image, head: [UInt8], _ path: String
    ) throws(PNGError) -> Bitmap {
        if isReadWrongly(head) {
            throw PNGError(
                path: path,
                cause: "16 bits a channel, interlaced: libpng can't be trusted with that",
                remedy: "save the picture again with 8 bits a channel, or not interlaced")
        }
        let width = Int(image.width)
        let height = Int(image.height)
        guard width > 0, height > 0, width <= largestPicture / height else {
            throw PNGError(
                path: path,
                cause: "\(width) × \(height) pixels are more than \(largestPicture)",
                remedy: "make the picture smaller")
        }
        let hasAlpha = image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
        // Without a word in the file, 16 bits a channel are sRGB, too, and not proportional to light.
        image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
        // In memory, pixels of a little-endian machine are blue, green, red, alpha.
        image.format = UInt32(
            PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
        let bitmap = Bitmap(width: width, height: height, isOpaque: !hasAlpha)
        guard
            png_image_finish_read(&image, nil, bitmap.pixels, Int32(bitmap.stride * 4), nil) != 0
        else { throw unreadable(path, image) }
        if hasAlpha { bitmap.isOpaque = premultiply(bitmap) }
        return bitmap
    }

    /// Multiplies colours by alpha, rounded to nearest.
    ///
    /// - Returns: Whether there was nothing to multiply: many files have an alpha of 255 everywhere.
    private static func premultiply(_ bitmap: Bitmap) -> Bool {
        var all: UInt32 = 0xFF00_0000
        for y in 0..<bitmap.height {
            let row = bitmap.pixels + y * bitmap.stride
            for x in 0..<bitmap.width {
                all &= row[x]
                row[x] = premultiplied(row[x])
            }
        }
        return all == 0xFF00_0000
    }

    private static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        // (n + 128) · 257 / 65,536 is n / 255, rounded, for every product of two bytes.
        func part(_ channel: UInt32) -> UInt32 { (((channel & 0xFF) * alpha + 128) * 257) >> 16 }
        return alpha << 24 | part(pixel >> 16) << 16 | part(pixel >> 8) << 8 | part(pixel)
    }

    /// What libpng says of its last trouble.
    static func message(_ image: png_image) -> String {
        withUnsafeBytes(of: image.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
