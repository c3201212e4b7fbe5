import CPNG
import Raster

/// Pictures in PNG files.
public enum PNGFile {
    /// The largest picture that is read, in pixels.
    public static let largestPicture = PNGReader.largestPicture

    /// Writes a picture, opaque. Wraps `png_image_write_to_file`.
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
            throw PNGError(
                path: path, cause: PNGReader.message(image),
                remedy: "choose another place, or make room")
        }
    }

    /// Reads a picture; what is translucent in it is shown on black.
    ///
    /// - Throws: `PNGError` where the file can't be read, isn't a PNG, is damaged or too large.
    public static func read(_ path: String) throws(PNGError) -> Bitmap {
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
