import KioskSystem
import TouchKitRaster

/// A mapped dumb buffer with its DRM framebuffer. On deinitialization, the buffer is unmapped and
/// destroyed, and the framebuffer is removed.
final class DumbBuffer {
    /// The ID of the DRM framebuffer.
    var framebufferID: UInt32 { framebuffer.id }
    /// The mapped pixels, valid for the lifetime of this object.
    let scanoutBuffer: ScanoutBuffer
    private let framebuffer: DumbFramebuffer

    /// Creates and maps a dumb buffer and adds a framebuffer for it.
    ///
    /// - Parameters:
    ///   - device: The DRM device.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - format: The pixel format.
    /// - Throws: `DisplayError` if the buffer cannot be created or mapped or is too small, or the
    ///   framebuffer cannot be added.
    init(
        device: any DRMDevice, width: Int, height: Int, format: PixelFormat
    ) throws(DisplayError) {
        framebuffer = try DumbFramebuffer(
            device: device, width: width, height: height, format: format)
        let base: UnsafeMutableRawPointer
        do {
            base = try device.mapDumbBuffer(framebuffer.buffer.handle, length: framebuffer.length)
        } catch {
            throw DisplayError("mapping a dumb buffer", device.path, error)
        }
        scanoutBuffer = ScanoutBuffer(
            base: base, bytesPerRow: Int(framebuffer.buffer.pitch), width: width, height: height,
            format: format)
    }

    deinit {
        framebuffer.device.unmapDumbBuffer(at: scanoutBuffer.base, length: framebuffer.length)
    }
}

/// The owner of a dumb buffer and of its DRM framebuffer, without the mapping. On deinitialization,
/// the framebuffer is removed and the buffer is destroyed.
private final class DumbFramebuffer {
    /// The DRM device.
    let device: any DRMDevice
    /// The dumb buffer.
    let buffer: DRMDumbBuffer
    /// The ID of the DRM framebuffer, or 0 before it has been added.
    private(set) var id: UInt32 = 0
    /// The number of bytes that the pixels occupy.
    let length: Int

    /// Creates a dumb buffer and adds a framebuffer for it.
    init(
        device: any DRMDevice, width: Int, height: Int, format: PixelFormat
    ) throws(DisplayError) {
        self.device = device
        do {
            buffer = try device.createDumbBuffer(
                width: width, height: height, bitsPerPixel: format.bytesPerPixel * 8)
        } catch {
            throw DisplayError("creating a dumb buffer", device.path, error)
        }
        length = Int(buffer.pitch) * height
        // Pixels written beyond the memory would overwrite other data of the process.
        guard Int(buffer.pitch) >= width * format.bytesPerPixel, buffer.size >= length else {
            throw DisplayError(
                .failed, subject: device.path,
                cause: "its driver \(device.driver) created a buffer of \(buffer.size) bytes with "
                    + "\(buffer.pitch) bytes per row for \(width)x\(height) \(format.rawValue)",
                remedy: "choose another mode or format")
        }
        let code = FourCharacterCode.code(format.fourCharacterCode)
        do {
            id = try device.addFramebuffer(buffer, width: width, height: height, format: code)
        } catch {
            throw DisplayError("adding a framebuffer", device.path, error)
        }
    }

    deinit {
        if id != 0 { device.removeFramebuffer(id) }
        device.destroyDumbBuffer(buffer.handle)
    }
}
