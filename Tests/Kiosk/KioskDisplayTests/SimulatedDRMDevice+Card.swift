import KioskDisplay

extension SimulatedDRMDevice {
    /// The features of a simulated card and its driver.
    struct Card {
        /// Whether the driver supports atomic commits.
        var isAtomic = true
        /// Whether the driver supports legacy page flips.
        var hasPageFlips = true
        /// Whether the driver supports the dirty ioctl.
        var hasDirtyIoctl = true
        /// Whether flips complete at a vblank. Otherwise they complete immediately.
        var hasVblank = true
        /// Whether the driver supports dumb buffers.
        var hasDumbBuffers = true
        /// Whether event timestamps use the monotonic clock.
        var hasMonotonicTimestamps = true
        /// Whether the planes have the property `FB_DAMAGE_CLIPS`.
        var hasDamageClips = true
        /// Whether the kernel lists primary planes.
        var hasUniversalPlanes = true
        /// Whether the connectors have the property `DPMS`.
        var hasPowerProperty = true
        /// The initial value of the planes' property `rotation`, or `nil` without the property.
        var rotation: UInt64?
        /// The formats of the planes.
        var formats = ["XR24", "AR24", "RG16"]
        /// The connectors; each has its own encoder.
        var connectors = [ConnectorModel()]
        /// The number of CRTCs, each with a primary plane.
        var crtcCount = 1
        /// Whether each plane can be used by all CRTCs instead of its own one.
        var sharesPlanes = false
        /// Returns the number of bytes per row of a dumb buffer for its width and bits per pixel.
        var pitch: (_ width: Int, _ bits: Int) -> Int = { width, bits in
            (width * bits / 8 + 63) / 64 * 64
        }
        /// The number of bytes by which dumb buffers are smaller than their rows.
        var missingBytes = 0
    }

    /// A connector of a simulated card.
    struct ConnectorModel {
        var name = "DSI-1"
        var isExternal = false
        var status = ConnectorStatus.connected
        var modes = [DRMMode(width: 800, height: 480, isPreferred: true)]
        /// Whether the display's EDID can be read. Only displays on external connectors have one.
        var hasEDID = true
        /// The value of the property `link-status`.
        var linkStatus: UInt64 = 0
        /// The value of the property `panel orientation`.
        var orientation: UInt64 = 0
    }
}
