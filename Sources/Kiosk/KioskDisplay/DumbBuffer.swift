import CTouchTrackerDRM
import KioskSystem
import TouchKitRaster

/// A mapped dumb buffer with its DRM framebuffer. Both are released with this object.
final class DumbBuffer {
    /// The ID of the DRM framebuffer.
    let framebuffer: UInt32
    /// The buffer's pixels.
    let scanout: ScanoutBuffer
    private let memory: MappedMemory
    private let handle: DumbBufferHandle

    /// Creates and maps a dumb buffer and adds a framebuffer for it.
    ///
    /// The corresponding C functions are `drmModeCreateDumbBuffer`, `drmModeMapDumbBuffer` and
    /// `drmModeAddFB2`.
    ///
    /// - Parameters:
    ///   - card: The DRM device.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - format: The pixel format.
    /// - Throws: `DisplayError` if the driver refuses.
    init(card: DRMCard, width: Int, height: Int, format: PixelFormat) throws(DisplayError) {
        let handle = try DumbBufferHandle(card: card, width: width, height: height, format: format)
        var offset: UInt64 = 0
        guard drmModeMapDumbBuffer(card.descriptor, handle.number, &offset) == 0 else {
            throw DisplayError("mapping a dumb buffer", card.path, Errno.last)
        }
        do {
            memory = try MappedMemory(
                descriptor: card.descriptor, offset: Int(offset), length: Int(handle.size))
        } catch {
            throw DisplayError("mapping a dumb buffer", card.path, error.code)
        }
        self.handle = handle
        framebuffer = handle.framebuffer
        scanout = ScanoutBuffer(
            base: memory.base, bytesPerRow: Int(handle.pitch), width: width, height: height,
            format: format)
    }
}

/// The GEM handle of a dumb buffer and its DRM framebuffer. Both are released with this object.
private final class DumbBufferHandle {
    /// The GEM handle.
    let number: UInt32
    /// The number of bytes per row.
    let pitch: UInt32
    /// The size of the buffer in bytes.
    let size: UInt64
    /// The ID of the DRM framebuffer, or 0 before it has been added.
    private(set) var framebuffer: UInt32 = 0
    private let card: DRMCard

    /// Creates a dumb buffer and adds a framebuffer for it.
    ///
    /// The corresponding C functions are `drmModeCreateDumbBuffer` and `drmModeAddFB2`.
    init(card: DRMCard, width: Int, height: Int, format: PixelFormat) throws(DisplayError) {
        self.card = card
        var number: UInt32 = 0
        var pitch: UInt32 = 0
        var size: UInt64 = 0
        let bits = UInt32(format.bytesPerPixel * 8)
        let created = drmModeCreateDumbBuffer(
            card.descriptor, UInt32(width), UInt32(height), bits, 0, &number, &pitch, &size)
        self.number = number
        self.pitch = pitch
        self.size = size
        guard created == 0 else {
            throw DisplayError("creating a dumb buffer", card.path, Errno.last)
        }
        let code = FourCharacterCode.code(format.fourCharacterCode)
        let added = drmModeAddFB2(
            card.descriptor, UInt32(width), UInt32(height), code, [number, 0, 0, 0],
            [pitch, 0, 0, 0], [0, 0, 0, 0], &framebuffer, 0)
        guard added == 0 else { throw DisplayError("adding a framebuffer", card.path, Errno.last) }
    }

    deinit {
        if framebuffer != 0 { drmModeRmFB(card.descriptor, framebuffer) }
        if number != 0 { drmModeDestroyDumbBuffer(card.descriptor, number) }
    }
}
