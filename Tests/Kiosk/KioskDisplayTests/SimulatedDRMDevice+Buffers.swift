import KioskDisplay
import KioskSystem
import TouchKitGeometry

// Dumb buffers, framebuffers and property blobs.

extension SimulatedDRMDevice {
    func createDumbBuffer(
        width: Int, height: Int, bitsPerPixel: Int
    ) throws(Errno) -> DRMDumbBuffer {
        try check(.createDumbBuffer, needsMaster: false)
        let bytes = width * height * bitsPerPixel / 8
        // The kernel calculates sizes with 32 bits.
        guard bytes > 0, bytes <= Int(UInt32.max) else { throw .invalid }
        let pitch = card.pitch(width, bitsPerPixel)
        lastID += 1
        buffers[lastID] = pitch * height
        return DRMDumbBuffer(
            handle: lastID, pitch: UInt32(pitch), size: UInt64(pitch * height - card.missingBytes))
    }

    func destroyDumbBuffer(_ handle: UInt32) {
        buffers[handle] = nil
    }

    func mapDumbBuffer(_ handle: UInt32, length: Int) throws(Errno) -> UnsafeMutableRawPointer {
        try check(.mapDumbBuffer, needsMaster: false)
        guard let size = buffers[handle] else { throw .notFound }
        guard length <= size else { throw .invalid }
        let base = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 64)
        mappings[base] = length
        return base
    }

    func unmapDumbBuffer(at base: UnsafeMutableRawPointer, length: Int) {
        guard mappings[base] == length else { return }
        mappings[base] = nil
        base.deallocate()
    }

    func addFramebuffer(
        _ buffer: DRMDumbBuffer, width: Int, height: Int, format: UInt32
    ) throws(Errno) -> UInt32 {
        try check(.addFramebuffer, needsMaster: false)
        guard card.formats.contains(FourCharacterCode.text(format)) else { throw .invalid }
        framebuffers[buffer.handle] = Framebuffer(width: width, height: height)
        return buffer.handle
    }

    func removeFramebuffer(_ id: UInt32) {
        framebuffers[id] = nil
        for (crtc, framebuffer) in shown where framebuffer == id { shown[crtc] = nil }
    }

    func createBlob(of mode: DRMMode) throws(Errno) -> UInt32 {
        try check(.createModeBlob, needsMaster: false)
        return addBlob(.mode(width: mode.width, height: mode.height))
    }

    func createBlob(of damage: Region) throws(Errno) -> UInt32 {
        try check(.createDamageBlob, needsMaster: false)
        return addBlob(.clips(damage.rects.count))
    }

    func addBlob(_ blob: Blob) -> UInt32 {
        lastBlobID += 1
        blobs[lastBlobID] = blob
        return lastBlobID
    }

    func destroyBlob(_ id: UInt32) {
        blobs[id] = nil
    }
}
