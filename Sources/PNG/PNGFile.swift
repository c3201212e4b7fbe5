import CPNG
import Raster

/// Why a picture can't be read or written.
public struct PNGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let path: String
    /// libpng's words.
    public let cause: String

    /// One line: the file and the cause.
    public var description: String { "\(path): \(cause)" }
}

/// Pictures in PNG files, through libpng's simplified interface: the classic one jumps over Swift's
/// frames.
public enum PNGFile {
    /// The largest picture that is read, in pixels.
    public static let largestPicture = 64 * 1_024 * 1_024

    /// Writes a picture, opaque.
    ///
    /// - Throws: `PNGError` where the file can't be written.
    public static func write(_ bitmap: Bitmap, to path: String) throws(PNGError) {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(bitmap.width)
        image.height = UInt32(bitmap.height)
        image.format = UInt32(PNG_FORMAT_RGB)
        var rows = [UInt8]()
        rows.reserveCapacity(bitmap.width * bitmap.height * 3)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let pixel = bitmap[x, y]
                rows.append(UInt8(pixel >> 16 & 0xFF))
                rows.append(UInt8(pixel >> 8 & 0xFF))
                rows.append(UInt8(pixel & 0xFF))
            }
        }
        let stride = Int32(bitmap.width * 3)
        guard png_image_write_to_file(&image, path, 0, rows, stride, nil) != 0 else {
            throw PNGError(path: path, cause: message(&image))
        }
    }

    /// Reads a picture; what is translucent in it is shown on black.
    ///
    /// - Throws: `PNGError` where the file can't be read, isn't a PNG or is too large.
    public static func read(_ path: String) throws(PNGError) -> Bitmap {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        guard png_image_begin_read_from_file(&image, path) != 0 else {
            throw PNGError(path: path, cause: message(&image))
        }
        defer { png_image_free(&image) }
        let width = Int(image.width)
        let height = Int(image.height)
        guard width > 0, height > 0, width <= largestPicture / height else {
            throw PNGError(path: path, cause: "\(width) × \(height) pixels are too many")
        }
        image.format = UInt32(PNG_FORMAT_RGB)
        var rows = [UInt8](repeating: 0, count: width * height * 3)
        var black = png_color()
        guard png_image_finish_read(&image, &black, &rows, Int32(width * 3), nil) != 0 else {
            throw PNGError(path: path, cause: message(&image))
        }
        let bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let index = (y * width + x) * 3
                bitmap[x, y] =
                    0xFF00_0000 | UInt32(rows[index]) << 16 | UInt32(rows[index + 1]) << 8
                    | UInt32(rows[index + 2])
            }
        }
        return bitmap
    }

    private static func message(_ image: inout png_image) -> String {
        withUnsafePointer(to: &image.message) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 64) { String(cString: $0) }
        }
    }
}
