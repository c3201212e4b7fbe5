import CTouchTrackerDRM
import TouchKitGeometry

/// Reads the events that a card's descriptor delivers (`struct drm_event_vblank`).
package enum FlipEvent {
    /// The time of the newest completed flip among the bytes that were read; nil where there is
    /// none. Events of other kinds are passed over.
    package static func newest(in bytes: ArraySlice<UInt8>) -> Timestamp? {
        var newest: Timestamp?
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
                    newest = Timestamp(
                        microseconds: Int64(flip.tv_sec) * 1_000_000 + Int64(flip.tv_usec))
                }
                offset += length
            }
        }
        return newest
    }
}
