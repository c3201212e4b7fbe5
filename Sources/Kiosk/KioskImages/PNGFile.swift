import CTouchTrackerPNG
import TouchKitRaster

/// Pictures in PNG files.
package enum PNGFile {
    /// The largest picture that is read, in pixels.
    package static let largestPicture = PNGReader.largestPicture

    /// Writes a picture, opaque. Wraps `png_image_write_to_file`.
    ///
    /// - Throws: `PNGError` where the file can't be written.
    package static func write(_ bitmap: Bitmap, to path: String) throws(PNGError) {
        var image = head(of: bitmap, opaqueFormat)
        let stride = Int32(bitmap.width * 3)
        guard png_image_write_to_file(&image, path, 0, rows(of: bitmap), stride, nil) != 0 else {
            throw PNGError(
                path: path, cause: PNGReader.message(image),
                remedy: "choose another place, or make room")
        }
    }

    /// The bytes of a file with a picture in it; translucent where the picture is. Wraps
    /// `png_image_write_to_memory`.
    ///
    /// - Throws: `PNGError` where there is no memory for it.
    package static func encode(_ bitmap: Bitmap) throws(PNGError) -> [UInt8] {
        let channels = bitmap.isOpaque ? 3 : 4
        var image = head(of: bitmap, bitmap.isOpaque ? opaqueFormat : translucentFormat)
        let rows = bitmap.isOpaque ? rows(of: bitmap) : translucentRows(of: bitmap)
        // Incompressible rows grow by a filter's number each, and 5 bytes for each 16 KB (RFC 1951).
        var count = rows.count + bitmap.height + rows.count / 1_024 + 4_096
        var bytes = [UInt8](repeating: 0, count: count)
        let stride = Int32(bitmap.width * channels)
        guard png_image_write_to_memory(&image, &bytes, &count, 0, rows, stride, nil) != 0 else {
            throw PNGError(
                path: "a picture in memory", cause: PNGReader.message(image),
                remedy: "choose a smaller one")
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private static let opaqueFormat = UInt32(PNG_FORMAT_FLAG_COLOR)
    private static let translucentFormat = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)

    private static func head(of bitmap: Bitmap, _ format: UInt32) -> png_image {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(bitmap.width)
        image.height = UInt32(bitmap.height)
        image.format = format
        return image
    }

    /// Red, green and blue of all pixels.
    private static func rows(of bitmap: Bitmap) -> [UInt8] {
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
        return rows
    }

    /// Red, green, blue and alpha of all pixels; a file's colours aren't premultiplied.
    private static func translucentRows(of bitmap: Bitmap) -> [UInt8] {
        var rows = [UInt8]()
        rows.reserveCapacity(bitmap.width * bitmap.height * 4)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let pixel = bitmap[x, y]
                let alpha = pixel >> 24
                for shift: UInt32 in [16, 8, 0] {
                    let channel = pixel >> shift & 0xFF
                    rows.append(
                        alpha == 0 ? 0 : UInt8(min(255, (channel * 255 + alpha / 2) / alpha)))
                }
                rows.append(UInt8(alpha))
            }
        }
        return rows
    }

    /// Reads a picture; what is translucent in it is shown on black.
    ///
    /// - Throws: `PNGError` where the file can't be read, isn't a PNG, is damaged or too large.
    package static func read(_ path: String) throws(PNGError) -> Bitmap {
        let bitmap = try PNGReader.read(path: path)
        if bitmap.isOpaque { return bitmap }
        // Premultiplied colours over black are themselves.
        let shown = Bitmap(width: bitmap.width, height: bitmap.height)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width { shown[x, y] = bitmap[x, y] | 0xFF00_0000 }
        }
        return shown
    }
}
