import CTouchTrackerDRM

/// A mode with all timings that a driver requires to set the mode.
package struct DRMMode {
    /// The mode in libdrm's representation.
    let info: drmModeModeInfo

    /// Creates a mode from libdrm's representation.
    init(_ info: drmModeModeInfo) {
        self.info = info
    }

    /// Creates a mode without horizontal and vertical sync pulses, for simulated devices.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - refreshHertz: The rounded refresh rate.
    ///   - isPreferred: Whether the display prefers the mode.
    package init(
        width: UInt16, height: UInt16, refreshHertz: UInt32 = 60, isPreferred: Bool = false
    ) {
        var info = drmModeModeInfo()
        info.hdisplay = width
        info.vdisplay = height
        info.vrefresh = refreshHertz
        info.type = UInt32(DRM_MODE_TYPE_DRIVER)
        if isPreferred { info.type |= UInt32(DRM_MODE_TYPE_PREFERRED) }
        self.info = info
    }

    /// The width in pixels.
    package var width: Int { Int(info.hdisplay) }
    /// The height in pixels.
    package var height: Int { Int(info.vdisplay) }
    /// Whether the display prefers the mode.
    var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
    /// Whether the mode is interlaced.
    var isInterlaced: Bool { info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }

    /// The size and the exact refresh rate of the mode.
    ///
    /// The rate is calculated like the kernel's `drm_mode_vrefresh`: Each field of an interlaced
    /// mode counts as a frame, and a row that is scanned twice counts as two.
    package var displayMode: DisplayMode {
        var total = Int(info.htotal) * Int(info.vtotal)
        if info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { total *= 2 }
        if info.vscan > 1 { total *= Int(info.vscan) }
        let exact = total > 0 ? Int(info.clock) * 1_000_000 * (isInterlaced ? 2 : 1) / total : 0
        return DisplayMode(
            width: width, height: height,
            refreshMillihertz: exact > 0 ? exact : Int(info.vrefresh) * 1_000,
            totalHeight: Int(info.vtotal))
    }
}
