import CTouchTrackerDRM
import KioskSystem
import TouchKitRaster

/// Scanout memory of a card with the framebuffer that shows it; both are given back when it goes.
final class DumbBuffer {
    let framebuffer: UInt32
    let scanout: ScanoutBuffer
    private let memory: MappedMemory
    private let handle: DumbHandle

    init(card: Card, width: Int, height: Int, format: PixelFormat) throws(DisplayError) {
        let handle = try DumbHandle(card: card, width: width, height: height, format: format)
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

/// The kernel's side of a dumb buffer.
private final class DumbHandle {
    let number: UInt32
    let pitch: UInt32
    let size: UInt64
    private(set) var framebuffer: UInt32 = 0
    private let card: Card

    init(card: Card, width: Int, height: Int, format: PixelFormat) throws(DisplayError) {
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
            throw DisplayError("making a dumb buffer", card.path, Errno.last)
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
