import CTouchTrackerPNG
import KioskSystem
import TouchKitRaster

/// A reader of PNG images that uses libpng's simplified API. The classic API uses `longjmp`, which
/// must not cross Swift stack frames.
///
/// The reader converts images of all PNG color types to premultiplied 8-bit sRGB, directly in the
/// bitmap's memory. Before allocating memory, the reader rejects images with more than
/// `maximumPixelCount` pixels.
enum PNGReader {
    /// The maximum number of pixels in an image. The bitmap then uses 64 MiB; supported boards have
    /// at least 512 MiB of memory.
    static let maximumPixelCount = 16 * 1_024 * 1_024

    /// The maximum size of a file in bytes: the pixels of the largest image with 16 bits per
    /// channel, without compression.
    private static let maximumFileSize = maximumPixelCount * 8

    /// Reads an image from the file at `path`.
    ///
    /// - Throws: `PNGError` if the file cannot be read, is not a PNG, is damaged or too large.
    static func read(path: String) throws(PNGError) -> Bitmap {
        try read(contents(of: path), name: path)
    }

    /// Reads the size of the image in the file at `path` without decoding the image.
    ///
    /// The corresponding C function is `png_image_begin_read_from_memory`.
    ///
    /// - Returns: The width and the height, in pixels.
    /// - Throws: `PNGError` if the file cannot be read or is not a PNG.
    static func readSize(path: String) throws(PNGError) -> (width: Int, height: Int) {
        let bytes = try contents(of: path)
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        let isRead = bytes.withUnsafeBytes { memory in
            guard let base = memory.baseAddress else { return false }
            defer { png_image_free(&image) }
            return png_image_begin_read_from_memory(&image, base, memory.count) != 0
        }
        guard isRead else {
            if bytes.isEmpty {
                throw PNGError(path: path, cause: "the file is empty", remedy: remedy)
            }
            throw unreadable(path, image)
        }
        return (Int(image.width), Int(image.height))
    }

    /// Returns the contents of the regular file at `path`, which may be a symbolic link.
    private static func contents(of path: String) throws(PNGError) -> [UInt8] {
        do throws(LinuxError) {
            return try FileContents.read(path, maximumSize: maximumFileSize, followsLink: true)
        } catch {
            throw PNGError(
                path: path, cause: "\(error.code)", remedy: "check the name and the permissions")
        }
    }

    /// Decodes the image that `bytes` encode.
    ///
    /// The corresponding C function is `png_image_begin_read_from_memory`.
    ///
    /// - Parameters:
    ///   - bytes: The contents of a PNG file.
    ///   - name: The path of the file, for the error message.
    /// - Throws: `PNGError` if the bytes are not a PNG, are damaged, or the image is too large.
    static func read(
        _ bytes: [UInt8], name: String = "image in memory"
    ) throws(PNGError) -> Bitmap {
        // libpng accesses the memory until png_image_finish_read returns.
        let result = bytes.withUnsafeBytes { memory -> Result<Bitmap, PNGError> in
            var image = png_image()
            image.version = UInt32(PNG_IMAGE_VERSION)
            guard let base = memory.baseAddress, !memory.isEmpty else {
                return .failure(PNGError(path: name, cause: "the data is empty", remedy: remedy))
            }
            guard png_image_begin_read_from_memory(&image, base, memory.count) != 0 else {
                return .failure(unreadable(name, image))
            }
            defer { png_image_free(&image) }
            return Result { () throws(PNGError) in
                try bitmap(of: &image, header: Array(memory.prefix(headerLength)), name)
            }
        }
        return try result.get()
    }

    /// The length of the signature and of the header chunk up to the interlace method, in bytes
    /// (ISO/IEC 15948, 11.2.1).
    private static let headerLength = 29

    /// Returns whether an image is interlaced with 16 bits per channel, which libpng does not
    /// decode correctly.
    ///
    /// libpng up to 1.6.50 writes beyond the image's memory (CVE-2025-65018), and later versions
    /// mix up rows (libpng issue 853).
    private static func isUnsupported(_ header: [UInt8]) -> Bool {
        header.count == headerLength && header[24] == 16 && header[28] != 0
    }

    private static let remedy = "save the image again as PNG"

    /// Returns the error for an image that libpng has rejected; `path` is the file or `image in
    /// memory`.
    private static func unreadable(_ path: String, _ image: png_image) -> PNGError {
        PNGError(path: path, cause: message(image), remedy: remedy)
    }

    /// Decodes the pixels of an image whose header libpng has read.
    ///
    /// The corresponding C function is `png_image_finish_read`.
    private static func bitmap(
        of image: inout png_image, header: [UInt8], _ path: String
    ) throws(PNGError) -> Bitmap {
        // libpng skips unknown chunks before the header chunk, whose bytes are then elsewhere.
        guard header.dropFirst(12).starts(with: "IHDR".utf8) else {
            throw PNGError(path: path, cause: "the first chunk is not IHDR", remedy: remedy)
        }
        if isUnsupported(header) {
            throw PNGError(
                path: path,
                cause: "interlaced images with 16 bits per channel are not supported",
                remedy: "save the image with 8 bits per channel, or without interlacing")
        }
        let width = Int(image.width)
        let height = Int(image.height)
        guard width > 0, height > 0, width <= maximumPixelCount / height else {
            throw PNGError(
                path: path,
                cause: "\(width) × \(height) pixels are more than \(maximumPixelCount)",
                remedy: "use a smaller image")
        }
        let hasAlpha = image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
        // Without color information, images with 16 bits per channel are sRGB too, not linear.
        image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
        // On a little-endian machine, the bytes of a pixel are blue, green, red, alpha.
        image.format = UInt32(
            PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
        let bitmap = Bitmap(width: width, height: height, isOpaque: !hasAlpha)
        guard
            png_image_finish_read(&image, nil, bitmap.pixels, Int32(bitmap.stride * 4), nil) != 0
        else { throw unreadable(path, image) }
        if hasAlpha { bitmap.isOpaque = premultiply(bitmap) }
        return bitmap
    }

    /// Converts the pixels of an image from straight to premultiplied alpha. Rounds each channel to
    /// the nearest value.
    ///
    /// - Returns: Whether all pixels are opaque. Many files have an alpha channel although all
    ///   pixels are opaque.
    private static func premultiply(_ bitmap: Bitmap) -> Bool {
        var commonAlpha: UInt32 = 0xFF00_0000
        for y in 0..<bitmap.height {
            let row = bitmap.pixels + y * bitmap.stride
            for x in 0..<bitmap.width {
                commonAlpha &= row[x]
                row[x] = premultiplied(row[x])
            }
        }
        return commonAlpha == 0xFF00_0000
    }

    /// Converts a pixel from straight to premultiplied alpha.
    private static func premultiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        if alpha == 255 { return pixel }
        // For every product n of two bytes, (n + 128) · 257 / 65,536 equals n / 255, rounded to
        // nearest.
        func part(_ channel: UInt32) -> UInt32 { (((channel & 0xFF) * alpha + 128) * 257) >> 16 }
        return alpha << 24 | part(pixel >> 16) << 16 | part(pixel >> 8) << 8 | part(pixel)
    }

    /// Returns libpng's error message for an image.
    static func message(_ image: png_image) -> String {
        withUnsafeBytes(of: image.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
