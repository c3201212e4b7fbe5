import Geometry
import Glibc
import Raster

/// Memory that stands for a display's, and a whole frame to write into it.
struct Scanout {
    private let canvas: Bitmap
    private let mask: DamageMask
    private let geometry: ScreenGeometry
    private let memory: Memory
    private let buffer: ScanoutBuffer

    /// - Parameters:
    ///   - width: Of the scanout picture, in pixels.
    ///   - height: Of the scanout picture, in pixels.
    ///   - rotation: From the upright picture to that one.
    init(width: Int, height: Int, rotation: Rotation) {
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
        let format = PixelFormat.xrgb8888
        memory = Memory(byteCount: width * height * format.bytesPerPixel)
        buffer = ScanoutBuffer(
            base: memory.base, bytesPerRow: width * format.bytesPerPixel, width: width,
            height: height, format: format)
    }

    /// Writes every pixel out.
    func writeAll() {
        _ = writeOut(canvas, mask, geometry: geometry, to: buffer)
    }

    /// Copies as many bytes, without turning anything.
    func copyAll() {
        _ = memcpy(buffer.base, canvas.pixels, buffer.bytesPerRow * buffer.height)
    }
}

/// Owns bytes on a page boundary.
private final class Memory {
    let base: UnsafeMutableRawPointer

    init(byteCount: Int) {
        base = .allocate(byteCount: byteCount, alignment: 4_096)
        base.initializeMemory(as: UInt8.self, repeating: 0x33, count: byteCount)
    }

    deinit { base.deallocate() }
}
