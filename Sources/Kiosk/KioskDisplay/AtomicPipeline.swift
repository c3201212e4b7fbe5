import CTouchTrackerDRM
import Glibc
import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// A connector, CRTC and primary plane with the property IDs that atomic commits use.
///
/// All commits reuse one request. Only libdrm allocates memory during a commit.
final class AtomicPipeline {
    private let card: DRMCard
    /// The ID of the connector.
    private let connector: UInt32
    /// The ID of the CRTC.
    private let crtc: UInt32
    /// The ID of the primary plane.
    private let plane: UInt32
    /// The atomic request of libdrm.
    private let request: OpaquePointer
    /// The ID of the connector's property `CRTC_ID`.
    private let connectorCRTC: UInt32
    /// The ID of the property `link-status`, or `nil` if the connector has none.
    private let connectorLinkStatus: UInt32?
    /// The ID of the CRTC's property `MODE_ID`.
    private let crtcMode: UInt32
    /// The ID of the CRTC's property `ACTIVE`.
    private let crtcActive: UInt32
    /// The property IDs of the primary plane.
    private let planeProperties: PlaneProperties
    /// The damage clips of the current commit; reused to avoid allocation.
    private var clips: [drm_mode_rect] = []

    /// The IDs of the properties of a plane.
    private struct PlaneProperties {
        /// The ID of the property `FB_ID`.
        let framebuffer: UInt32
        /// The ID of the property `CRTC_ID`.
        let crtc: UInt32
        /// The ID of the property `SRC_X`.
        let sourceX: UInt32
        /// The ID of the property `SRC_Y`.
        let sourceY: UInt32
        /// The ID of the property `SRC_W`.
        let sourceWidth: UInt32
        /// The ID of the property `SRC_H`.
        let sourceHeight: UInt32
        /// The ID of the property `CRTC_X`.
        let x: UInt32
        /// The ID of the property `CRTC_Y`.
        let y: UInt32
        /// The ID of the property `CRTC_W`.
        let width: UInt32
        /// The ID of the property `CRTC_H`.
        let height: UInt32
        /// The ID of the property `FB_DAMAGE_CLIPS`, or `nil` if the driver lacks it.
        let damageClips: UInt32?
        /// The ID and the initial value of `rotation`, or `nil` if the plane cannot rotate.
        let rotation: (id: UInt32, value: UInt64)?

        /// Creates the IDs from the plane's properties. Returns `nil` if a required one is missing.
        init?(_ properties: [String: (id: UInt32, value: UInt64)]) {
            guard let framebuffer = properties["FB_ID"], let crtc = properties["CRTC_ID"],
                let sourceX = properties["SRC_X"], let sourceY = properties["SRC_Y"],
                let sourceWidth = properties["SRC_W"], let sourceHeight = properties["SRC_H"],
                let x = properties["CRTC_X"], let y = properties["CRTC_Y"],
                let width = properties["CRTC_W"], let height = properties["CRTC_H"]
            else { return nil }
            self.framebuffer = framebuffer.id
            self.crtc = crtc.id
            self.sourceX = sourceX.id
            self.sourceY = sourceY.id
            self.sourceWidth = sourceWidth.id
            self.sourceHeight = sourceHeight.id
            self.x = x.id
            self.y = y.id
            self.width = width.id
            self.height = height.id
            damageClips = properties["FB_DAMAGE_CLIPS"]?.id
            rotation = properties["rotation"]
        }
    }

