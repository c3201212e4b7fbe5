import CTouchTrackerDRM
import TouchKitGeometry

/// Decodes the page-flip events that a DRM device reports (`struct drm_event_vblank`).
package enum FlipEvent {
    /// Returns the timestamp of the last completed flip in `bytes`, or `nil` if there is none.
    /// Ignores other events.
    ///
    /// - Parameter bytes: The bytes read from the device's descriptor.
    package static func lastFlipTime(in bytes: ArraySlice<UInt8>) -> Timestamp? {
        var lastTime: Timestamp?
        bytes.withUnsafeBytes { raw in
            var offset = 0
            while offset + MemoryLayout<drm_event>.size <= raw.count {
                let header = raw.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
                let length = Int(header.length)
                guard length >= MemoryLayout<drm_event>.size, offset + length <= raw.count else {
                    return
                }
                if header.type == UInt32(DRM_EVENT_FLIP_COMPLETE),
                    length >= MemoryLayout<drm_event_vblank>.size
                {
                    let flip = raw.loadUnaligned(
                        fromByteOffset: offset, as: drm_event_vblank.self)
                    lastTime = Timestamp(
                        microseconds: Int64(flip.tv_sec) * 1_000_000 + Int64(flip.tv_usec))
                }
                offset += length
            }
        }
        return lastTime
    }
}
