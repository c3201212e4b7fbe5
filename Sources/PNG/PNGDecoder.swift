import CPNG
import Raster

/// Makes pictures of PNG data in memory.
package final class PNGDecoder: ImageDecoder {
    /// Makes a decoder.
    package init() {}

    /// The picture; nil where the bytes are no PNG, are damaged, or describe a picture of more than
    /// `PNGFile.largestPicture` pixels.
    package func decode(_ bytes: [UInt8]) -> Bitmap? {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        // libpng reads from the memory until it is finished.
        return bytes.withUnsafeBytes { memory -> Bitmap? in
            guard let base = memory.baseAddress,
                png_image_begin_read_from_memory(&image, base, memory.count) != 0
            else { return nil }
            defer { png_image_free(&image) }
            return pixels(of: &image)
        }
    }

    private func pixels(of image: inout png_image) -> Bitmap? {
        let width = Int(image.width)
        let height = Int(image.height)
        guard width > 0, height > 0, width <= PNGFile.largestPicture / height else { return nil }
        let hasAlpha = image.format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        var rows = [UInt8](repeating: 0, count: width * height * 4)
        guard png_image_finish_read(&image, nil, &rows, Int32(width * 4), nil) != 0 else {
            return nil
        }
        let bitmap = Bitmap(width: width, height: height, isOpaque: !hasAlpha)
        for y in 0..<height {
            for x in 0..<width {
                let index = (y * width + x) * 4
                bitmap[x, y] = Self.premultiplied(
                    rows[index], rows[index + 1], rows[index + 2], rows[index + 3])
            }
        }
        return bitmap
    }

    private static func premultiplied(
        _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8
    ) -> UInt32 {
        let alpha = UInt32(alpha)
        func part(_ channel: UInt8) -> UInt32 { (UInt32(channel) * alpha + 127) / 255 }
        return alpha << 24 | part(red) << 16 | part(green) << 8 | part(blue)
    }
}