    /// Creates a pipeline and enables atomic commits. Returns `nil` if the driver does not support
    /// atomic mode setting.
    ///
    /// The corresponding C functions are `drmSetClientCap` and `drmModeAtomicAlloc`.
    init?(card: DRMCard, connector: UInt32, crtc: UInt32, plane: UInt32) {
        guard drmSetClientCap(card.descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0,
            let planeProperties = PlaneProperties(
                card.properties(of: plane, type: UInt32(DRM_MODE_OBJECT_PLANE))),
            case let connectorProperties = card.properties(
                of: connector, type: UInt32(DRM_MODE_OBJECT_CONNECTOR)),
            let connectorCRTC = connectorProperties["CRTC_ID"]
        else { return nil }
        let crtcProperties = card.properties(of: crtc, type: UInt32(DRM_MODE_OBJECT_CRTC))
        guard let mode = crtcProperties["MODE_ID"], let active = crtcProperties["ACTIVE"],
            let request = drmModeAtomicAlloc()
        else { return nil }
        self.card = card
        self.connector = connector
        self.crtc = crtc
        self.plane = plane
        self.request = request
        self.planeProperties = planeProperties
        self.connectorCRTC = connectorCRTC.id
        connectorLinkStatus = connectorProperties["link-status"]?.id
        crtcMode = mode.id
        crtcActive = active.id
    }

    deinit {
        drmModeAtomicFree(request)
    }

    /// Sets the mode, shows a framebuffer, and returns when the framebuffer is visible.
    ///
    /// The corresponding C function is `drmModeAtomicCommit` with `DRM_MODE_ATOMIC_ALLOW_MODESET`.
    ///
    /// - Returns: The driver's error, or `nil` on success.
    func setMode(_ mode: drmModeModeInfo, framebuffer: UInt32) -> Errno? {
        var mode = mode
        var blob: UInt32 = 0
        guard
            drmModeCreatePropertyBlob(
                card.descriptor, &mode, MemoryLayout<drmModeModeInfo>.size, &blob) == 0
        else { return Errno.last }
        defer { drmModeDestroyPropertyBlob(card.descriptor, blob) }
        drmModeAtomicSetCursor(request, 0)
        add(connector, connectorCRTC, UInt64(crtc))
        if let connectorLinkStatus {
            add(connector, connectorLinkStatus, UInt64(DRM_MODE_LINK_STATUS_GOOD))
        }
        add(crtc, crtcMode, UInt64(blob))
        add(crtc, crtcActive, 1)
        let width = UInt64(mode.hdisplay)
        let height = UInt64(mode.vdisplay)
        add(plane, planeProperties.crtc, UInt64(crtc))
        // Source coordinates are 16.16 fixed point.
        add(plane, planeProperties.sourceX, 0)
        add(plane, planeProperties.sourceY, 0)
        add(plane, planeProperties.sourceWidth, width << 16)
        add(plane, planeProperties.sourceHeight, height << 16)
        add(plane, planeProperties.x, 0)
        add(plane, planeProperties.y, 0)
        add(plane, planeProperties.width, width)
        add(plane, planeProperties.height, height)
        add(plane, planeProperties.framebuffer, UInt64(framebuffer))
        // The kernel's console rotates the plane for a panel that is mounted upside down. The
        // kiosk's pictures are already rotated.
        if let rotation = planeProperties.rotation {
            add(plane, rotation.id, UInt64(DRM_MODE_ROTATE_0))
        }
        return commit(UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
    }

    /// Switches the CRTC off without any other change, and returns when it is off.
    ///
    /// The corresponding C function is `drmModeAtomicCommit` with `DRM_MODE_ATOMIC_ALLOW_MODESET`.
    ///
    /// - Returns: The driver's error, or `nil` on success.
    func switchOff() -> Errno? {
        drmModeAtomicSetCursor(request, 0)
        add(crtc, crtcActive, 0)
        return commit(UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
    }

    /// Restores the plane's initial rotation. Call this function after the initial framebuffer has
    /// been restored.
    ///
    /// The corresponding C function is `drmModeObjectSetProperty`.
    func restoreRotation() {
        guard let rotation = planeProperties.rotation,
            rotation.value != UInt64(DRM_MODE_ROTATE_0)
        else { return }
        drmModeObjectSetProperty(
            card.descriptor, plane, UInt32(DRM_MODE_OBJECT_PLANE), rotation.id, rotation.value)
    }

    /// Starts a page flip to another framebuffer, with the changed region in scanout pixels as
    /// damage clips. An event reports the flip's completion.
    ///
    /// The corresponding C function is `drmModeAtomicCommit` with `DRM_MODE_PAGE_FLIP_EVENT`.
    ///
    /// - Returns: The driver's error, or `nil` on success.
    func flip(to framebuffer: UInt32, damage: Region) -> Errno? {
        drmModeAtomicSetCursor(request, 0)
        add(plane, planeProperties.framebuffer, UInt64(framebuffer))
        var blob: UInt32 = 0
        if let property = planeProperties.damageClips, makeClips(damage, &blob) {
            add(plane, property, UInt64(blob))
        }
        defer { if blob != 0 { drmModeDestroyPropertyBlob(card.descriptor, blob) } }
        return commit(UInt32(DRM_MODE_PAGE_FLIP_EVENT) | UInt32(DRM_MODE_ATOMIC_NONBLOCK))
    }

    /// Creates the property blob of the damage clips and stores its ID in `blob`.
    ///
    /// The corresponding C function is `drmModeCreatePropertyBlob`.
    ///
    /// - Returns: Whether a blob was created.
    private func makeClips(_ damage: Region, _ blob: inout UInt32) -> Bool {
        clips.removeAll(keepingCapacity: true)
        for rect in damage.rects {
            clips.append(
                drm_mode_rect(
                    x1: Int32(rect.minX), y1: Int32(rect.minY), x2: Int32(rect.maxX),
                    y2: Int32(rect.maxY)))
        }
        let size = clips.count * MemoryLayout<drm_mode_rect>.stride
        return !clips.isEmpty
            && drmModeCreatePropertyBlob(card.descriptor, &clips, size, &blob) == 0
    }

    /// Adds a property's value to the request.
    ///
    /// The corresponding C function is `drmModeAtomicAddProperty`.
    private func add(_ object: UInt32, _ property: UInt32, _ value: UInt64) {
        drmModeAtomicAddProperty(request, object, property, value)
    }

    /// Commits the request.
    ///
    /// The corresponding C function is `drmModeAtomicCommit`.
    ///
    /// - Returns: The driver's error, or `nil` on success.
    private func commit(_ flags: UInt32) -> Errno? {
        // drmModeAtomicCommit returns the negative error number.
        let result = drmModeAtomicCommit(card.descriptor, request, flags, nil)
        return result == 0 ? nil : Errno(rawValue: -result)
    }
}
