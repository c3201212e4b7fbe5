import CTouchTrackerPNG
import KioskSystem
import TouchKitRaster

/// A namespace for reading, writing and encoding PNG images.
package enum PNGFile {
    /// The maximum number of pixels of an image that `read(_:)` accepts.
    package static let maximumPixelCount = PNGReader.maximumPixelCount

    /// Creates or atomically replaces a PNG file with the colors of an image, without its alpha
    /// channel.
    ///
    /// - Throws: `PNGError` if the file cannot be written.
    package static func write(_ bitmap: Bitmap, to path: String) throws(PNGError) {
        let bytes = try encode(bitmap, hasAlpha: false)
        do throws(LinuxError) {
            try FileContents.replace(path, with: bytes, isSynchronized: false, followsLink: true)
        } catch {
            throw PNGError(
                path: path, cause: "cannot write: \(error.code)",
                remedy: "choose another path, or free disk space")
        }
    }

    /// Returns an image encoded as PNG. The result has an alpha channel unless the image is opaque.
    ///
    /// - Throws: `PNGError` if there is not enough memory.
    package static func encode(_ bitmap: Bitmap) throws(PNGError) -> [UInt8] {
        try encode(bitmap, hasAlpha: !bitmap.isOpaque)
    }

    /// Returns an image encoded as PNG with or without an alpha channel.
    ///
    /// The corresponding C function is `png_image_write_to_memory`.
    private static func encode(_ bitmap: Bitmap, hasAlpha: Bool) throws(PNGError) -> [UInt8] {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(bitmap.width)
        image.height = UInt32(bitmap.height)
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR | (hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0))
        let rows = rows(of: bitmap, hasAlpha: hasAlpha)
        // Incompressible data grows by one filter byte per row, 5 bytes per 16 KB (RFC 1951) and 12
        // bytes per chunk of 8 KB (libpng).
        var count = rows.count + bitmap.height + rows.count / 512 + 4_096
        var bytes = [UInt8](repeating: 0, count: count)
        let stride = Int32(bitmap.width * (hasAlpha ? 4 : 3))
        guard png_image_write_to_memory(&image, &bytes, &count, 0, rows, stride, nil) != 0 else {
            throw PNGError(
                path: "image in memory", cause: PNGReader.message(image),
                remedy: "use a smaller image")
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Reads the size of the image in a file without decoding the image.
    ///
    /// - Returns: The width and the height, in pixels.
    /// - Throws: `PNGError` if the file cannot be read or is not a PNG.
    package static func readSize(_ path: String) throws(PNGError) -> (width: Int, height: Int) {
        try PNGReader.readSize(path: path)
    }

    /// Returns the red, green and blue byte of each pixel, with the alpha byte if `hasAlpha` is
    /// `true`, row by row. Converts premultiplied alpha to straight alpha, which PNG requires.
    private static func rows(of bitmap: Bitmap, hasAlpha: Bool) -> [UInt8] {
        var rows = [UInt8]()
        rows.reserveCapacity(bitmap.width * bitmap.height * (hasAlpha ? 4 : 3))
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let pixel = bitmap[x, y]
                let alpha = hasAlpha ? pixel >> 24 : 255
                func straight(_ channel: UInt32) -> UInt8 {
                    alpha == 0 ? 0 : UInt8(min(255, ((channel & 0xFF) * 255 + alpha / 2) / alpha))
                }
                rows.append(straight(pixel >> 16))
                rows.append(straight(pixel >> 8))
                rows.append(straight(pixel))
                if hasAlpha { rows.append(UInt8(alpha)) }
            }
        }
        return rows
    }

    /// Reads an image from a file and composites it onto black.
    ///
    /// - Throws: `PNGError` if the file cannot be read, is not a PNG, is damaged or too large.
    package static func read(_ path: String) throws(PNGError) -> Bitmap {
        let bitmap = try PNGReader.read(path: path)
        if bitmap.isOpaque { return bitmap }
        // Compositing premultiplied colors onto black changes only alpha.
        let opaque = Bitmap(width: bitmap.width, height: bitmap.height)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width { opaque[x, y] = bitmap[x, y] | 0xFF00_0000 }
        }
        return opaque
    }
}
