import CTouchTrackerDRM
import Glibc
import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// Connector, CRTC and primary plane with the numbers of their properties: all that an atomic
/// commit names.
///
/// One request is kept and rewound for each frame. libdrm itself allocates while it commits; of
/// ours nothing does.
final class AtomicPipeline {
    private let card: Card
    private let connector: UInt32
    private let crtc: UInt32
    private let plane: UInt32
    private let request: OpaquePointer
    private let connectorCRTC: UInt32
    /// Not every connector has one that can break.
    private let connectorLinkStatus: UInt32?
    private let crtcMode: UInt32
    private let crtcActive: UInt32
    private let planeProperties: PlaneProperties
    private var clips: [drm_mode_rect] = []

    private struct PlaneProperties {
        let framebuffer: UInt32
        let crtc: UInt32
        let sourceX: UInt32
        let sourceY: UInt32
        let sourceWidth: UInt32
        let sourceHeight: UInt32
        let x: UInt32
        let y: UInt32
        let width: UInt32
        let height: UInt32
        /// Not every driver has it.
        let damageClips: UInt32?
        /// With the value that was found; not every plane can turn pictures.
        let rotation: (id: UInt32, value: UInt64)?

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

    /// Nil where the driver isn't an atomic one.
    init?(card: Card, connector: UInt32, crtc: UInt32, plane: UInt32) {
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

    /// Sets the mode and shows the first framebuffer; returns when it is shown.
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
        // The kernel's console turns the plane of a panel that is mounted upside down, and leaves
        // it so; our pictures are turned already.
        if let rotation = planeProperties.rotation {
            add(plane, rotation.id, UInt64(DRM_MODE_ROTATE_0))
        }
        return commit(UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
    }

    /// Switches the CRTC off and keeps all else as it is; returns when it is off.
    func switchOff() -> Errno? {
        drmModeAtomicSetCursor(request, 0)
        add(crtc, crtcActive, 0)
        return commit(UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET))
    }

    /// Turns the plane as it was found; to be called when the former picture is back.
    func restoreRotation() {
        guard let rotation = planeProperties.rotation,
            rotation.value != UInt64(DRM_MODE_ROTATE_0)
        else { return }
        drmModeObjectSetProperty(
            card.descriptor, plane, UInt32(DRM_MODE_OBJECT_PLANE), rotation.id, rotation.value)
    }

    /// Starts a flip to another framebuffer; an event tells when it is shown.
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

    private func add(_ object: UInt32, _ property: UInt32, _ value: UInt64) {
        drmModeAtomicAddProperty(request, object, property, value)
    }

    private func commit(_ flags: UInt32) -> Errno? {
        // libdrm gives the negative number itself.
        let result = drmModeAtomicCommit(card.descriptor, request, flags, nil)
        return result == 0 ? nil : Errno(rawValue: -result)
    }
}
