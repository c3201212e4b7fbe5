import Glibc
import TouchKitGeometry
import TouchKitRaster

/// A whole frame, and memory that stands for a display's to write it into.
struct Scanout {
    private let canvas: Bitmap
    private let mask: DamageMask
    private let geometry: ScreenGeometry
    private let memory: ScanoutMemory

    /// - Parameters:
    ///   - width: Of the scanout picture, in pixels.
    ///   - height: Of the scanout picture, in pixels.
    ///   - rotation: From the upright picture to that one.
    ///   - format: Of the scanout picture.
    init(width: Int, height: Int, rotation: Rotation = .none, format: PixelFormat) {
        geometry = ScreenGeometry(scanoutWidth: width, scanoutHeight: height, rotation: rotation)
        canvas = Bitmap(width: geometry.canvasWidth, height: geometry.canvasHeight)
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                canvas[x, y] = 0xFF00_0000 | UInt32(truncatingIfNeeded: (y * 720 + x) &* 40_503)
            }
        }
        var mask = DamageMask(width: canvas.width, height: canvas.height)
        mask.formUnion(canvas.bounds)
        self.mask = mask
        memory = ScanoutMemory(width: width, height: height, format: format)
    }

    /// Writes every pixel out, without dither unless it is asked for.
    func writeAll(dithers: Bool = false) {
        _ = writeOut(canvas, mask, geometry: geometry, dithers: dithers, to: memory.buffer)
    }

    /// Copies as many bytes, without turning anything.
    func copyAll() {
        _ = memcpy(
            memory.buffer.base, canvas.pixels, memory.buffer.bytesPerRow * memory.buffer.height)
    }
}

/// Owns what stands for a display's memory.
final class ScanoutMemory {
    let buffer: ScanoutBuffer

    init(width: Int, height: Int, format: PixelFormat) {
        let bytesPerRow = width * format.bytesPerPixel
        let base = UnsafeMutableRawPointer.allocate(
            byteCount: bytesPerRow * height, alignment: 4_096)
        base.initializeMemory(as: UInt8.self, repeating: 0x33, count: bytesPerRow * height)
        buffer = ScanoutBuffer(
            base: base, bytesPerRow: bytesPerRow, width: width, height: height, format: format)
    }

    deinit { buffer.base.deallocate() }
}
