import CTouchTrackerDRM
import TouchKitGeometry

/// A page-flip event of a DRM device (`struct drm_event_vblank`).
package struct FlipEvent: Hashable, Sendable {
    /// The number with which the flip was requested.
    package var flipNumber: UInt64
    /// The time of the flip on the driver's clock.
    package var time: Timestamp

    /// Creates an event.
    package init(flipNumber: UInt64, time: Timestamp) {
        self.flipNumber = flipNumber
        self.time = time
    }

    /// Appends the page-flip events in `bytes` to `flips`. Ignores other events.
    ///
    /// - Parameters:
    ///   - bytes: The bytes read from a DRM device's descriptor.
    ///   - flips: Receives the events.
    package static func append(from bytes: ArraySlice<UInt8>, to flips: inout [FlipEvent]) {
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
                    let microseconds = Int64(flip.tv_sec) * 1_000_000 + Int64(flip.tv_usec)
                    flips.append(
                        FlipEvent(
                            flipNumber: flip.user_data,
                            time: Timestamp(microseconds: microseconds)))
                }
                offset += length
            }
        }
    }
}
