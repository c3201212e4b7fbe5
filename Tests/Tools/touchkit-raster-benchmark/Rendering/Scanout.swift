import Glibc
import TouchKitGeometry
import TouchKitRaster

/// A canvas that is written to memory representing a scanout buffer.
struct Scanout {
    /// The canvas.
    private let canvas: Bitmap
    /// The mask of all pixels.
    private let mask: DamageMask
    /// The rotation between canvas and scanout.
    private let geometry: ScreenGeometry
    /// The memory that represents the scanout buffer.
    private let memory: ScanoutMemory

    /// Creates a canvas and a buffer.
    ///
    /// - Parameters:
    ///   - width: The width of the scanout, in pixels.
    ///   - height: The height of the scanout, in pixels.
    ///   - rotation: The rotation from the canvas to the scanout.
    ///   - format: The pixel format of the scanout.
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

    /// Writes all pixels out.
    func writeAll(dithers: Bool = false) {
        _ = writeOut(canvas, mask, geometry: geometry, dithers: dithers, to: memory.buffer)
    }

    /// Copies as many bytes without rotation.
    func copyAll() {
        _ = memcpy(
            memory.buffer.base, canvas.pixels, memory.buffer.bytesPerRow * memory.buffer.height)
    }
}

/// Allocated memory that represents a scanout buffer.
final class ScanoutMemory {
    /// The view of the memory.
    let buffer: ScanoutBuffer

    /// Allocates memory for a buffer.
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
