import CTouchTrackerDRM
import KioskSystem
import TouchKitGeometry

/// A connector, CRTC and primary plane that are driven with atomic commits.
///
/// All commits reuse one request, so that a commit allocates no memory.
final class AtomicPipeline {
    private let device: any DRMDevice
    /// The ID of the connector.
    private let connectorID: UInt32
    /// The ID of the CRTC.
    private let crtcID: UInt32
    /// The primary plane.
    private let plane: PrimaryPlane
    /// The property values of the current commit; reused to avoid allocation.
    private var request = AtomicRequest()
    /// The property IDs of the connector.
    private let connectorPropertyIDs: ConnectorPropertyIDs
    /// The property IDs of the CRTC.
    private let crtcPropertyIDs: CRTCPropertyIDs
    /// The property IDs of the primary plane.
    private let planePropertyIDs: PlanePropertyIDs

    /// The IDs of the properties of a connector.
    private struct ConnectorPropertyIDs {
        /// The ID of the property `CRTC_ID`.
        let crtc: UInt32
        /// The ID of the property `link-status`, or `nil` if the connector lacks it.
        let linkStatus: UInt32?

        /// Creates the IDs from the connector's properties. Returns `nil` if a required one is
        /// missing.
        init?(_ properties: [String: DRMProperty]) {
            guard let crtc = properties["CRTC_ID"] else { return nil }
            self.crtc = crtc.id
            linkStatus = properties["link-status"]?.id
        }
    }

    /// The IDs of the properties of a CRTC.
    private struct CRTCPropertyIDs {
        /// The ID of the property `MODE_ID`.
        let mode: UInt32
        /// The ID of the property `ACTIVE`.
        let active: UInt32

        /// Creates the IDs from the CRTC's properties. Returns `nil` if a required one is missing.
        init?(_ properties: [String: DRMProperty]) {
            guard let mode = properties["MODE_ID"], let active = properties["ACTIVE"] else {
                return nil
            }
            self.mode = mode.id
            self.active = active.id
        }
    }

    /// The IDs of the properties of a plane.
    private struct PlanePropertyIDs {
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

        /// Creates the IDs from the plane's properties. Returns `nil` if a required one is missing.
        init?(_ properties: [String: DRMProperty]) {
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
        }
    }

    /// Creates a pipeline and enables atomic commits. Returns `nil` if the driver does not support
    /// atomic mode setting.
    init?(device: any DRMDevice, connectorID: UInt32, crtcID: UInt32, plane: PrimaryPlane) {
        // The kernel lists the properties of atomic commits only for clients with this capability.
        guard (try? device.enable(.atomic)) != nil,
            let connectorPropertyIDs = (try? device.properties(of: .connector(connectorID)))
                .flatMap({ ConnectorPropertyIDs($0) }),
            let crtcPropertyIDs = (try? device.properties(of: .crtc(crtcID)))
                .flatMap({ CRTCPropertyIDs($0) }),
            let planePropertyIDs = (try? device.properties(of: .plane(plane.id)))
                .flatMap({ PlanePropertyIDs($0) })
        else { return nil }
        self.device = device
        self.connectorID = connectorID
        self.crtcID = crtcID
        self.plane = plane
        self.connectorPropertyIDs = connectorPropertyIDs
        self.crtcPropertyIDs = crtcPropertyIDs
        self.planePropertyIDs = planePropertyIDs
    }

    /// Sets the mode, shows a framebuffer, and returns when the framebuffer is visible.
    func setMode(_ mode: DRMMode, framebufferID: UInt32) throws(Errno) {
        let blob = try device.createBlob(of: mode)
        defer { device.destroyBlob(blob) }
        request.removeAll()
        request.set(connectorPropertyIDs.crtc, of: connectorID, to: UInt64(crtcID))
        if let linkStatus = connectorPropertyIDs.linkStatus {
            request.set(linkStatus, of: connectorID, to: UInt64(DRM_MODE_LINK_STATUS_GOOD))
        }
        request.set(crtcPropertyIDs.mode, of: crtcID, to: UInt64(blob))
        request.set(crtcPropertyIDs.active, of: crtcID, to: 1)
        let width = UInt64(mode.width)
        let height = UInt64(mode.height)
        setPlane(planePropertyIDs.crtc, UInt64(crtcID))
        // Source coordinates are 16.16 fixed point.
        setPlane(planePropertyIDs.sourceX, 0)
        setPlane(planePropertyIDs.sourceY, 0)
        setPlane(planePropertyIDs.sourceWidth, width << 16)
        setPlane(planePropertyIDs.sourceHeight, height << 16)
        setPlane(planePropertyIDs.x, 0)
        setPlane(planePropertyIDs.y, 0)
        setPlane(planePropertyIDs.width, width)
        setPlane(planePropertyIDs.height, height)
        setPlane(planePropertyIDs.framebuffer, UInt64(framebufferID))
        if let rotation = plane.rotation { setPlane(rotation.id, PrimaryPlane.noRotation) }
        try device.commit(request, as: .modeSet)
    }

    /// Switches the CRTC off without any other change, and returns when it is off.
    func switchOff() throws(Errno) {
        request.removeAll()
        request.set(crtcPropertyIDs.active, of: crtcID, to: 0)
        try device.commit(request, as: .modeSet)
    }

    /// Starts a page flip to another framebuffer. An event with `flipNumber` reports the flip's
    /// completion.
    ///
    /// - Parameters:
    ///   - framebufferID: The ID of the framebuffer.
    ///   - damage: The changed region in scanout pixels, which becomes the damage clips.
    ///   - flipNumber: The number of the event.
    func flip(to framebufferID: UInt32, damage: Region, flipNumber: UInt64) throws(Errno) {
        request.removeAll()
        setPlane(planePropertyIDs.framebuffer, UInt64(framebufferID))
        var blob: UInt32?
        if let damageClips = planePropertyIDs.damageClips, !damage.isEmpty {
            // Without damage clips, the driver copies the whole framebuffer.
            blob = try? device.createBlob(of: damage)
            if let blob { setPlane(damageClips, UInt64(blob)) }
        }
        defer { if let blob { device.destroyBlob(blob) } }
        try device.commit(request, as: .flip(flipNumber))
    }

    /// Adds the value of a property of the primary plane to the request.
    private func setPlane(_ propertyID: UInt32, _ value: UInt64) {
        request.set(propertyID, of: plane.id, to: value)
    }
}
